//! Moves a solid body: out of obstacles, then along its way, never through an obstacle.

use super::clearance_cache::{ClearanceCache, stamp};
use super::escape::Start;
use super::motion::Motion;
use super::solids::Solids;
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::trace::{Slide, SteeringTrace};
use bevy::math::DVec2;
use bevy::prelude::*;
use horde_kernel::motion::integrate::add_exactly;
use horde_kernel::solidity::slide::{contact_gap, slide};

/// A body caches the free space for this many more moves of the same length.
const MOVES_AHEAD: f32 = 16.0;
/// The cached free space exceeds the need of one move by at most this many radii.
const RADII_AHEAD: f32 = 8.0;

/// The world in which solid bodies move.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) obstacles: &'a ObstacleIndex,
    pub(super) agents: &'a AgentIndex,
    /// The number of the tick: a body may leave through an obstacle that moved over it in this
    /// tick.
    pub(super) tick: u64,
    /// How far an obstacle may push a body out in this move, world units.
    pub(super) push: f64,
}

impl Ground<'_> {
    /// The displacement of a body at `from` that slides along obstacles instead of making all of
    /// `displacement`. `open` is what the body knows of the space around. It need not contain
    /// `from`.
    pub(super) fn slide_along(
        &self,
        entity: Entity,
        radius: f32,
        open: ClearanceCache,
        from: Vec2,
        displacement: Vec2,
    ) -> Vec2 {
        let gap = contact_gap(radius, from.abs().max((from + displacement).abs()));
        let reach = displacement.length() + 2.0 * (radius + gap);
        if open.holds(from, reach, self.obstacles) {
            return displacement;
        }
        let solids = Solids::new(self.obstacles, entity, radius, gap);
        let from = from.as_dvec2();
        let moved = slide(
            from,
            displacement.as_dvec2(),
            DVec2::ZERO,
            |from, heading, length| Some(solids.first_hit(from, heading, length)?.1),
        );
        (moved.position - from).as_vec2()
    }

    /// Moves the body of `entity` by `displacement` and by its position's rounding remainder.
    /// Records a slide along obstacles in `trace`.
    pub(super) fn advance(
        &self,
        entity: Entity,
        state: &AgentState,
        mut motion: Motion,
        displacement: Vec2,
        trace: Option<&mut SteeringTrace>,
    ) -> Motion {
        let displacement = displacement + motion.remainder;
        let end = motion.position + displacement;
        let radius = state.body_radius;
        let gap = contact_gap(radius, motion.position.abs().max(end.abs()));
        let keep_out = radius + gap;
        let length = displacement.length();
        let reach = length + 2.0 * keep_out;
        motion.is_squeezed = false;
        let place = motion.position;
        let stamp = || stamp(entity, self.agents.stable_id(state), self.obstacles);
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
        let solids = Solids::new(self.obstacles, entity, radius, gap);
        let own_direction = || self.agents.own_direction(state);
        let start = if is_dead_end {
            Start::at(from, true)
        } else {
            solids.leave(from, self.tick, self.push, own_direction)
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
                touched.get_or_insert(obstacle.entity);
                Some(hit)
            },
        );
        if let (Some(trace), Some(obstacle)) = (trace, touched) {
            let moved_by = (moved.position - start.position).as_vec2();
            let removed = displacement - moved_by;
            trace.slide = Some(Slide { obstacle, removed });
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
