//! The end of the tick for solid bodies.

use super::advance::Ground;
use super::ending::{Ending, EndingWriter, Ends};
use super::motion::Motion;
use super::part_bodies::BodyParting;
use crate::agent::ExternalLocomotion;
use crate::arbitration::Pressing;
use crate::instructions::Instructions;
use crate::kernel::yielding::yield_velocity;
use crate::obstacle::ObstacleIndex;
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::tables::{Columns, ROWS_AT_ONCE, columns, for_each_piece, hold};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Carries out how solid bodies give way and writes where they are.
pub(crate) fn place_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    index: Res<AgentIndex>,
    parting: Res<BodyParting>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    // Output
    mut agents: Query<(&AgentState, &Motion, &Pressing, Ending), Without<ExternalLocomotion>>,
) {
    let (arch, tick, space) = (instructions.arch(), time.delta_secs(), *space);
    let ground = Ground {
        obstacles: &obstacles,
        agents: &index,
    };
    let mut tables = hold(agents.contiguous_iter_mut());
    for_each_piece(
        *instructions,
        Cost::Low,
        columns(&mut tables),
        #[inline(always)]
        |piece| {
            let mut writer = EndingWriter::new(arch, tick, space, &warnings);
            let mut placed = Ends::default();
            for (states, motions, pressings, endings) in piece.pieces(ROWS_AT_ONCE) {
                placed.is_over = [false; ROWS_AT_ONCE];
                let mut is_any_placed = false;
                let bodies = states.iter().zip(motions).zip(pressings);
                for (number, ((state, motion), pressing)) in bodies.enumerate() {
                    let slot = state.slot().filter(|_| state.solid && state.is_moving());
                    let Some(slot) = slot else {
                        continue;
                    };
                    is_any_placed = true;
                    let correction = parting.correction(slot);
                    if correction == Vec2::ZERO {
                        placed.set(number, state.max_speed, motion);
                        continue;
                    }
                    let velocity = yield_velocity(motion.velocity, correction, pressing.0, tick);
                    let yielded = Motion {
                        velocity,
                        ..*motion
                    };
                    let end = ground.advance(endings.0[number], state, yielded, correction);
                    placed.set(number, state.max_speed, &end);
                }
                if is_any_placed {
                    writer.write(&mut placed, endings);
                }
            }
        },
    );
}
