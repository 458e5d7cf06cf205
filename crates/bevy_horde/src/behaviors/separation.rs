//! Separation: keep off one's neighbours.

use crate::kernel::view::ViewCone;
use crate::length::Length;
use crate::perception::View;
use crate::validation::FieldCheck;
use bevy::prelude::*;

/// Pushes away from neighbours that are too near.
///
/// Acts on every perceived agent in view, the player's included. It does not push away from the
/// agent that this one seeks, pursues or arrives at, unless
/// [`AvoidAgents::avoid_target`](super::AvoidAgents::avoid_target) is set. The push of one neighbor
/// is full where the two coincide. It falls smoothly to nothing at the view's range, the separation
/// distance. Together the pushes are at most `max_force`. The view is all round even when the other
/// rules see less: with a narrow one, units would drift into those beside them. Used alone, agents
/// spread and coast. Source: Bourg and Seeman, "AI for Game Developers", ch. 4, without its jump at
/// the edge and its infinity at distance 0. System: [`among_neighbors`](crate::behaviors), tier
/// [`Society`](crate::arbitration::Tier::Society).
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

impl Separation {
    /// The rule with its numbers resolved and checked.
    pub(super) fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> (ViewCone, f32) {
        (
            self.view.resolve(body_radius, check),
            check.at_least_zero("weight", self.weight, 0.0),
        )
    }
}
