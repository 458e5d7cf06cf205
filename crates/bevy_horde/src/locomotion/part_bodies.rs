//! Solid bodies that overlap give way to each other.

use super::Motion;
use crate::agent::{ExternalLocomotion, SteeringDisabled};
use crate::kernel::grid::CellGrid;
use crate::kernel::yielding::{give_way, yield_share};
use crate::perception::{AgentIndex, AgentState};
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut, TaskPool};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Rounds of giving way in a tick, at most. Each sees where the one before left the bodies; a crowd packed round its goal
/// needs this many to stay within a twentieth of a radius, and where nothing touches the first is the last.
const ROUNDS: usize = 8;
/// The part of an overlap that a round resolves: all bodies move at once, and more would make a packed crowd ring.
const RELAXATION: f32 = 0.8;
/// Who is near enough to be touched in some round: within so many times the sum of the radii at the start.
const REACH: f32 = 1.5;
/// Bodies larger than so many mean radii are looked up one by one, lest one of them make everybody's cells as large.
const GIANT: f32 = 4.0;
/// With more giants than this the cells are made for them after all.
const MOST_GIANTS: usize = 32;
/// Bodies in a task, at least.
const BODIES_PER_TASK: usize = 1024;

/// How far every body has to give way, by slot.
#[derive(Resource, Default)]
pub(crate) struct BodyParting {
    /// By slot: what each body is.
    bodies: Vec<SolidBody>,
    is_expecting: AtomicBool,
    corrections: Vec<Vec2>,
    grid: CellGrid,
    // Scratch, kept for its memory.
    positions: Vec<Vec2>,
    /// Places of the giants in cell order.
    giants: Vec<u32>,
    /// By cell order.
    sorted: Vec<SolidBody>,
    moved: Vec<Vec2>,
}

#[derive(Clone, Copy)]
struct SolidBody {
    position: Vec2,
    /// Where it was before the first round; the grid and the search for neighbours go by this.
    began: Vec2,
    radius: f32,
    /// 0 for one that does not give way.
    inverse_mass: f32,
    slot: u32,
}

impl BodyParting {
    /// Says that a solid body moves in this tick; without one there is nothing to part.
    pub(super) fn expect_bodies(&self) {
        // Looked at first, or the threads would take the flag from each other for every agent.
        if !self.is_expecting.load(Relaxed) {
            self.is_expecting.store(true, Relaxed);
        }
    }

    /// Whether a solid body moves in this tick.
    pub(super) fn has_bodies(&self) -> bool {
        !self.bodies.is_empty()
    }

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
    if !core::mem::take(parting.is_expecting.get_mut()) {
        return;
    }
    let mut largest = 0.0_f32;
    for (state, motion, is_external, is_disabled) in &agents {
        let Some(slot) = state.slot().filter(|_| state.solid) else {
            continue;
        };
        let stays = is_external || is_disabled;
        let began = if stays {
            state.position
        } else {
            motion.position
        };
        parting.bodies.push(SolidBody {
            position: began,
            began,
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

    let radius_sum: f64 = parting
        .bodies
        .iter()
        .map(|body| f64::from(body.radius))
        .sum();
    let giant = GIANT * (radius_sum / parting.bodies.len() as f64) as f32;
    let common = |body: &&SolidBody| body.radius <= giant;
    let giants = parting.bodies.iter().filter(|body| !common(body)).count();
    let (giant, common_radius) = if giants > MOST_GIANTS {
        (f32::INFINITY, largest)
    } else {
        let radii = parting.bodies.iter().filter(common).map(|body| body.radius);
        (giant, radii.fold(0.0, f32::max))
    };

    parting.positions.clear();
    parting
        .positions
        .extend(parting.bodies.iter().map(|body| body.position));
    parting
        .grid
        .rebuild(&parting.positions, 2.0 * REACH * common_radius);
    parting.sorted.clear();
    parting.sorted.extend(
        parting
            .grid
            .order()
            .iter()
            .map(|body| parting.bodies[*body as usize]),
    );
    parting.giants.clear();
    parting.giants.extend(
        (0..)
            .zip(&parting.sorted)
            .filter(|(_, body)| body.radius > giant)
            .map(|(place, _)| place),
    );
    parting.moved.clear();
    parting.moved.resize(parting.sorted.len(), Vec2::ZERO);

    for round in 0..ROUNDS {
        let surroundings = Surroundings {
            bodies: &parting.sorted,
            giants: &parting.giants,
            grid: &parting.grid,
            common_radius,
            index: &index,
        };
        let give_way = |first: usize, moved: &mut [Vec2]| {
            let mut pushes = Vec::new();
            for (place, moved) in (first..).zip(moved) {
                // Whom nobody touched in the round before is left to the next tick.
                if round > 0 && *moved == Vec2::ZERO {
                    continue;
                }
                *moved = surroundings.correction(place, &mut pushes);
            }
        };
        if parting.sorted.len() <= BODIES_PER_TASK {
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

/// Everything that one body's round looks at.
struct Surroundings<'a> {
    /// In cell order.
    bodies: &'a [SolidBody],
    giants: &'a [u32],
    grid: &'a CellGrid,
    /// The radius of the largest body that is no giant.
    common_radius: f32,
    index: &'a AgentIndex,
}

impl Surroundings<'_> {
    /// How far one body gives way in one round.
    fn correction(&self, place: usize, pushes: &mut Vec<(u32, Vec2)>) -> Vec2 {
        let own = &self.bodies[place];
        if own.inverse_mass <= 0.0 {
            return Vec2::ZERO;
        }
        pushes.clear();
        let mut meet = |other_place: usize| {
            let other = &self.bodies[other_place];
            let clearance = own.radius + other.radius;
            // By where they began: which cells are looked at must not decide who counts.
            let reach = REACH * clearance;
            if other_place == place || own.began.distance_squared(other.began) > reach * reach {
                return;
            }
            let push = give_way(
                other.position - own.position,
                clearance,
                yield_share(own.inverse_mass, other.inverse_mass),
                || self.index.parting_direction(own.slot, other.slot),
            );
            if push != Vec2::ZERO {
                pushes.push((other.slot, push));
            }
        };
        let reach = REACH * (own.radius + self.common_radius);
        self.grid.visit_runs(own.began, reach, |run| {
            run.filter(|other| self.giants.is_empty() || !self.is_giant(*other))
                .for_each(&mut meet);
        });
        for giant in self.giants {
            meet(*giant as usize);
        }
        // The order of the search depends on who else is where, and so would the sum.
        pushes.sort_unstable_by_key(|(slot, _)| *slot);
        let away: Vec2 = pushes.iter().map(|(_, push)| *push).sum();
        // A body in a heap of hundreds must not be thrown farther than its own size.
        crate::kernel::vector::truncate(away * RELAXATION, own.radius)
    }

    fn is_giant(&self, place: usize) -> bool {
        self.giants.binary_search(&(place as u32)).is_ok()
    }
}
