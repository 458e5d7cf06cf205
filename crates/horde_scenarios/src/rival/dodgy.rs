//! The crate `dodgy_2d`: optimal reciprocal collision avoidance.

use super::{Crowd, Rival};
use crate::barrier::Barrier;
use bevy::math::{DVec2, Vec2};
use core::f32::consts::TAU;
use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2 as Vector};
use std::borrow::Cow;

/// Collisions between agents count up to this time ahead, seconds.
const TIME_HORIZON: f32 = 3.0;
/// Collisions with obstacles count up to this time ahead, seconds.
const OBSTACLE_TIME_HORIZON: f32 = 0.5;
/// The number of nearest agents that count.
const MAX_NEIGHBORS: usize = 15;
/// The preferred velocity is turned to the right by this angle, radians. Without a common side
/// symmetric crowds stand still; the plugin has `PassingSide` for this. Larger angles are faster on
/// circles, but leave agents behind corners.
const TURN: f32 = 0.01;
/// Number of corners of the polygon that encloses a disc.
const CORNERS: u16 = 16;

/// Agents that avoid each other by `dodgy_2d`.
#[derive(Clone, Debug, Default)]
pub struct Dodgy {
    barriers: Vec<Barrier>,
    /// The barriers with their bounding boxes; made again when the barriers change.
    obstacles: Vec<Boxed>,
}

#[derive(Clone, Debug)]
struct Boxed {
    obstacle: Obstacle,
    least: Vec2,
    most: Vec2,
}

impl Dodgy {
    /// Describes the method and its settings.
    pub(super) fn settings() -> String {
        format!(
            "`dodgy_2d` 0.5.5 (ORCA): time horizon {TIME_HORIZON} s, for obstacles \
             {OBSTACLE_TIME_HORIZON} s with the radius as margin, the nearest {MAX_NEIGHBORS} \
             neighbors, equal responsibility, preferred velocity at full speed to the next \
             waypoint, turned to the right by {TURN} rad"
        )
    }
}

impl Rival for Dodgy {
    fn velocities(&mut self, crowd: &Crowd<'_>) -> Vec<Vec2> {
        if self.barriers != crowd.barriers {
            self.barriers = crowd.barriers.to_vec();
            self.obstacles = crowd.barriers.iter().flat_map(obstacles).collect();
        }
        let agents: Vec<Agent> = (0..crowd.positions.len())
            .map(|number| Agent {
                position: vector(crowd.positions[number]),
                velocity: vector(crowd.velocities[number]),
                radius: crowd.radii[number],
                avoidance_responsibility: 1.0,
            })
            .collect();
        let fastest = crowd.speeds.iter().copied().fold(0.0, f32::max);
        let widest = crowd.radii.iter().copied().fold(0.0, f32::max);
        let mut near: Vec<(f32, usize)> = Vec::new();
        let velocity = |number: usize| {
            let (position, own) = (crowd.positions[number], &agents[number]);
            let (radius, speed) = (crowd.radii[number], crowd.speeds[number]);
            let reach = radius + widest + (speed + fastest) * TIME_HORIZON;
            near.clear();
            near.extend(
                crowd
                    .positions
                    .iter()
                    .enumerate()
                    .filter_map(|(other, its)| {
                        let distance = its.distance_squared(position);
                        (other != number && distance < reach * reach).then_some((distance, other))
                    }),
            );
            near.sort_by(|one, other| one.0.total_cmp(&other.0));
            near.truncate(MAX_NEIGHBORS);
            let neighbors: Vec<Cow<'_, Agent>> = near
                .iter()
                .map(|(_, other)| Cow::Borrowed(&agents[*other]))
                .collect();
            let reach = radius + speed * OBSTACLE_TIME_HORIZON;
            let is_near = |boxed: &&Boxed| {
                position.clamp(boxed.least, boxed.most).distance(position) <= reach
            };
            let walls: Vec<Cow<'_, Obstacle>> = self
                .obstacles
                .iter()
                .filter(is_near)
                .map(|boxed| Cow::Borrowed(&boxed.obstacle))
                .collect();
            let options = AvoidanceOptions {
                obstacle_margin: radius,
                time_horizon: TIME_HORIZON,
                obstacle_time_horizon: OBSTACLE_TIME_HORIZON,
            };
            let preferred = Vec2::from_angle(-TURN).rotate(crowd.preferred_velocity(number));
            let chosen = own.compute_avoiding_velocity(
                &neighbors,
                &walls,
                vector(preferred),
                speed,
                crowd.tick,
                &options,
            );
            Vec2::new(chosen.x, chosen.y)
        };
        (0..crowd.positions.len()).map(velocity).collect()
    }
}

fn vector(vector: Vec2) -> Vector {
    Vector::new(vector.x, vector.y)
}

/// A barrier as obstacles: filled shapes counterclockwise, thin walls edge by edge with two sides.
fn obstacles(barrier: &Barrier) -> Vec<Boxed> {
    let points: Vec<Vec2> = barrier
        .positions()
        .into_iter()
        .map(DVec2::as_vec2)
        .collect();
    match barrier {
        Barrier::Circle { radius, .. } => vec![closed(around(&points, *radius))],
        Barrier::Capsule { radius, .. } => vec![closed(around(&points, *radius))],
        Barrier::Rectangle { .. } | Barrier::Polygon { .. } => vec![closed(points)],
        Barrier::Segment { .. } => vec![closed(points)],
        Barrier::Polyline { closed: joins, .. } => {
            let last = (*joins).then(|| [points[points.len() - 1], points[0]]);
            let edges = points.windows(2).map(|edge| [edge[0], edge[1]]);
            let edges = edges.chain(last).filter(|[from, to]| from != to);
            edges.map(|edge| closed(edge.to_vec())).collect()
        }
    }
}

/// The corners of a counterclockwise polygon that encloses a disc about one point, or a capsule
/// about two points.
fn around(points: &[Vec2], radius: f32) -> Vec<Vec2> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let axis = (last - first).try_normalize().unwrap_or(Vec2::X);
    let radius = radius / (TAU / f32::from(2 * CORNERS)).cos();
    (0..CORNERS)
        .map(|corner| {
            let angle = TAU * (f32::from(corner) + 0.5) / f32::from(CORNERS);
            let arm = Vec2::from_angle(angle);
            let end = if arm.x > 0.0 { last } else { first };
            end + axis.rotate(arm) * radius
        })
        .collect()
}

fn closed(mut points: Vec<Vec2>) -> Boxed {
    let next = |index: usize| points[(index + 1) % points.len()];
    let area: f32 = (0..points.len())
        .map(|index| points[index].perp_dot(next(index)))
        .sum();
    if area < 0.0 {
        points.reverse();
    }
    Boxed {
        least: points.iter().copied().fold(Vec2::INFINITY, Vec2::min),
        most: points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max),
        obstacle: Obstacle::Closed {
            vertices: points.into_iter().map(vector).collect(),
        },
    }
}
