//! Cohesion: stay close to flockmates.

use crate::flocking::rule::{FlockRuleLanes, FlockingRule, Neighbor};
use crate::math::lanes::{F32Lanes, Mask, U32Lanes, VectorLanes};
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use glam::Vec2;
use pulp::Simd;

/// The summed offsets to the flockmates in view, and their number.
pub struct CohesionSum<S: Simd, V: Vector = Vec2> {
    offsets: V::Lanes<S>,
    count: U32Lanes<S>,
}

impl<S: Simd, V: Vector> FlockingRule<S, V> for CohesionSum<S, V> {
    const OF_FLOCKMATES: bool = true;

    #[inline(always)]
    fn new(simd: S, _: &FlockRuleLanes<S>) -> Self {
        Self {
            offsets: V::Lanes::splat(simd, V::ZERO),
            count: U32Lanes::splat(simd, 0),
        }
    }

    #[inline(always)]
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S, V>) {
        self.offsets += seen_by.or_zero_vectors(neighbor.offset);
        self.count = self.count.count(seen_by);
    }

    #[inline(always)]
    fn force(&self, agents: &Block<S, V>, rule: &FlockRuleLanes<S>) -> (V::Lanes<S>, Mask<S>) {
        let count = self.count.to_lanes();
        // Without flockmates the center is unused, but finite.
        let center = self.offsets / count.max(count.splat_like(1.0));
        let force = cohesion(center, rule.view.range, agents.observer.max_force);
        (force, count.is_above(count.splat_like(0.0)))
    }
}

/// The force toward the center of the flockmates, which lies at `center_offset`.
///
/// The force grows with the distance and reaches `max_force` at the edge of the view. So it
/// vanishes at the center instead of flipping there.
#[inline(always)]
pub fn cohesion<S: Simd, L: VectorLanes<S>>(
    center_offset: L,
    view_range: F32Lanes<S>,
    max_force: F32Lanes<S>,
) -> L {
    let one = view_range.splat_like(1.0);
    let sees = view_range.is_above(view_range.splat_like(0.0));
    // Avoids a division by 0, because truncating its result is slow.
    let part = (center_offset / sees.select(view_range, one)).truncate(one);
    sees.or_zero_vectors(part * max_force)
}
