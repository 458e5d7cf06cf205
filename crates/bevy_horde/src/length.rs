//! Lengths in body radii or in world units.

use bevy::prelude::*;

/// A length in body radii or in world units.
///
/// The default lengths of behaviors are in radii. So the same defaults fit a person of 0.3 m and a
/// sprite of 16 pixels. The areas of [`Contain`](crate::behaviors::Contain) and
/// [`FlowField`](crate::flow_field::FlowField) are in world units, as are the cells and body radii
/// of a field.
#[derive(Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Length {
    /// A multiple of the agent's own body radius.
    Radii(f32),
    /// A number of world units.
    World(f32),
}

impl Length {
    /// A length of zero.
    pub const ZERO: Self = Self::World(0.0);

    /// Returns this length in world units for a body of the given radius.
    pub fn resolve(self, body_radius: f32) -> f32 {
        match self {
            Self::Radii(count) => count * body_radius,
            Self::World(units) => units,
        }
    }
}
