//! The cost to the nearest goal, and the way there, for a crowd.
//!
//! The cost `u` of a place solves the eikonal equation `|grad u| = slowness`. All agents with the
//! same goals share one field. An agent goes against the gradient of the costs.
//!
//! | file | idea |
//! |---|---|
//! | `update` | the cost of a cell from the costs of its neighbors |
//! | `goal` | goals |
//! | `seeds` | the cells that see a goal |
//! | `bucket_queue` | cells by cost |
//! | `wave` | a new field: one wave from the goals |
//! | `repair` | what depends on cells that changed |
//! | `sample` | cost and direction at a place |
//! | `connection` | whether places keep a way when the ground changes |
//!
//! A field is computed in steps of a fixed number of cells. So only the input decides in which tick
//! the field is ready. Until then, samples come from the last field that was ready.

mod bucket_queue;
mod connection;
mod goal;
mod repair;
mod sample;
mod seeds;
mod update;
mod wave;

pub use goal::{Goal, GoalShape};
pub use sample::FieldSample;

use crate::fields::budget::{Budget, NEW_CELLS};
use crate::fields::cost_grid::{CellRegion, CostGrid, MOST_CHANGES};
use bucket_queue::BucketQueue;
use glam::{UVec2, Vec2};
use seeds::{Seed, Seeds};
use update::{UNREACHABLE, bucket_width};

/// The number of copied costs that count as one computed cell.
const COPIES: usize = 64;
/// The number of seeds that count as one computed cell.
const SEEDS: usize = 4;

/// What a field does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// All changes are in the costs that samples use.
    Ready,
    /// The seeds of new goals or changed ground are found.
    Seed(Step),
    /// The costs from this index on are forgotten.
    Forget(usize),
    /// The seeds from this index on start the wave.
    Start(usize),
    /// The wave computes all costs anew.
    Wave,
    /// Seeds that came or went are queued, from these indices of the old and the new ones on.
    Compare([usize; 2]),
    /// Only the costs that depend on changed cells are computed anew.
    Repair,
}

/// What a field does with new seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Build,
    Repair,
}

/// The costs in `back` that are older than the costs in `front`.
#[derive(Clone, Debug)]
enum Missing {
    Nothing,
    /// All cells from this index on.
    All(usize),
    /// These cells.
    Cells(Vec<u32>),
}

/// The cost to the nearest goal over a [`CostGrid`].
///
/// All methods take the grid, which must be the same each time. The grid must not change while a
/// field is being computed.
///
/// A field takes 9 bytes per cell, and the grid 7 bytes and 1 bit. The queue and the lists of
/// changes take 5 bytes per cell more at most, while a field is being computed.
#[derive(Clone, Debug)]
pub struct EikonalField {
    size: UVec2,
    /// The number of cells in memory.
    count: usize,
    goals: Vec<Goal>,
    /// For each goal, the cells that may see it.
    windows: Vec<CellRegion>,
    seeds: Vec<Seed>,
    /// The seeds before a change; empty while nothing changes.
    old_seeds: Vec<Seed>,
    /// The search for seeds.
    search: Seeds,
    /// A cell with a cost up to this may be beside a goal.
    near_goal: u32,
    phase: Phase,
    /// The costs that samples use.
    front: Vec<u32>,
    /// The goals of `front`.
    front_goals: Vec<Goal>,
    /// The costs that are being computed.
    back: Vec<u32>,
    missing: Missing,
    queue: BucketQueue,
    /// Cells of the grid that changed and that the repair has not checked yet.
    changed: Vec<u32>,
    /// Cells whose costs changed since the last field that was ready; `None` if all may have
    /// changed.
    journal: Option<Vec<u32>>,
}

impl EikonalField {
    /// Returns a field without goals. It has no cells until it is computed for the first time.
    pub fn new(grid: &CostGrid) -> Self {
        let count = grid.count();
        Self {
            size: grid.size(),
            count,
            goals: Vec::new(),
            windows: Vec::new(),
            seeds: Vec::new(),
            old_seeds: Vec::new(),
            search: Seeds::default(),
            near_goal: 0,
            phase: Phase::Ready,
            // Nothing touches this memory yet.
            front: Vec::with_capacity(count),
            front_goals: Vec::new(),
            back: Vec::with_capacity(count),
            missing: Missing::Nothing,
            queue: BucketQueue::new(count),
            changed: Vec::new(),
            journal: Some(Vec::new()),
        }
    }

    /// Begins to compute the costs to `goals`. `changes` are the cells of the grid that changed
    /// ([`CostGrid::take_changes`]). Until the costs are ready, samples lead to the old goals.
    ///
    /// Must only be called while the field is idle. Goals outside the grid, with numbers that are
    /// not finite, or with a negative start cost have no effect. A goal in a blocked cell is
    /// reached from the nearest free cell beside it.
    pub fn begin(&mut self, grid: &CostGrid, goals: &[Goal], changes: Vec<u32>) {
        if self.size != grid.size() {
            *self = Self::new(grid);
        }
        let is_new = self.goals != goals;
        self.queue.clear(bucket_width(grid.cheapest()));
        self.changed = changes;
        self.phase = if is_new || self.changed.len() > self.count / MOST_CHANGES {
            self.begin_build(grid, goals);
            Phase::Seed(Step::Build)
        } else if self.is_near_goal(grid) {
            self.old_seeds = core::mem::take(&mut self.seeds);
            self.search = Seeds::new(&self.windows);
            Phase::Seed(Step::Repair)
        } else {
            Phase::Repair
        };
    }

