//! The end of the tick for solid bodies.

use super::ending::{Ending, EndingWriter};
use super::move_agents::{Motion, advance};
use super::part_bodies::BodyParting;
use crate::agent::ExternalLocomotion;
use crate::kernel::yielding::yield_velocity;
use crate::obstacle::ObstacleIndex;
use crate::parallel::for_each_agent_with;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Carries out how solid bodies give way and writes where they are.
pub(crate) fn place_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    parting: Res<BodyParting>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(&AgentState, &Motion, Ending), Without<ExternalLocomotion>>,
) {
    if !parting.has_bodies() {
        return;
    }
    let tick = time.delta_secs();
    for_each_agent_with(
        &mut agents,
        || EndingWriter::new(tick, *space, &warnings),
        |writer, (state, motion, ending)| {
            let Some(slot) = state.slot().filter(|_| state.solid && state.is_moving()) else {
                return;
            };
            let correction = parting.correction(slot);
            if correction == Vec2::ZERO {
                ending.write(state, motion, writer);
            } else {
                let yielded = Motion {
                    velocity: yield_velocity(motion.velocity, correction, motion.presses_on, tick),
                    ..*motion
                };
                let end = advance(state, yielded, correction, &obstacles);
                ending.write(state, &end, writer);
            }
        },
    );
}
