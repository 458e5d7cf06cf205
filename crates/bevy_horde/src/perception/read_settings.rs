//! Checking what an agent can do, when its component has changed.

use super::state::AgentState;
use crate::agent::SteeringAgent;
use crate::tables::{Changes, Watched, Written, for_changed_rows};
use crate::validation::InputWarnings;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

/// Checks the settings of agents whose component has changed, or which are new. A state counts as changed when what rules
/// are resolved with has: the radius or the largest speed.
pub(crate) fn read_settings(
    // Inputs
    warnings: Res<InputWarnings>,
    // Output: whom the game has hidden with `Disabled` as well, or the change would be missed.
    mut agents: Query<(Entity, Ref<SteeringAgent>, &mut AgentState, Has<Disabled>)>,
) {
    let tables = agents.contiguous_iter_mut();
    for (entities, settings, states, _) in tables.expect("every component lies in tables") {
        let settings = Watched::new(settings);
        let mut states = Written::new(states);
        for_changed_rows(
            entities.len(),
            &mut states.column(),
            |states, rows| settings.any_changed(rows.clone()) || states.any_changed(rows),
            |states, row| {
                let before = *states.get(row);
                let state = checked(entities[row], settings.get(row), &warnings, before);
                let is_same =
                    (state.body_radius, state.max_speed) == (before.body_radius, before.max_speed);
                if is_same {
                    states.set_unmarked(row, state);
                } else {
                    states.set(row, state);
                }
            },
        );
    }
}

fn checked(
    entity: Entity,
    agent: &SteeringAgent,
    warnings: &InputWarnings,
    before: AgentState,
) -> AgentState {
    let check = warnings.of(entity, "SteeringAgent");
    AgentState {
        body_radius: check.at_least_zero("body_radius", agent.body_radius, 0.0),
        max_speed: check.at_least_zero("max_speed", agent.max_speed, 0.0),
        max_force: check.at_least_zero("max_force", agent.max_force, 0.0),
        mass: check.above_zero("mass", agent.mass, 1.0),
        max_turn_rate: check.at_least_zero_or_infinite(
            "max_turn_rate",
            agent.max_turn_rate,
            f32::INFINITY,
        ),
        solid: agent.solid,
        combine: agent.combine,
        ..before
    }
}
