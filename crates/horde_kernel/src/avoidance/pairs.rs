//! The neighbors that the agents of a block avoid, with directions and distances computed once.

use crate::avoidance::avoided::Avoided;
use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::traffic::{Traffic, oncoming, pressure};
use crate::avoidance::velocity_constraint::{Approaches, passing_speed};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, Vec2Lanes, VectorColumn, VectorLanes};
use crate::math::reserve::reserve_ahead;
use crate::neighbors::search::USUAL_CANDIDATES;
use pulp::Simd;

/// The gap between bodies in a crowd, in radii. It keeps rounding from making them touch.
const CONTACT_GAP: f32 = 0.05;

/// A neighbor that agents of a block avoid.
#[derive(Clone, Copy)]
pub struct Pair {
    /// The index of the neighbor among the candidates.
    candidate: usize,
    /// The directions to it; zero where both stand on the same spot.
    toward: VectorColumn,
    /// The distances; 0 where both stand on the same spot, and NaN for agents that do not avoid the
    /// neighbor.
    distance: [f32; MOST_LANES],
}

/// Lists the neighbors that the agents avoid. Returns the amount of oncoming traffic of each agent.
#[inline(always)]
pub(super) fn list_pairs<S: Simd>(
    context: &AvoidanceContext<S>,
    pairs: &mut Vec<Pair>,
) -> F32Lanes<S> {
    let simd = context.block.simd;
    let own = context.preferred_velocity();
    let mut traffic = Traffic::none(simd);
    pairs.clear();
    reserve_ahead(pairs, context.candidates.len().max(USUAL_CANDIDATES));
    for (candidate, body) in context.candidates.iter().enumerate() {
        let Some(avoided) = Avoided::new(body, context) else {
            continue;
        };
        let (toward, distance, has_direction) =
            avoided.offset.direction_and_length_where(avoided.avoiders);
        let toward = has_direction.or_zero_vectors(toward);
        let distance = has_direction.or_zero(distance);
        let theirs = avoided.preferred_velocity(simd);
        let counts = oncoming(
            &own,
            &theirs,
            toward,
            distance,
            context.avoider.traffic_range,
        );
        traffic.add(avoided.comes_another_way(context).or_zero(counts));
        pairs.push(Pair {
            candidate,
            toward: toward.to_column(),
            distance: (!avoided.avoiders).or_nan(distance).to_array(),
        });
    }
    traffic.amount()
}

/// A neighbor with directions and distances, loaded from a [`Pair`].
pub(super) struct LoadedPair<'a, S: Simd> {
    pub(super) avoided: Avoided<'a, S>,
    /// The directions to it; zero where both stand on the same spot.
    pub(super) toward: Vec2Lanes<S>,
    pub(super) distance: F32Lanes<S>,
    /// The distance of the two centers when both keep the contact gap.
    contact: F32Lanes<S>,
    contact_gap: F32Lanes<S>,
    pub(super) their_velocity: Vec2Lanes<S>,
}

impl<'a, S: Simd> LoadedPair<'a, S> {
    #[inline(always)]
    pub(super) fn again(pair: &Pair, context: &AvoidanceContext<'a, S>) -> Self {
        let (simd, radius) = (context.block.simd, context.block.body.radius);
        let other = &context.candidates[pair.candidate];
        let distance = F32Lanes::load(simd, &pair.distance);
        let contact_gap = radius * CONTACT_GAP;
        Self {
            avoided: Avoided {
                other,
                their_state: &context.shared_avoidance_states[other.rank as usize],
                avoiders: distance.is_at_least(distance.splat_like(0.0)),
                offset: Vec2Lanes::splat(simd, other.position) - context.block.body.position,
            },
            toward: pair.toward.lanes(simd),
            distance,
            contact: radius + distance.splat_like(other.radius) + contact_gap,
            contact_gap,
            their_velocity: Vec2Lanes::splat(simd, other.velocity),
        }
    }

    /// The largest speed `toward` the neighbor that the agents can reach by their next update, 0
    /// and up.
    #[inline(always)]
    pub(super) fn soonest(
        &self,
        toward: Vec2Lanes<S>,
        context: &AvoidanceContext<S>,
    ) -> F32Lanes<S> {
        let soonest = toward.dot(context.block.body.velocity) + context.avoider.max_change;
        soonest.max(soonest.splat_like(0.0))
    }

    /// The agents that may have to approach the neighbor at less than `speed`; cheaper than the
    /// exact limit.
    #[inline(always)]
    pub(super) fn may_close_in_at(
        &self,
        speed: F32Lanes<S>,
        context: &AvoidanceContext<S>,
    ) -> Mask<S> {
        let their_speed = -self.toward.dot(self.their_velocity);
        let gap = self.distance - self.contact;
        let braking_time = context.avoider.braking_time;
        self.avoided.avoiders & Approaches::may_be_below(speed, gap, their_speed, braking_time)
    }

    /// The directions to the neighbor, and the largest speeds at which the agents may approach it.
    #[inline(always)]
    pub(super) fn approach(
        &self,
        is_shared: Mask<S>,
        traffic: F32Lanes<S>,
        context: &AvoidanceContext<S>,
    ) -> (Vec2Lanes<S>, F32Lanes<S>) {
        let (zero, one) = (traffic.splat_like(0.0), traffic.splat_like(1.0));
        let coincides = self.avoided.avoiders & self.distance.is_equal(zero);
        let tie_break = self.avoided.tie_breaks(coincides, context);
        let toward = coincides.select_vectors(-tie_break, self.toward);
        let gap = self.distance - self.contact;
        let theirs = self.avoided.preferred_velocity(context.block.simd);
        let pressure = pressure(
            &context.preferred_velocity(),
            &theirs,
            toward,
            traffic,
            context.passing_side,
        );
        // Bodies do not press into each other. They press in full until they touch, and not at all
        // once they overlap by a twentieth of the radius.
        let fade = (traffic.splat_like(2.0) + gap / self.contact_gap)
            .max(zero)
            .min(one);
        let lateral = toward.perp_dot(self.their_velocity - context.block.body.velocity);
        let approaches = Approaches {
            gap,
            passing_speed: passing_speed(self.distance, self.contact, lateral),
            their_speed: -toward.dot(self.their_velocity),
            braking_time: context.avoider.braking_time,
            assertiveness: context.avoider.assertiveness * pressure * fade,
            is_shared,
        };
        (toward, approaches.max_speed())
    }
}
