//! Passing beside other bodies: the amount and the side of a step aside.

use crate::math::lanes::{F32Lanes, Mask, Vec2Lanes, VectorLanes};
use crate::math::vector::{SAFE_SQUARES, Side};
use crate::obstacles::side::keeps_to_passing_side;
use pulp::Simd;

/// Bodies look at least this many clearances ahead: slow and large ones need a longer horizon.
const LEAST_CLEARANCES_AHEAD: f32 = 6.0;
/// How fast a step aside grows as contact comes nearer: it is full from half the horizon on.
const PROMPTNESS: f32 = 2.0;
/// A step leads in front of the other if the preferred velocity along the step is above this part
/// of the full speed.
const IN_FRONT: f32 = 0.5;
/// A body is fast enough for a step in front if it can make at least this part of the step at full
/// speed.
const LEAST_GAIN: f32 = 0.25;
/// A factor on a distance that keeps a rounding error from making it too long.
const NEARLY_ALL: f32 = 1.0 - 1e-4;

/// Bodies in the way, seen from the bodies that go round them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassingPairs<S: Simd> {
    /// From these bodies to the others.
    pub(super) offset: Vec2Lanes<S>,
    /// The others' velocities less the preferred velocities of these bodies. A blocked body has no
    /// velocity of its own to plan with.
    pub(super) relative_velocity: Vec2Lanes<S>,
    /// The preferred velocities of these bodies, world units per second.
    pub(super) preferred_velocity: Vec2Lanes<S>,
    /// The distances that the centers have to keep, world units.
    pub(super) clearance: F32Lanes<S>,
    /// How far ahead a pass matters, seconds. A step aside looks ahead for at least six clearances
    /// at full speed.
    pub(super) horizon: F32Lanes<S>,
    /// These bodies' largest speeds, world units per second.
    pub(super) max_speed: F32Lanes<S>,
    /// The least time to the pass, seconds: a sooner pass counts as this. It limits the speed of
    /// the step.
    pub(super) shortest_time: F32Lanes<S>,
    /// Bodies that miss on the wrong side by less than this part of the clearance cross in front, 0
    /// to 1. A body that is too slow to cross passes behind. A body dead ahead is passed on the
    /// passing side in any case.
    pub(super) insistence: F32Lanes<S>,
    /// The side to turn to head-on and in traffic.
    pub(super) passing_side: Side,
}

impl<S: Simd> PassingPairs<S> {
    /// Where the two come as near as the clearance, at any time. Elsewhere the step is zero, and
    /// this cheap test saves computing it.
    #[inline(always)]
    pub(super) fn collides(&self) -> Mask<S> {
        let velocity = self.relative_velocity;
        let across = self.offset.perp_dot(velocity);
        let near = self.clearance * self.clearance * velocity.length_squared();
        let comes = self.offset.dot(velocity).is_below(across.splat_like(0.0));
        comes & (across * across).is_at_most(near)
    }

    /// Where the two may come as near as the clearance within the horizon. Elsewhere the step is
    /// zero, and this cheap test saves computing it. `distance` is the length of the offset.
    #[inline(always)]
    pub(super) fn may_come_in_time(&self, distance: F32Lanes<S>) -> Mask<S> {
        let (clearance, max_speed) = (self.clearance, self.max_speed);
        // The two have to come nearer by at least this. Both sides of the comparison are multiplied
        // by the largest speed, which saves divisions.
        let least_way = (distance * NEARLY_ALL - clearance).max(clearance.splat_like(0.0));
        let least_way = least_way * max_speed;
        let longest_way = (self.horizon * max_speed).max(clearance * LEAST_CLEARANCES_AHEAD);
        let longest_squared = longest_way * longest_way;
        let speed_squared = self.relative_velocity.length_squared();
        let is_too_far = (least_way * least_way).is_above(longest_squared * speed_squared);
        // The square of a tiny number is not exact.
        !(is_too_far & longest_squared.is_at_least(clearance.splat_like(SAFE_SQUARES.start)))
    }

    /// Where these bodies are too slow for a `step` toward `aside`, in front of the others. They
    /// would walk beside the others for long.
    #[inline(always)]
    fn is_too_slow(&self, aside: Vec2Lanes<S>, step: F32Lanes<S>) -> Mask<S> {
        let along = self.preferred_velocity.dot(aside);
        let speed = (self.preferred_velocity + aside * step).length();
        let most = (self.max_speed / speed).min(step.splat_like(1.0));
        let gain = (along + step) * most - along;
        along.is_above(self.max_speed * IN_FRONT) & gain.is_below(step * LEAST_GAIN)
    }

    /// The changes of velocity, across the other's way, that let the two pass at the clearance; and
    /// the lanes that need one within the horizon.
    ///
    /// The step makes up for the missing clearance by the time of the pass. It fades to nothing as
    /// the pass becomes free on the chosen side. The other body computes the same pass and steps to
    /// its own side, unless one of the two is too slow to cross in front.
    #[inline(always)]
    pub(super) fn step_aside(&self) -> (Vec2Lanes<S>, Mask<S>) {
        let clearance = self.clearance;
        let (zero, one) = (clearance.splat_like(0.0), clearance.splat_like(1.0));
        let (steering, speed, moves) = self.relative_velocity.direction_and_length();
        let approach = -self.offset.dot(steering);
        let nearest = self.offset + steering * approach;
        let missed_by = nearest.length();
        let chord = (clearance * clearance - missed_by * missed_by)
            .max(zero)
            .sqrt();
        let contact = ((approach - chord) / speed).max(zero);
        let patience = clearance * LEAST_CLEARANCES_AHEAD / self.max_speed;
        let longest = self.horizon.max(patience);
        let horizon = patience.is_finite().select(longest, self.horizon);
        // The right of an oncoming body is this body's left.
        let aside = steering.side(self.passing_side.opposite());
        let miss = -nearest.dot(aside);
        let time = (approach / speed).max(self.shortest_time);
        let is_fast = !self.is_too_slow(aside, (clearance - miss) / time);
        let insistence = is_fast.or_zero(self.insistence);
        let keeps_side = keeps_to_passing_side(miss, insistence, clearance);
        let aside = keeps_side.select_vectors(aside, -aside);
        let miss = keeps_side.select(miss, -miss);
        let urgency = ((one - contact / horizon) * PROMPTNESS).min(one);
        let steps = moves
            & approach.is_above(zero)
            & missed_by.is_below(clearance)
            & contact.is_below(horizon)
            & time.is_above(zero);
        (aside * ((clearance - miss) / time * urgency), steps)
    }
}

#[cfg(test)]
mod tests;
