//! The rules of agents about their neighbors, resolved from their components.

use crate::avoidance::{AvoidAgents, ResolvedAvoidance};
use crate::flocking::{FlockComponents, FlockQuery, ResolvedRules};
use crate::perception::{AgentState, LineOfSight};
use crate::tables::{ColumnMut, ColumnRef, ROWS_AT_ONCE, Version, Versioned, rows_at_once};
use crate::validation::SteeringWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::prelude::*;

/// The components from which an agent's rules were resolved.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSources {
    version: Version,
    /// The components that were present, one bit each: no version tells of a removal.
    present: u8,
}

/// Updates the rules of all agents, and their ranges.
///
/// An unchanged rule costs one check of its component's version.
pub(crate) fn resolve_neighbor_rules(
    // Inputs
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        (
            FlockQuery,
            Option<Ref<AvoidAgents>>,
            Option<Ref<LineOfSight>>,
        ),
        &mut RuleSources,
        &mut ResolvedRules,
        Option<&mut ResolvedAvoidance>,
        &mut AgentState,
    )>,
) {
    let tables = agents.contiguous_iter_mut();
    for (entities, components, sources, rules, avoidances, states) in
        tables.expect("every component lies in tables")
    {
        let flock = FlockComponents::new(components.0);
        let avoid = components.1.map(ColumnRef::new);
        let sight = components.2.map(ColumnRef::new);
        let (sources, _) = ContiguousMut::bypass_change_detection_split(sources);
        let (rules, _) = ContiguousMut::bypass_change_detection_split(rules);
        let mut avoidances =
            avoidances.map(|all| ContiguousMut::bypass_change_detection_split(all).0);
        let mut states = ColumnMut::new(states);
        let mut states = states.column();
        let beside = u8::from(avoid.is_some()) | u8::from(sight.is_some()) << 1;
        let present = flock.present() << 2 | beside;
        for rows in rows_at_once(entities.len()) {
            let mut versions = [0; ROWS_AT_ONCE];
            flock.add_versions(rows.clone(), &mut versions);
            avoid.add_versions(rows.clone(), &mut versions);
            sight.add_versions(rows.clone(), &mut versions);
            states.add_versions(rows.clone(), &mut versions);
            let known = sources[rows.clone()].iter().zip(&versions);
            // No early end, so that the compiler can compare several rows at once.
            if known.fold(true, |are, (known, version)| {
                are & (known.version == *version) & (known.present == present)
            }) {
                continue;
            }
            for (row, version) in rows.zip(versions) {
                let source = RuleSources { version, present };
                if sources[row] == source {
                    continue;
                }
                sources[row] = source;
                let check = |component| warnings.of(entities[row], component);
                let mut state = *states.get(row);
                let flock = flock.resolve(row, state.body_radius, check);
                state.search_range = flock.range();
                state.avoids = false;
                if let (Some(avoid), Some(avoidances)) = (&avoid, &mut avoidances) {
                    let rule = ResolvedAvoidance::new(avoid.get(row), &state, check("AvoidAgents"));
                    state.search_range = rule.range.max(state.search_range);
                    state.avoids = true;
                    avoidances[row] = rule;
                }
                let sight = sight.as_ref();
                state.needs_sight = sight.is_some_and(|sight| sight.get(row).neighbors);
                rules[row] = ResolvedRules(flock);
                *states.get_mut(row).bypass_change_detection() = state;
            }
        }
    }
}
