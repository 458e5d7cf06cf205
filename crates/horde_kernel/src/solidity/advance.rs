//! Moves a solid body: out of obstacles, then along its way, never through an obstacle.

use crate::math::random::own_direction;
use crate::motion::integrate::add_exactly;
use crate::obstacles::index::Obstacles;
use crate::obstacles::placed::ObstacleId;
use crate::solidity::clearance_cache::{ClearanceCache, stamp};
use crate::solidity::escape::Start;
use crate::solidity::slide::{contact_gap, slide};
use crate::solidity::solids::Solids;
use glam::{DVec2, Vec2};

/// A body caches the free space for this many more moves of the same length.
const MOVES_AHEAD: f32 = 16.0;
/// The cached free space exceeds the need of one move by at most this many radii.
const RADII_AHEAD: f32 = 8.0;

/// A solid body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MovingBody {
    /// The obstacle on the body itself, which does not stop it.
    pub own: ObstacleId,
    /// The stable id. Where all ways out are equal, the body's direction follows from it.
    pub id: u64,
    /// The radius, world units.
    pub radius: f32,
}

/// The place and the motion of a solid body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Motion {
    /// The center.
    pub position: Vec2,
    /// The velocity, world units per second.
    pub velocity: Vec2,
    /// The direction of the body while it stands. With a limited turn rate it turns on the spot
    /// first.
    pub heading: Vec2,
    /// The rounding error of the position.
    pub remainder: Vec2,
    /// Free space around the body, or its dead end.
    pub open: ClearanceCache,
    /// Whether it overlaps an obstacle without a way out.
    pub is_squeezed: bool,
}

/// A slide along an obstacle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// The first obstacle that the body touched.
    pub obstacle: ObstacleId,
    /// The part of the displacement that obstacles stopped.
    pub removed: Vec2,
}

/// The obstacles among which solid bodies move.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The obstacles.
    pub obstacles: &'a Obstacles,
    /// The number of the tick: a body may leave through an obstacle that moved over it in this
    /// tick.
    pub tick: u64,
    /// How far an obstacle may push a body out in this move, world units.
    pub push: f64,
}

impl Ground<'_> {
    /// The displacement of a body at `from` that slides along obstacles instead of making all of
    /// `displacement`. `open` is what the body knows of the space around. It need not contain
    /// `from`.
    pub fn slide_along(
        &self,
        (own, radius): (ObstacleId, f32),
        open: ClearanceCache,
        from: Vec2,
        displacement: Vec2,
    ) -> Vec2 {
        let gap = contact_gap(radius, from.abs().max((from + displacement).abs()));
        let reach = displacement.length() + 2.0 * (radius + gap);
        if open.holds(from, reach, self.obstacles) {
            return displacement;
        }
        let solids = Solids::new(self.obstacles, own, radius, gap);
        let from = from.as_dvec2();
        let moved = slide(
            from,
            displacement.as_dvec2(),
            DVec2::ZERO,
            |from, heading, length| Some(solids.first_hit(from, heading, length)?.1),
        );
        // Far from the origin even double precision would round the difference of the places.
        if !moved.has_touched && displacement.is_finite() {
            return displacement;
        }
        (moved.position - from).as_vec2()
    }

    /// Moves a body by `displacement` and by its position's rounding remainder. Calls `slides` when
    /// it slides along obstacles.
    pub fn advance(
        &self,
        body: &MovingBody,
        mut motion: Motion,
        displacement: Vec2,
        slides: impl FnOnce(Slide),
    ) -> Motion {
        let displacement = displacement + motion.remainder;
        let end = motion.position + displacement;
        let radius = body.radius;
        let gap = contact_gap(radius, motion.position.abs().max(end.abs()));
        let keep_out = radius + gap;
        let length = displacement.length();
        let reach = length + 2.0 * keep_out;
        motion.is_squeezed = false;
        let place = motion.position;
        let stamp = || stamp(body.own, body.id, self.obstacles);
        // A limited push leaves through other obstacles as time goes by.
        let is_dead_end =
            self.push.is_infinite() && motion.open.is_dead_end(place, keep_out, stamp);
        let mut is_open = motion.open.holds(place, reach, self.obstacles);
        if !is_open && !is_dead_end {
            let farther = (MOVES_AHEAD * length).min(RADII_AHEAD * keep_out);
            let most = reach + farther;
            motion.open = ClearanceCache::around(motion.position, most, self.obstacles);
            is_open = motion.open.holds(motion.position, reach, self.obstacles);
        }
        // A body with an end that is not finite does not move.
        if is_open || !end.is_finite() {
            return move_freely(motion, displacement);
        }
        let from = motion.position.as_dvec2();
        let solids = Solids::new(self.obstacles, body.own, radius, gap);
        let direction = || own_direction(body.id);
        let start = if is_dead_end {
            Start::at(from, true)
        } else {
            solids.leave(from, self.tick, self.push, direction)
        };
        let reaching = solids.reaching(start.position, f64::from(length));
        motion.is_squeezed = start.is_squeezed;
        if start.is_squeezed && start.position == from && self.push.is_infinite() && !is_dead_end {
            motion.open = ClearanceCache::dead_end(place, keep_out, stamp());
        }
        if start.is_squeezed && start.position != from {
            let place = start.position + motion.remainder.as_dvec2();
            let position = place.as_vec2();
            return Motion {
                position,
                remainder: (place - position.as_dvec2()).as_vec2(),
                ..motion
            };
        }
        let mut touched = None;
        let moved = slide(
            start.position,
            displacement.as_dvec2(),
            motion.velocity.as_dvec2(),
            |from, heading, length| {
                let (obstacle, hit) = reaching.first_hit(from, heading, length)?;
                touched.get_or_insert(obstacle.id);
                Some(hit)
            },
        );
        if let Some(obstacle) = touched {
            let moved_by = (moved.position - start.position).as_vec2();
            let removed = displacement - moved_by;
            slides(Slide { obstacle, removed });
        }
        let ends = if start.position == from && !moved.has_touched {
            move_freely(motion, displacement)
        } else {
            let position = moved.position.as_vec2();
            Motion {
                position,
                velocity: moved.velocity.as_vec2(),
                remainder: (moved.position - position.as_dvec2()).as_vec2(),
                ..motion
            }
        };
        // Otherwise rounding would press a squeezed body through, tick by tick.
        if start.is_squeezed && solids.is_deeper(ends.position.as_dvec2(), from) {
            return Motion {
                velocity: ends.velocity,
                remainder: Vec2::ZERO,
                ..motion
            };
        }
        ends
    }
}

/// Moves a body without obstacles; a displacement that is not finite does not move it.
fn move_freely(motion: Motion, displacement: Vec2) -> Motion {
    let (position, remainder) = add_exactly(motion.position, displacement);
    if position.is_finite() && remainder.is_finite() {
        Motion {
            position,
            remainder,
            ..motion
        }
    } else {
        Motion {
            remainder: Vec2::ZERO,
            ..motion
        }
    }
}

#[cfg(test)]
mod tests;
