//! Repairs the costs that depend on cells that changed.
//!
//! A cell is *consistent* if its cost follows from its neighbors and its goal. The queue holds
//! every cell that is not, by the lower one of the two costs (Ramalingam and Reps 1996; D* Lite and
//! E* are the same idea). A cell that is too cheap becomes unreachable, and then all that depends
//! on it; this is the raise wave. A cell that is too expensive gets its cost, and offers it on;
//! this is the lower wave. Where the queue is empty all cells are consistent, and costs that are
//! consistent exist only once. So changes may come at any time, also amid a repair.

use super::goal::Seed;
use super::update::{
    GREATEST, UNREACHABLE, bucket_width, cost_by_neighbors, diagonal_step, offer_to_neighbors,
};
use super::{EikonalField, Phase};
use crate::math::cost_grid::{CellRegion, CostGrid};

/// Where more than one in so many cells changes, a new wave is cheaper.
const MOST_CHANGES: usize = 8;

impl EikonalField {
    /// Begins with the cells that changed.
    pub(super) fn take_changes(&mut self, grid: &CostGrid) {
        let mut cells = core::mem::take(&mut self.pending);
        if cells.len() > self.back.len() / MOST_CHANGES {
            self.begin_build(grid);
            return;
        }
        cells.retain(|&cell| grid.is_inside(cell as usize));
        cells.sort_unstable();
        cells.dedup();
        let unfinished = self.leave_queue(grid);
        self.phase = Phase::Repair;
        self.change_seeds(grid, &cells);
        for cell in unfinished {
            self.mark(grid, cell as usize);
        }
        for cell in cells {
            self.mark(grid, cell as usize);
            for direction in 0..8 {
                self.mark(grid, grid.neighbor(cell as usize, direction));
            }
        }
    }

    /// Prepares the queue, and returns cells that are to be queued again.
    ///
    /// In a wave the costs of queued cells are not final and are taken back. In a repair cells are
    /// queued again if there is cheaper ground now. In buckets that are too wide, cells would raise
    /// each other step by step.
    fn leave_queue(&mut self, grid: &CostGrid) -> Vec<u32> {
        let width = bucket_width(grid.cheapest());
        let (queue, back) = (&self.queue, &self.back);
        let mut cells: Vec<u32> = Vec::new();
        if self.phase == Phase::Build {
            let is_final = |cell: u32| queue.bucket(back[cell as usize]) < queue.current();
            cells.extend(queue.cells().filter(|cell| !is_final(*cell)));
            for &cell in &cells {
                self.back[cell as usize] = UNREACHABLE;
            }
        } else if self.phase == Phase::Repair {
            if queue.is_as_wide(width) {
                return cells;
            }
            cells.extend(queue.cells());
        }
        self.queue.clear(width);
        cells
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

    /// Computes `left` cells; true where all are consistent.
    pub(super) fn extend_repair(&mut self, grid: &CostGrid, left: &mut usize) -> bool {
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

    /// Makes a cell unreachable that is too cheap, and queues what may depend on it.
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

    /// Gives a cell that is too expensive its cost, and queues what it makes cheaper.
    fn lower(&mut self, grid: &CostGrid, cell: usize, old: u32, new: u32) {
        if self.queue.bucket(new) > self.queue.current() {
            self.queue.push(cell as u32, new);
            return;
        }
        self.set_cost(cell, new);
        let queue = &mut self.queue;
        offer_to_neighbors::<false>(grid, &mut self.back, cell, |costs, to, cost| {
            if cost < costs[to] && cost <= GREATEST {
                queue.push(to as u32, cost);
            }
        });
        if old != UNREACHABLE {
            for direction in 0..8 {
                // By rounding a cost may change although no offer is lower.
                self.queue_dependent(grid, grid.neighbor(cell, direction), old);
            }
        }
    }

    /// Queues a cell that may have its cost from a neighbor with the cost `from`.
    fn queue_dependent(&mut self, grid: &CostGrid, cell: usize, from: u32) {
        let cost = self.back[cell];
        let most = from.saturating_add(diagonal_step(grid.steps()[cell]) + 1);
        if cost > from && cost <= most {
            self.queue.push(cell as u32, cost);
        }
    }
}
