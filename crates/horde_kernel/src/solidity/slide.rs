//! Moves a body along surfaces, never through them.

use crate::obstacles::sweep::{SweepHit, direction_and_length_exactly};
use glam::{DVec2, Vec2};

/// The most successive contacts of one move. After that, the rest of the move is dropped.
const MOST_CONTACTS: usize = 6;

/// The gap that a body keeps from surfaces.
///
/// It is a thousandth of the radius plus several units in the last place of the coordinates. So
/// rounding to single precision never turns a contact into an overlap.
#[inline]
pub fn contact_gap(body_radius: f32, position: Vec2) -> f32 {
    1e-3 * body_radius + 4.0 * f32::EPSILON * position.abs().max_element().max(1e-3)
}

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// The final position.
    pub position: DVec2,
    /// The velocity, without the components into the surfaces.
    pub velocity: DVec2,
    /// Whether the body touched a surface.
    pub has_touched: bool,
}

/// Moves a body from `from` by `displacement`. The body stops at surfaces and slides along them
/// with the rest.
///
/// `first_hit(from, heading, length)` returns the first contact on a leg. The function calls it for
/// every leg, so a body tunnels at no speed. All legs are in double precision, because rounding
/// between them could end inside a surface.
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
        // A crease that reverses the body would make it jitter.
        if rest.dot(displacement) <= 0.0 {
            break;
        }
    }
    moved
}

#[cfg(test)]
mod tests;
