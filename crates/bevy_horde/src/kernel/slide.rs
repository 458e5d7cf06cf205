//! Moving a body along surfaces, never through them.

use super::circle::{CastHit, Circle};
use super::vector::{direction_and_length, left};
use bevy::math::{Vec2, ops};

/// Surfaces that one move may touch one after the other before the rest of it is given up.
const MOST_CONTACTS: usize = 6;

/// Sine of the angle below which a heading runs along a surface; going that far into a circle costs a hundred-millionth
/// of its radius, far less than the gap.
const ALONG_SURFACE: f32 = 1e-4;

/// The part of the squared radius by which rounding may lift a body off the surface that it touches.
const TOUCH: f32 = 1e-6;

/// The gap that a body keeps from surfaces, so that rounding cannot turn a touch into an overlap.
///
/// A thousandth of the body, and some units in the last place of the coordinates it moves at.
pub fn contact_gap(body_radius: f32, position: Vec2) -> f32 {
    1e-3 * body_radius + 8.0 * f32::EPSILON * position.abs().max_element().max(1e-3)
}

/// Where a body of `radius` (gap included) that moves from `from` along the unit vector `heading` is stopped by
/// `obstacle`; `None` when it passes, or starts in contact and leaves.
pub fn blocking_hit(
    obstacle: &Circle,
    from: Vec2,
    heading: Vec2,
    length: f32,
    radius: f32,
) -> Option<CastHit> {
    let grown = obstacle.inflated(radius);
    let outward = from - obstacle.center;
    let touches = outward.length_squared() <= grown.radius * grown.radius * (1.0 + TOUCH);
    // A heading along the surface must not count as a run into it for a rounding error, or the body sticks.
    if touches && outward.dot(heading) >= -ALONG_SURFACE * grown.radius {
        return None;
    }
    super::circle::cast_circle(obstacle, from, heading, length, radius)
}

/// The end of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// Where the body is now.
    pub position: Vec2,
    /// The velocity, without the parts that ran into surfaces.
    pub velocity: Vec2,
}

/// Moves a body from `from` by `displacement`, stopping at surfaces and sliding along them with what is left.
///
/// `first_hit(from, heading, length)` says what blocks the way; it is asked for every leg, so that the whole path is
/// swept and nothing is tunnelled through at any speed.
pub fn slide(
    from: Vec2,
    displacement: Vec2,
    velocity: Vec2,
    mut first_hit: impl FnMut(Vec2, Vec2, f32) -> Option<CastHit>,
) -> Moved {
    let mut moved = Moved {
        position: from,
        velocity,
    };
    let mut rest = displacement;
    for _ in 0..MOST_CONTACTS {
        let Some((heading, length)) = direction_and_length(rest) else {
            break;
        };
        let Some(hit) = first_hit(moved.position, heading, length) else {
            moved.position += rest;
            break;
        };
        let travelled = hit.distance.min(length);
        moved.position += heading * travelled;
        let left_over = heading * (length - travelled);
        rest = left_over - hit.normal * left_over.dot(hit.normal).min(0.0);
        moved.velocity -= hit.normal * moved.velocity.dot(hit.normal).min(0.0);
        // A crease that sends the body back would make it tremble.
        if rest.dot(displacement) <= 0.0 {
            break;
        }
    }
    moved
}

/// The point nearest to `point` that lies outside every circle, or `None` when there is none among the candidates.
///
/// The circles are given already inflated by the body. The nearest free point is either the projection onto one
/// circle or the crossing of two, so trying those is exact. `tolerance` is how far inside a circle still counts as out.
pub fn nearest_free_point(point: Vec2, circles: &[Circle], tolerance: f32) -> Option<Vec2> {
    let is_free = |candidate: Vec2| {
        circles
            .iter()
            .all(|circle| circle.signed_distance(candidate) >= -tolerance)
    };
    let mut best: Option<(f32, Vec2)> = None;
    let mut consider = |candidate: Vec2| {
        let distance = candidate.distance_squared(point);
        let nearer = best.is_none_or(|(least, _)| distance < least);
        if nearer && candidate.is_finite() && is_free(candidate) {
            best = Some((distance, candidate));
        }
    };
    if is_free(point) {
        return Some(point);
    }
    for (index, circle) in circles.iter().enumerate() {
        consider(circle.nearest_edge(point).0);
        for other in &circles[index + 1..] {
            for crossing in crossings(circle, other).into_iter().flatten() {
                consider(crossing);
            }
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The two points where the edges of two circles cross.
fn crossings(first: &Circle, second: &Circle) -> [Option<Vec2>; 2] {
    let between = second.center - first.center;
    let Some((along, distance)) = direction_and_length(between) else {
        return [None, None];
    };
    let middle = (distance * distance + first.radius * first.radius
        - second.radius * second.radius)
        / (2.0 * distance);
    let half_chord_squared = first.radius * first.radius - middle * middle;
    if half_chord_squared < 0.0 {
        return [None, None];
    }
    let half_chord = left(along) * ops::sqrt(half_chord_squared);
    let foot = first.center + along * middle;
    [Some(foot + half_chord), Some(foot - half_chord)]
}

/// The share of a pair's overlap that this body gives way: by the other's mass, all of it when the other does not move.
///
/// Masses are given as inverses; 0 stands for a body that cannot be moved.
pub fn yield_share(own_inverse_mass: f32, other_inverse_mass: f32) -> f32 {
    let total = own_inverse_mass + other_inverse_mass;
    if total > 0.0 {
        own_inverse_mass / total
    } else {
        0.0
    }
}

/// How far and where one body gives way to another that overlaps it; zero when they do not overlap.
///
/// `offset` leads to the other, `clearance` is the sum of the radii, `parting` the direction when the two coincide.
pub fn give_way(offset: Vec2, clearance: f32, share: f32, parting: impl FnOnce() -> Vec2) -> Vec2 {
    if offset.length_squared() >= clearance * clearance {
        return Vec2::ZERO;
    }
    match direction_and_length(offset) {
        Some((toward, distance)) => -toward * ((clearance - distance) * share),
        None => parting() * (clearance * share),
    }
}

/// `velocity` without the part that ran against a `correction` which pushed the body back, at most as fast as the
/// correction itself: a body that was pushed does not keep pushing, and none is sped up by it.
pub fn yield_velocity(velocity: Vec2, correction: Vec2, tick: f32) -> Vec2 {
    let Some((normal, depth)) = direction_and_length(correction) else {
        return velocity;
    };
    let against = velocity.dot(normal).min(0.0);
    velocity - normal * against.max(-depth / tick)
}

#[cfg(test)]
mod tests;
