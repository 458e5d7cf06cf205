//! The agents that are drawn.

use crate::SteeringGizmos;
use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Marks an agent for the debug drawing. While any agent without [`SteeringDisabled`] has the mark,
/// only marked agents are drawn.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Component, Default)]
pub struct WatchSteering;

/// The agents that the debug drawing shows: those with [`WatchSteering`], or all agents if none
/// that can be drawn has it. Of more than [`SteeringGizmos::max_agents`] agents, an evenly spread
/// part is drawn.
///
/// The selection depends on [`AgentId`], so it stays the same from frame to frame. It never
/// contains agents with [`SteeringDisabled`].
#[derive(SystemParam)]
pub struct WatchedAgents<'w, 's> {
    store: Res<'w, GizmoConfigStore>,
    marked: Query<'w, 's, (Entity, &'static AgentId), (Watchable, With<WatchSteering>)>,
    all: Query<'w, 's, (Entity, &'static AgentId), Watchable>,
}

/// An agent that can be drawn.
type Watchable = (With<SteeringAgent>, Without<SteeringDisabled>);

impl WatchedAgents<'_, '_> {
    /// The agents, ordered by id.
    pub fn list(&self) -> Vec<Entity> {
        let most = self
            .store
            .get_config::<SteeringGizmos>()
            .map_or(0, |(_, gizmos)| gizmos.max_agents);
        let agents = if self.marked.is_empty() {
            self.all.iter().collect()
        } else {
            self.marked.iter().collect()
        };
        spread(agents, most)
    }
}

/// At most `most` of the agents, evenly spread over their ids.
fn spread(mut agents: Vec<(Entity, &AgentId)>, most: usize) -> Vec<Entity> {
    if most == 0 {
        return Vec::new();
    }
    agents.sort_unstable_by_key(|(entity, id)| (**id, *entity));
    let every = agents.len().div_ceil(most).max(1);
    agents
        .into_iter()
        .step_by(every)
        .map(|(entity, _)| entity)
        .collect()
}
