//! Whether places keep a way to a goal when the ground changes.

use super::EikonalField;
use super::seeds::{Seed, Seeds};
use crate::fields::budget::Budget;
use crate::fields::cost_grid::CostGrid;
use core::cmp::Reverse;
use glam::Vec2;
use std::collections::BinaryHeap;

/// What a search knows of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// A search has come by, and none of its cells has a way.
    Seen,
    HasWay,
}

impl EikonalField {
    /// Whether a place that has a way now loses it on changed ground.
    ///
    /// `changed` is the grid with the changes. Each search goes first where costs are low now. So
    /// it looks at few cells if the way is open, and at all that is cut off if it is closed.
    pub fn is_cut_off(
        &self,
        grid: &CostGrid,
        changed: &CostGrid,
        places: impl IntoIterator<Item = Vec2>,
    ) -> bool {
        let goals = &self.front_goals;
        let windows: Vec<_> = goals.iter().map(|goal| goal.window(changed)).collect();
        let mut seeds: Vec<Seed> = Vec::new();
        let mut search = Seeds::new(&windows);
        search.extend(changed, goals, &windows, &mut seeds, &mut Budget::endless());
        let mut known = vec![Known::Nothing; changed.count()];
        for (cell, _) in seeds {
            known[cell as usize] = Known::HasWay;
        }
        let mut places = places.into_iter();
        places.any(|place| {
            self.sample(grid, place).is_some() && !self.has_way(changed, place, &mut known)
        })
    }

    /// Whether links lead from a place to a cell that has a way.
    fn has_way(&self, grid: &CostGrid, place: Vec2, known: &mut [Known]) -> bool {
        let Some(own) = grid.cell_at(place).and_then(|cell| grid.index(cell)) else {
            return false;
        };
        // From a blocked cell an agent goes to a free one beside it.
        let beside = (0..8).map(|direction| grid.neighbor(own, direction));
        let starts: Vec<usize> = if grid.is_index_free(own) {
            vec![own]
        } else {
            beside.filter(|cell| grid.is_index_free(*cell)).collect()
        };
        let mut seen = Vec::new();
        let mut queue = BinaryHeap::new();
        let mut has_way = false;
        let mut visit = |cell: usize, queue: &mut BinaryHeap<_>| {
            if known[cell] == Known::Nothing {
                known[cell] = Known::Seen;
                seen.push(cell);
                queue.push(Reverse((self.front[cell], cell)));
            }
            known[cell] == Known::HasWay
        };
        for cell in starts {
            has_way |= visit(cell, &mut queue);
        }
        while !has_way && let Some(Reverse((_, cell))) = queue.pop() {
            let links = grid.links()[cell];
            for direction in (0..8).filter(|direction| links & (1 << direction) != 0) {
                has_way |= visit(grid.neighbor(cell, direction), &mut queue);
            }
        }
        if has_way {
            // All of these cells are linked.
            seen.into_iter()
                .for_each(|cell| known[cell] = Known::HasWay);
        }
        has_way
    }
}
