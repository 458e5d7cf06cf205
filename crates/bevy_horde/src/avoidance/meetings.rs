//! The neighbors that the agents of a block meet, with directions and distances computed once.

use super::avoided::Avoided;
use super::crowd::Crowd;
use super::traffic::{Traffic, oncoming, pressure};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, Vec2Lanes, VectorColumn};
use crate::math::room::make_room;
use crate::math::velocity_constraint::{Approaches, passing_speed};
use crate::perception::USUAL_CANDIDATES;
use pulp::Simd;

/// The gap between bodies in a crowd, in radii. It keeps rounding from making them touch.
const CONTACT_GAP: f32 = 0.05;

/// A neighbor that agents of a block meet.
#[derive(Clone, Copy)]
pub(crate) struct Meeting {
    /// Its number among the candidates.
    candidate: usize,
    /// The directions to it; zero where both stand on the same spot.
    toward: VectorColumn,
    /// The distances; 0 where both stand on the same spot, and NaN for agents that do not avoid it.
    distance: [f32; MOST_LANES],
}

/// Lists the neighbors that the agents avoid. Returns their oncoming traffic.
#[inline(always)]
pub(super) fn meet<S: Simd>(crowd: &Crowd<S>, meetings: &mut Vec<Meeting>) -> F32Lanes<S> {
    let simd = crowd.block.simd;
    let own = crowd.wishes();
    let mut traffic = Traffic::none(simd);
    meetings.clear();
    make_room(meetings, crowd.candidates.len().max(USUAL_CANDIDATES));
    for (candidate, body) in crowd.candidates.iter().enumerate() {
        let Some(avoided) = Avoided::new(body, crowd) else {
            continue;
        };
        let (toward, distance, has_direction) =
            avoided.offset.direction_and_length_where(avoided.by);
        let toward = has_direction.or_zero_vectors(toward);
        let distance = has_direction.or_zero(distance);
        let theirs = avoided.wishes(simd);
        let counts = oncoming(&own, &theirs, toward, distance, crowd.avoider.way);
        traffic.meet(avoided.comes_another_way(crowd).or_zero(counts));
        meetings.push(Meeting {
            candidate,
            toward: toward.to_column(),
            distance: (!avoided.by).or_nan(distance).to_array(),
        });
    }
    traffic.amount()
}

/// A neighbor with its direction and distance.
pub(super) struct Met<'a, S: Simd> {
    pub(super) avoided: Avoided<'a, S>,
    /// The directions to it; zero where both stand on the same spot.
    pub(super) toward: Vec2Lanes<S>,
    pub(super) distance: F32Lanes<S>,
    /// The distance of the two centers when both keep the contact gap.
    contact: F32Lanes<S>,
    contact_gap: F32Lanes<S>,
    pub(super) their_velocity: Vec2Lanes<S>,
}

impl<'a, S: Simd> Met<'a, S> {
    #[inline(always)]
    pub(super) fn again(meeting: &Meeting, crowd: &Crowd<'a, S>) -> Self {
        let (simd, radius) = (crowd.block.simd, crowd.block.body.radius);
        let other = &crowd.candidates[meeting.candidate];
        let distance = F32Lanes::load(simd, &meeting.distance);
        let contact_gap = radius * CONTACT_GAP;
        Self {
            avoided: Avoided {
                other,
                shared_avoidance_state: &crowd.shared_avoidance_states[other.place as usize],
                by: distance.is_at_least(distance.splat_like(0.0)),
                offset: Vec2Lanes::splat(simd, other.position) - crowd.block.body.position,
            },
            toward: meeting.toward.lanes(simd),
            distance,
            contact: radius + distance.splat_like(other.radius) + contact_gap,
            contact_gap,
            their_velocity: Vec2Lanes::splat(simd, other.velocity),
        }
    }

    /// How fast the agents can move `toward` it at the end of this tick.
    #[inline(always)]
    pub(super) fn soonest(&self, toward: Vec2Lanes<S>, crowd: &Crowd<S>) -> F32Lanes<S> {
        let soonest = toward.dot(crowd.block.body.velocity) + crowd.avoider.most_change;
        soonest.max(soonest.splat_like(0.0))
    }

    /// Where agents that avoid it may have to be slower than `speed`; cheaper than the exact limit.
    #[inline(always)]
    pub(super) fn may_close_in_at(&self, speed: F32Lanes<S>, crowd: &Crowd<S>) -> Mask<S> {
        let their_speed = -self.toward.dot(self.their_velocity);
        let gap = self.distance - self.contact;
        let braking_time = crowd.avoider.braking_time;
        self.avoided.by & Approaches::may_be_below(speed, gap, their_speed, braking_time)
    }

    /// The directions to it, and how fast the agents may come nearer.
    #[inline(always)]
    pub(super) fn approach(
        &self,
        is_shared: Mask<S>,
        traffic: F32Lanes<S>,
        crowd: &Crowd<S>,
    ) -> (Vec2Lanes<S>, F32Lanes<S>) {
        let (zero, one) = (traffic.splat_like(0.0), traffic.splat_like(1.0));
        let coincides = self.avoided.by & self.distance.is_equal(zero);
        let depenetration = self.avoided.partings(coincides, crowd);
        let toward = coincides.select_vectors(-depenetration, self.toward);
        let gap = self.distance - self.contact;
        let theirs = self.avoided.wishes(crowd.block.simd);
        let pressure = pressure(
            &crowd.wishes(),
            &theirs,
            toward,
            traffic,
            crowd.passing_side,
        );
        // No pressing into each other: in full until they touch, none from a twentieth of overlap
        // on.
        let room = (traffic.splat_like(2.0) + gap / self.contact_gap)
            .max(zero)
            .min(one);
        let lateral = toward.perp_dot(self.their_velocity - crowd.block.body.velocity);
        let approaches = Approaches {
            gap,
            passing_speed: passing_speed(self.distance, self.contact, lateral),
            their_speed: -toward.dot(self.their_velocity),
            braking_time: crowd.avoider.braking_time,
            assertiveness: crowd.avoider.assertiveness * pressure * room,
            is_shared,
        };
        (toward, approaches.most())
    }
}
