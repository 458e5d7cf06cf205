//! How urgent a steering force is.

use bevy::prelude::*;

/// The urgency of a contribution. Order matters only for [`Combine::Prioritised`](crate::agent::Combine::Prioritised).
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Tier {
    /// Not running into things: obstacles, walls, other agents.
    Avoidance,
    /// Keeping company: separation, alignment, cohesion.
    Society,
    /// Getting somewhere: seek, flee, arrive, pursue, evade, wander.
    Goal,
}
