//! `Cohesion`: staying with flockmates.
//!
//! Run it: `cargo run -p bevy_horde_examples --example cohesion`
//!
//! Watch: wandering agents gather in groups, and groups that see each other merge. Only solid
//! bodies keep them apart: distance is the task of `Separation`.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, StayIn};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "cohesion",
            "agents form groups, groups form crowds",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    for number in 0..120 {
        let (column, row) = (number % 15, number / 15);
        // A little disorder, so that the grid does not form the groups.
        let position = vec2(75.0 * column as f32 - 525.0, 75.0 * row as f32 - 290.0)
            + 30.0 * Vec2::from_angle(2.399_963 * number as f32);
        commands.spawn((
            Transform::from_translation(position.extend(0.0))
                .with_rotation(Quat::from_rotation_z(2.399_963 * number as f32)),
            SteeringAgent::new(10.0, 70.0),
            Cohesion {
                weight: 1.0,
                ..default()
            },
            Wander {
                weight: 0.5,
                ..default()
            },
            StayIn::window(),
        ));
    }
}
