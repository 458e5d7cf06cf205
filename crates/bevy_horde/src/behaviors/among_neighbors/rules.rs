//! An agent's rules about its neighbours, resolved from its components.

use super::Looker;
use crate::avoidance::{AvoidAgents, Avoidance};
use crate::flocking::{FlockComponents, FlockQuery};
use crate::perception::{AgentState, LineOfSight};
use crate::tables::{
    Column, ROWS_AT_ONCE, Version, Versioned, Versions, Watched, Written, rows_at_once,
};
use crate::validation::InputWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use core::ops::Range;

/// How one agent avoids others, in world units; brought up to date when one of its components changes.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct NeighborRules {
    pub(super) avoidance: Option<Avoidance>,
}

/// From what an agent's settings and rules were resolved.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSources {
    /// That of the agent's own settings.
    pub(crate) settings: Version,
    /// That of the components of its rules.
    version: Version,
    /// Which components there were, one bit each: no version tells of one that has been removed.
    present: u8,
}

/// What rules are resolved from.
struct Components<'a> {
    flock: FlockComponents<'a>,
    avoid: Option<Watched<'a, AvoidAgents>>,
    sight: Option<Watched<'a, LineOfSight>>,
}

/// What comes of it.
struct Resolved<'a> {
    sources: &'a mut [RuleSources],
    rules: &'a mut [NeighborRules],
    lookers: &'a mut [Looker],
    states: Column<'a, AgentState>,
}

/// Brings every agent's rules up to date, and says how far it is going to look.
///
/// Most agents' rules stay as they are: to see that costs a look at when their components changed.
pub(crate) fn resolve_neighbor_rules(
    // Inputs
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        (
            FlockQuery,
            Option<Ref<AvoidAgents>>,
            Option<Ref<LineOfSight>>,
        ),
        &mut RuleSources,
        &mut NeighborRules,
        &mut Looker,
        &mut AgentState,
        Has<Disabled>,
    )>,
) {
    let tables = agents.contiguous_iter_mut();
    for (entities, components, sources, rules, lookers, states, is_hidden) in
        tables.expect("every component lies in tables")
    {
        let components = Components {
            flock: FlockComponents::new(components.0),
            avoid: components.1.map(Watched::new),
            sight: components.2.map(Watched::new),
        };
        let mut states = Written::new(states);
        let mut resolved = Resolved {
            sources: ContiguousMut::bypass_change_detection_split(sources).0,
            rules: ContiguousMut::bypass_change_detection_split(rules).0,
            lookers: ContiguousMut::bypass_change_detection_split(lookers).0,
            states: states.column(),
        };
        // After a load in mid-tick, agents that were hidden in that tick have slots.
        let has_slot = |row| resolved.states.get(row).slot().is_some();
        if is_hidden && !(0..entities.len()).any(has_slot) {
            continue;
        }
        let present = components.present();
        for rows in rows_at_once(entities.len()) {
            let versions = resolved.versions(rows.clone(), &components);
            if resolved.are_up_to_date(rows.clone(), &versions, present) {
                continue;
            }
            for (row, version) in rows.zip(versions) {
                let sources = &mut resolved.sources[row];
                if (sources.version, sources.present) != (version, present) {
                    (sources.version, sources.present) = (version, present);
                    resolved.set(row, entities[row], &components, &warnings);
                }
            }
        }
    }
}

impl Components<'_> {
    /// Which components there are, one bit each.
    fn present(&self) -> u8 {
        let beside = u8::from(self.avoid.is_some()) | u8::from(self.sight.is_some()) << 1;
        self.flock.present() << 2 | beside
    }
}

impl Versioned for Components<'_> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        self.flock.add_versions(rows.clone(), versions);
        self.avoid.add_versions(rows.clone(), versions);
        self.sight.add_versions(rows, versions);
    }
}

impl Resolved<'_> {
    /// Which versions there are of what these rows' rules are resolved from, the bodies included.
    fn versions(&self, rows: Range<usize>, components: &Components) -> Versions {
        let mut versions = [0; ROWS_AT_ONCE];
        components.add_versions(rows.clone(), &mut versions);
        self.states.add_versions(rows, &mut versions);
        versions
    }

    /// Whether all of these rows' rules were resolved from these versions of these components.
    fn are_up_to_date(&self, rows: Range<usize>, versions: &Versions, present: u8) -> bool {
        let sources = self.sources[rows].iter().zip(versions);
        // No early end, so that compilers can look at several at once.
        sources.fold(true, |are, (sources, version)| {
            are & (sources.version == *version) & (sources.present == present)
        })
    }

    fn set(
        &mut self,
        row: usize,
        entity: Entity,
        components: &Components,
        warnings: &InputWarnings,
    ) {
        let check = |component| warnings.of(entity, component);
        let mut state = *self.states.get(row);
        let flock = components.flock.resolve(row, state.body_radius, check);
        let avoidance = components
            .avoid
            .as_ref()
            .map(|avoid| Avoidance::resolve(avoid.get(row), &state, check("AvoidAgents")));
        let range = avoidance.map_or(0.0, |rule| rule.avoider.range);
        state.search_range = range.max(flock.range());
        state.avoids = avoidance.is_some();
        let sight = components.sight.as_ref();
        state.needs_sight = sight.is_some_and(|sight| sight.get(row).neighbors);
        self.rules[row] = NeighborRules { avoidance };
        self.lookers[row].rules = flock;
        *self.states.get_mut(row).bypass_change_detection() = state;
    }
}
