//! Avoidance by a push away from the closest approach.

use super::avoided::Avoided;
use super::crowd::Crowd;
use crate::math::lanes::{F32Lanes, Mask, Vec2Lanes};
use crate::math::side::passes_beside;
use crate::math::vector::Side;
use bevy::prelude::*;
use pulp::Simd;

/// The forces that push away from where the others will pass, and where there is one.
#[inline(always)]
pub(super) fn evade<S: Simd>(crowd: &Crowd<S>) -> (Vec2Lanes<S>, Mask<S>) {
    let (block, own) = (crowd.block, &crowd.avoider);
    let simd = block.simd;
    let zero = F32Lanes::splat(simd, 0.0);
    let mut evasion = Vec2Lanes::splat(simd, Vec2::ZERO);
    let mut evades = Mask::none(simd);
    for candidate in crowd.candidates {
        let lanes = !crowd.shared_avoidance_state.has_limits;
        let Some(avoided) = Avoided::new(candidate, lanes, crowd) else {
            continue;
        };
        let (offset, other) = (avoided.offset, avoided.other);
        let relative_velocity = Vec2Lanes::splat(simd, other.velocity) - block.body.velocity;
        let clearance = block.body.radius + F32Lanes::splat(simd, other.radius) + own.margin;
        let collides = avoided.by & Encounters::collides(offset, relative_velocity, clearance);
        if !collides.any() {
            continue;
        }
        let (share, _) = avoided.share(crowd);
        let (toward, distance, has_direction) = offset.direction_and_length_where(collides);
        let depenetration = avoided.partings(collides & !has_direction, crowd);
        let encounters = Encounters {
            offset,
            toward,
            distance,
            has_direction,
            relative_velocity,
            clearance,
            horizon: own.horizon,
            passing_side: crowd.passing_side,
        };
        let (push, pushes) = encounters.push(block.observer.heading, depenetration);
        let pushes = pushes & collides & share.is_above(zero);
        evasion += pushes.or_zero_vectors(push * share);
        evades = evades | pushes;
    }
    (evasion * own.force, evades)
}

/// Pairs of bodies, seen from one of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encounters<S: Simd> {
    /// From these bodies to the others.
    pub(super) offset: Vec2Lanes<S>,
    /// The directions of the offsets.
    pub(super) toward: Vec2Lanes<S>,
    /// The lengths of the offsets.
    pub(super) distance: F32Lanes<S>,
    /// Where the two do not coincide.
    pub(super) has_direction: Mask<S>,
    /// The others' velocities less these ones'.
    pub(super) relative_velocity: Vec2Lanes<S>,
    /// The distances that the centers have to keep, world units.
    pub(super) clearance: F32Lanes<S>,
    /// How far ahead a collision matters, seconds.
    pub(super) horizon: F32Lanes<S>,
    /// The side to which a head-on pair turns.
    pub(super) passing_side: Side,
}

impl<S: Simd> Encounters<S> {
    /// Where the two are within the clearance of each other, or come there at some time. Cheaper
    /// than the time, and no other pair pushes.
    #[inline(always)]
    pub(super) fn collides(
        offset: Vec2Lanes<S>,
        relative_velocity: Vec2Lanes<S>,
        clearance: F32Lanes<S>,
    ) -> Mask<S> {
        let nearing = Nearing::new(offset, relative_velocity, clearance);
        nearing.overlaps | nearing.meets
    }

    /// The times until the two come within the clearance, 0 when they are within it already; and
    /// where they do.
    #[inline(always)]
    pub(super) fn time_to_collision(&self) -> (F32Lanes<S>, Mask<S>) {
        let zero = self.clearance.splat_like(0.0);
        let nearing = Nearing::new(self.offset, self.relative_velocity, self.clearance);
        let speed_squared = self.relative_velocity.length_squared();
        let time = ((-nearing.approach - nearing.discriminant.sqrt()) / speed_squared).max(zero);
        let time = nearing.overlaps.select(zero, time);
        (time, nearing.overlaps | nearing.meets)
    }

    /// The pushes that these bodies need, as parts of their largest forces, and where they need
    /// one.
    ///
    /// Within the clearance: straight away from the other, by the depth. Before that: away from
    /// where the other will pass, stronger the sooner. Only relative values count, so the level's
    /// origin does not matter. `parting` is the direction to take when the two coincide. `heading`
    /// is this body's. Head-on, both bodies turn to the passing side.
    #[inline(always)]
    pub(super) fn push(
        &self,
        heading: Vec2Lanes<S>,
        depenetration: Vec2Lanes<S>,
    ) -> (Vec2Lanes<S>, Mask<S>) {
        let (zero, one) = (
            self.clearance.splat_like(0.0),
            self.clearance.splat_like(1.0),
        );
        let (time, collides) = self.time_to_collision();
        let touches = time.is_at_most(zero);
        let apart = -self.toward * (one - self.distance / self.clearance);
        let apart = self.has_direction.select_vectors(apart, depenetration);

        let speed_squared = self.relative_velocity.length_squared();
        let nearest_time = -self.offset.dot(self.relative_velocity) / speed_squared;
        let passing = self.offset + self.relative_velocity * nearest_time;
        let (beside, distance, has_side) = passing.direction_and_length();
        let passes_beside = has_side & passes_beside(distance, self.clearance);
        // A body that is overtaken must not swerve to the same side.
        let is_ahead = self.offset.dot(heading).is_at_least(zero);
        let away = passes_beside.select_vectors(-beside, heading.side(self.passing_side));
        let early = away * (one - time / self.horizon);
        let is_soon = time.is_at_most(self.horizon) & (passes_beside | is_ahead);
        (
            touches.select_vectors(apart, early),
            collides & (touches | is_soon),
        )
    }
}

/// The terms of the time to a collision.
struct Nearing<S: Simd> {
    approach: F32Lanes<S>,
    discriminant: F32Lanes<S>,
    overlaps: Mask<S>,
    meets: Mask<S>,
}

impl<S: Simd> Nearing<S> {
    #[inline(always)]
    fn new(offset: Vec2Lanes<S>, relative_velocity: Vec2Lanes<S>, clearance: F32Lanes<S>) -> Self {
        let zero = clearance.splat_like(0.0);
        let gap = offset.length_squared() - clearance * clearance;
        let approach = offset.dot(relative_velocity);
        let discriminant = approach * approach - relative_velocity.length_squared() * gap;
        // A squared distance that overflows is not near.
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

#[cfg(test)]
mod tests;
