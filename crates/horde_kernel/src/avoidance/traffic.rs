//! Oncoming traffic and jams: the amount of traffic and the pressure of bodies in it.

use crate::math::lanes::{F32Lanes, Mask, Vec2Lanes, VectorLanes};
use crate::math::vector::Side;
use pulp::Simd;

/// How much harder than forward a body presses to its passing side in oncoming traffic.
const PASSING_SIDE_PRESSURE: f32 = 3.5;
/// How fast the count of an oncoming body grows from the range inward. Straight ahead a body counts
/// in full within three quarters of the range.
const NEARBY: f32 = 4.0;
/// A body more than this many radii beyond the goal is no traffic.
const BEYOND_GOAL: f32 = 2.0;
/// Two bodies go the same way if the cosine between their directions is above this.
const SAME_WAY: f32 = 0.7;
/// A body overtakes another if the square of its preferred speed is this many times the other's.
const FASTER: f32 = 1.2;
/// The amount of traffic is this many times the second largest count, but at most the largest.
const COMPANY: f32 = 8.0;

/// The preferred velocities of several bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct PreferredVelocity<S: Simd> {
    /// World units per second.
    pub(super) velocity: Vec2Lanes<S>,
    /// Unit vectors; zero where there is no direction.
    pub(super) direction: Vec2Lanes<S>,
}

impl<S: Simd> PreferredVelocity<S> {
    /// How much two bodies go against each other: 0 the same way, a half if they cross or one
    /// stands, 1 head-on. Both get the same value.
    #[inline(always)]
    fn against(&self, other: &Self) -> F32Lanes<S> {
        let along = self.direction.dot(other.direction);
        (along.splat_like(0.5) - along * 0.5).max(along.splat_like(0.0))
    }

    /// Where these bodies prefer to go fast enough to overtake the others.
    #[inline(always)]
    pub(super) fn is_faster_than(&self, others: &Self) -> Mask<S> {
        let theirs = others.velocity.length_squared();
        self.velocity.length_squared().is_above(theirs * FASTER)
    }

    /// Where these bodies prefer to go the same way as the others.
    #[inline(always)]
    pub(super) fn goes_the_way_of(&self, others: &Self) -> Mask<S> {
        let along = self.direction.dot(others.direction);
        along.is_above(along.splat_like(SAME_WAY))
    }
}

/// How much faster these bodies press toward others than the others press back, by the preferred
/// velocities of both, world units per second. For two bodies in the same traffic only the sign
/// differs.
///
/// `toward` are the unit vectors to the others. In `traffic` (see [`Traffic`]) both press to the
/// `passing_side`, too. So a ring of blocked bodies begins to turn.
#[inline(always)]
pub(super) fn pressure<S: Simd>(
    own: &PreferredVelocity<S>,
    theirs: &PreferredVelocity<S>,
    toward: Vec2Lanes<S>,
    traffic: F32Lanes<S>,
    passing_side: Side,
) -> F32Lanes<S> {
    let zero = traffic.splat_like(0.0);
    let to_passing_side = traffic * PASSING_SIDE_PRESSURE;
    let plan = own.velocity + own.velocity.side(passing_side) * to_passing_side;
    let their_plan = theirs.velocity + theirs.velocity.side(passing_side) * to_passing_side;
    let presses = toward.dot(plan).max(zero) - (-toward.dot(their_plan)).max(zero);
    // A body behind another that goes the same way queues and does not press. A jam is no queue.
    presses * own.against(theirs).max(jam(traffic))
}

/// How much `traffic` (see [`Traffic`]) is a jam, 0 to 1. Crossing streams are no jam, head-on
/// streams are a full one.
#[inline(always)]
pub(super) fn jam<S: Simd>(traffic: F32Lanes<S>) -> F32Lanes<S> {
    (traffic * 2.0 - traffic.splat_like(1.0)).max(traffic.splat_like(0.0))
}

/// How far ahead traffic matters, world units: the range, but at most two radii beyond the goal.
///
/// With bodies farther beyond the goal, a horde would swirl round its bait. Without the bodies at
/// the goal, two streams that aim at the same doorway would block each other. `goal_distance` is
/// infinite without a goal.
pub(super) fn way_ahead(range: f32, goal_distance: f32, radius: f32) -> f32 {
    range.min(goal_distance + BEYOND_GOAL * radius)
}

/// The oncoming traffic of several bodies: the two largest counts among the neighbors of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traffic<S: Simd> {
    largest: F32Lanes<S>,
    second: F32Lanes<S>,
}

impl<S: Simd> Traffic<S> {
    /// No traffic.
    #[inline(always)]
    pub(super) fn none(simd: S) -> Self {
        let zero = F32Lanes::splat(simd, 0.0);
        Self {
            largest: zero,
            second: zero,
        }
    }

    /// Adds a neighbor that counts this much, see [`oncoming`].
    #[inline(always)]
    pub(super) fn add(&mut self, counts: F32Lanes<S>) {
        self.second = self.second.max(counts.min(self.largest));
        self.largest = self.largest.max(counts);
    }

    /// The amount of traffic, 0 to 1, at most the largest count. A single neighbor is no traffic: a
    /// pair passes on the shorter way.
    #[inline(always)]
    pub(super) fn amount(&self) -> F32Lanes<S> {
        self.largest.min(self.second * COMPANY)
    }
}

/// How much others count as traffic that comes the other way, 0 to 1.
///
/// `toward` leads to the others, and is zero where they stand on the same spot. A body that stands
/// counts half. A body does not count when it goes the same way, is behind or beside, or is as far
/// off as `range`.
#[inline(always)]
pub(super) fn oncoming<S: Simd>(
    own: &PreferredVelocity<S>,
    theirs: &PreferredVelocity<S>,
    toward: Vec2Lanes<S>,
    distance: F32Lanes<S>,
    range: F32Lanes<S>,
) -> F32Lanes<S> {
    let (zero, one) = (range.splat_like(0.0), range.splat_like(1.0));
    let ahead = toward.dot(own.direction).max(zero);
    let near = (one - distance / range).max(zero);
    own.against(theirs) * (near * NEARBY * ahead).min(one)
}

#[cfg(test)]
mod tests;
