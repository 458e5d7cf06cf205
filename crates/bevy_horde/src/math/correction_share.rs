//! Bodies that overlap giving way to each other.

use super::vector::direction_and_length;
use bevy::math::{Vec2, ops};

/// A body that presses on by half keeps, after so many seconds, 1 / e of the velocity that others push against.
const PRESSING_TIME: f32 = 0.025;

/// The share of a pair's overlap that this body gives way: by the other's mass, all of it when the other does not move.
///
/// Masses are given as inverses; 0 stands for a body that cannot be moved.
#[inline]
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
#[inline]
pub fn give_way(
    offset: Vec2,
    clearance: f32,
    share: f32,
    depenetration: impl FnOnce() -> Vec2,
) -> Vec2 {
    if offset.length_squared() >= clearance * clearance {
        return Vec2::ZERO;
    }
    match direction_and_length(offset) {
        Some((toward, distance)) => -toward * ((clearance - distance) * share),
        None => depenetration() * (clearance * share),
    }
}

/// `velocity` without the part that ran against a `correction` which pushed the body back, at most as fast as the
/// correction itself: a body that was pushed does not keep pushing, and none is sped up by it.
///
/// One that `push_strength`, 0 to 1, loses less, and over time: by half in the same time at any tick. A body in a jam that had
/// to pick up speed anew in every tick would press less in shorter ticks, and never get through.
pub fn yield_velocity(velocity: Vec2, correction: Vec2, push_strength: f32, tick: f32) -> Vec2 {
    let Some((normal, depth)) = direction_and_length(correction) else {
        return velocity;
    };
    let against = velocity.dot(normal).min(0.0);
    let loses = if push_strength > 0.0 {
        1.0 - ops::exp(-tick * (1.0 - push_strength) / (push_strength * PRESSING_TIME))
    } else {
        1.0
    };
    velocity - normal * (against.max(-depth / tick) * loses)
}

#[cfg(test)]
mod tests;
