//! `AvoidObstacles`: looking ahead and steering around obstacles.
//!
//! Run it: `cargo run --example avoid_obstacles`
//!
//! Watch: travelers cross a field of boulders in smooth curves. They choose a side early and keep
//! it. They touch nothing, and start again on the left.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("from left to right through the boulders"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (start_again, count_touches)
                .chain()
                .after(SteeringSystems::Locomote),
        );
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for number in 0..26 {
        let (column, row) = (number / 4, number % 4);
        let shift = if column % 2 == 0 { 0.0 } else { 70.0 };
        commands.spawn((
            Transform::from_xyz(
                140.0 * column as f32 - 420.0,
                145.0 * row as f32 - 285.0 + shift,
                0.0,
            ),
            Obstacle::circle(24.0 + 7.0 * (number % 5) as f32),
        ));
    }
    for number in 0..14 {
        let height = 40.0 * number as f32 - 310.0;
        commands.spawn((
            Transform::from_xyz(-640.0 - 37.0 * (number % 6) as f32, height, 0.0),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(21.0)),
                ..default()
            },
            SteeringAgent::new(9.0, 130.0),
            Seek::new(vec2(900.0, height)),
            AvoidObstacles::default(),
            Trail::default(),
        ));
    }
}

fn start_again(mut agents: Query<&mut Transform, With<SteeringAgent>>) {
    for mut transform in &mut agents {
        if transform.translation.x > 680.0 {
            transform.translation.x = -680.0;
        }
    }
}

fn count_touches(
    agents: Query<(&Transform, &SteeringAgent)>,
    boulders: SteeringQuery,
    mut touches: Local<u32>,
    mut readout: ResMut<Readout>,
) {
    for (transform, agent) in &agents {
        let nearest = boulders.nearest_obstacle(transform.translation);
        let touches_one =
            nearest.is_some_and(|nearest| nearest.distance < 1.02 * agent.body_radius);
        *touches += u32::from(touches_one);
    }
    readout.0 = format!("ticks in touch with a boulder: {}", *touches);
}
