//! `Flock`: separation, alignment and cohesion, with three fields of view.
//!
//! Run it: `cargo run --example flock`
//!
//! Watch: with a wide view agents swarm. With a narrower view they follow the agents ahead, stretch
//! out, and lose stragglers. Each flock is a group of its own (`Perception`), so the panels do not
//! affect each other. A game of boids needs no more than the core of the plugin.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "the shape of a flock depends on the view of its units",
    ))
    .add_plugins(SteeringPlugin::default().core())
    .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let range = Length::Radii(12.0);
    let views = [
        ("wide view", View::wide(range), palette::GREEN),
        ("limited view", View::limited(range), palette::AMBER),
        ("narrow view", View::narrow(range), palette::BLUE),
    ];
    for (index, (name, view, color)) in views.into_iter().enumerate() {
        let panel = Panel::beside(index, 3, name);
        for number in 0..36 {
            // Like the seeds of a sunflower: evenly spread in all directions.
            let direction = Vec2::from_angle(2.399_963 * number as f32);
            let position = panel.area.center() + 26.0 * (number as f32).sqrt() * direction;
            commands.spawn((
                Transform::from_translation(position.extend(0.0)),
                SteeringAgent::new(9.0, 110.0),
                Velocity(direction.extend(0.0) * 110.0),
                Flock {
                    alignment: Alignment { view, ..default() },
                    cohesion: Cohesion { view, ..default() },
                    ..default()
                },
                Wander {
                    weight: 0.15,
                    ..default()
                },
                Perception {
                    memberships: 1 << index,
                    filters: 1 << index,
                    ..default()
                },
                Contain::circle(panel.area.center(), 195.0),
                Sprite {
                    image: image.clone(),
                    color,
                    custom_size: Some(Vec2::splat(21.0)),
                    ..default()
                },
            ));
        }
        commands.spawn(panel);
    }
}
