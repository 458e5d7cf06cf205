//! `FollowWall`: moving along walls of every shape, at a distance.
//!
//! Run it: `cargo run --example follow_wall`
//!
//! Watch: some agents have the wall on the left, some on the right. They turn before inner corners,
//! go around outer ones and around the ends of a wall, and touch nothing.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "blue: the wall on the left; amber: on the right",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let block = [
        (-110.0, -130.0),
        (110.0, -130.0),
        (110.0, 130.0),
        (50.0, 130.0),
        (50.0, -30.0),
        (-50.0, -30.0),
        (-50.0, 130.0),
        (-110.0, 130.0),
    ];
    let room = [
        (-150.0, -220.0),
        (150.0, -220.0),
        (150.0, 60.0),
        (40.0, 60.0),
        (40.0, 220.0),
        (-150.0, 220.0),
    ];
    let fence = [(-110.0, 170.0), (-110.0, -120.0), (110.0, -120.0)];
    let positions: [(&str, Obstacle, (f32, f32)); 3] = [
        (
            "around a block with a bay",
            Obstacle::polygon(block.map(Vec2::from)),
            (0.0, -160.0),
        ),
        (
            "inside a room",
            Obstacle::closed_polyline(room.map(Vec2::from)),
            (0.0, -190.0),
        ),
        (
            "both sides of a fence",
            Obstacle::polyline(fence.map(Vec2::from)),
            (0.0, -150.0),
        ),
    ];
    for (index, (name, obstacle, start)) in positions.into_iter().enumerate() {
        let panel = Panel::beside(index, 3, name);
        let center = panel.area.center();
        commands.spawn((Transform::from_translation(center.extend(0.0)), obstacle));
        for (side, ahead, color) in [
            (WallSide::Left, -1.0, palette::BLUE),
            (WallSide::Right, 1.0, palette::AMBER),
        ] {
            let position = center + Vec2::from(start) + Vec2::X * (30.0 * ahead);
            commands.spawn((
                Transform::from_translation(position.extend(0.0)),
                SteeringAgent::new(9.0, 90.0).non_solid(),
                FollowWall::on(side),
                Sprite {
                    image: image.clone(),
                    color,
                    custom_size: Some(Vec2::splat(21.0)),
                    ..default()
                },
                Trail::default(),
            ));
        }
        commands.spawn(panel);
    }
}
