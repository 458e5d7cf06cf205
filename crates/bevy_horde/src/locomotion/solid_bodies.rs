//! The solid bodies of a tick, read by slot and sorted into cells.

use super::motion::Motions;
use crate::agent::{ExternalLocomotion, Heading, Velocity};
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState, BySlot, SlotTables};
use crate::simd_level::SimdLevel;
use crate::tables::{OnePerBatch, batches, for_each_batch};
use bevy::prelude::*;
use horde_kernel::search::grid::CellGrid;
use horde_kernel::solidity::correction_share::inverse_weight;
use horde_kernel::solidity::depenetration::{
    Depenetrated, DepenetratingBodies, SolidBody, sort_bodies,
};

/// The side of a cell for bodies, in mean radii.
const CELL_SIZE: f32 = 4.0;

/// All agents, except those that lost one of these components in mid-tick and did not move.
pub(super) type Placed<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static AgentState, Has<ExternalLocomotion>),
    (With<Transform>, With<Velocity>, With<Heading>),
>;

/// Reads position, radius and mass of the bodies, by slot. `rows` is reusable memory.
pub(super) fn read_bodies(
    agents: &Placed,
    motions: &Motions,
    index: &AgentIndex,
    simd_level: SimdLevel,
    rows: &mut Vec<(u32, u32)>,
    bodies: &mut DepenetratingBodies,
) {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let tables =
        tables.map(|(entities, states, is_external)| (entities, states, (states, is_external)));
    let tables: SlotTables<_> = tables.collect();
    BySlot::new(index, &tables, rows).fill(
        simd_level,
        bodies.start(index.len()),
        #[inline(always)]
        |(states, is_external), row| {
            let state = &states[row];
            // `NO_SLOT` is beyond the last slot.
            body(
                state,
                || motions.position(state.slot as usize),
                *is_external,
            )
        },
    );
}

#[inline(always)]
fn body(state: &AgentState, moved_to: impl FnOnce() -> Vec2, is_external: bool) -> Depenetrated {
    if !state.solid {
        return Depenetrated::Absent;
    }
    let moves = state.is_moving() && !is_external;
    Depenetrated::Body(SolidBody {
        position: if moves { moved_to() } else { state.position },
        radius: state.body_radius,
        inverse_weight: if moves {
            inverse_weight(state.mass, state.body_radius)
        } else {
            0.0
        },
    })
}

/// Puts the bodies into the order of the cells.
pub(super) fn sort(index: &AgentIndex, simd_level: SimdLevel, bodies: &mut DepenetratingBodies) {
    let (indexed, count) = (index.bodies(), index.len());
    let (by_slot, sorted, reaches) = bodies.parts(batches(count, count));
    for_each_batch(
        simd_level,
        Cost::Low,
        core::iter::once((indexed, sorted, OnePerBatch(reaches))),
        #[inline(always)]
        |(indexed, sorted, reaches)| {
            let ranks = indexed.iter().map(|body| (body.slot, body.position));
            *reaches = sort_bodies(by_slot, ranks, sorted);
        },
    );
    bodies.find_large_bodies(|rank| indexed[rank].position);
}

/// An index of the bodies' current positions, in cells of their size.
#[derive(Debug, Default)]
pub(super) struct FineIndex {
    grid: CellGrid,
    /// The positions of agents by slot.
    positions: Vec<Vec2>,
}

impl FineIndex {
    /// Sorts the bodies into cells of their own.
    pub(super) fn sort(
        &mut self,
        index: &AgentIndex,
        bodies: &mut DepenetratingBodies,
    ) -> &CellGrid {
        let positions = &mut self.positions;
        positions.resize(index.len(), Vec2::ZERO);
        for body in index.bodies() {
            positions[body.slot as usize] = body.position;
        }
        let (by_slot, sorted, reaches) = bodies.parts(1);
        let (mut count, mut radius_sum) = (0_usize, 0.0_f64);
        for (position, body) in positions.iter_mut().zip(by_slot) {
            if let Depenetrated::Body(body) = body {
                *position = body.position;
                count += 1;
                radius_sum += f64::from(body.radius);
            }
        }
        let mean_radius = (radius_sum / count.max(1) as f64) as f32;
        self.grid.rebuild(positions, CELL_SIZE * mean_radius);
        let order = self.grid.order();
        let ranks = order.iter();
        let ranks = ranks.map(|slot| (*slot, positions[*slot as usize]));
        reaches[0] = sort_bodies(by_slot, ranks, sorted);
        bodies.find_large_bodies(|rank| positions[order[rank] as usize]);
        &self.grid
    }
}
