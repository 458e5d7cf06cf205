//! Agents that do not think in every tick go on as they have decided.

use super::Pressing;
use crate::agent::Steering;
use crate::agent_id::AgentId;
use crate::kernel::motion::accelerate;
use crate::kernel::pursuit::Ability;
use crate::kernel::vector::{shorten, truncate};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::think_interval::{ThinkInterval, ThinkMemory};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Remembers what was decided in this tick, and goes on with what was decided before.
pub(crate) fn keep_decisions(
    // Inputs
    time: Res<Time>,
    tick: Res<SteeringTick>,
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        &ThinkInterval,
        &AgentId,
        &AgentState,
        &mut ThinkMemory,
        &mut Steering,
        &mut Pressing,
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
            if state.is_thinking() {
                let force = space.to_plane(steering.force);
                *memory = ThinkMemory {
                    velocity: after(force, state.think_time(length)),
                    presses_on: pressing.0,
                    has_opinion: steering.has_opinion,
                };
                if state.think_time(length) > length {
                    steering.desired_velocity = space.to_world(after(force, length));
                }
            }
            if !state.is_going_on() {
                return;
            }
            let check = warnings.of(entity, "ThinkMemory");
            if !memory.velocity.is_finite() {
                check.unusable("velocity", "is not finite; it is forgotten");
                *memory = ThinkMemory::default();
            }
            let mut force = Vec2::ZERO;
            if memory.has_opinion {
                let ticks_left = interval.ticks_left(*tick, *id);
                let ability = Ability {
                    tick: length * f32::from(ticks_left),
                    ..state.ability(length)
                };
                let needed = ability.force_to_velocity_now(velocity, memory.velocity);
                force = truncate(needed, ability.max_force);
            }
            pressing.0 = check.part("presses_on", memory.presses_on, 0.0);
            *steering = Steering {
                force: space.to_world(force),
                desired_velocity: space.to_world(after(force, length)),
                has_opinion: memory.has_opinion,
            };
        },
    );
}
