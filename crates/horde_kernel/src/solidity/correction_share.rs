//! The shares of a correction that overlapping bodies take.

use crate::math::portable;
use crate::math::vector::{Vector, direction_and_length};

/// The time in which a body with a push strength of 0.5 loses all but 1 / e of the opposing
/// velocity, seconds.
const PUSH_TIME: f32 = 0.025;

/// The largest inverse weight. The sum of two is finite.
const MOST_INVERSE_WEIGHT: f32 = 0.25 * f32::MAX;

/// The inverse of a body's weight, which decides how much the body yields to another.
///
/// The weight is the mass times the squared radius. So a large body yields less than a small one of
/// the same mass. A body that moves never has an inverse weight of 0, not even by rounding.
#[inline(always)]
pub fn inverse_weight(mass: f32, radius: f32) -> f32 {
    let inverse = (mass * radius * radius).recip();
    inverse.clamp(f32::MIN_POSITIVE, MOST_INVERSE_WEIGHT)
}

/// The share of a pair's overlap that this body resolves.
///
/// The share is in proportion to the weight of the other body. It is 1 if only the other body is
/// immovable, and 0 if this body is. An inverse weight of 0 means an immovable body.
#[inline]
pub fn correction_share(own_inverse_weight: f32, other_inverse_weight: f32) -> f32 {
    let total = own_inverse_weight + other_inverse_weight;
    if total > 0.0 {
        own_inverse_weight / total
    } else {
        0.0
    }
}

/// The displacement that moves a body out of another by its `share` of the overlap. Zero if the
/// bodies do not overlap.
///
/// `offset` leads to the other body, and `clearance` is the sum of the radii. `tie_break`
/// returns the direction for coincident centers.
#[inline]
pub fn correction<V: Vector>(
    offset: V,
    clearance: f32,
    share: f32,
    tie_break: impl FnOnce() -> V,
) -> V {
    if offset.length_squared() >= clearance * clearance {
        return V::ZERO;
    }
    match direction_and_length(offset) {
        Some((toward, distance)) => -toward * ((clearance - distance) * share),
        None => tie_break() * (clearance * share),
    }
}

/// Removes the part of `velocity` that opposes `correction`.
///
/// The removed speed is at most that of the correction. So a body stops pushing, and a correction
/// never speeds it up.
///
/// `push_strength`, from 0 to 1, reduces the loss. The loss then spreads over time at a rate that
/// does not depend on the tick. Otherwise a body in a jam would start from rest in every tick, push
/// less in shorter ticks, and never get through.
#[inline]
pub fn corrected_velocity<V: Vector>(
    velocity: V,
    correction: V,
    push_strength: f32,
    tick: f32,
) -> V {
    let Some((normal, depth)) = direction_and_length(correction) else {
        return velocity;
    };
    let against = velocity.dot(normal).min(0.0);
    let loses = if push_strength > 0.0 {
        1.0 - portable::exp(-tick * (1.0 - push_strength) / (push_strength * PUSH_TIME))
    } else {
        1.0
    };
    velocity - normal * (against.max(-depth / tick) * loses)
}

#[cfg(test)]
mod tests;
