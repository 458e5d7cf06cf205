//! The solid bodies of a tick, by slot and sorted into cells.

use super::moves::End;
use crate::search::grid::CellGrid;
use crate::solidity::correction_share::inverse_weight;
use crate::solidity::depenetration::{Depenetrated, DepenetratingBodies, SolidBody, sort_bodies};
use crate::step::agent::{Agent, Presence};
use crate::step::crowd::Crowd;
use crate::tasks::{Cost, OnePerBatch, batches, for_each_batch};
use glam::Vec2;
use pulp::Arch;

/// The side of a cell for bodies, in mean radii.
const CELL_SIZE: f32 = 4.0;

/// Reads position, radius and weight of the bodies, by slot.
pub(super) fn read_bodies(
    crowd: &Crowd,
    ends: &[End],
    arch: Arch,
    bodies: &mut DepenetratingBodies,
) {
    let columns = (&*crowd.rows.agents, ends, bodies.start(crowd.len()));
    for_each_batch(
        arch,
        Cost::Low,
        core::iter::once(columns),
        #[inline(always)]
        |(agents, ends, bodies)| {
            for ((agent, end), target) in agents.iter().zip(ends).zip(bodies) {
                *target = body(agent, end);
            }
        },
    );
}

#[inline(always)]
fn body(agent: &Agent, end: &End) -> Depenetrated {
    if !agent.solid || agent.presence == Presence::Absent {
        return Depenetrated::Absent;
    }
    let moves = agent.is_moved();
    Depenetrated::Body(SolidBody {
        position: if moves { end.position } else { agent.position },
        radius: agent.body_radius,
        inverse_weight: if moves {
            inverse_weight(agent.mass, agent.body_radius)
        } else {
            0.0
        },
    })
}

/// Puts the bodies into the order of the cells.
pub(super) fn sort(crowd: &Crowd, arch: Arch, bodies: &mut DepenetratingBodies) {
    let (indexed, count) = (&*crowd.bodies().bodies, crowd.len());
    let (by_slot, sorted, reaches) = bodies.parts(batches(count, count));
    for_each_batch(
        arch,
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
    pub(super) fn sort(&mut self, crowd: &Crowd, bodies: &mut DepenetratingBodies) -> &CellGrid {
        let positions = &mut self.positions;
        positions.resize(crowd.len(), Vec2::ZERO);
        for body in &crowd.bodies().bodies {
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
