//! Avoidance of moving bodies by their predicted closest approach.

use super::lanes::{Lanes, Mask, Vectors};
use super::vector::Side;
use bevy::math::Vec2;
use pulp::Simd;

/// Passes that are predicted nearer to the centre than this part of the clearance count as head-on.
const HEAD_ON: f32 = 1e-3;

/// Two bodies, seen from one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// From this body to the other.
    pub offset: Vec2,
    /// The other's velocity less this one's.
    pub relative_velocity: Vec2,
    /// The distance that the two centres have to keep: both radii and the safety margin, world units.
    pub clearance: f32,
    /// How far ahead a collision matters, seconds.
    pub horizon: f32,
    /// The hand to which a head-on pair turn.
    pub hand: Side,
}

impl Encounter {
    /// The time until the two come within the clearance of each other, or `None` when they never do.
    ///
    /// Zero when they are within it already.
    pub fn time_to_collision(&self) -> Option<f32> {
        let (time, collides) = self.in_one_lane().time_to_collision();
        collides.only().then(|| time.only())
    }

    /// The push that this body needs, as a part of its maximum force, or `None` when it has nothing to fear.
    ///
    /// Within the clearance: straight away from the other, by how deep they are in it. Before: away from where the other
    /// will pass, stronger the sooner. Everything is relative, so that the level's origin does not matter. `parting` is
    /// the direction to take when the two coincide; `heading` is this body's, and a head-on pair both turn to the same hand.
    pub fn push(&self, heading: Vec2, parting: impl FnOnce() -> Vec2) -> Option<Vec2> {
        let encounter = self.in_one_lane();
        let is_apart = encounter.has_direction.only();
        let parting = Vectors::one(if is_apart { Vec2::ZERO } else { parting() });
        let (push, pushes) = encounter.push(Vectors::one(heading), parting);
        pushes.only().then(|| push.only())
    }

    fn in_one_lane(&self) -> Encounters<pulp::Scalar> {
        let offset = Vectors::one(self.offset);
        let (toward, distance, has_direction) = offset.direction_and_length();
        Encounters {
            offset,
            toward,
            distance,
            has_direction,
            relative_velocity: Vectors::one(self.relative_velocity),
            clearance: Lanes::one(self.clearance),
            horizon: Lanes::one(self.horizon),
            hand: self.hand,
        }
    }
}

/// Pairs of bodies, seen from one of each, one pair in each lane; see [`Encounter`].
#[derive(Clone, Copy, Debug)]
pub struct Encounters<S: Simd> {
    /// From these bodies to the others.
    pub offset: Vectors<S>,
    /// The directions of the offsets.
    pub toward: Vectors<S>,
    /// The lengths of the offsets.
    pub distance: Lanes<S>,
    /// Where the two do not coincide.
    pub has_direction: Mask<S>,
    /// The others' velocities less these ones'.
    pub relative_velocity: Vectors<S>,
    /// The distances that the centres have to keep, world units.
    pub clearance: Lanes<S>,
    /// How far ahead a collision matters, seconds.
    pub horizon: Lanes<S>,
    /// The hand to which a head-on pair turn.
    pub hand: Side,
}

impl<S: Simd> Encounters<S> {
    /// Where the two are within the clearance of each other, or come there at some time: cheaper to ask than the time, and
    /// nobody else has anything to fear.
    #[inline(always)]
    pub fn collides(
        offset: Vectors<S>,
        relative_velocity: Vectors<S>,
        clearance: Lanes<S>,
    ) -> Mask<S> {
        let nearing = Nearing::new(offset, relative_velocity, clearance);
        nearing.overlaps | nearing.meets
    }

