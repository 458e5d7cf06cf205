//! Fading trails of walkers and flock units.

use super::visuals::{DrawnMotion, TickPart};
use crate::scene::Look;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use std::collections::VecDeque;

/// Length of a trail, simulated seconds.
const SECONDS: f32 = 5.0;
/// Simulated seconds between points.
const SPACING: f32 = 0.1;
/// A step longer than this is a jump, in body radii.
const JUMP_RADII: f32 = 6.0;
/// Opacity of a trail's newest part.
const OPACITY: f32 = 0.5;
/// Width of a trail, pixels.
const WIDTH: f32 = 3.0;
/// The largest number of trails that are drawn.
const MAX_TRAILS: usize = 600;

/// Whether trails are drawn.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShowTrails(pub bool);

/// The past positions of an agent, the newest last.
#[derive(Component)]
struct Trail {
    color: Color,
    points: VecDeque<Vec2>,
}

/// The gizmo group of trails.
#[derive(Default, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
struct TrailGizmos;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ShowTrails(true))
        .insert_gizmo_config(
            TrailGizmos,
            GizmoConfig {
                line: GizmoLineConfig {
                    width: WIDTH,
                    ..default()
                },
                ..default()
            },
        )
        .add_systems(Update, begin_trails)
        .add_systems(FixedLast, lengthen_trails)
        .add_systems(
            PostUpdate,
            draw_trails
                .run_if(resource_equals(ShowTrails(true)))
                .after(TransformSystems::Propagate),
        );
}

fn begin_trails(
    mut commands: Commands,
    agents: Query<(Entity, &Look, &Transform), (With<SteeringAgent>, Added<Look>)>,
) {
    for (number, (entity, look, transform)) in agents.iter().enumerate() {
        let color = match *look {
            Look::Unit(0) => Color::srgb(1.0, 0.7, 0.25),
            Look::Unit(1) => Color::srgb(0.35, 0.85, 1.0),
            Look::Unit(_) => Color::srgb(1.0, 0.45, 0.85),
            Look::Walker => Color::srgb(0.59, 0.89, 0.84),
            Look::Stubborn => Color::srgb(0.94, 0.36, 0.31),
            Look::Rival => Color::srgb(0.98, 0.72, 0.36),
            Look::Zombie(_) | Look::Tomb(_) | Look::Built(_) | Look::Bait => continue,
        };
        if number < MAX_TRAILS {
            commands.entity(entity).insert(Trail {
                color,
                points: VecDeque::from([transform.translation.truncate()]),
            });
        }
    }
}

fn lengthen_trails(
    time: Res<Time>,
    mut waited: Local<f32>,
    mut agents: Query<(&Transform, &SteeringAgent, &mut Trail)>,
) {
    *waited += time.delta_secs();
    if *waited < SPACING {
        return;
    }
    *waited = 0.0;
    for (transform, agent, mut trail) in &mut agents {
        let position = transform.translation.truncate();
        let longest = JUMP_RADII * agent.body_radius;
        if trail
            .points
            .back()
            .is_some_and(|last| last.distance(position) > longest)
        {
            trail.points.clear();
        }
        trail.points.push_back(position);
        if trail.points.len() > (SECONDS / SPACING) as usize {
            trail.points.pop_front();
        }
    }
}

fn draw_trails(
    part: TickPart,
    agents: Query<(&Trail, &DrawnMotion, &SteeringAgent)>,
    mut gizmos: Gizmos<TrailGizmos>,
) {
    for (trail, motion, agent) in &agents {
        let head = motion.at(part.get()).0;
        // Lines lie above sprites, so the trail starts behind the body.
        let behind = trail
            .points
            .iter()
            .filter(|point| point.distance(head) > agent.body_radius);
        let count = trail.points.len() as f32;
        gizmos.linestrip_gradient_2d(behind.enumerate().map(|(number, point)| {
            let opacity = OPACITY * (number as f32 / count).powi(2);
            (*point, trail.color.with_alpha(opacity))
        }));
    }
}
