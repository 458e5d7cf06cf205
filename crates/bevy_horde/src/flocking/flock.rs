//! Flock: the three flocking rules together.

use super::{Alignment, Cohesion, Separation};
use bevy::prelude::*;

/// Separation, alignment and cohesion in one component.
///
/// The same rules as the components [`Separation`], [`Alignment`] and [`Cohesion`]; where an agent has one of those beside
/// it, that one counts instead.
///
/// | field | meaning | default | legal | disable |
/// |---|---|---|---|---|
/// | `separation`, `alignment`, `cohesion` | the rules | their defaults | see there | weight 0 |
/// | `flockmates` | groups that count for alignment and cohesion, one bit each | all | any | 0: nobody |
///
/// Separation heeds everybody that [`Perception`](crate::perception::Perception) perceives: a flock whose units skipped the
/// player's, as the book's do, would walk through it.
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
    /// Keeps off neighbors.
    pub separation: Separation,
    /// Moves as flockmates do.
    pub alignment: Alignment,
    /// Stays with flockmates.
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
