//! How urgent a steering force is.

use bevy::prelude::*;

/// The urgency of a contribution. Order matters only for [`Combine::Prioritized`](crate::agent::Combine::Prioritized).
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Tier {
    /// Not running into things: obstacles, walls, other agents.
    Avoidance,
    /// Keeping company: separation, alignment, cohesion.
    Flocking,
    /// Getting somewhere: seek, flee, arrive, pursue, evade, wander.
    Goal,
}
