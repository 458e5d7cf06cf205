//! Holds the decisions of agents that do not update in every tick.

use super::PushStrength;
use crate::agent::Steering;
use crate::agent_id::AgentId;
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit::MotionLimits;
use horde_kernel::math::vector::{shorten, truncate};
use horde_kernel::motion::integrate::accelerate;

/// Stores the decisions of updating agents, and applies the stored decisions of the others.
pub(crate) fn hold_decisions(
    // Inputs
    time: Res<Time>,
    tick: Res<SteeringTick>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        &UpdateInterval,
        &AgentId,
        &AgentState,
        &mut HeldDecision,
        &mut Steering,
        Option<&mut PushStrength>,
    )>,
) {
    let (length, space) = (time.delta_secs(), *space);
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, interval, id, state, mut memory, mut steering, mut pressing)| {
            let (velocity, most) = (state.velocity(), state.max_speed);
            let after = |force: Vec2, time: f32| {
                shorten(accelerate(velocity, force / state.mass(), most, time), most)
            };
            if state.is_updating() {
                let force = space.to_plane(steering.force);
                *memory = HeldDecision {
                    velocity: after(force, state.update_time(length)),
                    push_strength: pressing.as_ref().map_or(0.0, |pressing| pressing.0),
                    has_contribution: steering.has_contribution,
                    heads_for: steering.heads_for.map(|place| space.to_plane(place)),
                };
                if state.update_time(length) > length {
                    steering.desired_velocity = space.to_world(after(force, length));
                }
            }
            if !state.is_holding() {
                return;
            }
            let check = warnings.of(entity, "HeldDecision");
            if !memory.velocity.is_finite() {
                check.unusable("velocity", "is not finite; it is forgotten");
                *memory = HeldDecision::default();
            }
            if memory.heads_for.is_some_and(|place| !place.is_finite()) {
                check.unusable("heads_for", "is not finite; it is forgotten");
                memory.heads_for = None;
            }
            let mut force = Vec2::ZERO;
            if memory.has_contribution {
                let ticks_left = interval.ticks_left(*tick, *id);
                let motion_limits = MotionLimits {
                    tick: length * f32::from(ticks_left),
                    ..state.motion_limits(length)
                };
                let needed = motion_limits.force_to_velocity_now(velocity, memory.velocity);
                force = truncate(needed, motion_limits.max_force);
            }
            let push_strength = check.part("push_strength", memory.push_strength, 0.0);
            if let Some(pressing) = &mut pressing {
                pressing.0 = push_strength;
            }
            *steering = Steering {
                force: space.to_world(force),
                desired_velocity: space.to_world(after(force, length)),
                has_contribution: memory.has_contribution,
                heads_for: memory.heads_for.map(|place| space.to_world(place)),
            };
        },
    );
}
