//! `Seek`: moves to a target at full speed and through it.
//!
//! Run it: `cargo run -p bevy_horde_examples --example seek`
//!
//! Watch: all four have the same speed and differ in `max_force`. Agents with a small force
//! overshoot the mouse in wide loops; the one with the largest force turns almost on the spot.
//! Without a mouse over the window they chase a figure eight.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, FollowsMouse, Paint, Trail, palette};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "seek",
            "same speed, different force: the weaker, the wider the loops",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
    let mouse = commands.spawn(FollowsMouse).id();
    let kinds = [
        (120.0, palette::RED),
        (240.0, palette::AMBER),
        (600.0, palette::GREEN),
        (2400.0, palette::BLUE),
    ];
    for (number, (max_force, color)) in kinds.into_iter().enumerate() {
        commands.spawn((
            Transform::from_xyz(-500.0, 180.0 - 120.0 * number as f32, 0.0),
            SteeringAgent::new(14.0, 240.0)
                .with_max_force(max_force)
                .non_solid(),
            Seek::entity(mouse),
            Paint(color),
            Trail::default(),
        ));
    }
}