    /// Computes cells until the budget is spent, or the field is idle.
    ///
    /// A repaired field is equal to a new one, to the last bit. Whatever the field does, it takes
    /// about as long for each cell that it spends.
    pub fn advance(&mut self, grid: &CostGrid, budget: &mut Budget) {
        while !budget.is_spent()
            && !self.is_idle()
            && self.size == grid.size()
            && self.prepare(budget)
            && self.copy_missing(budget)
        {
            self.phase = match self.phase {
                Phase::Ready => break,
                Phase::Seed(step) => self.find_seeds(grid, step, budget),
                Phase::Forget(first) => self.forget(first, budget),
                Phase::Start(first) => self.start_wave(first, budget),
                Phase::Wave => self.extend_wave(grid, budget),
                Phase::Compare(at) => self.compare_seeds(grid, at, budget),
                Phase::Repair => self.extend_repair(grid, budget),
            };
            if self.phase == Phase::Ready {
                self.publish(grid);
            }
        }
    }

    /// Adds cells without costs until the budget is spent; true if all cells are there.
    fn prepare(&mut self, budget: &mut Budget) -> bool {
        while self.front.len() < self.count {
            if budget.is_spent() {
                return false;
            }
            let next = self.count.min(self.front.len() + 64 * NEW_CELLS);
            budget.spend((next - self.front.len()).div_ceil(NEW_CELLS));
            self.front.resize(next, UNREACHABLE);
            self.back.resize(next, UNREACHABLE);
            self.queue.grow(next);
        }
        true
    }

    /// Whether samples use the costs begun last, and nothing is left to copy.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Ready && matches!(self.missing, Missing::Nothing)
    }

    /// The point nearest to `place`, as the crow flies, of all goals to which samples lead. If the
    /// nearest is beside an obstacle that covers the real goal, the real goal.
    #[inline]
    pub fn nearest_goal(&self, place: Vec2) -> Option<Vec2> {
        let away = |goal: &&Goal| goal.nearest(place).distance_squared(place);
        let goals = self.front_goals.iter();
        let nearest = goals.min_by(|one, other| away(one).total_cmp(&away(other)));
        nearest.map(|goal| goal.destination(place))
    }

    /// Computes all that is left.
    #[cfg(test)]
    fn finish(&mut self, grid: &CostGrid) {
        self.advance(grid, &mut Budget::endless());
    }

    fn begin_build(&mut self, grid: &CostGrid, goals: &[Goal]) {
        self.goals = goals.to_vec();
        self.windows = self.goals.iter().map(|goal| goal.window(grid)).collect();
        self.search = Seeds::new(&self.windows);
        self.seeds.clear();
        self.changed.clear();
        self.missing = Missing::Nothing;
        self.journal = None;
    }

    fn find_seeds(&mut self, grid: &CostGrid, step: Step, budget: &mut Budget) -> Phase {
        let (search, goals, windows) = (&mut self.search, &self.goals, &self.windows);
        if !search.extend(grid, goals, windows, &mut self.seeds, budget) {
            return self.phase;
        }
        match step {
            Step::Build => Phase::Forget(0),
            Step::Repair => Phase::Compare([0, 0]),
        }
    }

    fn forget(&mut self, first: usize, budget: &mut Budget) -> Phase {
        let most = budget.left().saturating_mul(COPIES);
        let end = self.count.min(first.saturating_add(most));
        self.back[first..end].fill(UNREACHABLE);
        budget.spend((end - first).div_ceil(COPIES));
        if end == self.count {
            Phase::Start(0)
        } else {
            Phase::Forget(end)
        }
    }

    fn start_wave(&mut self, first: usize, budget: &mut Budget) -> Phase {
        let most = budget.left().saturating_mul(SEEDS);
        let end = self.seeds.len().min(first.saturating_add(most));
        for &(cell, cost) in &self.seeds[first..end] {
            self.back[cell as usize] = cost;
            self.queue.push(cell, cost);
        }
        budget.spend((end - first).div_ceil(SEEDS));
        if end == self.seeds.len() {
            Phase::Wave
        } else {
            Phase::Start(end)
        }
    }

    /// Lets samples use the computed costs.
    fn publish(&mut self, grid: &CostGrid) {
        core::mem::swap(&mut self.front, &mut self.back);
        self.missing = match self.journal.take() {
            Some(cells) => Missing::Cells(cells),
            None => Missing::All(0),
        };
        let goals = self.goals.iter().copied();
        self.front_goals = goals.filter(|goal| goal.near(grid).is_some()).collect();
        let near = self.front_goals.iter().filter_map(|goal| goal.near(grid));
        self.near_goal = near.max().unwrap_or(0);
        self.journal = Some(Vec::new());
    }

    /// Copies missing costs from `front` to `back`; false if some are still missing.
    fn copy_missing(&mut self, budget: &mut Budget) -> bool {
        let most = budget.left().saturating_mul(COPIES);
        let copied = match &mut self.missing {
            Missing::Nothing => return true,
            Missing::All(first) => {
                let end = self.front.len().min(first.saturating_add(most));
                self.back[*first..end].copy_from_slice(&self.front[*first..end]);
                let copied = end - *first;
                *first = end;
                if end == self.front.len() {
                    self.missing = Missing::Nothing;
                }
                copied
            }
            Missing::Cells(cells) => {
                let copied = most.min(cells.len());
                for cell in cells.drain(cells.len() - copied..) {
                    self.back[cell as usize] = self.front[cell as usize];
                }
                if cells.is_empty() {
                    self.missing = Missing::Nothing;
                }
                copied
            }
        };
        budget.spend(copied.div_ceil(COPIES));
        matches!(self.missing, Missing::Nothing)
    }
}

#[cfg(test)]
mod tests;