    /// The times until the two come within the clearance, and where they do: see [`Encounter::time_to_collision`].
    #[inline(always)]
    pub fn time_to_collision(&self) -> (Lanes<S>, Mask<S>) {
        let zero = self.clearance.like(0.0);
        let nearing = Nearing::new(self.offset, self.relative_velocity, self.clearance);
        let speed_squared = self.relative_velocity.length_squared();
        let time = ((-nearing.approach - nearing.discriminant.sqrt()) / speed_squared).max(zero);
        let time = nearing.overlaps.select(zero, time);
        (time, nearing.overlaps | nearing.meets)
    }

    /// The pushes that these bodies need, and where they need one: see [`Encounter::push`].
    #[inline(always)]
    pub fn push(&self, heading: Vectors<S>, parting: Vectors<S>) -> (Vectors<S>, Mask<S>) {
        let (zero, one) = (self.clearance.like(0.0), self.clearance.like(1.0));
        let (time, collides) = self.time_to_collision();
        let touches = time.is_at_most(zero);
        let apart = -self.toward * (one - self.distance / self.clearance);
        let apart = self.has_direction.select_vectors(apart, parting);

        let speed_squared = self.relative_velocity.length_squared();
        let nearest_time = -self.offset.dot(self.relative_velocity) / speed_squared;
        let passing = self.offset + self.relative_velocity * nearest_time;
        let (beside, distance, has_side) = passing.direction_and_length();
        let passes_beside = has_side & distance.is_above(self.clearance * HEAD_ON);
        // Only whoever has the other ahead turns: one that is overtaken must not swerve to the same side.
        let is_ahead = self.offset.dot(heading).is_at_least(zero);
        let away = passes_beside.select_vectors(-beside, heading.side(self.hand));
        let early = away * (one - time / self.horizon);
        let is_soon = time.is_at_most(self.horizon) & (passes_beside | is_ahead);
        (
            touches.select_vectors(apart, early),
            collides & (touches | is_soon),
        )
    }
}

/// What the time to a collision is found from.
struct Nearing<S: Simd> {
    approach: Lanes<S>,
    discriminant: Lanes<S>,
    overlaps: Mask<S>,
    meets: Mask<S>,
}

impl<S: Simd> Nearing<S> {
    #[inline(always)]
    fn new(offset: Vectors<S>, relative_velocity: Vectors<S>, clearance: Lanes<S>) -> Self {
        let zero = clearance.like(0.0);
        let gap = offset.length_squared() - clearance * clearance;
        let approach = offset.dot(relative_velocity);
        let discriminant = approach * approach - relative_velocity.length_squared() * gap;
        // Beyond what can be squared nothing is near.
        let meets =
            approach.is_below(zero) & discriminant.is_above(zero) & discriminant.is_finite();
        Self {
            approach,
            discriminant,
            overlaps: gap.is_below(zero),
            meets,
        }
    }
}

/// How much of the avoidance a body takes on itself, given the two readiness values: `own / (own + other)`.
///
/// Two alike take half each; against one that does not avoid at all (0) it is everything; one with right of way (0)
/// against one that yields takes nothing; and when neither yields, nothing.
pub fn responsibility(own_readiness: f32, other_readiness: f32) -> f32 {
    responsibilities(Lanes::one(own_readiness), Lanes::one(other_readiness)).only()
}

/// See [`responsibility`].
#[inline(always)]
pub fn responsibilities<S: Simd>(own_readiness: Lanes<S>, other_readiness: Lanes<S>) -> Lanes<S> {
    let total = own_readiness + other_readiness;
    total.is_above(total.like(0.0)).keep(own_readiness / total)
}

/// The readiness to avoid of a body that moves at `speed`: 1 from a quarter of its largest speed on, `standing` at rest.
///
/// Bodies that stand (arrived, waiting) leave most of the work to those that walk.
pub fn readiness(speed: f32, max_speed: f32, standing: f32) -> f32 {
    let quarter = 0.25 * max_speed;
    if quarter > 0.0 {
        standing + (1.0 - standing) * (speed / quarter).clamp(0.0, 1.0)
    } else {
        standing
    }
}

#[cfg(test)]
mod tests;
