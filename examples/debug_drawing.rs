//! `SteeringDebugPlugin`: draws perception and decisions of agents.
//!
//! Run it: `cargo run --example debug_drawing`
//!
//! Watch: green outlines are the corridors that travelers check, and a red ring is a hit on a
//! boulder. While the way is blocked, pink arcs are the directions that boulders block, and the
//! blue arrow is the chosen direction. Amber is the resulting force.

use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, palette};
use bevy_horde_gizmos::{SteeringDebugPlugin, SteeringGizmos};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "corridors, hits, blocked bearings, and the chosen bearing",
    ))
    .add_plugins((SteeringPlugin::default(), SteeringDebugPlugin))
    .add_systems(Startup, (choose_layers, spawn));
}

fn choose_layers(mut store: ResMut<GizmoConfigStore>) {
    let (_, gizmos) = store.config_mut::<SteeringGizmos>();
    for layer in [
        DebugLayer::InflatedObstacles,
        DebugLayer::BlockedBearings,
        DebugLayer::SeparationView,
    ] {
        gizmos.show(layer);
    }
    gizmos.hide(DebugLayer::Velocity);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for (x, y, radius) in [
        (-330.0, 120.0, 60.0),
        (-180.0, -150.0, 80.0),
        (40.0, 60.0, 70.0),
        (250.0, -120.0, 60.0),
        (330.0, 170.0, 50.0),
    ] {
        commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(radius)));
    }
    let mouse = commands.spawn(FollowsMouse).id();
    for number in 0..4 {
        commands.spawn((
            Transform::from_xyz(-560.0, 150.0 - 100.0 * number as f32, 0.0),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(32.0)),
                ..default()
            },
            SteeringAgent::new(14.0, 130.0),
            Seek::entity(mouse),
            AvoidObstacles::default(),
            Separation::default(),
        ));
    }
}
