//! An agent's rules about its neighbours, resolved from its components.

use super::super::{Alignment, AvoidAgents, AvoidanceModel, Cohesion, Flock, Separation};
use crate::agent_id::AgentId;
use crate::parallel::for_each_agent;
use crate::perception::{
    AgentState, FlockRule, FlockRules, LineOfSight, NO_SLOT, Perception, Presence,
};
use crate::validation::{FieldCheck, InputWarnings};
use bevy::prelude::*;

/// Nobody brakes in less time than it takes to cover so many radii at full speed: slow and large bodies are patient.
const BRAKING_RADII: f32 = 2.5;

/// How one agent avoids others, in world units, and what its rules were resolved from; brought up to date when one of their
/// components changes.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct NeighborRules {
    pub(super) avoidance: Option<Avoidance>,
    made_from: Source,
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
}

/// What resolved rules depend on beside the values of their components.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Source {
    /// Which components there are, one bit each.
    components: u8,
    body_radius: f32,
    max_speed: f32,
}

/// Brings every agent's rules up to date, and says how far it is going to look.
pub(crate) fn resolve_neighbor_rules(
    // Inputs
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        Option<Ref<Flock>>,
        Option<Ref<Separation>>,
        Option<Ref<Alignment>>,
        Option<Ref<Cohesion>>,
        Option<Ref<AvoidAgents>>,
        Option<Ref<LineOfSight>>,
        (Has<AgentId>, Has<Perception>),
        &mut NeighborRules,
        &mut FlockRules,
        &mut AgentState,
    )>,
) {
    for_each_agent(
        &mut agents,
        |(
            entity,
            flock,
            separation,
            alignment,
            cohesion,
            avoid,
            sight,
            (has_id, has_perception),
            mut rules,
            mut flock_rules,
            mut state,
        )| {
            // Whoever has lost a component without which nobody is an agent leaves here.
            let is_current = core::mem::take(&mut state.is_current);
            if !(is_current && has_id && has_perception) {
                state.presence = Presence::Absent;
                state.slot = NO_SLOT;
                return;
            }
            let made_from = Source {
                components: u8::from(flock.is_some())
                    | u8::from(separation.is_some()) << 1
                    | u8::from(alignment.is_some()) << 2
                    | u8::from(cohesion.is_some()) << 3
                    | u8::from(avoid.is_some()) << 4
                    | u8::from(sight.is_some()) << 5,
                body_radius: state.body_radius,
                max_speed: state.max_speed,
            };
            let has_changed = rules.made_from != made_from
                || flock.as_ref().is_some_and(Ref::is_changed)
                || separation.as_ref().is_some_and(Ref::is_changed)
                || alignment.as_ref().is_some_and(Ref::is_changed)
                || cohesion.as_ref().is_some_and(Ref::is_changed)
                || avoid.as_ref().is_some_and(Ref::is_changed)
                || sight.as_ref().is_some_and(Ref::is_changed);
            if !has_changed {
                return;
            }
            let check = |component| warnings.of(entity, component);
            let own = (
                separation.as_deref(),
                alignment.as_deref(),
                cohesion.as_deref(),
            );
            let radius = state.body_radius;
            let avoidance =
                avoid.map(|avoid| resolve_avoidance(&avoid, &state, check("AvoidAgents")));
            *flock_rules = resolve_flock(radius, flock.as_deref(), own, check);
            *rules = NeighborRules {
                avoidance,
                made_from,
            };
            state.search_range = avoidance
                .map_or(0.0, |rule| rule.range)
                .max(flock_rules.range());
            state.avoids = avoidance.is_some();
            state.needs_sight = sight.is_some_and(|sight| sight.neighbors);
        },
    );
}

/// Resolves the rules of a flock; a component of its own counts instead of the flock's.
fn resolve_flock<'a>(
    radius: f32,
    flock: Option<&Flock>,
    own: (Option<&Separation>, Option<&Alignment>, Option<&Cohesion>),
    check: impl Fn(&'static str) -> FieldCheck<'a>,
) -> FlockRules {
    // A component of its own counts instead of the flock's; a warning names the one that holds the number.
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
