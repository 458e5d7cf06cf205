//! Separation: keep a distance from neighbors.

use super::rule::{FlockRuleSettings, checked_rule};
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::flocking::rule::FlockRule;

/// Pushes away from neighbors that are too near.
///
/// Reacts to every perceived agent in view, the player's included. The agent for which this agent
/// heads does not push it, unless
/// [`AvoidAgents::avoid_target`](crate::behaviors::AvoidAgents::avoid_target) is set. The push of
/// one neighbor is full where the two coincide. It falls smoothly to nothing at the view's range,
/// the separation distance. Together the pushes are at most `max_force`. The default view is all
/// round, unlike that of the other rules: with a narrow view, agents would drift into neighbors
/// beside them. Used alone, agents spread and coast.
///
/// Source: Bourg and Seeman, "AI for Game Developers", ch. 4, without its jump at the edge and its
/// infinity at distance 0. System: [`step_crowd`](crate::SteeringSystems::Arbitrate), tier
/// [`Flocking`](crate::arbitration::Tier::Flocking).
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `view` | separation distance and how wide to look | 4 radii, all round | see [`View`] | looser crowds | range 0 |
/// | `weight` | factor on the force | 1.5 | 0 and up | stiffer | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Separation {
    /// Separation distance (its range) and how wide to look.
    pub view: View,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for Separation {
    fn default() -> Self {
        Self {
            view: View::all(Length::Radii(4.0)),
            weight: 1.5,
        }
    }
}

impl FlockRuleSettings for Separation {
    fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> FlockRule {
        checked_rule(&self.view, self.weight, body_radius, check)
    }
}
