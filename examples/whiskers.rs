//! `Whiskers`: sensing the way ahead with one or more rays.
//!
//! Run it: `cargo run --example whiskers`
//!
//! Watch: one whisker notices a boulder late, only at its tip; three and five notice it earlier.
//! The whiskers are drawn as the plugin casts them; red ones hit something.

use bevy::prelude::*;
use bevy_horde::behaviors::Fan;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "each whisker is as wide as the body; the deepest hit counts",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    .add_systems(Update, draw_whiskers);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let kinds = [
        (1, "one whisker", palette::AMBER),
        (3, "three", palette::GREEN),
        (5, "five", palette::BLUE),
    ];
    for (index, (count, name, color)) in kinds.into_iter().enumerate() {
        let panel = Panel::beside(index, 3, name);
        let center = panel.area.center();
        for (x, y, radius) in [
            (-105.0, 130.0, 46.0),
            (100.0, 170.0, 34.0),
            (40.0, -10.0, 56.0),
            (-120.0, -130.0, 38.0),
            (110.0, -190.0, 46.0),
        ] {
            let position = center + vec2(x, y);
            commands.spawn((
                Transform::from_translation(position.extend(0.0)),
                Obstacle::circle(radius),
            ));
        }
        for number in 0..4 {
            let position = center + vec2(-60.0 + 40.0 * number as f32, -260.0);
            commands.spawn((
                Transform::from_translation(position.extend(0.0)),
                SteeringAgent::new(9.0, 80.0),
                Velocity(Vec3::Y * 80.0),
                Whiskers::new(count),
                Wander {
                    weight: 0.6,
                    ..default()
                },
                Contain::rectangle(panel.area.center(), panel.area.size()),
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

fn draw_whiskers(
    agents: Query<(&Transform, &SteeringAgent, &Velocity, &Heading, &Whiskers)>,
    obstacles: SteeringQuery,
    mut gizmos: Gizmos,
) {
    for (transform, agent, velocity, heading, whiskers) in &agents {
        let from = transform.translation;
        let length = (whiskers.look_ahead * velocity.0.length())
            .max(whiskers.min_length.resolve(agent.body_radius));
        let fan = Fan {
            count: whiskers.count,
            angle: whiskers.fan_angle,
            length,
        };
        for number in 0..whiskers.count {
            let direction = fan.direction(heading.0.truncate(), number).extend(0.0);
            let to = from + direction * length;
            let meets = obstacles.first_obstacle_for_circle(from, to, agent.body_radius);
            let color = if meets.is_some() {
                palette::RED
            } else {
                palette::LINE
            };
            gizmos.line(from, to, color);
        }
    }
}
