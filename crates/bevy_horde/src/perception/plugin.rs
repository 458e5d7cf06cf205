//! The stage that reads agents.

use super::agent_index::index_agents;
use super::refresh::{is_before_first_tick, refresh_before_first_tick};
use super::restored::RestoredIndices;
use super::{
    AgentIndex, AgentState, HiddenTarget, LastSeen, LineOfSight, NeighborRecord, Perception,
    SeenTarget, SettingsVersion, View, read_agents, read_settings,
};
use crate::agent::{Combine, SpeedFactor, SteeringAgent, SteeringDisabled, require};
use crate::agent_id::{AgentId, DrawnIds, NextAgentId, keep_drawn_ids};
use crate::obstacle::index_obstacles;
use crate::schedule::{SteeringSystems, SteeringTick, advance_tick};
use crate::trace::{SteeringTrace, clear_traces};
use crate::validation::{SteeringWarnings, forget_despawned, log_warnings};
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Reads agents and indexes them.
pub(crate) struct PerceptionPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for PerceptionPlugin {
    fn build(&self, app: &mut App) {
        require::<Perception>(app);
        require::<AgentState>(app);
        require::<SettingsVersion>(app);
        require::<NeighborRecord>(app);
        app.init_resource::<SteeringTick>()
            .init_resource::<NextAgentId>()
            .init_resource::<DrawnIds>()
            .init_resource::<SteeringWarnings>()
            .init_resource::<AgentIndex>()
            .init_resource::<RestoredIndices>()
            .register_type::<(SteeringTick, NextAgentId, AgentId, AgentState)>()
            .register_type::<(SteeringAgent, Combine, SteeringDisabled, Disabled)>()
            .register_type::<(Transform, Perception, View, SpeedFactor)>()
            .register_type::<(LineOfSight, HiddenTarget, LastSeen, SeenTarget)>()
            .add_systems(
                self.0,
                (
                    advance_tick,
                    keep_drawn_ids.run_if(DrawnIds::is_any),
                    forget_despawned.run_if(SteeringWarnings::any_reported),
                    clear_traces.run_if(any_with_component::<SteeringTrace>),
                    read_settings,
                    read_agents,
                    index_agents.before(index_obstacles),
                )
                    .chain()
                    .in_set(SteeringSystems::Perceive),
            )
            .add_systems(
                self.0,
                log_warnings
                    .run_if(SteeringWarnings::has_news)
                    .after(SteeringSystems::Locomote),
            )
            .add_systems(Last, log_warnings.run_if(SteeringWarnings::has_news))
            .add_systems(
                RunFixedMainLoop,
                refresh_before_first_tick
                    .run_if(is_before_first_tick)
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
            );
    }
}
