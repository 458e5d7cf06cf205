//! Overlapping solid bodies separate.

use super::Surroundings;
use super::bodies::{FineIndex, read_bodies, sort};
use super::moves::{Clearance, End};
use crate::obstacles::index::Obstacles;
use crate::search::grid::CellGrid;
use crate::solidity::advance::Ground;
use crate::solidity::depenetration::{Contacts, DepenetratingBodies, Heaps, Wall};
use crate::step::crowd::Crowd;
use crate::tasks::{Cost, for_each_task, threads};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use glam::Vec2;
use pulp::{Arch, Simd, WithSimd};

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

/// The corrections of all bodies, by slot.
#[derive(Default)]
pub(super) struct Separation {
    bodies: DepenetratingBodies,
    /// Used where the cells of the crowd are too large or too small.
    fine: FineIndex,
    /// The contacts that each task found.
    contacts: Vec<Contacts>,
    /// Bodies that overlapped another before the corrections.
    pub(super) overlapping: usize,
    heaps: Heaps,
    /// Ranks of the bodies that overlapping bodies may push.
    beside: Vec<u32>,
    /// The displacements of bodies in heaps, by task.
    moves: Vec<Vec<(u32, Vec2)>>,
}

impl Separation {
    /// The number of contacts that every round of this tick visited.
    pub(super) fn contacts(&self) -> usize {
        self.contacts.iter().map(Contacts::listed).sum()
    }

    /// Counts no contact and no overlap: no solid body has moved.
    pub(super) fn clear(&mut self) {
        self.contacts.clear();
        self.overlapping = 0;
    }

    /// The displacement that separates the agent in `slot` from others.
    #[inline(always)]
    pub(super) fn correction(&self, slot: usize) -> Vec2 {
        self.bodies.correction(slot)
    }

    /// Computes the corrections of overlapping bodies.
    ///
    /// Disabled bodies, and bodies that the step does not move, do not yield.
    pub(super) fn separate(
        &mut self,
        crowd: &Crowd,
        ends: &[End],
        clearances: &[Clearance],
        surroundings: &Surroundings,
    ) {
        let Self {
            bodies,
            fine,
            contacts,
            overlapping,
            heaps,
            beside,
            moves,
        } = self;
        let (arch, obstacles) = (surroundings.arch, surroundings.obstacles);
        read_bodies(crowd, ends, arch, bodies);
        let grid = if crowd.crowding() > CROWDED || crowd.grid().is_divided() {
            fine.sort(crowd, bodies)
        } else {
            sort(crowd, arch, bodies);
            crowd.grid()
        };
        let count = crowd.len();
        let tasks = task_count(count);
        let in_task = count.div_ceil(tasks);
        find_contacts(contacts, tasks, in_task, arch, bodies, grid);
        let crowded = || contacts.iter().flat_map(Contacts::crowded).copied();
        let listed: usize = contacts.iter().map(Contacts::count).sum();
        *overlapping = listed + crowded().count();
        heaps.clear();
        if *overlapping > listed {
            heaps.find(crowded(), bodies, grid, surroundings.tick, |from, to| {
                wall_between(from, to, obstacles)
            });
            for_each_task(tasks > 1, contacts.iter_mut(), |contacts| {
                contacts.leave_out_heaps(bodies, grid, heaps);
            });
            spread_heaps(heaps, arch, grid, bodies, moves);
        }
        let overlapping = contacts.iter().map(Contacts::count).sum::<usize>();
        if overlapping == 0 {
            return;
        }
        let is_parallel = tasks > 1 && overlapping >= OVERLAPS_WORTH_THREADS;
        list_beside(contacts, is_parallel, in_task, beside, bodies, grid, heaps);
        let ground = Ground {
            obstacles,
            tick: surroundings.tick_number,
            push: 0.0,
        };
        let along_walls = |slot: u32, from: Vec2, displacement: Vec2| {
            let radius = crowd.rows.agents[slot as usize].body_radius;
            let open = clearances[slot as usize].open;
            let own = (surroundings.obstacle_on)(slot);
            ground.slide_along((own, radius), open, from, displacement)
        };
        for round in 0..ROUNDS {
            let is_overlapping = AtomicBool::new(false);
            for_each_task(is_parallel, contacts.iter_mut(), |contacts| {
                let direction = |own, other| crowd.tie_break_direction(own, other);
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
}

/// The number of tasks for `count` bodies.
fn task_count(count: usize) -> usize {
    if Cost::Low.is_worth_threads(count) {
        (count / BODIES_PER_TASK).clamp(1, threads() * TASKS_PER_THREAD)
    } else {
        1
    }
}

/// Lists the contacts of the overlapping bodies; each task searches `in_task` ranks.
fn find_contacts(
    contacts: &mut Vec<Contacts>,
    tasks: usize,
    in_task: usize,
    arch: Arch,
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
            contacts.find(arch, bodies, grid, ranks);
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
fn wall_between(from: Vec2, to: Vec2, obstacles: &Obstacles) -> Option<Wall> {
    let hit = obstacles.first_hit(from, to, 0.0, |obstacle| obstacle.solid)?;
    (hit.distance > 0.0).then_some((hit.position, hit.normal))
}

/// Moves the bodies of heaps outward.
fn spread_heaps(
    // Inputs
    heaps: &Heaps,
    arch: Arch,
    grid: &CellGrid,
    // Output
    bodies: &mut DepenetratingBodies,
    moves: &mut Vec<Vec<(u32, Vec2)>>,
) {
    let tasks = heaps.count().div_ceil(BODIES_PER_TASK);
    moves.resize_with(tasks, Vec::new);
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
