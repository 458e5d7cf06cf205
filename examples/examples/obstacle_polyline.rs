//! `Obstacle::polyline` and `closed_polyline`: walls with corners, and fences around free ground.
//!
//! Run it: `cargo run -p bevy_horde_examples --example obstacle_polyline`
//!
//! Watch: travelers do not walk into dead ends. They see connected walls as one silhouette and go
//! around the dead end's mouth. The fence keeps its own walker inside.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, ThereAndBack, Trail};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "obstacle_polyline",
            "there and back past dead ends and a fence",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    // A U, open to the left, and a V, open to the right.
    commands.spawn(Obstacle::polyline([
        vec2(-300.0, 130.0),
        vec2(-120.0, 130.0),
        vec2(-120.0, -130.0),
        vec2(-300.0, -130.0),
    ]));
    commands.spawn(Obstacle::polyline([
        vec2(330.0, 150.0),
        vec2(180.0, 0.0),
        vec2(330.0, -150.0),
    ]));
    // A fence: the ground inside is free.
    let fence = Transform::from_xyz(30.0, 230.0, 0.0);
    let corners = [
        vec2(-80.0, -60.0),
        vec2(80.0, -60.0),
        vec2(60.0, 60.0),
        vec2(-60.0, 60.0),
    ];
    commands.spawn((fence, Obstacle::closed_polyline(corners)));
    commands.spawn((
        fence,
        SteeringAgent::new(9.0, 60.0),
        Wander::default(),
        Trail::default(),
    ));
    for number in -2_i16..=2 {
        let height = 60.0 * f32::from(number);
        let (here, there) = (vec2(-540.0, height), vec2(540.0, height));
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
