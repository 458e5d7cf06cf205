//! Repairs the costs that depend on cells that changed.
//!
//! A cell is *consistent* if its cost is the one that follows from its neighbors and goals. The
//! queue holds every other cell, by the lower of these two costs (Ramalingam and Reps 1996; D* Lite
//! and E* are the same idea). The raise wave makes cells that are too cheap unreachable, then the
//! cells that were computed from these. The lower wave gives cells that are too expensive the cost
//! that follows, and offers that to their neighbors. When the queue is empty, all cells are
//! consistent. Only one set of costs is consistent, so a repaired field is equal to a new one.

use super::update::{GREATEST, UNREACHABLE, cost_by_neighbors, diagonal_step, offer_to_neighbors};
use super::{EikonalField, Phase};
use crate::fields::budget::Budget;
use crate::fields::cost_grid::{CostGrid, MOST_CHANGES};
use core::cmp::Ordering;
use glam::UVec2;

/// Checking a changed cell and its neighbors is as much work as computing this many cells.
const LOOK: usize = 5;
/// Repairing a cell is as much work as computing this many cells in a wave.
const REPAIR: usize = 2;
/// The side of a tile of cells.
const TILE: u32 = 32;
/// From this many changed cells on, any goal may be near.
const MANY: usize = 4096;

impl EikonalField {
    /// Whether a changed cell may see a goal. Looks at whole tiles of cells.
    pub(super) fn is_near_goal(&self, grid: &CostGrid) -> bool {
        if self.changed.len() >= MANY {
            return true;
        }
        let tiles = self.size.map(|count| count.div_ceil(TILE));
        let number = |tile: UVec2| (tile.y * tiles.x + tile.x) as usize;
        let mut is_changed = vec![false; number(UVec2::new(0, tiles.y))];
        for &cell in &self.changed {
            if grid.is_inside(cell as usize) {
                is_changed[number(grid.cell(cell as usize) / TILE)] = true;
            }
        }
        self.windows.iter().any(|window| {
            let (first, end) = (window.first / TILE, window.end.map(|at| at.div_ceil(TILE)));
            let mut rows = first.y..end.y;
            rows.any(|row| (first.x..end.x).any(|column| is_changed[number((column, row).into())]))
        })
    }

    /// Queues the cells whose seeds came, went or changed.
    pub(super) fn compare_seeds(
        &mut self,
        grid: &CostGrid,
        [mut old, mut new]: [usize; 2],
        budget: &mut Budget,
    ) -> Phase {
        while !budget.is_spent() {
            let order = match (self.old_seeds.get(old), self.seeds.get(new)) {
                (Some(one), Some(other)) => one.cmp(other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => {
                    self.old_seeds.clear();
                    return Phase::Repair;
                }
            };
            let seed = if order.is_le() {
                self.old_seeds[old]
            } else {
                self.seeds[new]
            };
            old += usize::from(order.is_le());
            new += usize::from(order.is_ge());
            if order.is_ne() {
                self.mark(grid, seed.0 as usize);
            }
            budget.spend(1);
        }
        Phase::Compare([old, new])
    }

    /// Checks the cells that changed, and their neighbors; false if some are left.
    fn mark_changed(&mut self, grid: &CostGrid, budget: &mut Budget) -> bool {
        while let Some(&cell) = self.changed.last() {
            if budget.is_spent() {
                return false;
            }
            self.changed.pop();
            if grid.is_inside(cell as usize) {
                budget.spend(LOOK);
                self.mark(grid, cell as usize);
                for direction in 0..8 {
                    self.mark(grid, grid.neighbor(cell as usize, direction));
                }
            }
        }
        true
    }

    /// The cost of a cell that follows from its neighbors and goals.
    fn consistent_cost(&self, grid: &CostGrid, cell: usize) -> u32 {
        let by_neighbors = cost_by_neighbors(grid, &self.back, cell, |_, _| {});
        let seed = self
            .seeds
            .binary_search_by_key(&(cell as u32), |seed| seed.0);
        seed.map_or(by_neighbors, |at| by_neighbors.min(self.seeds[at].1))
    }

    /// Queues a cell if it is not consistent.
    fn mark(&mut self, grid: &CostGrid, cell: usize) {
        let (old, new) = (self.back[cell], self.consistent_cost(grid, cell));
        if old != new {
            self.queue.push(cell as u32, old.min(new));
        }
    }

    fn set_cost(&mut self, cell: usize, cost: u32) {
        self.back[cell] = cost;
        if let Some(journal) = &mut self.journal {
            journal.push(cell as u32);
            if journal.len() > self.front.len() / MOST_CHANGES {
                self.journal = None;
            }
        }
    }

    /// Computes cells until the budget is spent, or all cells are consistent.
    pub(super) fn extend_repair(&mut self, grid: &CostGrid, budget: &mut Budget) -> Phase {
        if !self.mark_changed(grid, budget) {
            return Phase::Repair;
        }
        while !budget.is_spent() {
            let Some(cell) = self.queue.pop() else {
                return Phase::Ready;
            };
            let cell = cell as usize;
            let (old, new) = (self.back[cell], self.consistent_cost(grid, cell));
            if new > old {
                self.raise(grid, cell, old, new);
            } else if new < old {
                self.lower(grid, cell, old, new);
            }
            budget.spend(REPAIR + self.queue.take_moves());
        }
        Phase::Repair
    }

    /// Makes a cell that is too cheap unreachable, and queues the cells that may depend on it.
    fn raise(&mut self, grid: &CostGrid, cell: usize, old: u32, new: u32) {
        self.set_cost(cell, UNREACHABLE);
        if new != UNREACHABLE {
            self.queue.push(cell as u32, new);
        }
        for direction in 0..8 {
            let to = grid.neighbor(cell, direction);
            self.queue_dependent(grid, to, old);
        }
    }

    /// Gives a cell that is too expensive the cost `new`, and queues the cells that this makes
    /// cheaper.
    fn lower(&mut self, grid: &CostGrid, cell: usize, old: u32, new: u32) {
        if self.queue.bucket(new) > self.queue.current() {
            self.queue.push(cell as u32, new);
            return;
        }
        self.set_cost(cell, new);
        let queue = &mut self.queue;
        offer_to_neighbors(grid, &mut self.back, cell, |costs, to, cost| {
            if cost < costs[to] && cost <= GREATEST {
                queue.push(to as u32, cost);
            }
        });
        if old != UNREACHABLE {
            for direction in 0..8 {
                // Due to rounding, a cost may change although no offer is lower.
                self.queue_dependent(grid, grid.neighbor(cell, direction), old);
            }
        }
    }

    /// Queues a cell if its cost may come from a neighbor with the cost `from`.
    fn queue_dependent(&mut self, grid: &CostGrid, cell: usize, from: u32) {
        let cost = self.back[cell];
        let most = from.saturating_add(diagonal_step(grid.steps()[cell]) + 1);
        if cost > from && cost <= most {
            self.queue.push(cell as u32, cost);
        }
    }
}
