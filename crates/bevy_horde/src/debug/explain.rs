//! Lists the reasons why traced agents stand, or are slower than they want.

use crate::agent::ExternalLocomotion;
use crate::avoidance::YieldState;
use crate::behaviors::{
    DetourState, FollowField, FormationSlot, InFormation, JourneyState, Settled,
};
use crate::flow_field::FlowFieldState;
use crate::locomotion::BodyDepenetration;
use crate::perception::AgentState;
use crate::trace::{Reason, SteeringTrace};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// What an agent knows at the end of a tick.
#[derive(QueryData)]
pub(crate) struct Facts {
    state: &'static AgentState,
    settled: Option<&'static Settled>,
    detour: Option<&'static DetourState>,
    journey: Option<&'static JourneyState>,
    yields: Option<&'static YieldState>,
    slot: Option<&'static FormationSlot>,
    is_member: Has<InFormation>,
    follows: Option<&'static FollowField>,
    moves_elsewhere: Has<ExternalLocomotion>,
}

/// Completes the reasons of every trace.
pub(crate) fn explain_traces(
    // Inputs
    fields: Query<&FlowFieldState>,
    depenetration: Res<BodyDepenetration>,
    // Output
    mut agents: Query<(Facts, &mut SteeringTrace)>,
) {
    for (facts, mut trace) in &mut agents {
        let field = facts.follows.map(|follows| follows.field);
        let missing = field.filter(|field| fields.get(*field).is_ok_and(|field| !field.is_ready()));
        let is_squeezed = !facts.moves_elsewhere && depenetration.squeezes(facts.state);
        let reasons = reasons(&facts, &trace, missing, is_squeezed);
        trace.reasons = reasons;
    }
}

/// The reasons of an agent: first what stops its behaviors, then what changes its goal, then what
/// stops its body.
fn reasons(
    facts: &FactsItem,
    trace: &SteeringTrace,
    missing_field: Option<Entity>,
    is_squeezed: bool,
) -> Vec<Reason> {
    let state = facts.state;
    let mut reasons = Vec::new();
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
    let detour = facts.detour.copied().unwrap_or_default();
    if detour.unreachable_goal.is_some() {
        reasons.push(Reason::NoWay {
            nearest: Some(detour.nearest_place),
        });
    } else if facts.journey.is_some_and(|journey| journey.is_unreachable) {
        reasons.push(Reason::NoWay { nearest: None });
    }
    reasons.extend(missing_field.map(|field| Reason::WaitsForField { field }));
    if facts.is_member
        && let Some(own) = facts.slot
    {
        match own.slot {
            Some(slot) if own.lag > state.body_radius => {
                reasons.push(Reason::OffItsSlot { slot, lag: own.lag });
            }
            Some(_) => {}
            None => reasons.push(Reason::NoSlot),
        }
    }
    reasons.extend_from_slice(&trace.reasons);
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
        reasons.push(Reason::Pushed { by: pushed });
    }
    if is_squeezed {
        reasons.push(Reason::Squeezed);
    }
    reasons
}
