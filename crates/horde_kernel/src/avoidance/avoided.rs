//! A neighbor that agents avoid.

use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::passing::PassingPairs;
use crate::avoidance::records::SharedAvoidanceState;
use crate::avoidance::traffic::PreferredVelocity;
use crate::crowd::body::{Body, NO_SLOT, tie_break_direction};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, U32Lanes, Vec2Lanes, VectorLanes};
use glam::Vec2;
use pulp::Simd;

/// A neighbor, as the agents of a block see it.
pub(super) struct Avoided<'a, S: Simd> {
    pub(super) other: &'a Body,
    pub(super) their_state: &'a SharedAvoidanceState,
    /// The agents that avoid the neighbor.
    pub(super) avoiders: Mask<S>,
    pub(super) offset: Vec2Lanes<S>,
}

impl<'a, S: Simd> Avoided<'a, S> {
    /// A neighbor; `None` when none of the agents avoids it.
    #[inline(always)]
    pub(super) fn new(other: &'a Body, context: &AvoidanceContext<'a, S>) -> Option<Self> {
        let (block, cutoff) = (context.block, context.cutoff);
        let offset = Vec2Lanes::splat(block.simd, other.position) - block.body.position;
        let distance_squared = offset.length_squared();
        let is_near = distance_squared.is_at_most(context.range_squared);
        let mut avoiders = is_near & block.passes_filters(other);
        if let Some(chase) = block.chase {
            let is_target = chase
                .target
                .is_equal(U32Lanes::splat(block.simd, other.slot));
            avoiders = avoiders & !is_target;
            let theirs = context.chases[other.rank as usize].beside;
            if theirs != NO_SLOT {
                avoiders = avoiders & !chase.beside.is_equal(U32Lanes::splat(block.simd, theirs));
            }
        }
        if !cutoff.is_all {
            avoiders = avoiders & cutoff.counts(distance_squared, other.slot);
        }
        if !avoiders.any() {
            return None;
        }
        Some(Self {
            other,
            their_state: &context.shared_avoidance_states[other.rank as usize],
            avoiders,
            offset,
        })
    }

    /// The share of the avoidance that each agent takes on, and the agents against which the
    /// neighbor keeps its half of the gap.
    #[inline(always)]
    pub(super) fn share(&self, context: &AvoidanceContext<S>) -> (F32Lanes<S>, Mask<S>) {
        let (own, other, simd) = (&context.own_state, self.their_state, context.block.simd);
        let filters = U32Lanes::splat(simd, other.filters);
        let avoids_back = filters.overlaps(context.block.body.memberships);
        let their_rank = other.rank;
        let has_way = own
            .rank
            .is_below(U32Lanes::splat(simd, their_rank.saturating_sub(1)));
        let goes_first = U32Lanes::splat(simd, their_rank + 1).is_below(own.rank);
        let is_equal = !(has_way | goes_first);
        let theirs = F32Lanes::splat(simd, other.responsibility);
        let part = share_of(own.responsibility, theirs);
        // A neighbor that does not avoid the agent leaves all the work to it.
        let all = F32Lanes::splat(simd, 1.0);
        let share = (!avoids_back | has_way).select(all, is_equal.or_zero(part));
        let is_shared = if other.keeps_constraints() {
            avoids_back & is_equal
        } else {
            Mask::none(simd)
        };
        (share, is_shared)
    }

    /// The agents that avoid the neighbor and have another target. Agents with the same target
    /// close in on it from all sides, and are no oncoming traffic.
    #[inline(always)]
    pub(super) fn comes_another_way(&self, context: &AvoidanceContext<S>) -> Mask<S> {
        let Some(chase) = context.block.chase else {
            return self.avoiders;
        };
        match context.chases[self.other.rank as usize].target {
            NO_SLOT => self.avoiders,
            target => {
                let target = U32Lanes::splat(context.block.simd, target);
                self.avoiders & !chase.target.is_equal(target)
            }
        }
    }

    /// The preferred velocity of the neighbor, in every lane.
    #[inline(always)]
    pub(super) fn preferred_velocity(&self, simd: S) -> PreferredVelocity<S> {
        PreferredVelocity {
            velocity: Vec2Lanes::splat(simd, self.their_state.preferred_velocity),
            direction: Vec2Lanes::splat(simd, self.their_state.direction),
        }
    }

    /// How the agents pass beside the neighbor, which moves at `velocity`, in this `traffic`.
    #[inline(always)]
    pub(super) fn passes(
        &self,
        velocity: Vec2Lanes<S>,
        context: &AvoidanceContext<S>,
        traffic: F32Lanes<S>,
    ) -> PassingPairs<S> {
        let own = &context.avoider;
        let radii = context.block.body.radius + traffic.splat_like(self.other.radius);
        PassingPairs {
            offset: self.offset,
            relative_velocity: self.planned_velocity(velocity, context)
                - context.own_state.preferred_velocity,
            preferred_velocity: context.own_state.preferred_velocity,
            clearance: radii + own.margin,
            horizon: own.horizon,
            max_speed: context.block.observer.max_speed,
            shortest_time: own.braking_time,
            insistence: traffic,
            passing_side: context.passing_side,
        }
    }

    /// The velocity that the agents expect of the neighbor: its own, or the preferred one if it is
    /// behind and wants to overtake. A neighbor that is held up close behind is no faster than the
    /// agent, so its own velocity would ask for no room.
    #[inline(always)]
    fn planned_velocity(
        &self,
        velocity: Vec2Lanes<S>,
        context: &AvoidanceContext<S>,
    ) -> Vec2Lanes<S> {
        let own = context.preferred_velocity();
        let theirs = self.preferred_velocity(context.block.simd);
        let is_faster = self.avoiders & theirs.is_faster_than(&own);
        // Few neighbors are faster, and the other tests cost more.
        if !is_faster.any() {
            return velocity;
        }
        let is_behind = own.direction.dot(self.offset);
        let is_behind = is_behind.is_below(is_behind.splat_like(0.0));
        let overtakes = is_faster & is_behind & theirs.goes_the_way_of(&own);
        overtakes.select_vectors(theirs.velocity, velocity)
    }

    /// The directions in which agents leave a neighbor on the same spot; zero in lanes not in
    /// `coincides`.
    #[inline(always)]
    pub(super) fn tie_breaks(
        &self,
        coincides: Mask<S>,
        context: &AvoidanceContext<S>,
    ) -> Vec2Lanes<S> {
        let simd = context.block.simd;
        if !coincides.any() {
            return Vec2Lanes::splat(simd, Vec2::ZERO);
        }
        let slots = context.block.body.slot.to_array();
        let (mut x, mut y) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
        for lane in coincides.lanes() {
            let tie_break: Vec2 = tie_break_direction(context.ids, slots[lane], self.other.slot);
            (x[lane], y[lane]) = (tie_break.x, tie_break.y);
        }
        Vec2Lanes::load(simd, &x, &y)
    }
}

/// The share of the avoidance of a pair that a body takes on: `own / (own + other)`.
///
/// Two equal bodies take half each. Against a body that does not avoid at all (0) a body takes
/// everything. A body that does not avoid takes nothing.
#[inline(always)]
pub(super) fn share_of<S: Simd>(
    own_responsibility: F32Lanes<S>,
    other_responsibility: F32Lanes<S>,
) -> F32Lanes<S> {
    let total = own_responsibility + other_responsibility;
    total
        .is_above(total.splat_like(0.0))
        .or_zero(own_responsibility / total)
}
