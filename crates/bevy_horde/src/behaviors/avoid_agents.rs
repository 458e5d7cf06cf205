//! AvoidAgents: do not run into other agents.

use crate::length::Length;
use bevy::prelude::*;

/// Steers clear of other agents before they meet.
///
/// Acts on every perceived agent within `range` with which a collision is predicted within `horizon`, from the relative
/// velocity alone, so that the level's origin does not matter; a head-on pair both turn to their right. The sooner, the
/// stronger. Two that both avoid take half of it each; one that meets an agent without this component takes all of it,
/// as it does against one of higher `priority`; those that stand still leave most of it to those that walk. Used alone, in
/// a dense crowd, it slows everybody down. Source: the time to closest approach of Reynolds (1999), with the separation
/// predicted by the exact quadratic. System: [`among_neighbors`](crate::behaviors), tier
/// [`Avoidance`](crate::arbitration::Tier::Avoidance).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `horizon` | how far ahead a collision matters, s | 1.5 | above 0 | earlier, gentler; crowds grow cautious | remove |
/// | `range` | how far to look, centre to centre | 10 radii | 0 and up | sees fast ones sooner, slower | 0 |
/// | `margin` | gap to keep between the bodies | 0.25 radii | 0 and up | more elbow room | 0 |
/// | `priority` | right of way: against a lower one it does not yield | 0 | any | - | 0 |
/// | `standing_readiness` | part of the work taken on while standing | 0.1 | 0 to 1 | arrived agents step aside more | 0: never |
/// | `weight` | factor on the force | 3.0 | 0 and up | more evasive | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct AvoidAgents {
    /// How far ahead a collision matters, seconds.
    pub horizon: f32,
    /// How far to look, centre to centre.
    pub range: Length,
    /// Gap to keep between the bodies.
    pub margin: Length,
    /// Right of way: against a lower one it does not yield.
    pub priority: i32,
    /// Part of the work taken on while standing.
    pub standing_readiness: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for AvoidAgents {
    fn default() -> Self {
        Self {
            horizon: 1.5,
            range: Length::Radii(10.0),
            margin: Length::Radii(0.25),
            priority: 0,
            standing_readiness: 0.1,
            weight: 3.0,
        }
    }
}
