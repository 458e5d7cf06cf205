//! Solid bodies that overlap give way to each other.

use super::Motion;
use crate::agent::{ExternalLocomotion, SteeringDisabled};
use crate::kernel::grid::CellGrid;
use crate::kernel::slide::{give_way, yield_share};
use crate::perception::{AgentIndex, AgentState};
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut, TaskPool};

/// Rounds of giving way in a tick, at most. Each sees where the one before left the bodies; a crowd packed round its goal
/// needs this many to stay within a twentieth of a radius, and where nothing touches the first is the last.
const ROUNDS: usize = 8;
/// The part of an overlap that a round resolves: all bodies move at once, and more would make a packed crowd ring.
const RELAXATION: f32 = 0.8;
/// Bodies in a task, at least.
const BODIES_PER_TASK: usize = 1024;

/// How far every body has to give way, by slot.
#[derive(Resource, Default)]
pub(crate) struct BodyParting {
    /// By slot: what each body is.
    bodies: Vec<SolidBody>,
    corrections: Vec<Vec2>,
    grid: CellGrid,
    // Scratch, kept for its memory.
    positions: Vec<Vec2>,
    /// By cell order.
    sorted: Vec<SolidBody>,
    moved: Vec<Vec2>,
}

#[derive(Clone, Copy)]
struct SolidBody {
    position: Vec2,
    radius: f32,
    /// 0 for one that does not give way.
    inverse_mass: f32,
    slot: u32,
}

impl BodyParting {
    /// How far the agent in `slot` has to give way.
    pub(super) fn correction(&self, slot: usize) -> Vec2 {
        self.corrections.get(slot).copied().unwrap_or(Vec2::ZERO)
    }
}

/// Finds how far overlapping bodies have to give way.
///
/// Bodies that are disabled or moved by the game are given way to.
pub(crate) fn part_bodies(
    // Inputs
    agents: Query<(
        &AgentState,
        &Motion,
        Has<ExternalLocomotion>,
        Has<SteeringDisabled>,
    )>,
    index: Res<AgentIndex>,
    // Output
    mut parting: ResMut<BodyParting>,
) {
    let parting = &mut *parting;
    parting.bodies.clear();
    let mut largest = 0.0_f32;
    for (state, motion, is_external, is_disabled) in &agents {
        let Some(slot) = state.slot().filter(|_| state.solid) else {
            continue;
        };
        let stays = is_external || is_disabled;
        parting.bodies.push(SolidBody {
            position: if stays {
                state.position
            } else {
                motion.position
            },
            radius: state.body_radius,
            inverse_mass: if stays { 0.0 } else { state.mass.recip() },
            slot: slot as u32,
        });
        largest = largest.max(state.body_radius);
    }
    // Rows come in the order of the tables; the order of the ids is everybody's.
    if !parting.bodies.is_sorted_by_key(|body| body.slot) {
        parting.bodies.sort_unstable_by_key(|body| body.slot);
    }
    parting.corrections.clear();
    parting.corrections.resize(index.len(), Vec2::ZERO);
    if parting.bodies.len() < 2 || largest <= 0.0 {
        return;
    }

    parting.positions.clear();
    parting
        .positions
        .extend(parting.bodies.iter().map(|body| body.position));
    parting.grid.rebuild(&parting.positions, 2.0 * largest);
    parting.sorted.clear();
    parting.sorted.extend(
        parting
            .grid
            .order()
            .iter()
            .map(|body| parting.bodies[*body as usize]),
    );
    parting.moved.clear();
    parting.moved.resize(parting.sorted.len(), Vec2::ZERO);

    let start = &parting.positions;
    for round in 0..ROUNDS {
        let (sorted, grid) = (&parting.sorted, &parting.grid);
        let give_way = |first: usize, moved: &mut [Vec2]| {
            let mut pushes = Vec::new();
            for (place, moved) in (first..).zip(moved) {
                // Whom nobody touched in the round before is left to the next tick.
                if round > 0 && *moved == Vec2::ZERO {
                    continue;
                }
                // The grid knows where bodies began; they have moved apart by less than the largest of them.
                let began = start[grid.order()[place] as usize];
                *moved = correction(place, began, sorted, grid, largest, &index, &mut pushes);
            }
        };
        if sorted.len() <= BODIES_PER_TASK {
            give_way(0, &mut parting.moved);
        } else {
            let pool = ComputeTaskPool::get_or_init(TaskPool::default);
            parting
                .moved
                .par_chunk_map_mut(pool, BODIES_PER_TASK, |chunk, moved| {
                    give_way(chunk * BODIES_PER_TASK, moved);
                });
        }
        if parting.moved.iter().all(|moved| *moved == Vec2::ZERO) {
            break;
        }
        for (body, moved) in parting.sorted.iter_mut().zip(&parting.moved) {
            body.position += *moved;
            parting.corrections[body.slot as usize] += *moved;
        }
    }
}

/// How far one body gives way in one round.
fn correction(
    place: usize,
    began: Vec2,
    bodies: &[SolidBody],
    grid: &CellGrid,
    largest: f32,
    index: &AgentIndex,
    pushes: &mut Vec<(u32, Vec2)>,
) -> Vec2 {
    let own = &bodies[place];
    if own.inverse_mass <= 0.0 {
        return Vec2::ZERO;
    }
    pushes.clear();
    grid.visit_runs(began, own.radius + largest, |run| {
        for (other_place, other) in (run.start..).zip(&bodies[run]) {
            if other_place != place {
                let push = give_way(
                    other.position - own.position,
                    own.radius + other.radius,
                    yield_share(own.inverse_mass, other.inverse_mass),
                    || index.parting_direction(own.slot, other.slot),
                );
                if push != Vec2::ZERO {
                    pushes.push((other.slot, push));
                }
            }
        }
    });
    // The order of the search depends on who else is where, and so would the sum.
    pushes.sort_unstable_by_key(|(slot, _)| *slot);
    let away: Vec2 = pushes.iter().map(|(_, push)| *push).sum();
    // A body in a heap of hundreds must not be thrown farther than its own size.
    crate::kernel::vector::truncate(away * RELAXATION, own.radius)
}
