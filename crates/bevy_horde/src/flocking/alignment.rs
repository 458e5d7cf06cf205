//! Alignment: match the velocity of flockmates.

use super::rule::{FlockRuleSettings, checked_rule};
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::flocking::rule::FlockRule;

/// Steers toward the mean velocity of the flockmates in view.
///
/// Acts while at least one flockmate is in view. The force is at most `max_force`. Used alone,
/// agents fall into step and drift apart. Source: Bourg and Seeman, "AI for Game Developers", ch.
/// 4; Reynolds, "Flocks, Herds, and Schools" (1987). System:
/// [`step_crowd`](crate::SteeringSystems::Arbitrate), tier
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
        checked_rule(&self.view, self.weight, body_radius, check)
    }
}
