//! The agents that the debug drawing shows.

use crate::SteeringGizmos;
use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Marks an agent to watch. While any agent has it, the debug drawing shows marked agents only.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Component, Default)]
pub struct WatchSteering;

/// The agents that the debug drawing shows: those with [`WatchSteering`], or all without any.
///
/// Of more than [`SteeringGizmos::most_agents`] it shows some.
///
/// It selects them by [`AgentId`], so that they stay the same from frame to frame. It leaves out
/// agents with [`SteeringDisabled`].
#[derive(SystemParam)]
pub struct WatchedAgents<'w, 's> {
    store: Res<'w, GizmoConfigStore>,
    marked: Query<'w, 's, (Entity, &'static AgentId), (Watchable, With<WatchSteering>)>,
    all: Query<'w, 's, (Entity, &'static AgentId), Watchable>,
}

/// An agent with steering that is not disabled.
type Watchable = (With<SteeringAgent>, Without<SteeringDisabled>);

impl WatchedAgents<'_, '_> {
    /// Returns the shown agents, in the order of their ids.
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

/// Returns at most `most` of the agents, evenly spread over their ids.
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
