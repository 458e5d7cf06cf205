//! What a behavior heads for, or away from.

use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// A place or an entity, to head for or away from.
///
/// An entity's place is where its [`Transform`] and those of its parents put it at the start of the
/// tick. Its velocity is that of its own [`Velocity`](crate::agent::Velocity) component, whether it
/// is an agent or not. The velocity is zero without that component, or with
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). A target is *no opinion* when it was
/// despawned, has no `Transform`, is not finite, or is the agent itself. The behavior then adds
/// nothing, and an agent that nothing else moves keeps its velocity. To make a horde stop where its
/// bait was, give it the place instead, or [`SteeringDisabled`](crate::agent::SteeringDisabled).
/// When the target of a horde is gone, a warning names one agent. What happens while an obstacle
/// hides the target is set by [`LineOfSight`](crate::perception::LineOfSight).
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
