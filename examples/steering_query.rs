//! `SteeringQuery`: queries for agents and obstacles.
//!
//! Run it: `cargo run --example steering_query`
//!
//! Watch: around the mouse, agents within the ring are amber, and lines lead to the nearest three.
//! From the left, a beam as wide as an agent is cast to the mouse. It is green if it reaches the
//! mouse, and red up to the first boulder that it meets.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, MousePosition, Readout, palette};

const RING: f32 = 120.0;
const BEAM: f32 = 9.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "agents in the ring, the nearest three, and a wide beam from the left",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    .add_systems(Update, (paint_within, draw_nearest, cast_beam));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for number in 0..220 {
        let direction = Vec2::from_angle(2.399_963 * number as f32);
        let position = direction * (60.0 + 16.0 * (number as f32).sqrt()) * vec2(1.7, 0.9);
        commands.spawn((
            Transform::from_translation(position.extend(0.0)),
            SteeringAgent::new(BEAM, 60.0),
            Wander::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Contain::rectangle(vec2(0.0, -30.0), vec2(1240.0, 620.0)),
            Sprite {
                image: image.clone(),
                color: palette::BLUE,
                custom_size: Some(Vec2::splat(2.3 * BEAM)),
                ..default()
            },
        ));
    }
    for (x, y, radius) in [
        (-260.0, 90.0, 50.0),
        (-180.0, -170.0, 42.0),
        (210.0, 120.0, 60.0),
        (330.0, -150.0, 46.0),
        (60.0, -220.0, 36.0),
        (-440.0, -220.0, 40.0),
    ] {
        commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(radius)));
    }
}

fn paint_within(
    mouse: Res<MousePosition>,
    index: SteeringQuery,
    mut agents: Query<&mut Sprite>,
    mut readout: ResMut<Readout>,
) {
    for mut sprite in &mut agents {
        sprite.color = palette::BLUE;
    }
    let found = index.agents_within(mouse.0, RING);
    for hit in &found {
        if let Ok(mut sprite) = agents.get_mut(hit.entity) {
            sprite.color = palette::AMBER;
        }
    }
    readout.0 = format!("within the ring: {}", found.len());
}

fn draw_nearest(mouse: Res<MousePosition>, index: SteeringQuery, mut gizmos: Gizmos) {
    gizmos.circle_2d(mouse.0, RING, palette::AMBER);
    for hit in index.nearest_agents(mouse.0, 3) {
        gizmos.line_2d(mouse.0, hit.position, palette::CHALK);
    }
}

fn cast_beam(mouse: Res<MousePosition>, index: SteeringQuery, mut gizmos: Gizmos) {
    let from = vec2(-560.0, -40.0);
    let hit = index.first_obstacle_for_circle(from, mouse.0, BEAM);
    let (to, color) = match hit {
        Some(hit) => (hit.position, palette::RED),
        None => (mouse.0, palette::GREEN),
    };
    let side = BEAM * (to - from).normalize_or_zero().perp();
    gizmos.line_2d(from + side, to + side, color);
    gizmos.line_2d(from - side, to - side, color);
    gizmos.circle_2d(from, BEAM, color);
    gizmos.circle_2d(to, BEAM, color);
    if let Some(hit) = hit {
        gizmos.arrow_2d(to, to + 40.0 * hit.normal, color);
    }
}
