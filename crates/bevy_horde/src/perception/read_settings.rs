//! Checking what an agent can do, when its component has changed.

use super::state::AgentState;
use crate::agent::SteeringAgent;
use crate::tables::{Changes, Column, Watched, Written, cut};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// So many agents are asked at once whether any of them has changed.
const AT_ONCE: usize = 64;

/// Checks the settings of agents whose component has changed, or which are new. Their states count as changed, and only then.
pub(crate) fn read_settings(
    // Inputs
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(Entity, Ref<SteeringAgent>, &mut AgentState)>,
) {
    let tables = agents.contiguous_iter_mut();
    for (entities, settings, states) in tables.expect("every component lies in tables") {
        let mut states = Written::new(states);
        let columns = (entities, Watched::new(settings), states.column());
        cut(
            entities.len(),
            columns,
            |(entities, settings, mut states)| {
                read_changed(entities, &settings, &mut states, &warnings);
            },
        );
    }
}

fn read_changed(
    entities: &[Entity],
    settings: &Watched<SteeringAgent>,
    states: &mut Column<AgentState>,
    warnings: &InputWarnings,
) {
    for first in (0..entities.len()).step_by(AT_ONCE) {
        let rows = first..(first + AT_ONCE).min(entities.len());
        if !(settings.any_changed(rows.clone()) || states.any_changed(rows.clone())) {
            continue;
        }
        for row in rows {
            if settings.is_changed(row) || states.is_changed(row) {
                check(
                    entities[row],
                    settings.get(row),
                    warnings,
                    states.get_mut(row),
                );
            }
        }
    }
}

fn check(entity: Entity, agent: &SteeringAgent, warnings: &InputWarnings, state: &mut AgentState) {
    let check = warnings.of(entity, "SteeringAgent");
    state.body_radius = check.at_least_zero("body_radius", agent.body_radius, 0.0);
    state.max_speed = check.at_least_zero("max_speed", agent.max_speed, 0.0);
    state.max_force = check.at_least_zero("max_force", agent.max_force, 0.0);
    state.mass = check.above_zero("mass", agent.mass, 1.0);
    state.max_turn_rate =
        check.at_least_zero_or_infinite("max_turn_rate", agent.max_turn_rate, f32::INFINITY);
    state.solid = agent.solid;
}
