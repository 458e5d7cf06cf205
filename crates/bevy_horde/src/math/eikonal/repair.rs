//! Repairs the costs that depend on cells that changed.
//!
//! A cell is *consistent* if its cost is the one that follows from its neighbors and goals. The
//! queue holds every other cell, by the lower of these two costs (Ramalingam and Reps 1996; D* Lite
//! and E* are the same idea). The raise wave makes cells that are too cheap unreachable, then the
//! cells that were computed from these. The lower wave gives cells that are too expensive the cost
//! that follows, and offers that to their neighbors. When the queue is empty, all cells are
//! consistent. Only one set of costs is consistent, so a repaired field is equal to a new one.

use super::goal::Seed;
use super::update::{
    GREATEST, UNREACHABLE, bucket_width, cost_by_neighbors, diagonal_step, offer_to_neighbors,
};
use super::{EikonalField, Phase};
use crate::math::cost_grid::{CellRegion, CostGrid};

/// If more than one in this many cells changes, a new wave is cheaper.
pub(super) const MOST_CHANGES: usize = 8;
/// Checking a changed cell and its neighbors is as much work as computing this many cells.
const LOOK: usize = 5;

impl EikonalField {
    /// Begins a repair of the costs that depend on these cells.
    pub(super) fn begin_repair(&mut self, grid: &CostGrid, mut cells: Vec<u32>) {
        cells.retain(|&cell| grid.is_inside(cell as usize));
        cells.sort_unstable();
        cells.dedup();
        self.queue.clear(bucket_width(grid.cheapest()));
        self.phase = Phase::Repair;
        self.change_seeds(grid, &cells);
        self.changed = cells;
    }

    /// Checks the cells that changed, and their neighbors; false if some are left.
    fn mark_changed(&mut self, grid: &CostGrid, left: &mut usize) -> bool {
        while let Some(&cell) = self.changed.last() {
            if *left == 0 {
                return false;
            }
            *left = left.saturating_sub(LOOK);
            self.changed.pop();
            self.mark(grid, cell as usize);
            for direction in 0..8 {
                self.mark(grid, grid.neighbor(cell as usize, direction));
            }
        }
        true
    }

    fn change_seeds(&mut self, grid: &CostGrid, cells: &[u32]) {
        let is_within = |window: &CellRegion, cell: u32| {
            let cell = grid.cell(cell as usize);
            cell.cmpge(window.first).all() && cell.cmplt(window.end).all()
        };
        let windows = &self.windows;
        let is_near = |cell: &u32| windows.iter().any(|window| is_within(window, *cell));
        if !cells.iter().any(is_near) {
            return;
        }
        let old = core::mem::take(&mut self.seeds);
        self.find_seeds(grid);
        let is_in = |seeds: &[Seed], seed: &Seed| seeds.binary_search(seed).is_ok();
        let gone = old.iter().filter(|seed| !is_in(&self.seeds, seed));
        let new = self.seeds.iter().filter(|seed| !is_in(&old, seed));
        let changed: Vec<u32> = gone.chain(new).map(|seed| seed.0).collect();
        for cell in changed {
            self.mark(grid, cell as usize);
        }
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

    /// Computes up to `left` cells; true if all cells are consistent.
    pub(super) fn extend_repair(&mut self, grid: &CostGrid, left: &mut usize) -> bool {
        if !self.mark_changed(grid, left) {
            return false;
        }
        while *left > 0 {
            let Some(cell) = self.queue.pop() else {
                return true;
            };
            *left -= 1;
            let cell = cell as usize;
            let (old, new) = (self.back[cell], self.consistent_cost(grid, cell));
            if new > old {
                self.raise(grid, cell, old, new);
            } else if new < old {
                self.lower(grid, cell, old, new);
            }
        }
        false
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
