//! The end of the tick for solid bodies.

use super::ending::{Ending, EndingTable, EndingWriter};
use super::motion::{Motion, Pressing};
use super::move_agents::advance;
use super::part_bodies::BodyParting;
use crate::agent::ExternalLocomotion;
use crate::instructions::Instructions;
use crate::kernel::yielding::yield_velocity;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{FEW_TABLES, for_each_piece};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use smallvec::SmallVec;

/// Carries out how solid bodies give way and writes where they are.
pub(crate) fn place_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    parting: Res<BodyParting>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    // Output
    mut agents: Query<(&AgentState, &Motion, &Pressing, Ending), Without<ExternalLocomotion>>,
) {
    let (tick, space) = (time.delta_secs(), *space);
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component of a move lies in tables");
    let mut tables: SmallVec<[_; FEW_TABLES]> = tables
        .map(|(states, motions, pressings, endings)| {
            let read = (states, motions, pressings);
            (read, EndingTable::new(endings))
        })
        .collect();
    let count = tables.iter().map(|table| table.0.0.len()).sum();
    let columns = tables
        .iter_mut()
        .map(|(read, endings)| (read.0.len(), (*read, endings.columns())));
    for_each_piece(
        *instructions,
        count,
        columns,
        #[inline(always)]
        |((states, motions, pressings), mut endings)| {
            let mut writer = EndingWriter::new(tick, space, &warnings);
            for (row, (state, motion)) in states.iter().zip(motions).enumerate() {
                let Some(slot) = state.slot().filter(|_| state.solid && state.is_moving()) else {
                    continue;
                };
                let correction = parting.correction(slot);
                if correction == Vec2::ZERO {
                    writer.write(row, state, motion, &mut endings);
                } else {
                    let yielded = Motion {
                        velocity: yield_velocity(
                            motion.velocity,
                            correction,
                            pressings[row].0,
                            tick,
                        ),
                        ..*motion
                    };
                    let end = advance(state, yielded, correction, &obstacles);
                    writer.write(row, state, &end, &mut endings);
                }
            }
            writer.finish(&mut endings);
        },
    );
}
