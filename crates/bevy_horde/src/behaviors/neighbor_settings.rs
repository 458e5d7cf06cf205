//! The settings of agents about their neighbors, resolved from their components.

use crate::agent::SteeringAgent;
use crate::avoidance::{AvoidAgents, avoidance_rule};
use crate::flocking::{FlockComponents, FlockQuery};
use crate::perception::{AgentIndex, AgentState, LineOfSight, NeighborRecord, Perception};
use crate::tables::{ColumnMut, ColumnRef, ROWS_AT_ONCE, Versioned, rows_at_once};
use crate::validation::SteeringWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::prelude::*;
use horde_kernel::step::settings::NeighborSettings;

/// Updates the settings of all agents about their neighbors, and their ranges.
///
/// Unchanged settings cost one check of their components' versions.
pub(crate) fn resolve_neighbor_settings(
    // Inputs
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<
        (
            Entity,
            (
                FlockQuery,
                Option<Ref<AvoidAgents>>,
                Option<Ref<LineOfSight>>,
                Ref<Perception>,
            ),
            &mut NeighborRecord,
            &mut AgentState,
        ),
        With<SteeringAgent>,
    >,
    mut index: ResMut<AgentIndex>,
) {
    let agent_count = agents.iter().len();
    let shared = index.settings_mut();
    if shared.is_stale(agent_count) {
        shared.clear();
    }
    let generation = shared.generation();
    let tables = agents.contiguous_iter_mut();
    for (entities, components, records, states) in tables.expect("every component lies in tables") {
        let flock = FlockComponents::new(components.0);
        let avoid = components.1.map(ColumnRef::new);
        let sight = components.2.map(ColumnRef::new);
        let perceptions = ColumnRef::new(components.3);
        let (records, _) = ContiguousMut::bypass_change_detection_split(records);
        let mut states = ColumnMut::new(states);
        let mut states = states.column();
        let avoidance_and_sight = u8::from(avoid.is_some()) | u8::from(sight.is_some()) << 1;
        let present = flock.present() << 2 | avoidance_and_sight;
        for rows in rows_at_once(entities.len()) {
            let mut versions = [0; ROWS_AT_ONCE];
            flock.add_versions(rows.clone(), &mut versions);
            avoid.add_versions(rows.clone(), &mut versions);
            sight.add_versions(rows.clone(), &mut versions);
            perceptions.add_versions(rows.clone(), &mut versions);
            states.add_versions(rows.clone(), &mut versions);
            let known = records[rows.clone()].iter().zip(&versions);
            // No early end, so that the compiler can compare several rows at once.
            if known.fold(true, |are, (known, version)| {
                are & (known.version == *version)
                    & (known.present == present)
                    & (known.generation == generation)
            }) {
                continue;
            }
            for (row, version) in rows.zip(versions) {
                let known = NeighborRecord {
                    version,
                    present,
                    generation,
                    ..records[row]
                };
                if records[row] == known {
                    continue;
                }
                let check = |component| warnings.of(entities[row], component);
                let mut state = *states.get(row);
                let perception = perceptions.get(row);
                let settings = NeighborSettings {
                    flock: flock.resolve(row, state.body_radius, check),
                    avoidance: avoid
                        .as_ref()
                        .map(|avoid| avoidance_rule(avoid.get(row), &state, check("AvoidAgents"))),
                    filters: perception.filters,
                    max_neighbors: perception.max_neighbors,
                    needs_sight: sight.as_ref().is_some_and(|sight| sight.get(row).neighbors),
                };
                settings.apply(&mut state.0);
                records[row] = NeighborRecord {
                    number: shared.share(&settings),
                    ..known
                };
                *states.get_mut(row).bypass_change_detection() = state;
            }
        }
    }
}
