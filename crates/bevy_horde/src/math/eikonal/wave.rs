//! A new field: one wave from the goals.
//!
//! No bucket of the queue is wider than the least step. So a cell that comes out of the queue has
//! its final cost, and is computed once.

use super::EikonalField;
use super::update::{GREATEST, offer_to_neighbors};
use crate::math::cost_grid::CostGrid;

impl EikonalField {
    /// Extends the wave by `left` cells; true where it has reached all cells.
    pub(super) fn extend_wave(&mut self, grid: &CostGrid, left: &mut usize) -> bool {
        let Self { queue, back, .. } = self;
        while *left > 0 {
            let Some(cell) = queue.pop() else {
                return true;
            };
            *left -= 1;
            let cell = cell as usize;
            offer_to_neighbors::<true>(grid, back, cell, |costs, to, cost| {
                if cost < costs[to] && cost <= GREATEST {
                    costs[to] = cost;
                    queue.push(to as u32, cost);
                }
            });
        }
        false
    }
}
