//! `Obstacle::rectangle`: boxes at any angle, also turning ones.
//!
//! Run it: `cargo run -p bevy_horde_examples --example obstacle_rectangle`
//!
//! Watch: travelers cut the corners of the boxes as closely as their margin allows. The box in the
//! middle turns, and they avoid its corners: the plugin updates moved obstacles automatically.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, ThereAndBack, Trail};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "obstacle_rectangle",
            "there and back past crates",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, turn.before(SteeringSystems::Perceive))
        .run()
}

/// A box that turns.
#[derive(Component)]
struct Turning;

fn turn(time: Res<Time>, mut boxes: Query<&mut Transform, With<Turning>>) {
    for mut transform in &mut boxes {
        transform.rotate_z(0.3 * time.delta_secs());
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Transform::from_xyz(-250.0, 60.0, 0.0),
        Obstacle::rectangle(120.0, 160.0),
    ));
    commands.spawn((
        Transform::from_xyz(-200.0, -150.0, 0.0).with_rotation(Quat::from_rotation_z(0.5)),
        Obstacle::from(Rectangle::new(180.0, 60.0)),
    ));
    commands.spawn((
        Transform::from_xyz(230.0, 0.0, 0.0).with_rotation(Quat::from_rotation_z(-0.8)),
        Obstacle::rectangle(150.0, 150.0),
    ));
    commands.spawn((
        Turning,
        Transform::default(),
        Obstacle::rectangle(160.0, 40.0),
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
