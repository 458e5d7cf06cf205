//! The inspector: every setting of every group while the game runs, what agents see, and the cost.
//!
//! Run it: `cargo run --example inspector`
//!
//! Watch: the panel on the right. Open the group "zombies" and raise `max_speed` or the weight of
//! `Separation`: the horde answers at once. F1 hides the panel.

use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, palette};
use bevy_horde_gizmos::SteeringDebugPlugin;
use bevy_horde_inspector::{InspectorGroup, InspectorPlugin};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("raise a number in the panel"))
        .add_plugins((SteeringPlugin::default(), SteeringDebugPlugin))
        .add_plugins(SteeringDiagnosticsPlugin::default())
        .add_plugins(InspectorPlugin::default())
        .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let mouse = commands.spawn(FollowsMouse).id();
    for (x, y, radius) in [
        (-200.0, 80.0, 60.0),
        (40.0, -120.0, 80.0),
        (180.0, 140.0, 50.0),
    ] {
        commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(radius)));
    }
    for number in 0..80 {
        let place = vec2(-380.0, 0.0)
            + 22.0 * (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32);
        let is_runner = number % 8 == 0;
        let name = if is_runner { "runners" } else { "zombies" };
        commands.spawn((
            InspectorGroup(name.to_owned()),
            Transform::from_translation(place.extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                color: [palette::GREEN, palette::VIOLET][usize::from(is_runner)],
                custom_size: Some(Vec2::splat(21.0)),
                ..default()
            },
            SteeringAgent::new(9.0, if is_runner { 140.0 } else { 90.0 }),
            Seek::entity(mouse),
            (
                Flock::default(),
                AvoidObstacles::default(),
                AvoidAgents::default(),
            ),
        ));
    }
}
