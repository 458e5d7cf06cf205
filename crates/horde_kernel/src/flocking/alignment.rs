//! Alignment: match the velocity of flockmates.

use crate::flocking::rule::{FlockRuleLanes, FlockingRule, Neighbor};
use crate::math::lanes::{F32Lanes, Mask, U32Lanes, VectorLanes};
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use glam::Vec2;
use pulp::Simd;

/// The summed velocities of the flockmates in view, and their number.
pub struct AlignmentSum<S: Simd, V: Vector = Vec2> {
    velocities: V::Lanes<S>,
    count: U32Lanes<S>,
}

impl<S: Simd, V: Vector> FlockingRule<S, V> for AlignmentSum<S, V> {
    const OF_FLOCKMATES: bool = true;

    #[inline(always)]
    fn new(simd: S, _: &FlockRuleLanes<S>) -> Self {
        Self {
            velocities: V::Lanes::splat(simd, V::ZERO),
            count: U32Lanes::splat(simd, 0),
        }
    }

    #[inline(always)]
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S, V>) {
        self.velocities += seen_by.or_zero_vectors(neighbor.velocity());
        self.count = self.count.count(seen_by);
    }

    #[inline(always)]
    fn force(&self, agents: &Block<S, V>, _: &FlockRuleLanes<S>) -> (V::Lanes<S>, Mask<S>) {
        let count = self.count.to_lanes();
        // Without flockmates the mean is unused, but finite.
        let mean = self.velocities / count.max(count.splat_like(1.0));
        let (max_speed, max_force) = (agents.observer.max_speed, agents.observer.max_force);
        let force = alignment(mean, agents.body.velocity, max_speed, max_force);
        (force, count.is_above(count.splat_like(0.0)))
    }
}

/// The force toward the mean velocity of the flockmates; at most `max_force`.
#[inline(always)]
pub fn alignment<S: Simd, L: VectorLanes<S>>(
    mean_velocity: L,
    velocity: L,
    max_speed: F32Lanes<S>,
    max_force: F32Lanes<S>,
) -> L {
    let one = max_speed.splat_like(1.0);
    let moves = max_speed.is_above(max_speed.splat_like(0.0));
    let missing = ((mean_velocity - velocity) / moves.select(max_speed, one)).truncate(one);
    moves.or_zero_vectors(missing * max_force)
}
