//! Takes steering off an entity.

use crate::agent::{ExternalLocomotion, Facing, SpeedFactor, SteeringAgent, SteeringDisabled};
use crate::arbitration::{SteeringContributions, SteeringGoal};
use crate::behaviors::{
    Alignment, Arrive, AvoidAgents, AvoidObstacles, Cohesion, Contain, Evade, Flee, Flock,
    FollowField, FollowLeader, FollowPath, FollowWall, Formation, FormationMembers, Gather, Hide,
    InFormation, Interpose, Journey, LookAt, OffsetPursue, Path, Pursue, Queue, Seek, Separation,
    Wander, Whiskers,
};
use crate::impulse::Impulse;
use crate::perception::{LineOfSight, Perception};
use crate::trace::SteeringTrace;
use crate::update_interval::UpdateInterval;
use bevy::ecs::component::ComponentId;
use bevy::prelude::*;

/// An entity command that makes an agent a plain entity again: a corpse, or a piece of scenery.
///
/// It removes [`SteeringAgent`], all behaviors, memories and settings of the plugin, and what these
/// required: also [`Velocity`](crate::agent::Velocity) and [`AgentId`](crate::agent_id::AgentId).
/// The `Transform` stays, and so do an [`Obstacle`](crate::obstacle::Obstacle) and a
/// [`FlowField`](crate::flow_field::FlowField), which need no agent. Components of the game stay.
/// Remove its own behaviors as well: without an agent they do nothing. Members of a formation that
/// the entity led are without a formation.
///
/// Removing [`SteeringAgent`] alone leaves all the rest. An agent that is to steer again keeps its
/// components: disable it with [`SteeringDisabled`].
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # #[derive(Component)]
/// # struct Dead;
/// fn bury(dead: Query<Entity, Added<Dead>>, mut commands: Commands) {
///     for zombie in &dead {
///         commands.entity(zombie).queue(remove_steering);
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default())).add_systems(Update, bury);
/// # app.update();
/// ```
pub fn remove_steering(mut entity: EntityWorldMut) {
    let parts = entity.world_scope(own_parts);
    let there = entity.archetype().components().iter().copied();
    let there: Vec<ComponentId> = there.filter(|id| parts.contains(id)).collect();
    entity.remove_by_ids(&there);
}

macro_rules! ids {
    ($world:expr, $($part:ty),* $(,)?) => {
        [$($world.register_component::<$part>()),*]
    };
}

/// The components of agents and what they require, but for those that other entities have, too.
fn own_parts(world: &mut World) -> Vec<ComponentId> {
    let chosen = ids!(
        world,
        SteeringAgent,
        SteeringDisabled,
        ExternalLocomotion,
        Facing,
        SpeedFactor,
        Impulse,
        LookAt,
        UpdateInterval,
        Perception,
        LineOfSight,
        SteeringTrace,
        SteeringContributions,
        SteeringGoal,
        Seek,
        Arrive,
        Gather,
        Pursue,
        Flee,
        Evade,
        Wander,
        OffsetPursue,
        FollowLeader,
        Interpose,
        Hide,
        Queue,
        FollowWall,
        FollowPath,
        Path,
        FollowField,
        Formation,
        FormationMembers,
        InFormation,
        Journey,
        Contain,
        Separation,
        Alignment,
        Cohesion,
        Flock,
        AvoidAgents,
        AvoidObstacles,
        Whiskers,
    );
    let required = |id: &ComponentId| {
        let info = world.components().get_info(*id);
        info.into_iter()
            .flat_map(|info| info.required_components().iter_ids())
    };
    let mut parts: Vec<ComponentId> = chosen.iter().flat_map(required).collect();
    parts.extend(chosen);
    let transform = world.register_component::<Transform>();
    let of_transform = world.components().get_info(transform);
    let of_transform = of_transform
        .into_iter()
        .flat_map(|info| info.required_components().iter_ids());
    let kept: Vec<ComponentId> = of_transform.chain([transform]).collect();
    parts.retain(|part| !kept.contains(part));
    parts
}
