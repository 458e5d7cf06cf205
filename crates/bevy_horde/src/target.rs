//! What a behavior heads for, or away from.

use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// A place, an entity or the nearest of a group, to head for or away from.
///
/// An entity's place is where its [`Transform`] and those of its parents put it at the start of the
/// tick. Its velocity is that of its own [`Velocity`](crate::agent::Velocity) component, whether it
/// is an agent or not. The velocity is zero without that component, or with
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). A target is gone when it was despawned or
/// hidden, has no `Transform`, is not finite, or is the agent itself. The behavior then adds
/// nothing, and an agent that nothing else moves keeps its velocity. To make a horde stop where its
/// bait was, target that place instead, or insert
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). When the target of a horde is gone, a
/// warning names one agent. What happens while an obstacle hides the target is set by
/// [`LineOfSight`](crate::perception::LineOfSight).
///
/// # The nearest of a group
///
/// [`Target::NearestOf`] is the nearest *other agent* that belongs to one of these groups, by
/// [`Perception::memberships`](crate::perception::Perception::memberships). Of equally near agents,
/// the one with the lowest [`AgentId`](crate::agent_id::AgentId) counts. Groups without another
/// agent count as a despawned target: the behavior adds nothing, with one warning.
///
/// - An agent keeps its choice until another member is nearer than 0.9 of the distance to the
///   choice, or the choice is despawned, hidden or out of the groups. So the choice does not change
///   in every tick between two equally near agents. A game reads it from
///   [`ChosenTargets`](crate::behaviors::ChosenTargets).
/// - With a [`LineOfSight`](crate::perception::LineOfSight) the choice is the nearest member in
///   sight, unless the response to a hidden target is to keep tracking it. Only while no member is
///   in sight, that response counts, for the last choice.
/// - [`Interpose`](crate::behaviors::Interpose), [`Hide`](crate::behaviors::Hide),
///   [`Queue`](crate::behaviors::Queue) and [`LookAt`](crate::behaviors::LookAt) take the nearest
///   in every tick, in sight or not, and keep no choice. A
///   [`FlowField`](crate::flow_field::FlowField) is at no place, so it leaves out such a goal.
///
/// The plugin sorts the members of a target into cells once per tick, when the first agent asks.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// const HUMANS: u32 = 1 << 1;
///
/// # let mut world = World::new();
/// let human = Perception { memberships: HUMANS, ..default() };
/// world.spawn((SteeringAgent::default(), human));
/// world.spawn((SteeringAgent::default(), Pursue::new(Target::NearestOf(HUMANS))));
/// ```
///
/// Scenes and clones map the entity by Bevy's own hooks.
#[derive(Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A place in the world.
    Point(Vec3),
    /// A place in the plane: x and y of the world, or x and z in 3D ground games.
    PlanePoint(Vec2),
    /// An entity, wherever it goes.
    Entity(#[entities] Entity),
    /// The nearest other agent in one of these groups, one bit each; 0 finds no agent.
    NearestOf(u32),
}

impl Target {
    /// The coordinates of a fixed place in the plane; `None` for an entity, and for the nearest of
    /// a group.
    pub fn fixed_place(self, space: MovementSpace) -> Option<Vec2> {
        match self {
            Self::Point(world) => Some(world.into_plane(space)),
            Self::PlanePoint(plane) => Some(plane),
            Self::Entity(_) | Self::NearestOf(_) => None,
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
