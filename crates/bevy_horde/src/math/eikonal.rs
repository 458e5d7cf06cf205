//! The cost to the nearest goal, and the way there, for a crowd.
//!
//! The cost `u` of a place solves the eikonal equation `|grad u| = slowness`. All agents with the
//! same goals share one field. An agent goes against the gradient of the costs.
//!
//! | file | idea |
//! |---|---|
//! | `update` | the cost of a cell from the costs of its neighbors |
//! | `goal` | goals, and the cells that see them |
//! | `bucket_queue` | cells by cost |
//! | `wave` | a new field: one wave from the goals |
//! | `repair` | what depends on cells that changed |
//! | `sample` | cost and direction at a place |
//!
//! A field is computed in steps of a fixed number of cells. So only the input decides in which tick
//! the field is ready. Until then, samples come from the last field that was ready.

mod bucket_queue;
mod goal;
mod repair;
mod sample;
mod update;
mod wave;

pub use goal::{Goal, GoalShape};
pub use sample::FieldSample;

use super::cost_grid::{CellRegion, CostGrid};
use bevy::math::{UVec2, Vec2};
use bucket_queue::BucketQueue;
use goal::{Seed, seeds};
use repair::MOST_CHANGES;
use update::{UNREACHABLE, bucket_width};

/// The number of copied costs that count as one computed cell.
const COPIES: usize = 64;

/// What a field does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// All changes are in the costs that samples use.
    Ready,
    /// All costs are computed anew.
    Build,
    /// Only the costs that depend on changed cells are computed anew.
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
    goals: Vec<Goal>,
    /// For each goal, the cells that may see it.
    windows: Vec<CellRegion>,
    seeds: Vec<Seed>,
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
    /// Returns a field without goals.
    pub fn new(grid: &CostGrid) -> Self {
        let count = grid.steps().len();
        Self {
            size: grid.size(),
            goals: Vec::new(),
            windows: Vec::new(),
            seeds: Vec::new(),
            near_goal: 0,
            phase: Phase::Ready,
            front: vec![UNREACHABLE; count],
            front_goals: Vec::new(),
            back: vec![UNREACHABLE; count],
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
        self.goals = goals.to_vec();
        if is_new || changes.len() > self.back.len() / MOST_CHANGES {
            self.begin_build(grid);
        } else {
            self.begin_repair(grid, changes);
        }
    }

    /// Computes up to `cells` cells. Returns how many of these were not needed.
    ///
    /// A repaired field is equal to a new one, to the last bit. 64 costs that are only copied count
    /// as one cell, and a changed cell of the grid counts as five.
    pub fn advance(&mut self, grid: &CostGrid, cells: usize) -> usize {
        let mut left = cells;
        while left > 0 && self.size == grid.size() && self.copy_missing(&mut left) {
            let is_done = match self.phase {
                Phase::Ready => break,
                Phase::Build => self.extend_wave(grid, &mut left),
                Phase::Repair => self.extend_repair(grid, &mut left),
            };
            if is_done {
                self.publish(grid);
            }
        }
        left
    }

    /// Whether samples use the costs begun last, and nothing is left to copy.
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Ready && matches!(self.missing, Missing::Nothing)
    }

    /// The point nearest to `place`, as the crow flies, of all goals to which samples lead. If the
    /// nearest is beside an obstacle that covers the real goal, the real goal.
    pub fn nearest_goal(&self, place: Vec2) -> Option<Vec2> {
        let away = |goal: &&Goal| goal.nearest(place).distance_squared(place);
        let goals = self.front_goals.iter();
        let nearest = goals.min_by(|one, other| away(one).total_cmp(&away(other)));
        nearest.map(|goal| goal.destination(place))
    }

    fn begin_build(&mut self, grid: &CostGrid) {
        self.find_seeds(grid);
        self.back.fill(UNREACHABLE);
        self.missing = Missing::Nothing;
        self.journal = None;
        self.queue.clear(bucket_width(grid.cheapest()));
        for &(cell, cost) in &self.seeds {
            self.back[cell as usize] = cost;
            self.queue.push(cell, cost);
        }
        self.phase = Phase::Build;
    }

    fn find_seeds(&mut self, grid: &CostGrid) {
        self.seeds = seeds(grid, &self.goals);
        self.windows = self.goals.iter().map(|goal| goal.window(grid)).collect();
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
        self.phase = Phase::Ready;
    }

    /// Copies missing costs from `front` to `back`; false if some are still missing.
    fn copy_missing(&mut self, left: &mut usize) -> bool {
        let most = left.saturating_mul(COPIES);
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
        *left -= copied.div_ceil(COPIES).min(*left);
        matches!(self.missing, Missing::Nothing)
    }
}

#[cfg(test)]
mod tests;
