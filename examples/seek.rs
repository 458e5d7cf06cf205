//! `Seek`: moves to a target at full speed and through it.
//!
//! Run it: `cargo run --example seek`
//!
//! Watch: all four have the same speed and differ in `max_force`. Agents with a small force
//! overshoot the mouse in wide loops; the one with the largest force turns almost on the spot.
//! Without a mouse over the window they chase a figure eight.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "same speed, different force: the weaker, the wider the loops",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
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
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(32.0)),
                ..default()
            },
            Trail::default(),
        ));
    }
}
