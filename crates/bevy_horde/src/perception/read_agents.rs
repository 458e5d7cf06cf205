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
        |(entity, agent, transform, velocity, heading, disabled, mut state)| {
            // Settings rarely change; checking them once is enough.
            if agent.is_changed() || state.presence == Presence::Absent {
                read_settings(entity, &agent, &warnings, &mut state);
            }
            let place = space.to_plane(transform.translation);
            if place.is_finite() {
                state.position = place;
            } else {
                warnings
                    .of(entity, "Transform")
                    .unusable("translation", "is not finite; its last good value is used");
                if state.presence == Presence::Absent {
                    return;
                }
            }
            let moving = space.to_plane(velocity.0);
            if moving.is_finite() {
                state.velocity = moving;
            } else {
                warnings
                    .of(entity, "Velocity")
                    .unusable("0", "is not finite; zero is used instead");
                state.velocity = Vec2::ZERO;
            }
            state.heading = match direction_and_length(state.velocity) {
                Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
                _ => known_heading(space.to_plane(heading.0), entity, &warnings)
                    .or_else(|| space.heading(transform.rotation))
                    .unwrap_or(state.heading),
            };
            state.is_current = true;
            state.presence = if disabled {
                state.velocity = Vec2::ZERO;
                Presence::Standing
            } else {
                Presence::Thinking
            };
        },
    );
}

/// The direction of a stored heading; `None` when it is not known yet or not finite.
fn known_heading(stored: Vec2, entity: Entity, warnings: &InputWarnings) -> Option<Vec2> {
    if !stored.is_finite() {
        warnings.of(entity, "Heading").unusable(
            "0",
            "is not finite; the rotation of the Transform is used instead",
        );
    }
    direction(stored)
}

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
