//! A new field: one wave from the goals.
//!
//! No bucket of the queue is wider than a diagonal step less a step. So a cell that comes out of
//! the queue has its final cost, and is computed once. On even ground it offers costs to the four
//! cells beside it alone.

use super::EikonalField;
use super::update::{GREATEST, offer_on_even_ground, offer_to_neighbors};
use crate::math::cost_grid::{CostGrid, EVEN};

impl EikonalField {
    /// Extends the wave by up to `left` cells; true if it has reached all cells that it can.
    pub(super) fn extend_wave(&mut self, grid: &CostGrid, left: &mut usize) -> bool {
        let Self { queue, back, .. } = self;
        while *left > 0 {
            let Some(cell) = queue.pop() else {
                return true;
            };
            *left -= 1;
            let cell = cell as usize;
            let offer = |costs: &mut [u32], to: usize, cost: u32| {
                if cost < costs[to] && cost <= GREATEST {
                    costs[to] = cost;
                    queue.push(to as u32, cost);
                }
            };
            if grid.links()[cell] & EVEN != 0 {
                offer_on_even_ground(grid, back, cell, offer);
            } else {
                offer_to_neighbors(grid, back, cell, offer);
            }
        }
        false
    }
}
