//! The end of the tick: positions, velocities and facings are written back.

use super::move_agents::{Motion, advance};
use super::part_bodies::BodyParting;
use crate::agent::{ExternalLocomotion, Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::motion::follow_heading;
use crate::kernel::vector::direction_and_length;
use crate::kernel::yielding::yield_velocity;
use crate::obstacle::ObstacleIndex;
use crate::parallel::for_each_agent;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Speeds below this part of the largest speed leave the heading as it was.
const STANDING_SPEED: f32 = 1e-3;

/// Carries out how bodies give way and writes where agents are.
pub(crate) fn place_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    parting: Res<BodyParting>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<
        (
            Entity,
            &AgentState,
            &Motion,
            Option<&Facing>,
            &mut Transform,
            &mut Velocity,
            &mut Heading,
            Option<&mut PositionRemainder>,
        ),
        Without<ExternalLocomotion>,
    >,
) {
    let (tick, space) = (time.delta_secs(), *space);
    for_each_agent(
        &mut agents,
        |(entity, state, motion, facing, mut transform, mut velocity, mut heading, remainder)| {
            let Some(slot) = state.slot().filter(|_| state.is_moving()) else {
                return;
            };
            let mut end = *motion;
            let correction = parting.correction(slot);
            if correction != Vec2::ZERO {
                let yielded = Motion {
                    velocity: yield_velocity(motion.velocity, correction, motion.presses_on, tick),
                    ..*motion
                };
                end = advance(state, yielded, correction, &obstacles);
            }
            if let Some(mut remainder) = remainder {
                remainder.0 = end.remainder;
            }
            transform.translation = space.with_plane(transform.translation, end.position);
            velocity.0 = space.with_plane(velocity.0, end.velocity);

            let look = match direction_and_length(end.velocity) {
                Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
                _ => motion.heading,
            };
            heading.0 = space.to_world(look);
            if let Some(facing) = facing.filter(|facing| facing.rotate) {
                let check = warnings.of(entity, "Facing");
                let smoothing = check.at_least_zero("smoothing_time", facing.smoothing_time, 0.0);
                let fastest = check.at_least_zero_or_infinite(
                    "max_turn_rate",
                    facing.max_turn_rate,
                    f32::INFINITY,
                );
                let last = space.heading(transform.rotation).unwrap_or(look);
                let next = follow_heading(last, look, smoothing, fastest, tick);
                transform.rotation = space.rotation(next);
            }
        },
    );
}
