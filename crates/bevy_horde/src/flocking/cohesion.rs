//! Cohesion: stay close to flockmates.

use super::rule::{FlockRuleSettings, checked_rule};
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::flocking::rule::FlockRule;

/// Steers toward the center of the flockmates in view.
///
/// Acts while at least one flockmate is in view. The force grows with the distance of the center
/// and is `max_force` at the edge of the view. Used alone, agents gather in a heap. Source: Bourg
/// and Seeman, "AI for Game Developers", ch. 4; Reynolds, "Flocks, Herds, and Schools" (1987).
/// System: [`step_crowd`](crate::SteeringSystems::Arbitrate), tier
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
        checked_rule(&self.view, self.weight, body_radius, check)
    }
}
