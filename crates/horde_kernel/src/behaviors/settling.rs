//! A crowd that settles round one place: its edge, and how it makes way.

use crate::math::portable::unit_at;
use crate::math::vector::{Side, direction_and_length};
use core::f32::consts::TAU;
use glam::Vec2;

/// How far to each side a crowd closes up for a passer, in multiples of half the width that the
/// passer needs.
const CLOSES_UP_WITHIN: f32 = 3.0;
/// The packing at which a crowd begins to make way, and the packing at which it does so in full.
/// Through a sparse crowd the passer finds a way itself.
const MAKES_WAY: (f32, f32) = (0.35, 0.5);
/// The part of the look-ahead in which a body completes its step aside.
const STEPS_WITHIN: f32 = 0.5;

/// The number of directions round a place in which a crowd has an edge.
pub const DIRECTIONS: usize = 64;

/// A body is behind an edge below this part of the least distance: rounding must not decide.
const BEHIND: f32 = 1.0 - 1e-5;

/// How far a crowd reaches round a place, in directions evenly spread from one direction on.
///
/// A body that comes straight toward the place from outside stops there.
#[derive(Clone, Debug)]
pub struct Edge {
    directions: [Vec2; DIRECTIONS],
    distances: [f32; DIRECTIONS],
    /// The least of the distances.
    least: f32,
}

impl Edge {
    /// Returns the edge of a crowd without bodies.
    pub fn new(first: Vec2) -> Self {
        let directions = core::array::from_fn(|number| {
            let half = number.min(DIRECTIONS - number);
            let turned = unit_at(TAU * half as f32 / DIRECTIONS as f32);
            let is_left = half == number;
            let mirrored = Vec2::new(turned.x, if is_left { turned.y } else { -turned.y });
            mirrored.rotate(first)
        });
        Self {
            directions,
            distances: [0.0; DIRECTIONS],
            least: 0.0,
        }
    }

    /// Adds a body of the crowd: its offset from the place, and how far from it another body stops.
    pub fn add(&mut self, offset: Vec2, apart: f32) {
        // Most bodies of a large crowd are behind its edge in all directions.
        if offset.length() + apart <= self.least * BEHIND {
            return;
        }
        let right = self.right_of(offset);
        let mut raises_least = false;
        for (first, turn) in [(right, DIRECTIONS - 1), (right + 1, 1)] {
            for step in 0..=DIRECTIONS / 2 {
                let number = (first + step * turn) % DIRECTIONS;
                let (direction, distance) = (self.directions[number], &mut self.distances[number]);
                let beside = direction.perp_dot(offset);
                let half = apart * apart - beside * beside;
                if half <= 0.0 {
                    break;
                }
                let stops = direction.dot(offset) + f32::sqrt(half);
                if stops > *distance {
                    raises_least |= *distance == self.least;
                    *distance = stops;
                }
            }
        }
        if raises_least {
            self.least = self.distances.iter().copied().fold(f32::INFINITY, f32::min);
        }
    }

    /// The number of the direction of an offset, or of the next one clockwise.
    fn right_of(&self, offset: Vec2) -> usize {
        let is_left_of = |number: usize| self.directions[number].perp_dot(offset) >= 0.0;
        let mut right = if is_left_of(0) { 0 } else { DIRECTIONS / 2 };
        let mut span = DIRECTIONS / 2;
        while span > 1 {
            span /= 2;
            if is_left_of(right + span) {
                right += span;
            }
        }
        right
    }

    /// Iterates over the directions: the angle to the first one, radians, 0 to pi; the direction, a
    /// unit vector; and the distance from the place to the center of the body that stops, world
    /// units. The second and the last direction are mirror images, and so on.
    pub fn directions(&self) -> impl Iterator<Item = (f32, Vec2, f32)> {
        let directions = self.directions.iter().zip(&self.distances).enumerate();
        directions.map(|(number, (direction, distance))| {
            let turn = TAU * number.min(DIRECTIONS - number) as f32 / DIRECTIONS as f32;
            (turn, *direction, *distance)
        })
    }
}

/// A body that goes through a settled crowd.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passer {
    /// The center of the body.
    pub position: Vec2,
    /// The velocity with which it passes, world units per second.
    pub velocity: Vec2,
    /// The distance to its goal, world units; infinite without a goal.
    pub goal_distance: f32,
    /// The radius of the body, world units.
    pub radius: f32,
    /// How much the crowd blocks it, 0 to 1.
    pub blocked: f32,
}

/// Returns the step of a body at `position` off its `spot` for a passer that comes within
/// `look_ahead` seconds.
///
/// `width` is half the width that the passer needs. `packing` is that of the crowd. In a sparse
/// crowd a body steps aside only if the crowd blocks the passer, and the spot is nearer to the
/// passer than `width` plus the passer's radius. Bodies beside the lane step aside, too, so that
/// the crowd closes up evenly. A body in the middle of the lane steps to `side` of the passer's
/// way.
pub fn make_way(
    spot: Vec2,
    position: Vec2,
    width: f32,
    look_ahead: f32,
    packing: f32,
    passer: &Passer,
    side: Side,
) -> Vec2 {
    let Some((heading, speed)) = direction_and_length(passer.velocity) else {
        return Vec2::ZERO;
    };
    let offset = spot - passer.position;
    let along = heading.dot(offset);
    let reach = speed * look_ahead;
    let ahead = reach.min(passer.goal_distance) + width - along;
    let behind = along + 2.0 * width;
    let presence = (ahead / (reach * STEPS_WITHIN)).min(behind / width);
    let lane = side.of(heading);
    let beside = lane.dot(offset);
    // A body that has begun to step aside keeps to its side.
    let is_beyond = lane.dot(position - passer.position) < 0.0;
    let (lane, beside) = if is_beyond {
        (-lane, -beside)
    } else {
        (lane, beside)
    };
    let dense = (packing - MAKES_WAY.0) / (MAKES_WAY.1 - MAKES_WAY.0);
    let gap = offset.length() - width;
    let near = (1.0 - gap / passer.radius).clamp(0.0, 1.0);
    let dense = dense.max(passer.blocked * near);
    let step = width - beside.max(0.0) / CLOSES_UP_WITHIN - beside.min(0.0);
    lane * (step.max(0.0) * presence.clamp(0.0, 1.0) * dense.clamp(0.0, 1.0))
}

/// Returns how far from its spot a settled body looks for passers of this speed, world units.
#[inline]
pub fn passer_range(width: f32, look_ahead: f32, speed: f32) -> f32 {
    let ahead = speed * look_ahead + width;
    Vec2::new(ahead.max(2.0 * width), CLOSES_UP_WITHIN * width).length()
}

#[cfg(test)]
mod tests;
