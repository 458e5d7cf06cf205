//! Lists the reasons why traced agents stand, or are slower than they want.

use crate::agent::ExternalLocomotion;
use crate::avoidance::YieldState;
use crate::behaviors::{
    AvoidObstacles, DetourState, FollowField, Formation, FormationSlot, InFormation, Journey,
    JourneyState, Settled,
};
use crate::flow_field::FlowFieldState;
use crate::perception::AgentState;
use crate::step::CrowdStep;
use crate::trace::{Reason, SteeringTrace};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use core::mem::discriminant;

/// What an agent knows at the end of a tick.
#[derive(QueryData)]
pub(crate) struct Facts {
    state: &'static AgentState,
    settled: Option<&'static Settled>,
    detour: Option<(&'static DetourState, &'static AvoidObstacles)>,
    yields: Option<&'static YieldState>,
    journey: Option<(&'static JourneyState, &'static Journey)>,
    slot: Option<&'static FormationSlot>,
    leader: Option<&'static InFormation>,
    follows: Option<&'static FollowField>,
    moves_elsewhere: Has<ExternalLocomotion>,
}

/// Completes the reasons of every trace.
pub(crate) fn explain_traces(
    // Inputs
    fields: Query<&FlowFieldState>,
    leaders: Query<(), With<Formation>>,
    step: Res<CrowdStep>,
    // Output
    mut agents: Query<(Facts, &mut SteeringTrace)>,
) {
    for (facts, mut trace) in &mut agents {
        let field = facts.follows.map(|follows| follows.field);
        let missing =
            field.filter(|field| fields.get(*field).is_ok_and(|field| !field.has_costs()));
        let leader = facts.leader.map(|leader| leader.0);
        let has_no_formation = leader.is_some_and(|leader| !leaders.contains(leader));
        let is_squeezed = !facts.moves_elsewhere && step.squeezes(facts.state);
        trace.reasons = reasons(&facts, &trace, missing, (has_no_formation, is_squeezed));
    }
}

/// The reasons of an agent: first what stops its behaviors, then what changes its goal, then what
/// stops its body.
fn reasons(
    facts: &FactsItem,
    trace: &SteeringTrace,
    missing_field: Option<Entity>,
    (has_no_formation, is_squeezed): (bool, bool),
) -> Vec<Reason> {
    let state = facts.state;
    let mut reasons = Vec::new();
    if state.slot().is_none() {
        return reasons;
    }
    if state.is_disabled() {
        reasons.push(Reason::Disabled);
    } else if state.is_thrown() {
        reasons.push(Reason::Thrown);
    } else if state.is_holding() {
        reasons.push(Reason::Holding);
    } else if trace.contributions.is_empty() {
        reasons.push(Reason::NoBehavior);
    }
    let settled = facts.settled.copied().unwrap_or_default();
    if settled.is_settled {
        reasons.push(Reason::Settled {
            place: settled.spot,
        });
    } else if settled.passes_through {
        reasons.push(Reason::PassesOn {
            place: settled.spot,
        });
    }
    // Memories stay after the behavior is gone.
    let detour = facts.detour.map(|(detour, _)| detour);
    let journey = facts.journey.map(|(journey, _)| journey);
    let has_no_way = trace.reasons.contains(&Reason::NoWay { nearest: None });
    if let Some(detour) = detour.filter(|detour| detour.unreachable_goal.is_some()) {
        reasons.push(Reason::NoWay {
            nearest: Some(detour.nearest_place),
        });
    } else if has_no_way || journey.is_some_and(|journey| journey.is_unreachable) {
        reasons.push(Reason::NoWay { nearest: None });
    }
    reasons.extend(missing_field.map(|field| Reason::WaitsForField { field }));
    if let Some(slot) = facts.slot.filter(|_| facts.leader.is_some()) {
        match slot.slot {
            Some(number) if slot.lag > state.body_radius => reasons.push(Reason::OffItsSlot {
                slot: number,
                lag: slot.lag,
            }),
            None if has_no_formation => reasons.push(Reason::NoSlot),
            _ => {}
        }
    }
    // A memory and the refiner that wrote it give the same reason.
    let is_new = |reason: &&Reason| {
        !(reasons.iter()).any(|known| discriminant(known) == discriminant(*reason))
    };
    let refined: Vec<Reason> = trace.reasons.iter().filter(is_new).copied().collect();
    reasons.extend(refined);
    let has_room_reason = (trace.reasons.iter()).any(|it| matches!(it, Reason::MakesRoom { .. }));
    if facts.yields.is_some_and(|memory| memory.is_yielding()) && !has_room_reason {
        reasons.push(Reason::MakesRoom { agent: None });
    }
    reasons.extend(trace.tightest_limit().map(|limit| Reason::HeldUp {
        by: limit.neighbor,
        max_speed: limit.max_speed,
        unlimited_speed: limit.unlimited_speed,
    }));
    reasons.extend(trace.slide.map(|slide| Reason::Slides {
        obstacle: slide.obstacle,
        removed: slide.removed.length(),
    }));
    let pushed = trace.overlap_correction.length();
    if pushed > 0.0 {
        reasons.push(Reason::Pushed { distance: pushed });
    }
    if is_squeezed {
        reasons.push(Reason::Squeezed);
    }
    reasons
}
