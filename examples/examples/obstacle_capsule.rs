//! `Obstacle::capsule`: fallen trunks, hedges and other shapes with round ends.
//!
//! Run it: `cargo run -p bevy_horde_examples --example obstacle_capsule`
//!
//! Watch: travelers go around the ends of the trunks in smooth curves.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, ThereAndBack, Trail};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "obstacle_capsule",
            "there and back past fallen trunks",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    for number in -2_i16..=2 {
        let turn = 0.9 * f32::from(number);
        commands.spawn((
            Transform::from_xyz(150.0 * f32::from(number), 40.0 * f32::from(number % 2), 0.0)
                .with_rotation(Quat::from_rotation_z(turn)),
            Obstacle::capsule(vec2(0.0, -90.0), vec2(0.0, 90.0), 18.0),
        ));
    }
    // Bevy's own capsule, upright, and scaled by the `Transform`.
    commands.spawn((
        Transform::from_xyz(0.0, -240.0, 0.0).with_scale(Vec3::splat(1.5)),
        Obstacle::from(Capsule2d::new(15.0, 60.0)),
    ));
    for number in -2_i16..=2 {
        let height = 70.0 * f32::from(number);
        let (here, there) = (vec2(-540.0, height), vec2(540.0, -height));
        commands.spawn((
            Transform::from_translation(here.extend(0.0)),
            SteeringAgent::new(9.0, 130.0),
            ThereAndBack::between(here, there),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Trail::default(),
        ));
    }
}
