//! The end of the tick for solid bodies.

use super::advance::Ground;
use super::ending::{Ending, EndingTable, EndingWriter, Endings, Ends};
use super::motion::{Motion, Pressing};
use super::part_bodies::BodyParting;
use crate::agent::ExternalLocomotion;
use crate::instructions::Instructions;
use crate::kernel::yielding::yield_velocity;
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::tables::{FEW_TABLES, PieceWork, ROWS_AT_ONCE, for_each_piece_in_lanes, rows_at_once};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use pulp::Simd;
use smallvec::SmallVec;

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
    let placer = Placer {
        tick: time.delta_secs(),
        space: *space,
        ground: Ground {
            obstacles: &obstacles,
            agents: &index,
        },
        parting: &parting,
        warnings: &warnings,
    };
    for_each_piece_in_lanes(*instructions, count, columns, placer);
}

/// What all agents are placed with.
struct Placer<'a> {
    tick: f32,
    space: MovementSpace,
    ground: Ground<'a>,
    parting: &'a BodyParting,
    warnings: &'a InputWarnings,
}

/// What is read of a piece of a table: states, moves, and how much bodies press on.
type Read<'c> = (&'c [AgentState], &'c [Motion], &'c [Pressing]);

impl<'c> PieceWork<(Read<'c>, Endings<'c>)> for Placer<'_> {
    #[inline(always)]
    fn work_on<S: Simd>(
        &self,
        simd: S,
        ((states, motions, pressings), mut endings): (Read<'c>, Endings<'c>),
    ) {
        let mut writer = EndingWriter::new(self.tick, self.space, self.warnings);
        let mut placed = Ends::default();
        for rows in rows_at_once(states.len()) {
            placed.is_over = [false; ROWS_AT_ONCE];
            let mut is_anybody_placed = false;
            let bodies = states[rows.clone()].iter().zip(&motions[rows.clone()]);
            let bodies = bodies.zip(&pressings[rows.clone()]);
            for (number, ((state, motion), pressing)) in bodies.enumerate() {
                let Some(slot) = state.slot().filter(|_| state.solid && state.is_moving()) else {
                    continue;
                };
                is_anybody_placed = true;
                let correction = self.parting.correction(slot);
                if correction == Vec2::ZERO {
                    placed.set(number, state.max_speed, motion);
                } else {
                    let end = self.push(
                        endings.entity(rows.start + number),
                        state,
                        motion,
                        pressing,
                        correction,
                    );
                    placed.set(number, state.max_speed, &end);
                }
            }
            if is_anybody_placed {
                writer.write(simd, rows, &mut placed, &mut endings);
            }
        }
    }
}

impl Placer<'_> {
    /// A body that is pushed by `correction`.
    fn push(
        &self,
        entity: Entity,
        state: &AgentState,
        motion: &Motion,
        pressing: &Pressing,
        correction: Vec2,
    ) -> Motion {
        let velocity = yield_velocity(motion.velocity, correction, pressing.0, self.tick);
        let yielded = Motion {
            velocity,
            ..*motion
        };
        self.ground.advance(entity, state, yielded, correction)
    }
}
