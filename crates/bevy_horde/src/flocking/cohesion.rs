//! Cohesion: stay close to flockmates.

use super::rule::{FlockRule, FlockRuleLanes, FlockRuleSettings, FlockingRule, Neighbor};
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::math::lanes::{F32Lanes, Mask, U32Lanes, Vec2Lanes};
use horde_kernel::neighbors::block::Block;
use pulp::Simd;

/// Steers toward the center of the flockmates in view.
///
/// Acts while at least one flockmate is in view. The force grows with the distance of the center
/// and is `max_force` at the edge of the view. Used alone, agents gather in a heap. Source: Bourg
/// and Seeman, "AI for Game Developers", ch. 4; Reynolds, "Flocks, Herds, and Schools" (1987).
/// System: [`steer_among_neighbors`](crate::behaviors), tier
/// [`Flocking`](crate::arbitration::Tier::Flocking).
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `view` | how far and wide to look | 10 radii, wide | see [`View`] | larger groups gather | range 0 |
/// | `weight` | factor on the force | 0.5 | 0 and up | tighter groups | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Cohesion {
    /// How far and wide to look.
    pub view: View,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for Cohesion {
    fn default() -> Self {
        Self {
            view: View::wide(Length::Radii(10.0)),
            weight: 0.5,
        }
    }
}

impl FlockRuleSettings for Cohesion {
    fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> FlockRule {
        FlockRule::new(&self.view, self.weight, body_radius, check)
    }
}

/// The summed offsets to the flockmates in view, and their number.
pub(super) struct CohesionSum<S: Simd> {
    offsets: Vec2Lanes<S>,
    count: U32Lanes<S>,
}

impl<S: Simd> FlockingRule<S> for CohesionSum<S> {
    const OF_FLOCKMATES: bool = true;

    #[inline(always)]
    fn new(simd: S, _: &FlockRuleLanes<S>) -> Self {
        Self {
            offsets: Vec2Lanes::splat(simd, Vec2::ZERO),
            count: U32Lanes::splat(simd, 0),
        }
    }

    #[inline(always)]
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S>) {
        self.offsets += seen_by.or_zero_vectors(neighbor.offset);
        self.count = self.count.count(seen_by);
    }

    #[inline(always)]
    fn force(&self, agents: &Block<S>, rule: &FlockRuleLanes<S>) -> (Vec2Lanes<S>, Mask<S>) {
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
pub(super) fn cohesion<S: Simd>(
    center_offset: Vec2Lanes<S>,
    view_range: F32Lanes<S>,
    max_force: F32Lanes<S>,
) -> Vec2Lanes<S> {
    let one = view_range.splat_like(1.0);
    let sees = view_range.is_above(view_range.splat_like(0.0));
    // Avoids a division by 0, because truncating its result is slow.
    let part = (center_offset / sees.select(view_range, one)).truncate(one);
    sees.or_zero_vectors(part * max_force)
}
