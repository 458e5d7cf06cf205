//! `Flee`: moves away from a near threat.
//!
//! Run it: `cargo run --example flee`
//!
//! Watch: sheep graze (`Wander` with a small weight) until the mouse is within their panic
//! distance, the red ring. Then they run straight away from it, even into a corner.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, palette};

const PANIC_DISTANCE: f32 = 150.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("the red ring is the panic distance"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, draw_panic_distance);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let wolf = commands.spawn(FollowsMouse).id();
    for number in 0..60 {
        let (column, row) = (number % 10, number / 10);
        commands.spawn((
            Transform::from_xyz(
                108.0 * column as f32 - 486.0,
                90.0 * row as f32 - 260.0,
                0.0,
            ),
            Sprite {
                image: image.clone(),
                color: palette::CHALK,
                custom_size: Some(Vec2::splat(25.0)),
                ..default()
            },
            SteeringAgent::new(11.0, 170.0),
            Flee::new(wolf).within(PANIC_DISTANCE),
            Wander {
                weight: 0.05,
                ..default()
            },
            Contain::rectangle(vec2(0.0, -30.0), vec2(1240.0, 620.0)),
        ));
    }
}

fn draw_panic_distance(wolf: Single<&Transform, With<FollowsMouse>>, mut gizmos: Gizmos) {
    gizmos.circle_2d(wolf.translation.truncate(), PANIC_DISTANCE, palette::RED);
}
