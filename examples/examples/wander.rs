//! `Wander`: a lifelike random walk.
//!
//! Run it: `cargo run -p bevy_horde_examples --example wander`
//!
//! Watch: three kinds of motion by `rate` (how fast the direction changes) and `spread` (how
//! sharply they turn). Each agent has its own random stream, so every run is the same.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, Paint, Panel, StayIn, Trail, palette};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "wander",
            "three kinds of motion from two settings",
        ))
        .add_plugins(SteeringPlugin::default().with_seed(7))
        .add_systems(Startup, spawn)
        .run()
}

fn spawn(mut commands: Commands) {
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
                StayIn(panel.area),
                Paint(color),
                Trail::default(),
            ));
        }
        commands.spawn(panel);
    }
}
