//! A new field: one wave from the goals.
//!
//! No bucket of the queue is wider than a diagonal step less a step. So a cell that comes out of
//! the queue has its final cost, and is computed once. On even ground it offers costs to the four
//! cells beside it alone.

use super::update::{GREATEST, offer_on_even_ground, offer_to_neighbors};
use super::{EikonalField, Phase};
use crate::fields::budget::Budget;
use crate::fields::cost_grid::{CostGrid, EVEN};

impl EikonalField {
    /// Extends the wave until the budget is spent, or it has reached all cells that it can.
    pub(super) fn extend_wave(&mut self, grid: &CostGrid, budget: &mut Budget) -> Phase {
        let Self { queue, back, .. } = self;
        while !budget.is_spent() {
            let Some(cell) = queue.pop() else {
                return Phase::Ready;
            };
            budget.spend(1 + queue.take_moves());
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
        Phase::Wave
    }
}
