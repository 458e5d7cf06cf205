//! `Cohesion`: staying with flockmates.
//!
//! Run it: `cargo run --example cohesion`
//!
//! Watch: wandering agents gather in groups, and groups that see each other merge. Only solid
//! bodies keep them apart: distance is the task of `Separation`.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("agents form groups, groups form crowds"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for number in 0..120 {
        let (column, row) = (number % 15, number / 15);
        // A little disorder, so that the grid does not form the groups.
        let position = vec2(75.0 * column as f32 - 525.0, 75.0 * row as f32 - 290.0)
            + 30.0 * Vec2::from_angle(2.399_963 * number as f32);
        commands.spawn((
            Transform::from_translation(position.extend(0.0))
                .with_rotation(Quat::from_rotation_z(2.399_963 * number as f32)),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(23.0)),
                ..default()
            },
            SteeringAgent::new(10.0, 70.0),
            Cohesion {
                weight: 1.0,
                ..default()
            },
            Wander {
                weight: 0.5,
                ..default()
            },
            Contain::rectangle(vec2(0.0, -30.0), vec2(1240.0, 620.0)),
        ));
    }
}
