//! Moving a body along surfaces, never through them.

use super::sweep::{SweepHit, direction_and_length_exactly};
use bevy::math::{DVec2, Vec2};

/// Surfaces that one move may touch one after the other before the rest of it is given up.
const MOST_CONTACTS: usize = 6;

/// The gap that a body keeps from surfaces. With it, rounding a position to single precision cannot
/// turn a touch into an overlap.
///
/// A thousandth of the body, and some units in the last place of the coordinates it moves at.
pub fn contact_gap(body_radius: f32, position: Vec2) -> f32 {
    1e-3 * body_radius + 8.0 * f32::EPSILON * position.abs().max_element().max(1e-3)
}

/// The end of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// Where the body is now.
    pub position: DVec2,
    /// The velocity, without the parts that ran into surfaces.
    pub velocity: DVec2,
    /// Whether the body touched a surface.
    pub has_touched: bool,
}

/// Moves a body from `from` by `displacement`, stopping at surfaces and sliding along them with what is left.
///
/// `first_hit(from, heading, length)` says what blocks the way. The function calls it for every
/// leg, so it sweeps the whole path and tunnels through nothing at any speed. Legs follow each
/// other in double precision: rounding between them would lead into what was touched.
pub fn slide(
    from: DVec2,
    displacement: DVec2,
    velocity: DVec2,
    mut first_hit: impl FnMut(DVec2, DVec2, f64) -> Option<SweepHit>,
) -> Moved {
    let mut moved = Moved {
        position: from,
        velocity,
        has_touched: false,
    };
    let mut rest = displacement;
    for _ in 0..MOST_CONTACTS {
        let Some((heading, length)) = direction_and_length_exactly(rest) else {
            break;
        };
        let Some(hit) = first_hit(moved.position, heading, length) else {
            moved.position += rest;
            break;
        };
        moved.has_touched = true;
        let traveled = hit.distance.min(length);
        moved.position += heading * traveled;
        let left_over = heading * (length - traveled);
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
