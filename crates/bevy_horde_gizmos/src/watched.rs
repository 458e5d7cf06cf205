//! Which agents are drawn over.

use crate::SteeringGizmos;
use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Marks an agent that is to be watched. While any agent has it, the debug drawing shows marked ones only.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Component, Default)]
pub struct WatchSteering;

/// The agents that the debug drawing shows: those with [`WatchSteering`]; without any, all of them or, of more than
/// [`SteeringGizmos::most_agents`], some.
///
/// Which ones goes by [`AgentId`], so that they stay the same from frame to frame. Agents with [`SteeringDisabled`] are
/// never among them.
#[derive(SystemParam)]
pub struct WatchedAgents<'w, 's> {
    store: Res<'w, GizmoConfigStore>,
    marked: Query<'w, 's, (Entity, &'static AgentId), (Watchable, With<WatchSteering>)>,
    all: Query<'w, 's, (Entity, &'static AgentId), Watchable>,
}

/// An agent that takes part.
type Watchable = (With<SteeringAgent>, Without<SteeringDisabled>);

impl WatchedAgents<'_, '_> {
    /// Those agents, in the order of their ids.
    pub fn list(&self) -> Vec<Entity> {
        let most = self
            .store
            .get_config::<SteeringGizmos>()
            .map_or(0, |(_, gizmos)| gizmos.most_agents);
        let agents = if self.marked.is_empty() {
            self.all.iter().collect()
        } else {
            self.marked.iter().collect()
        };
        spread(agents, most)
    }
}

/// At most so many of the agents, evenly spread over their ids.
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
