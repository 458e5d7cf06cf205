//! Oncoming traffic and jams: how many come the other way, and how hard bodies press on among them.

use super::lanes::{Lanes, Vectors};
use super::vector::Side;
use bevy::math::Vec2;
use pulp::{Scalar, Simd};

/// How much harder than forward a body presses to its hand in oncoming traffic.
const HAND_PRESSURE: f32 = 3.5;
/// Somebody head-on counts as traffic in full from so many parts of the range inward.
const NEARBY: f32 = 4.0;
/// Who is farther beyond the goal than so many radii is no traffic on the way there.
const BEYOND_GOAL: f32 = 2.0;
/// How many times less than the first the second that comes may count for the two to be traffic.
const COMPANY: f32 = 8.0;

/// How much faster this body presses toward another than that one presses back, by the velocities that the two want; for two
/// in the same traffic the same but for the sign. World units per second.
///
/// `toward` is the unit vector to the other. In `traffic` (see [`Traffic`]) both press to the `hand`, too: where everybody
/// waits for the next one, all begin to turn.
pub fn pressure(wanted: Vec2, theirs: Vec2, toward: Vec2, traffic: f32, hand: Side) -> f32 {
    let own = Wishes::new(Vectors::one(wanted));
    let theirs = Wishes::new(Vectors::one(theirs));
    pressures(
        &own,
        &theirs,
        Vectors::one(toward),
        Lanes::one(traffic),
        hand,
    )
    .only()
}

/// The velocities that several want.
#[derive(Clone, Copy, Debug)]
pub struct Wishes<S: Simd> {
    /// World units per second.
    pub velocity: Vectors<S>,
    /// Unit vectors; zero where there is no direction.
    pub direction: Vectors<S>,
}

impl<S: Simd> Wishes<S> {
    /// Splits velocities.
    #[inline(always)]
    pub fn new(velocity: Vectors<S>) -> Self {
        let (direction, _, has_direction) = velocity.direction_and_length();
        Self {
            velocity,
            direction: has_direction.keep_vectors(direction),
        }
    }

    /// How much two go against each other: 0 the same way, 1 head-on, a half across or when one of them stands. The same
    /// for both.
    #[inline(always)]
    fn against(&self, other: &Self) -> Lanes<S> {
        let along = self.direction.dot(other.direction);
        (along.like(0.5) - along * 0.5).max(along.like(0.0))
    }
}

/// See [`pressure`].
#[inline(always)]
pub fn pressures<S: Simd>(
    own: &Wishes<S>,
    theirs: &Wishes<S>,
    toward: Vectors<S>,
    traffic: Lanes<S>,
    hand: Side,
) -> Lanes<S> {
    let zero = traffic.like(0.0);
    let to_the_hand = traffic * HAND_PRESSURE;
    let plan = own.velocity + own.velocity.side(hand) * to_the_hand;
    let their_plan = theirs.velocity + theirs.velocity.side(hand) * to_the_hand;
    let presses = toward.dot(plan).max(zero) - (-toward.dot(their_plan)).max(zero);
    // One that goes the same way is queued behind, not pressed: but a jam is no queue.
    presses * own.against(theirs).max(jams(traffic))
}

/// How much `traffic` (see [`Traffic`]) is a jam, 0 to 1: streams that cross are none, head-on ones are.
pub fn jam(traffic: f32) -> f32 {
    jams(Lanes::one(traffic)).only()
}

/// See [`jam`].
#[inline(always)]
pub fn jams<S: Simd>(traffic: Lanes<S>) -> Lanes<S> {
    (traffic * 2.0 - traffic.like(1.0)).max(traffic.like(0.0))
}

/// How far ahead traffic matters, world units: as far as the body looks, and no farther than two of its radii beyond its goal.
///
/// With those farther beyond it a horde would swirl round its bait; without those at it two streams that aim at the same
/// doorway would stand there. `goal_distance` is infinite without a goal.
pub fn way_ahead(range: f32, goal_distance: f32, radius: f32) -> f32 {
    range.min(goal_distance + BEYOND_GOAL * radius)
}

/// The traffic that comes the other way, from all that a body meets, for several bodies.
#[derive(Clone, Copy, Debug)]
pub struct Traffic<S: Simd = Scalar> {
    most: Lanes<S>,
    second: Lanes<S>,
}

impl<S: Simd> Traffic<S> {
    /// No traffic.
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let zero = Lanes::splat(simd, 0.0);
        Self {
            most: zero,
            second: zero,
        }
    }

    /// Adds one that counts so much, see [`oncoming`].
    #[inline(always)]
    pub fn meet(&mut self, counts: Lanes<S>) {
        self.second = self.second.max(counts.min(self.most));
        self.most = self.most.max(counts);
    }

    /// How much traffic that is, 0 to 1: as much as the one that counts most. One alone is none: a pair passes on the
    /// shorter way.
    #[inline(always)]
    pub fn amount(&self) -> Lanes<S> {
        self.most.min(self.second * COMPANY)
    }
}

/// How much somebody counts as traffic that comes the other way, 0 to 1.
///
/// `wanted` and `theirs` are the velocities that the two want, `offset` leads to the other. Somebody who stands counts
/// half, one that goes the same way not at all; nor does who is behind or beside, or as far off as `range`.
pub fn oncoming(wanted: Vec2, theirs: Vec2, offset: Vec2, range: f32) -> f32 {
    let own = Wishes::new(Vectors::one(wanted));
    let theirs = Wishes::new(Vectors::one(theirs));
    let (toward, distance, has_direction) = Vectors::one(offset).direction_and_length();
    let toward = has_direction.keep_vectors(toward);
    oncoming_each(&own, &theirs, toward, distance, Lanes::one(range)).only()
}

/// See [`oncoming`]; `toward` leads to the others, and is zero where they stand on the same spot.
#[inline(always)]
pub fn oncoming_each<S: Simd>(
    own: &Wishes<S>,
    theirs: &Wishes<S>,
    toward: Vectors<S>,
    distance: Lanes<S>,
    range: Lanes<S>,
) -> Lanes<S> {
    let (zero, one) = (range.like(0.0), range.like(1.0));
    let ahead = toward.dot(own.direction).max(zero);
    let near = (one - distance / range).max(zero);
    own.against(theirs) * (near * NEARBY * ahead).min(one)
}

#[cfg(test)]
mod tests;
