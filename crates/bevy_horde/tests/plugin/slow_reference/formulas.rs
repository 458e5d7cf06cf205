//! The formulas of the neighbor rules for one agent and one neighbor.

use bevy::prelude::*;
use core::f32::consts::{PI, TAU};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The direction of `vector`; `None` when `vector` is too short to have one.
pub fn direction(vector: Vec2) -> Option<Vec2> {
    let length = vector.length();
    (length >= 1e-9).then(|| vector / length)
}

/// `vector`, shortened to `limit` when it is longer.
pub fn truncate(vector: Vec2, limit: f32) -> Vec2 {
    let length = vector.length();
    if length > limit {
        vector / length * limit
    } else {
        vector
    }
}

/// The mean of vectors; `None` without any.
pub fn mean(vectors: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for vector in vectors {
        sum += vector;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

/// `vector` turned a quarter turn clockwise.
fn right(vector: Vec2) -> Vec2 {
    Vec2::new(vector.y, -vector.x)
}

/// The direction in which agent `own` leaves a coincident agent `other`; the opposite for `other`.
pub fn tie_break_direction(own: u64, other: u64) -> Vec2 {
    let (mut mixed, tick) = (own.min(other), 0);
    for word in [own.max(other), tick] {
        let mut generator = SplitMix64::seed_from_u64(mixed ^ word.rotate_left(32));
        mixed = generator.random::<u64>() ^ word;
    }
    let direction = Vec2::from_angle(SplitMix64::seed_from_u64(mixed).random_range(0.0..TAU));
    if own < other { direction } else { -direction }
}

/// Whether a view contains a neighbor at `offset`.
///
/// A coincident neighbor is in every view with a range above 0.
pub fn is_in_view(heading: Vec2, offset: Vec2, range: f32, half_angle: f32) -> bool {
    if range <= 0.0 || offset.length_squared() > range * range {
        return false;
    }
    let least_cosine = half_angle.cos() - 4.0 * f32::EPSILON;
    half_angle >= PI || offset.dot(heading) + 2e-6 * range >= offset.length() * least_cosine
}

/// The push away from a neighbor: 1 where the two coincide, 0 at the separation distance.
pub fn separation_push(offset: Vec2, separation_distance: f32, own: u64, other: u64) -> Vec2 {
    let Some(toward) = direction(offset) else {
        return tie_break_direction(own, other);
    };
    let nearness = (1.0 - offset.length() / separation_distance).max(0.0);
    -toward * (nearness * nearness)
}

/// How much of the avoidance an agent takes on: `idle` at rest, 1 from a quarter of its maximum
/// speed on.
pub fn responsibility(speed: f32, max_speed: f32, idle: f32) -> f32 {
    idle + (1.0 - idle) * (speed / (0.25 * max_speed)).clamp(0.0, 1.0)
}

/// The part of the avoidance that falls to an agent.
pub fn share_of(own_responsibility: f32, others_responsibility: f32) -> f32 {
    let total = own_responsibility + others_responsibility;
    if total > 0.0 {
        own_responsibility / total
    } else {
        0.0
    }
}

/// The velocity that an agent expects another to keep: its `velocity`, or the one that it prefers
/// if it overtakes.
///
/// The other overtakes if it comes from behind, goes the same way and prefers a higher speed.
pub fn planned_velocity([own, theirs]: [Vec2; 2], velocity: Vec2, toward: Vec2) -> Vec2 {
    let [way, their_way] =
        [own, theirs].map(|preferred| direction(preferred).unwrap_or(Vec2::ZERO));
    let is_behind = way.dot(toward) < 0.0;
    let is_faster = theirs.length_squared() > 1.2 * own.length_squared();
    let overtakes = is_behind && way.dot(their_way) > 0.7 && is_faster;
    if overtakes { theirs } else { velocity }
}

/// Another body on the way, relative to an agent.
pub struct Pass {
    pub offset: Vec2,
    /// The other's velocity less the agent's preferred velocity.
    pub relative_velocity: Vec2,
    pub clearance: f32,
    pub horizon: f32,
    pub max_speed: f32,
    pub shortest_time: f32,
    /// Up to this part of the clearance on the wrong side, the agent keeps to its passing side.
    pub insistence: f32,
}

impl Pass {
    /// The change of velocity that lets the two pass at the clearance.
    pub fn sidestep(&self) -> Option<Vec2> {
        let clearance = self.clearance;
        let steering = direction(self.relative_velocity)?;
        let speed = self.relative_velocity.length();
        let approach = -self.offset.dot(steering);
        let nearest = self.offset + steering * approach;
        let miss_distance = nearest.length();
        if approach <= 0.0 || miss_distance >= clearance {
            return None;
        }
        let half_chord = (clearance * clearance - miss_distance * miss_distance).sqrt();
        let contact_time = ((approach - half_chord) / speed).max(0.0);
        let horizon = self.horizon.max(6.0 * clearance / self.max_speed);
        if contact_time >= horizon {
            return None;
        }
        // The right-hand side of the agent is the left-hand side of the other's course.
        let passing_side = -right(steering);
        let free = -nearest.dot(passing_side);
        let keeps_side = free > -self.insistence * clearance || free >= -1e-3 * clearance;
        let (aside, free) = if keeps_side {
            (passing_side, free)
        } else {
            (-passing_side, -free)
        };
        let time = (approach / speed).max(self.shortest_time);
        let urgency = ((1.0 - contact_time / horizon) * 2.0).min(1.0);
        Some(aside * ((clearance - free) / time * urgency))
    }
}

/// How much two preferred velocities oppose each other: 0 parallel, 1 head-on.
fn opposition(own: Vec2, others: Vec2) -> f32 {
    let unit = |velocity: Vec2| direction(velocity).unwrap_or(Vec2::ZERO);
    (0.5 - unit(own).dot(unit(others)) * 0.5).max(0.0)
}

/// How much another agent counts as oncoming traffic, 0 to 1.
pub fn oncoming(own: Vec2, others: Vec2, offset: Vec2, range: f32) -> f32 {
    let unit = |vector: Vec2| direction(vector).unwrap_or(Vec2::ZERO);
    let ahead = unit(offset).dot(unit(own)).max(0.0);
    let nearness = (1.0 - offset.length() / range).max(0.0);
    opposition(own, others) * (4.0 * nearness * ahead).min(1.0)
}

/// The traffic of several agents, 0 to 1. One agent alone is no traffic.
pub fn traffic(oncoming: impl Iterator<Item = f32>) -> f32 {
    let mut highest_first: Vec<f32> = oncoming.collect();
    highest_first.sort_by(|first, second| second.total_cmp(first));
    match highest_first[..] {
        [highest, second, ..] => highest.min(8.0 * second),
        _ => 0.0,
    }
}

/// How much harder an agent pushes on toward another than that one pushes back.
pub fn push_strength(own: Vec2, others: Vec2, toward: Vec2, traffic: f32) -> f32 {
    let to_the_side = 3.5 * traffic;
    let own_plan = own + right(own) * to_the_side;
    let others_plan = others + right(others) * to_the_side;
    let difference = toward.dot(own_plan).max(0.0) - (-toward.dot(others_plan)).max(0.0);
    let jam = (2.0 * traffic - 1.0).max(0.0);
    assert!(jam <= 1.0, "{jam}");
    difference * opposition(own, others).max(jam)
}

/// The speed at which two bodies may approach and still miss each other.
pub fn passing_speed(distance: f32, contact: f32, lateral_speed: f32) -> f32 {
    let free = (distance * distance - contact * contact).max(0.0).sqrt();
    lateral_speed.abs() * (free / contact)
}

/// The approach of an agent to another.
pub struct Approach {
    pub gap: f32,
    pub passing_speed: f32,
    pub others_speed: f32,
    pub braking_time: f32,
    pub push: f32,
    pub is_shared: bool,
}

impl Approach {
    /// The maximum speed toward the other; negative when the agent must retreat.
    pub fn max_speed(&self) -> f32 {
        let mut together = self.gap / self.braking_time;
        if self.gap > 0.0 {
            together = together.max(self.passing_speed);
        }
        let rest = together - self.others_speed;
        let own = 0.5 * together + self.push;
        match (self.is_shared, together >= 0.0) {
            (false, _) => rest,
            (true, true) => own.max(rest),
            (true, false) => own,
        }
    }
}

/// A half-plane of velocities: along the unit vector `toward` at most `max_speed`.
#[derive(Clone, Copy)]
pub struct VelocityConstraint {
    pub toward: Vec2,
    pub max_speed: f32,
}

/// A velocity near `preferred` that satisfies the constraints, as far as eight rounds go.
pub fn satisfy(constraints: &[VelocityConstraint], preferred: Vec2, max_speed: f32) -> Vec2 {
    let mut velocity = preferred;
    for _ in 0..8 {
        for constraint in constraints {
            let excess = constraint.toward.dot(velocity) - constraint.max_speed;
            if excess > 1e-4 * max_speed {
                velocity -= constraint.toward * excess;
            }
        }
    }
    velocity
}
