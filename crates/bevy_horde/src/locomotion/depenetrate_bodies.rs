//! Depenetration: overlapping solid bodies separate.

use super::motion::Motions;
use super::solid_bodies::{FineIndex, Placed, read_bodies, sort};
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::parallel::{Cost, for_each_task};
use crate::perception::{AgentIndex, AgentState};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use horde_kernel::search::grid::CellGrid;
use horde_kernel::solidity::advance::{Ground, Motion};
use horde_kernel::solidity::clearance_cache::ClearanceCache;
use horde_kernel::solidity::depenetration::{Contacts, DepenetratingBodies, Heaps, Wall};
use pulp::{Simd, WithSimd};

/// The largest number of rounds of separation in a tick. Each starts from the positions of the last
/// round. With this many a packed horde overlaps by less than a hundredth of a radius. Where no
/// bodies overlap, there is no round.
const ROUNDS: usize = 20;
/// The least number of bodies in a task, but for the last task.
const BODIES_PER_TASK: usize = 512;
/// The most tasks for each thread. Several, because some parts of a crowd are denser than others.
const TASKS_PER_THREAD: usize = 4;
/// With fewer overlapping bodies than this, one thread is done before others wake up.
const OVERLAPS_WORTH_THREADS: usize = 500;

/// With more agents than this in a cell, on average, the bodies are sorted anew. Cells for large
/// view ranges hold a whole dense crowd. Cells smaller than bodies are no better.
const CROWDED: f32 = 48.0;
/// The motion and the correction of every body, by slot.
#[derive(Resource, Default)]
pub(crate) struct BodyDepenetration {
    /// Whether a solid body moves in this tick.
    has_bodies: AtomicBool,
    motions: Motions,
    bodies: DepenetratingBodies,
    /// Used where the cells of the agents' index are too large or too small.
    fine: FineIndex,
    /// The contacts that each task found.
    contacts: Vec<Contacts>,
    /// Bodies that overlapped another before the corrections.
    overlapping: usize,
    heaps: Heaps,
    /// Ranks of the bodies that overlapping bodies may push.
    beside: Vec<u32>,
    /// The displacements of bodies in heaps, by task.
    moves: Vec<Vec<(u32, Vec2)>>,
}

impl BodyDepenetration {
    /// Begins a tick: no solid body has moved so far.
    pub(super) fn expect_no_bodies(&mut self, index: &AgentIndex) {
        *self.has_bodies.get_mut() = false;
        self.motions.start(if index.has_solid_bodies() {
            index.len()
        } else {
            0
        });
    }

    /// Notes that a solid body moves. If none moves, there is nothing to separate in this tick.
    pub(super) fn expect_bodies(&self) {
        // The load comes first, or the threads would contend for the cache line.
        if !self.has_bodies() {
            self.has_bodies.store(true, Relaxed);
        }
    }

    /// Stores the motion of the agent in `slot`.
    #[inline(always)]
    pub(super) fn set_motion(&self, slot: usize, motion: &Motion) {
        self.motions.set(slot, motion);
    }

    /// The last move of the agent in `slot`.
    #[inline(always)]
    pub(super) fn motion(&self, slot: usize) -> Motion {
        self.motions.get(slot)
    }

    /// The free space around the agent in `slot` after its last move, or its dead end.
    #[inline(always)]
    pub(super) fn open(&self, slot: usize) -> ClearanceCache {
        self.motions.open(slot)
    }

    /// Whether the agent's body is squeezed in this tick.
    pub(crate) fn squeezes(&self, state: &AgentState) -> bool {
        let slot = state.slot().filter(|_| state.solid && state.is_moving());
        slot.is_some_and(|slot| self.motions.is_squeezed(slot))
    }

    fn has_bodies(&self) -> bool {
        self.has_bodies.load(Relaxed)
    }

    /// The number of bodies that overlapped another in this tick, before the corrections.
    pub(crate) fn overlapping(&self) -> usize {
        if self.has_bodies() {
            self.overlapping
        } else {
            0
        }
    }

    /// The number of contacts that every round of this tick visited.
    pub(crate) fn contacts(&self) -> usize {
        if self.has_bodies() {
            self.contacts.iter().map(Contacts::listed).sum()
        } else {
            0
        }
    }

    /// The displacement that separates the agent in `slot` from others.
    pub(super) fn correction(&self, slot: usize) -> Vec2 {
        self.bodies.correction(slot)
    }
}

/// Whether any solid body has moved in this tick. If none has, there is nothing to separate or
/// place.
pub(crate) fn bodies_moved(depenetration: Res<BodyDepenetration>) -> bool {
    depenetration.has_bodies()
}

