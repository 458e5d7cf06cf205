//! Limits on how fast a body may close in on its neighbors, and the velocity that keeps within them.

mod columns;

pub use columns::TightestConstraints;

use super::lanes::{F32Lanes, Mask};
use bevy::math::Vec2;
use pulp::Simd;

/// Neighbors whose limits are kept at once: six of its size touch a body, and some are larger or smaller.
const MOST_LIMITS: usize = 8;
/// How often the limits are gone through; each time one that is broken takes away what is too much.
const ROUNDS: usize = 8;
/// A limit that is broken by less than this part of the largest speed is kept.
const TOLERANCE: f32 = 1e-4;
/// Much more than a few operations are rounded by, as a part of the numbers.
const ROUNDING: f32 = 1e-5;

/// Along the unit vector `toward` no faster than `most`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VelocityConstraint {
    /// A unit vector.
    pub toward: Vec2,
    /// World units per second; below 0 the body has to retreat.
    pub most: f32,
}

/// How several bodies close in on another.
#[derive(Clone, Copy, Debug)]
pub struct Approaches<S: Simd> {
    /// What is free between the bodies, world units; negative where they overlap.
    pub gap: F32Lanes<S>,
    /// How fast they may close in because they pass beside each other, see [`passing_speed`]; 0
    /// where they may not.
    pub passing_speed: F32Lanes<S>,
    /// How fast the others come nearer by themselves, world units per second.
    pub their_speed: F32Lanes<S>,
    /// The times in which a gap may be closed, seconds.
    pub braking_time: F32Lanes<S>,
    /// How much faster these bodies press on than the others press back, world units per second: the
    /// one advances, the other falls back.
    pub assertiveness: F32Lanes<S>,
    /// Whether the others keep their half of the gap.
    pub is_shared: Mask<S>,
}

impl<S: Simd> Approaches<S> {
    /// Where [`most`](Self::most) may be below `speed`, whatever the passing speed and the assertiveness; elsewhere it is not. Cheaper
    /// to ask.
    #[inline(always)]
    pub fn may_be_below(
        speed: F32Lanes<S>,
        gap: F32Lanes<S>,
        their_speed: F32Lanes<S>,
        braking_time: F32Lanes<S>,
    ) -> Mask<S> {
        // Rounding must not rule out a limit.
        let slack = (speed + their_speed.abs()) * ROUNDING;
        let needed = (speed + their_speed + slack) * braking_time;
        !(gap.is_above(gap.splat_like(0.0)) & gap.is_at_least(needed))
    }

    /// How fast these bodies may come nearer; negative where they have to retreat.
    ///
    /// The two together may close the gap in the braking time, so that they slow down as they meet
    /// and never touch at a speed; or close in as fast as they can and still miss each other. Of that
    /// each has half, and what the other leaves. Where the other keeps its half, a body retreats only
    /// when shoved. An overlap is left as fast as it is deep.
    #[inline(always)]
    pub fn most(&self) -> F32Lanes<S> {
        let zero = self.gap.splat_like(0.0);
        let braking = self.gap / self.braking_time;
        let is_apart = self.gap.is_above(zero);
        let together = is_apart.select(braking.max(self.passing_speed), braking);
        let rest = together - self.their_speed;
        let own = together * 0.5 + self.assertiveness;
        let shared = together.is_at_least(zero).select(own.max(rest), own);
        self.is_shared.select(shared, rest)
    }
}

/// How fast two may come nearer to each other and still miss, by how fast they move across.
///
/// `distance` is that of their centers, `contact` the one at which they touch, `lateral` the part of their relative velocity
/// across the line between them. 0 when they touch. Source: the cone of velocities that collide (Fiorini and Shiller 1998).
#[inline(always)]
pub fn passing_speed<S: Simd>(
    distance: F32Lanes<S>,
    contact: F32Lanes<S>,
    lateral: F32Lanes<S>,
) -> F32Lanes<S> {
    let free = (distance * distance - contact * contact)
        .max(distance.splat_like(0.0))
        .sqrt();
    let speed = lateral.abs() * (free / contact);
    speed.is_finite().or_zero(speed)
}

/// A velocity near `wanted` that keeps within all limits, or nearly when they contradict each other.
pub fn keep_within(limits: &[VelocityConstraint], wanted: Vec2, max_speed: f32) -> Vec2 {
    let mut velocity = wanted;
    for _ in 0..ROUNDS {
        let mut is_within = true;
        for limit in limits {
            let too_much = limit.toward.dot(velocity) - limit.most;
            if too_much > TOLERANCE * max_speed {
                velocity -= limit.toward * too_much;
                is_within = false;
            }
        }
        if is_within {
            break;
        }
    }
    velocity
}

#[cfg(test)]
mod tests;
