//! Alignment: match the velocity of flockmates.

use super::rule::{FlockRule, FlockRuleLanes, FlockRuleSettings, FlockingRule, Neighbor};
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::math::lanes::{F32Lanes, Mask, U32Lanes, Vec2Lanes};
use horde_kernel::neighbors::block::Block;
use pulp::Simd;

/// Steers toward the mean velocity of the flockmates in view.
///
/// Acts while at least one flockmate is in view. The force is at most `max_force`. Used alone,
/// agents fall into step and drift apart. Source: Bourg and Seeman, "AI for Game Developers", ch.
/// 4; Reynolds, "Flocks, Herds, and Schools" (1987). System:
/// [`steer_among_neighbors`](crate::behaviors), tier
/// [`Flocking`](crate::arbitration::Tier::Flocking).
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `view` | how far and wide to look | 10 radii, wide | see [`View`] | larger groups agree | range 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | agrees sooner | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Alignment {
    /// How far and wide to look.
    pub view: View,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for Alignment {
    fn default() -> Self {
        Self {
            view: View::wide(Length::Radii(10.0)),
            weight: 1.0,
        }
    }
}

impl FlockRuleSettings for Alignment {
    fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> FlockRule {
        FlockRule::new(&self.view, self.weight, body_radius, check)
    }
}

/// The summed velocities of the flockmates in view, and their number.
pub(super) struct AlignmentSum<S: Simd> {
    velocities: Vec2Lanes<S>,
    count: U32Lanes<S>,
}

impl<S: Simd> FlockingRule<S> for AlignmentSum<S> {
    const OF_FLOCKMATES: bool = true;

    #[inline(always)]
    fn new(simd: S, _: &FlockRuleLanes<S>) -> Self {
        Self {
            velocities: Vec2Lanes::splat(simd, Vec2::ZERO),
            count: U32Lanes::splat(simd, 0),
        }
    }

    #[inline(always)]
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S>) {
        self.velocities += seen_by.or_zero_vectors(neighbor.velocity());
        self.count = self.count.count(seen_by);
    }

    #[inline(always)]
    fn force(&self, agents: &Block<S>, _: &FlockRuleLanes<S>) -> (Vec2Lanes<S>, Mask<S>) {
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
pub(super) fn alignment<S: Simd>(
    mean_velocity: Vec2Lanes<S>,
    velocity: Vec2Lanes<S>,
    max_speed: F32Lanes<S>,
    max_force: F32Lanes<S>,
) -> Vec2Lanes<S> {
    let one = max_speed.splat_like(1.0);
    let moves = max_speed.is_above(max_speed.splat_like(0.0));
    let missing = ((mean_velocity - velocity) / moves.select(max_speed, one)).truncate(one);
    moves.or_zero_vectors(missing * max_force)
}
