//! What a behaviour heads for, or away from.

use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// A place, or an entity to keep an eye on.
///
/// An entity's place is that of its root [`Transform`] at the start of the tick, its velocity that of its
/// [`Velocity`](crate::agent::Velocity) component, whether it is an agent or not; zero without one, or with
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). A target that was despawned, or has no `Transform`,
/// or is not finite, or is the agent itself, is *no opinion*: the behaviour adds nothing, and an agent that nothing else
/// moves runs on as it did. To make a horde stop where its bait was, give it the place instead, or
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). Of a horde whose target is gone, a warning names one agent. One that an obstacle hides is the affair of [`LineOfSight`](crate::perception::LineOfSight).
///
/// Scenes and clones map the entity by Bevy's own hooks.
#[derive(Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A place in the world.
    Point(Vec3),
    /// A place in the steering plane.
    PlanePoint(Vec2),
    /// An entity, wherever it goes.
    Entity(#[entities] Entity),
}

impl Target {
    /// The steering coordinates of a fixed place; `None` for an entity.
    pub fn fixed_place(self, space: MovementSpace) -> Option<Vec2> {
        match self {
            Self::Point(world) => Some(world.into_plane(space)),
            Self::PlanePoint(plane) => Some(plane),
            Self::Entity(_) => None,
        }
    }
}

impl Default for Target {
    /// The world's origin.
    fn default() -> Self {
        Self::Point(Vec3::ZERO)
    }
}

impl From<Vec3> for Target {
    fn from(world: Vec3) -> Self {
        Self::Point(world)
    }
}

impl From<Vec2> for Target {
    fn from(plane: Vec2) -> Self {
        Self::PlanePoint(plane)
    }
}

impl From<Entity> for Target {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity)
    }
}
