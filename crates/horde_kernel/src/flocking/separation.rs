//! Separation: keep a distance from neighbors.

use crate::flocking::rule::{FlockRuleLanes, FlockingRule, Neighbor};
use crate::math::lanes::{F32Lanes, Mask, VectorLanes};
use crate::math::vector::{SAFE_SQUARES, Vector};
use crate::neighbors::block::Block;
use glam::Vec2;
use pulp::Simd;

/// The pushes away from the neighbors in view.
pub struct SeparationSum<S: Simd, V: Vector = Vec2> {
    pushes: V::Lanes<S>,
    separates: Mask<S>,
    range: F32Lanes<S>,
    /// 1 over the range.
    inverse_range: F32Lanes<S>,
    /// The lanes whose range can be squared without overflow.
    has_usual_range: Mask<S>,
    /// The least squared distance to any candidate.
    nearest: F32Lanes<S>,
}

impl<S: Simd, V: Vector> FlockingRule<S, V> for SeparationSum<S, V> {
    const OF_FLOCKMATES: bool = false;

    #[inline(always)]
    fn new(simd: S, rule: &FlockRuleLanes<S>) -> Self {
        let range = rule.view.range;
        Self {
            pushes: V::Lanes::splat(simd, V::ZERO),
            separates: Mask::none(simd),
            range,
            inverse_range: range.splat_like(1.0) / range,
            has_usual_range: (range * range).is_below(range.splat_like(SAFE_SQUARES.end)),
            nearest: range.splat_like(f32::INFINITY),
        }
    }

    #[inline(always)]
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S, V>) {
        let mut pulls = seen_by & !neighbor.is_target;
        let distance_squared = neighbor.bearings.distance_squared;
        self.nearest = distance_squared.min(self.nearest);
        self.separates = self.separates | pulls;
        if neighbor.is_exact() {
            let is_usual = self.is_usual(distance_squared);
            let pushes = pulls & !is_usual;
            if pushes.any() {
                let push = push(neighbor.offset, self.range, pushes, neighbor.tie_break());
                self.pushes += pushes.or_zero_vectors(push);
            }
            pulls = pulls & is_usual;
        }
        // At a degenerate distance the pull is meaningless. The mask drops it, or `is_degenerate`
        // reports the agent.
        let pull = pull(
            neighbor.offset,
            neighbor.bearings.distance,
            self.inverse_range,
        );
        self.pushes = self.pushes - pulls.or_zero_vectors(pull);
    }

    #[inline(always)]
    fn is_degenerate(&self, _: &Block<S, V>) -> Mask<S> {
        // The nearest candidate may not count as a neighbor. Then the exact sum is the same.
        self.separates & !self.is_usual(self.nearest)
    }

    #[inline(always)]
    fn force(&self, agents: &Block<S, V>, _: &FlockRuleLanes<S>) -> (V::Lanes<S>, Mask<S>) {
        let force = separation(self.pushes, agents.observer.max_force);
        (force, self.separates)
    }
}

impl<S: Simd, V: Vector> SeparationSum<S, V> {
    /// The lanes where the range is not too large and the distance not too small for [`pull`].
    #[inline(always)]
    fn is_usual(&self, distance_squared: F32Lanes<S>) -> Mask<S> {
        let is_apart =
            distance_squared.is_at_least(distance_squared.splat_like(SAFE_SQUARES.start));
        self.has_usual_range & is_apart
    }
}

/// The push away from one neighbor, of length 0 to 1.
///
/// The push is 1 where the two coincide, and falls to zero at the range `D` as `(1 - d/D)^2`,
/// without a step there. The published `D/d` jumps from nothing to full strength at the edge, which
/// chatters, and is infinite at `d = 0`. `tie_break` is the direction to take when the two
/// coincide; the two agents need opposite ones.
#[inline(always)]
pub fn push<S: Simd, L: VectorLanes<S>>(
    offset: L,
    range: F32Lanes<S>,
    lanes: Mask<S>,
    tie_break: L,
) -> L {
    let (toward, distance, has_direction) = offset.direction_and_length_where(lanes);
    let nearness = (range.splat_like(1.0) - distance / range).max(range.splat_like(0.0));
    has_direction.select_vectors(-toward * (nearness * nearness), tie_break)
}

/// Minus [`push`], so toward the neighbor. Meaningless where the two coincide.
///
/// `distance` is the length of `offset`, `inverse_range` is 1 over the range.
#[inline(always)]
pub fn pull<S: Simd, L: VectorLanes<S>>(
    offset: L,
    distance: F32Lanes<S>,
    inverse_range: F32Lanes<S>,
) -> L {
    let nearness =
        (distance.splat_like(1.0) - distance * inverse_range).max(distance.splat_like(0.0));
    offset * (nearness * nearness / distance)
}

/// The force from the sum of the pushes: at most `max_force`, however many neighbors push.
#[inline(always)]
pub fn separation<S: Simd, L: VectorLanes<S>>(push_sum: L, max_force: F32Lanes<S>) -> L {
    push_sum.truncate(max_force.splat_like(1.0)) * max_force
}