/// Computes the corrections of overlapping bodies.
///
/// Disabled bodies, and bodies that the game moves, do not yield.
pub(crate) fn depenetrate_bodies(
    // Inputs
    time: Res<Time>,
    agents: Placed,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    simd_level: Res<SimdLevel>,
    steering_tick: Res<SteeringTick>,
    // Local
    mut rows: Local<Vec<(u32, u32)>>,
    // Output
    mut depenetration: ResMut<BodyDepenetration>,
) {
    let BodyDepenetration {
        motions,
        bodies,
        fine,
        contacts,
        overlapping,
        heaps,
        beside,
        moves,
        ..
    } = &mut *depenetration;
    read_bodies(&agents, motions, &index, *simd_level, &mut rows, bodies);
    let grid = if index.crowding() > CROWDED || index.grid().is_divided() {
        fine.sort(&index, bodies)
    } else {
        sort(&index, *simd_level, bodies);
        index.grid()
    };
    let count = index.len();
    let tasks = task_count(count);
    let in_task = count.div_ceil(tasks);
    find_contacts(contacts, tasks, in_task, *simd_level, bodies, grid);
    let crowded = || contacts.iter().flat_map(Contacts::crowded).copied();
    let listed: usize = contacts.iter().map(Contacts::count).sum();
    *overlapping = listed + crowded().count();
    heaps.clear();
    if *overlapping > listed {
        heaps.find(crowded(), bodies, grid, time.delta_secs(), |from, to| {
            wall_between(from, to, &obstacles)
        });
        for_each_task(tasks > 1, contacts.iter_mut(), |contacts| {
            contacts.leave_out_heaps(bodies, grid, heaps);
        });
        spread_heaps(heaps, *simd_level, grid, bodies, moves);
    }
    let overlapping = contacts.iter().map(Contacts::count).sum::<usize>();
    if overlapping == 0 {
        return;
    }
    let is_parallel = tasks > 1 && overlapping >= OVERLAPS_WORTH_THREADS;
    list_beside(contacts, is_parallel, in_task, beside, bodies, grid, heaps);
    let ground = Ground {
        obstacles: &obstacles,
        tick: steering_tick.0,
        push: 0.0,
    };
    let along_walls = |slot: u32, from: Vec2, displacement: Vec2| {
        let entity = index.entities()[slot as usize];
        let radius = index.body_of(slot).radius;
        let open = motions.open(slot as usize);
        ground.slide_along((obstacle_of(entity), radius), open, from, displacement)
    };
    for round in 0..ROUNDS {
        let is_overlapping = AtomicBool::new(false);
        for_each_task(is_parallel, contacts.iter_mut(), |contacts| {
            let direction = |own, other| index.tie_break_direction(own, other);
            if bodies.correct_overlaps(round, grid, contacts, direction, along_walls) {
                is_overlapping.store(true, Relaxed);
            }
        });
        if !is_overlapping.into_inner() {
            break;
        }
        for contacts in &*contacts {
            bodies.carry_out(grid, contacts);
        }
    }
}

/// The number of tasks for `count` bodies.
fn task_count(count: usize) -> usize {
    let threads = ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num());
    if Cost::Low.is_worth_threads(count) {
        (count / BODIES_PER_TASK).clamp(1, threads * TASKS_PER_THREAD)
    } else {
        1
    }
}

/// Lists the contacts of the overlapping bodies; each task searches `in_task` ranks.
fn find_contacts(
    contacts: &mut Vec<Contacts>,
    tasks: usize,
    in_task: usize,
    simd_level: SimdLevel,
    bodies: &DepenetratingBodies,
    grid: &CellGrid,
) {
    let count = grid.order().len();
    contacts.resize_with(tasks, Contacts::default);
    for_each_task(
        tasks > 1,
        contacts.iter_mut().enumerate(),
        |(task, contacts)| {
            let ranks = (task * in_task).min(count)..((task + 1) * in_task).min(count);
            contacts.find(simd_level.arch(), bodies, grid, ranks);
        },
    );
}

/// Lists the contacts of the bodies that overlapping bodies may push. `beside` is scratch memory.
fn list_beside(
    contacts: &mut [Contacts],
    is_parallel: bool,
    in_task: usize,
    beside: &mut Vec<u32>,
    bodies: &DepenetratingBodies,
    grid: &CellGrid,
    heaps: &Heaps,
) {
    beside.clear();
    for contacts in &*contacts {
        contacts.beside(beside);
    }
    beside.sort_unstable();
    beside.dedup();
    for_each_task(
        is_parallel,
        contacts.iter_mut().enumerate(),
        |(task, contacts)| {
            let [first, last] = [task, task + 1].map(|task| {
                let rank = (task * in_task) as u32;
                beside.partition_point(|other| *other < rank)
            });
            contacts.list_beside(&beside[first..last], bodies, grid, heaps);
        },
    );
}

/// The first solid surface between two places; `None` also if `from` is in an obstacle.
fn wall_between(from: Vec2, to: Vec2, obstacles: &ObstacleIndex) -> Option<Wall> {
    let hit = obstacles.first_hit(from, to, 0.0, |obstacle| obstacle.solid)?;
    (hit.distance > 0.0).then_some((hit.position, hit.normal))
}

/// Moves the bodies of heaps outward.
fn spread_heaps(
    // Inputs
    heaps: &Heaps,
    simd_level: SimdLevel,
    grid: &CellGrid,
    // Output
    bodies: &mut DepenetratingBodies,
    moves: &mut Vec<Vec<(u32, Vec2)>>,
) {
    let tasks = heaps.count().div_ceil(BODIES_PER_TASK);
    moves.resize_with(tasks, Vec::new);
    let arch = simd_level.arch();
    for_each_task(tasks > 1, moves.iter_mut().enumerate(), |(task, moves)| {
        let first = task * BODIES_PER_TASK;
        let run = first..(first + BODIES_PER_TASK).min(heaps.count());
        arch.dispatch(SpreadHeaps { heaps, run, moves });
    });
    for moves in moves {
        bodies.shift(grid, moves);
    }
}

/// Computes the displacements of one task's bodies.
struct SpreadHeaps<'a> {
    heaps: &'a Heaps,
    run: Range<usize>,
    moves: &'a mut Vec<(u32, Vec2)>,
}

impl WithSimd for SpreadHeaps<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.heaps.moves(simd, self.run, self.moves);
    }
}
