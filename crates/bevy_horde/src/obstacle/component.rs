//! The component that makes an entity an obstacle.

use bevy::math::primitives::Circle;
use bevy::prelude::*;

/// Something in the way.
///
/// It stands where the entity's root `Transform` puts it, scaled by it, and may be moved at any time.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `shape` | the shape, about the entity's place | - |
/// | `solid` | whether solid agents are kept out of it | true |
/// | `opaque` | whether it blocks the line of sight | true |
///
/// Avoidance and whiskers heed every obstacle, solid or not: a pond is avoided, and can be fallen into. A shape that is not
/// finite or has no extent is reported once and ignored.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// world.spawn((Transform::from_xyz(80.0, 0.0, 0.0), Obstacle::from(Circle::new(24.0))));
/// ```
#[derive(Component, Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[reflect(Component)]
#[require(Transform)]
pub struct Obstacle {
    /// The shape, about the entity's place.
    pub shape: ObstacleShape,
    /// Whether solid agents are kept out of it.
    pub solid: bool,
    /// Whether it blocks the line of sight.
    pub opaque: bool,
}

/// The shape of an obstacle, in the entity's own space.
#[derive(Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ObstacleShape {
    /// A disc about the entity's place.
    Circle {
        /// World units, before the `Transform`'s scale; above 0.
        radius: f32,
    },
}

impl Obstacle {
    /// A solid, opaque disc of the given radius (world units).
    pub const fn circle(radius: f32) -> Self {
        Self {
            shape: ObstacleShape::Circle { radius },
            solid: true,
            opaque: true,
        }
    }

    /// The same obstacle, passable: avoided, and not solid.
    pub const fn passable(mut self) -> Self {
        self.solid = false;
        self
    }

    /// The same obstacle, see-through.
    pub const fn transparent(mut self) -> Self {
        self.opaque = false;
        self
    }
}

impl From<Circle> for Obstacle {
    fn from(circle: Circle) -> Self {
        Self::circle(circle.radius)
    }
}
