//! An agent's rules about its neighbours, resolved from its components.

use super::super::{Alignment, AvoidAgents, AvoidanceModel, Cohesion, Flock, Separation};
use crate::perception::{AgentState, FlockRule, FlockRules, LineOfSight, Looker};
use crate::tables::{
    Column, ROWS_AT_ONCE, Version, Versioned, Versions, Watched, Written, rows_at_once,
};
use crate::validation::{FieldCheck, InputWarnings};
use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use core::ops::Range;

/// Nobody brakes in less time than it takes to cover so many radii at full speed: slow and large bodies are patient.
const BRAKING_RADII: f32 = 2.5;

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

#[derive(Clone, Copy, Debug)]
pub(super) struct Avoidance {
    pub(super) model: AvoidanceModel,
    pub(super) horizon: f32,
    pub(super) braking_time: f32,
    pub(super) shove: f32,
    /// 0 when it is off.
    pub(super) range: f32,
    pub(super) margin: f32,
    pub(super) weight: f32,
    pub(super) standing_readiness: f32,
    pub(super) priority: i32,
    /// Whether it avoids the agent for which it heads.
    pub(super) avoids_target: bool,
}

/// What rules are resolved from.
struct Components<'a> {
    flock: Option<Watched<'a, Flock>>,
    separation: Option<Watched<'a, Separation>>,
    alignment: Option<Watched<'a, Alignment>>,
    cohesion: Option<Watched<'a, Cohesion>>,
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
            Option<Ref<Flock>>,
            Option<Ref<Separation>>,
            Option<Ref<Alignment>>,
            Option<Ref<Cohesion>>,
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
            flock: components.0.map(Watched::new),
            separation: components.1.map(Watched::new),
            alignment: components.2.map(Watched::new),
            cohesion: components.3.map(Watched::new),
            avoid: components.4.map(Watched::new),
            sight: components.5.map(Watched::new),
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
        let present = components.bits();
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
    fn bits(&self) -> u8 {
        u8::from(self.flock.is_some())
            | u8::from(self.separation.is_some()) << 1
            | u8::from(self.alignment.is_some()) << 2
            | u8::from(self.cohesion.is_some()) << 3
            | u8::from(self.avoid.is_some()) << 4
            | u8::from(self.sight.is_some()) << 5
    }
}

impl Versioned for Components<'_> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        self.flock.add_versions(rows.clone(), versions);
        self.separation.add_versions(rows.clone(), versions);
        self.alignment.add_versions(rows.clone(), versions);
        self.cohesion.add_versions(rows.clone(), versions);
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
        let own = (
            components.separation.as_ref().map(|rule| rule.get(row)),
            components.alignment.as_ref().map(|rule| rule.get(row)),
            components.cohesion.as_ref().map(|rule| rule.get(row)),
        );
        let flock = components.flock.as_ref().map(|flock| flock.get(row));
        let mut state = *self.states.get(row);
        let avoidance = components
            .avoid
            .as_ref()
            .map(|avoid| resolve_avoidance(avoid.get(row), &state, check("AvoidAgents")));
        let flock = resolve_flock(state.body_radius, flock, own, check);
        state.search_range = avoidance.map_or(0.0, |rule| rule.range).max(flock.range());
        state.avoids = avoidance.is_some();
        let sight = components.sight.as_ref();
        state.needs_sight = sight.is_some_and(|sight| sight.get(row).neighbors);
        self.rules[row] = NeighborRules { avoidance };
        self.lookers[row].rules = flock;
        *self.states.get_mut(row).bypass_change_detection() = state;
    }
}

/// Resolves the rules of a flock; a component of its own counts instead of the flock's.
fn resolve_flock<'a>(
    radius: f32,
    flock: Option<&Flock>,
    own: (Option<&Separation>, Option<&Alignment>, Option<&Cohesion>),
    check: impl Fn(&'static str) -> FieldCheck<'a>,
) -> FlockRules {
    // A warning names the component that holds the number.
    let separation = match (own.0, flock) {
        (Some(rule), _) => FlockRule::new(rule.resolve(radius, check("Separation"))),
        (None, Some(flock)) => {
            FlockRule::new(flock.separation.resolve(radius, check("Flock.separation")))
        }
        (None, None) => FlockRule::NONE,
    };
    let alignment = match (own.1, flock) {
        (Some(rule), _) => FlockRule::new(rule.resolve(radius, check("Alignment"))),
        (None, Some(flock)) => {
            FlockRule::new(flock.alignment.resolve(radius, check("Flock.alignment")))
        }
        (None, None) => FlockRule::NONE,
    };
    let cohesion = match (own.2, flock) {
        (Some(rule), _) => FlockRule::new(rule.resolve(radius, check("Cohesion"))),
        (None, Some(flock)) => {
            FlockRule::new(flock.cohesion.resolve(radius, check("Flock.cohesion")))
        }
        (None, None) => FlockRule::NONE,
    };
    FlockRules {
        separation,
        alignment,
        cohesion,
        flockmates: flock.map_or(u32::MAX, |flock| flock.flockmates),
    }
}

fn resolve_avoidance(avoid: &AvoidAgents, state: &AgentState, check: FieldCheck) -> Avoidance {
    let radius = state.body_radius;
    let usual = AvoidAgents::default();
    let braking_time = check.above_zero("braking_time", avoid.braking_time, usual.braking_time);
    let range = check.at_least_zero("range", avoid.range.resolve(radius), 0.0);
    let weight = check.at_least_zero("weight", avoid.weight, 0.0);
    Avoidance {
        model: avoid.model,
        horizon: check.above_zero("horizon", avoid.horizon, usual.horizon),
        braking_time: braking_time_of(braking_time, radius, state.max_speed),
        shove: check.part("shove", avoid.shove, 0.0),
        range: if weight > 0.0 { range } else { 0.0 },
        margin: check.at_least_zero("margin", avoid.margin.resolve(radius), 0.0),
        weight,
        standing_readiness: check.part("standing_readiness", avoid.standing_readiness, 0.0),
        priority: avoid.priority,
        avoids_target: avoid.avoid_target,
    }
}

fn braking_time_of(asked: f32, radius: f32, max_speed: f32) -> f32 {
    let crossing = BRAKING_RADII * radius / max_speed;
    if crossing.is_finite() {
        asked.max(crossing)
    } else {
        asked
    }
}
