//! Walkers between two points with an obstacle in the way: the demonstration of "Programming
//! Intelligence, Part II".

use super::{Arena, Look, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Body radius of a walker, world units.
const BODY_RADIUS: f32 = 14.0;
/// Largest speed of a walker, world units per second.
const SPEED: f32 = 110.0;
/// Distance from the middle of a lane to its ends, world units.
const HALF_LANE: f32 = 460.0;
/// Distance from lane to lane, world units.
const LANE_SPACING: f32 = 300.0;
/// Distance from the end of its way at which a walker turns around, world units.
const TURNING_DISTANCE: f32 = 24.0;
/// Radii of the obstacles, repeated lane by lane.
const OBSTACLE_RADII: [f32; 3] = [60.0, 85.0, 35.0];
/// Offsets of the obstacles from the middle of the lane, repeated lane by lane.
const OBSTACLE_OFFSETS: [f32; 3] = [0.0, 18.0, -10.0];

/// The agent walks back and forth between two points.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Patrol {
    /// The two points.
    pub ends: [Vec2; 2],
    /// Index of the point that it walks to.
    pub next: usize,
    /// Number of times that it reached a point.
    pub arrivals: u32,
}

/// The agent walks one way only: at its second point it is put back to the first at once.
#[derive(Component, Clone, Copy, Debug)]
pub struct RestartsAtEnd;

impl Patrol {
    /// A walk from the first point to the second, and back.
    pub fn between(ends: [Vec2; 2]) -> Self {
        Self {
            ends,
            next: 1,
            arrivals: 0,
        }
    }

    /// The point that it walks to.
    pub fn target(&self) -> Vec2 {
        self.ends[self.next]
    }
}

pub(super) fn spawn(commands: &mut Commands, agents: u32, whiskers: u32) -> Arena {
    let lanes = agents.max(1);
    let arena = Arena {
        half_size: Vec2::new(HALF_LANE + 120.0, lanes as f32 * LANE_SPACING / 2.0 + 60.0),
    };
    for lane in 0..agents {
        let y = (lane as f32 - (lanes - 1) as f32 / 2.0) * LANE_SPACING;
        let variant = lane as usize % OBSTACLE_RADII.len();
        commands.spawn((
            SceneEntity,
            Look::Tomb((lane % 8) as u8),
            Transform::from_xyz(0.0, y + OBSTACLE_OFFSETS[variant], 0.0),
            Obstacle::circle(OBSTACLE_RADII[variant]),
        ));
        let ends = [Vec2::new(-HALF_LANE, y), Vec2::new(HALF_LANE, y)];
        commands.spawn((
            SceneEntity,
            Look::Walker,
            Transform::from_translation(ends[0].extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, SPEED),
            Patrol::between(ends),
            Seek::new(ends[1]),
            Whiskers::new(whiskers),
        ));
    }
    arena
}

pub(super) fn turn_at_waypoints(
    mut walkers: Query<(&mut Transform, &mut Patrol, &mut Seek, Has<RestartsAtEnd>)>,
) {
    for (mut transform, mut patrol, mut seek, begins_anew) in &mut walkers {
        if transform.translation.truncate().distance(patrol.target()) >= TURNING_DISTANCE {
            continue;
        }
        patrol.arrivals += 1;
        if begins_anew {
            transform.translation = patrol.ends[0].extend(transform.translation.z);
        } else {
            patrol.next = 1 - patrol.next;
            seek.target = patrol.target().into();
        }
    }
}
