//! How urgent a steering force is.

use bevy::prelude::*;

/// The urgency of a contribution. The order matters only for
/// [`Combine::Prioritized`](crate::agent::Combine::Prioritized).
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Tier {
    /// Collisions to avoid: with obstacles, walls, other agents.
    Avoidance,
    /// The flocking rules: separation, alignment, cohesion.
    Flocking,
    /// Movement to a goal or away from a threat: seek, flee, arrive, pursue, evade, wander.
    Goal,
}
