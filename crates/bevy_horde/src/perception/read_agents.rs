//! The system that reads agents at the start of a tick.

use super::state::{AgentState, Presence};
use crate::agent::{Heading, SteeringAgent, SteeringDisabled, Velocity};
use crate::kernel::vector::{direction, direction_and_length};
use crate::parallel::for_each_agent;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Speeds below this part of the largest speed leave the heading as it was.
const STANDING_SPEED: f32 = 1e-3;

/// Freezes every agent's state, checked.
pub(crate) fn read_agents(
    // Inputs
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        Ref<SteeringAgent>,
        &Transform,
        &Velocity,
        &Heading,
        Has<SteeringDisabled>,
        &mut AgentState,
    )>,
) {
    let space = *space;
    for_each_agent(
        &mut agents,
        |(entity, agent, transform, velocity, heading, is_disabled, mut state)| {
            // Nobody asks when a state has changed: it does in every tick.
            let state = state.bypass_change_detection();
            let is_new = state.presence == Presence::Absent;
            // Settings rarely change; checking them once is enough.
            if agent.is_changed() || is_new {
                read_settings(entity, &agent, &warnings, state);
            }
            let place = space.to_plane(transform.translation);
            if place.is_finite() {
                state.position = place;
            } else {
                report_place(entity, &warnings);
                if is_new {
                    return;
                }
            }
            let mut moving = space.to_plane(velocity.0);
            if !moving.is_finite() {
                report_velocity(entity, &warnings);
                moving = Vec2::ZERO;
            }
            state.heading = match direction_and_length(moving) {
                Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
                _ => known_heading(space.to_plane(heading.0), entity, &warnings)
                    .or_else(|| space.heading(transform.rotation))
                    .unwrap_or(state.heading),
            };
            state.is_current = true;
            state.think_ticks = 1;
            (state.velocity, state.presence) = if is_disabled {
                (Vec2::ZERO, Presence::Standing)
            } else {
                (moving, Presence::Thinking)
            };
        },
    );
}

#[cold]
fn report_place(entity: Entity, warnings: &InputWarnings) {
    warnings
        .of(entity, "Transform")
        .unusable("translation", "is not finite; its last good value is used");
}

#[cold]
fn report_velocity(entity: Entity, warnings: &InputWarnings) {
    warnings
        .of(entity, "Velocity")
        .unusable("0", "is not finite; zero is used instead");
}

/// The direction of a stored heading; `None` when it is not known yet or not finite.
#[inline(never)]
fn known_heading(stored: Vec2, entity: Entity, warnings: &InputWarnings) -> Option<Vec2> {
    if !stored.is_finite() {
        warnings.of(entity, "Heading").unusable(
            "0",
            "is not finite; the rotation of the Transform is used instead",
        );
    }
    direction(stored)
}

#[cold]
fn read_settings(
    entity: Entity,
    agent: &SteeringAgent,
    warnings: &InputWarnings,
    state: &mut AgentState,
) {
    let check = warnings.of(entity, "SteeringAgent");
    state.body_radius = check.at_least_zero("body_radius", agent.body_radius, 0.0);
    state.max_speed = check.at_least_zero("max_speed", agent.max_speed, 0.0);
    state.max_force = check.at_least_zero("max_force", agent.max_force, 0.0);
    state.mass = check.above_zero("mass", agent.mass, 1.0);
    state.max_turn_rate =
        check.at_least_zero_or_infinite("max_turn_rate", agent.max_turn_rate, f32::INFINITY);
    state.solid = agent.solid;
}
