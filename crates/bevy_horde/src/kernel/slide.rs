//! Moving a body along surfaces, never through them.

use super::circle::CastHit;
use super::motion::add_exactly;
use super::vector::direction_and_length;
use bevy::math::Vec2;

/// Surfaces that one move may touch one after the other before the rest of it is given up.
const MOST_CONTACTS: usize = 6;

/// The gap that a body keeps from surfaces, so that rounding cannot turn a touch into an overlap.
///
/// A thousandth of the body, and some units in the last place of the coordinates it moves at.
pub fn contact_gap(body_radius: f32, position: Vec2) -> f32 {
    1e-3 * body_radius + 8.0 * f32::EPSILON * position.abs().max_element().max(1e-3)
}

/// The end of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// Where the body is now.
    pub position: Vec2,
    /// The velocity, without the parts that ran into surfaces.
    pub velocity: Vec2,
    /// What the position lost to rounding.
    pub remainder: Vec2,
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
        remainder: Vec2::ZERO,
    };
    let mut rest = displacement;
    for _ in 0..MOST_CONTACTS {
        let Some((heading, length)) = direction_and_length(rest) else {
            break;
        };
        let Some(hit) = first_hit(moved.position, heading, length) else {
            (moved.position, moved.remainder) = add_exactly(moved.position, rest);
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

#[cfg(test)]
mod tests;
