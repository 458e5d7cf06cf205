//! `Obstacle::segment`: thin straight walls with two sides.
//!
//! Run it: `cargo run -p bevy_horde_examples --example obstacle_segment`
//!
//! Watch: travelers see the whole wall ahead and head for the nearer end. The long wall is longer
//! than their view range (25 body radii), so they go along it until they see its end.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, ThereAndBack, Trail};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "obstacle_segment",
            "there and back past straight walls",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    let walls = [
        Obstacle::segment(vec2(-250.0, -90.0), vec2(-210.0, 110.0)),
        // Bevy's own segment works, too.
        Obstacle::from(Segment2d::new(vec2(200.0, 300.0), vec2(200.0, -300.0))),
    ];
    for wall in walls {
        commands.spawn(wall);
    }
    // A `Transform` moves, turns and scales it.
    commands.spawn((
        Transform::from_xyz(20.0, 0.0, 0.0).with_rotation(Quat::from_rotation_z(0.6)),
        Obstacle::segment(vec2(-70.0, 0.0), vec2(70.0, 0.0)),
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
