//! `Wander`: a lifelike random walk.
//!
//! Run it: `cargo run --example wander`
//!
//! Watch: three kinds of motion by `rate` (how fast the direction changes) and `spread` (how
//! sharply they turn). Each agent has its own random stream, so every run is the same.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("three kinds of motion from two settings"))
        .add_plugins(SteeringPlugin::default().with_seed(7))
        .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let characters = [
        ("rate 0.5, spread 0.3: steady", 0.5, 0.3, palette::BLUE),
        ("rate 2, spread 0.7: relaxed", 2.0, 0.7, palette::GREEN),
        ("rate 6, spread 1.5: erratic", 6.0, 1.5, palette::AMBER),
    ];
    for (index, (name, rate, spread, color)) in characters.into_iter().enumerate() {
        let panel = Panel::beside(index, 3, name);
        for number in 0..6 {
            let angle = number as f32;
            commands.spawn((
                Transform::from_translation(panel.area.center().extend(0.0))
                    .with_rotation(Quat::from_rotation_z(angle)),
                SteeringAgent::new(9.0, 100.0).non_solid(),
                Wander {
                    rate,
                    spread,
                    ..default()
                },
                Contain::circle(panel.area.center(), 195.0),
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
