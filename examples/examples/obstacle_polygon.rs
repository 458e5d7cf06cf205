//! `Obstacle::polygon`: filled polygons, convex or not.
//!
//! Run it: `cargo run -p bevy_horde_examples --example obstacle_polygon`
//!
//! Watch: travelers go around the star from spike to spike, and around the house by the mouth of
//! its courtyard. They use the gap between the hexagons only where they fit.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, ThereAndBack, Trail};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "obstacle_polygon",
            "there and back past a star, a house and hexagons",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    let star = (0_u8..10).map(|corner| {
        let radius = if corner % 2 == 0 { 110.0 } else { 50.0 };
        Vec2::from_angle(f32::from(corner) * core::f32::consts::TAU / 10.0) * radius
    });
    commands.spawn((
        Transform::from_xyz(-270.0, 30.0, 0.0),
        Obstacle::polygon(star),
    ));
    // A house with a courtyard that is open to the left.
    commands.spawn(Obstacle::polygon([
        vec2(-60.0, -140.0),
        vec2(120.0, -140.0),
        vec2(120.0, 140.0),
        vec2(-60.0, 140.0),
        vec2(-60.0, 100.0),
        vec2(70.0, 100.0),
        vec2(70.0, -100.0),
        vec2(-60.0, -100.0),
    ]));
    for height in [-140.0, 0.0, 115.0] {
        commands.spawn((
            Transform::from_xyz(330.0, height, 0.0),
            Obstacle::from(RegularPolygon::new(50.0, 6)),
        ));
    }
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
