//! Constraints on the approach speed of a body toward its neighbors, and the velocity that
//! satisfies them.

mod tightest_constraints;

pub use tightest_constraints::TightestConstraints;

use crate::math::lanes::{F32Lanes, Mask};
use crate::math::vector::Vector;
use glam::Vec2;
use pulp::Simd;

/// The most constraints per body. Six neighbors of its size can touch it, and sizes vary.
const MOST_CONSTRAINTS: usize = 8;
/// The most passes over the constraints. Each pass removes the excess of every broken one.
const ROUNDS: usize = 8;
/// A constraint counts as satisfied within this fraction of the largest speed.
const TOLERANCE: f32 = 1e-4;
/// A relative bound well above the rounding error of a few operations.
const ROUNDING: f32 = 1e-5;

/// A half-plane or half-space bound: the velocity along the unit vector `toward` is at most
/// `max_speed`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VelocityConstraint<V: Vector = Vec2> {
    /// The unit vector toward the neighbor.
    pub toward: V,
    /// The bound, world units per second. Below 0, the body has to retreat.
    pub max_speed: f32,
}

/// The approaches of several bodies to one neighbor each.
#[derive(Clone, Copy, Debug)]
pub struct Approaches<S: Simd> {
    /// The free gap between the bodies, world units; negative where they overlap.
    pub gap: F32Lanes<S>,
    /// The approach speed at which they pass beside each other, see [`passing_speed`]; 0 where they
    /// cannot pass.
    pub passing_speed: F32Lanes<S>,
    /// The approach speed of the others, world units per second.
    pub their_speed: F32Lanes<S>,
    /// The times in which the bodies may close a gap, seconds.
    pub braking_time: F32Lanes<S>,
    /// The speed by which a body advances against the other, world units per second; negative where
    /// it falls back.
    pub assertiveness: F32Lanes<S>,
    /// Whether the others keep their half of the gap.
    pub is_shared: Mask<S>,
}

impl<S: Simd> Approaches<S> {
    /// The lanes where [`max_speed`](Self::max_speed) may be below `speed`, for any passing speed
    /// and assertiveness.
    ///
    /// This is a cheap test without false negatives.
    #[inline(always)]
    pub fn may_be_below(
        speed: F32Lanes<S>,
        gap: F32Lanes<S>,
        their_speed: F32Lanes<S>,
        braking_time: F32Lanes<S>,
    ) -> Mask<S> {
        // Rounding must not exclude a constraint.
        let slack = (speed + their_speed.abs()) * ROUNDING;
        let needed = (speed + their_speed + slack) * braking_time;
        !(gap.is_above(gap.splat_like(0.0)) & gap.is_at_least(needed))
    }

    /// The largest approach speed of these bodies; negative where they have to retreat.
    ///
    /// Both bodies together may close the gap in the braking time. So they slow down and never
    /// collide. If they pass beside each other, they may approach at the passing speed instead. If
    /// the other keeps its half of the gap, a body gets half of their joint speed plus its
    /// assertiveness, or what the other leaves unused if that is more. Such a body retreats only
    /// when pushed or overlapping. Otherwise it gets just what the other leaves, and may have to
    /// retreat. Overlapping bodies separate at a speed in proportion to the depth.
    #[inline(always)]
    pub fn max_speed(&self) -> F32Lanes<S> {
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

/// The approach speed at which two bodies just miss each other, from their lateral speed.
///
/// `distance` is between the centers, and `contact` is that distance in contact. `lateral` is the
/// relative velocity across the line between them. The result is 0 in contact. Source: the cone of
/// velocities that collide (Fiorini and Shiller 1998).
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

/// A velocity near `preferred` that satisfies all constraints, or nearly so if they contradict or
/// nearly oppose each other.
pub fn keep_within<V: Vector>(
    constraints: &[VelocityConstraint<V>],
    preferred: V,
    max_speed: f32,
) -> V {
    let mut velocity = preferred;
    for _ in 0..ROUNDS {
        let mut is_within = true;
        for constraint in constraints {
            let too_much = constraint.toward.dot(velocity) - constraint.max_speed;
            if too_much > TOLERANCE * max_speed {
                velocity = velocity - constraint.toward * too_much;
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
