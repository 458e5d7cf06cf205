//! Flock: the three flocking rules together.

use super::components::{Alignment, Cohesion, Separation};
use bevy::prelude::*;

/// Separation, alignment and cohesion in one component.
///
/// The same rules as the components [`Separation`], [`Alignment`] and [`Cohesion`]. If an agent
/// also has one of these components, that component counts instead of the field here.
///
/// | field | meaning | default | legal | disable |
/// |---|---|---|---|---|
/// | `separation`, `alignment`, `cohesion` | the rules | their defaults | see there | weight 0 |
/// | `flockmates` | groups that count for alignment and cohesion, one bit each | all | any | 0: none |
///
/// Separation ignores `flockmates`: it heeds every agent that
/// [`Perception`](crate::perception::Perception) perceives. A flock that skips the player's agents,
/// as that of Bourg and Seeman does, walks through them.
///
/// ```
/// # use bevy_horde::prelude::*;
/// let tight = Flock {
///     cohesion: Cohesion { weight: 2.0, ..Default::default() },
///     ..Default::default()
/// };
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Flock {
    /// Keeps a distance from neighbors.
    pub separation: Separation,
    /// Matches the velocity of flockmates.
    pub alignment: Alignment,
    /// Stays close to flockmates.
    pub cohesion: Cohesion,
    /// Groups that count for alignment and cohesion, one bit each.
    pub flockmates: u32,
}

impl Default for Flock {
    fn default() -> Self {
        Self {
            separation: Separation::default(),
            alignment: Alignment::default(),
            cohesion: Cohesion::default(),
            flockmates: u32::MAX,
        }
    }
}
