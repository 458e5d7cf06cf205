//! A new grid: free cells at slowness 1, row by row.
//!
//! A large grid takes some milliseconds, most of it for fresh memory. So a game may prepare it in
//! steps.

use super::links::ALL;
use super::{CellRegion, CostGrid, MOST_CELLS, SQUARES, UNIT};
use crate::fields::budget::{Budget, NEW_CELLS};
use glam::{UVec2, Vec2};

impl CostGrid {
    /// Returns a grid of free cells at slowness 1. Its lowest corner is `origin`.
    ///
    /// `origin` is finite. `cell_size`, in world units, is a positive normal number, and so is its
    /// inverse. Each side has 1 to [`MOST_CELLS`] cells. `None` for anything else.
    #[inline]
    pub fn new(origin: Vec2, cell_size: f32, columns: u32, rows: u32) -> Option<Self> {
        let mut grid = Self::unprepared(origin, cell_size, columns, rows)?;
        grid.prepare(&mut Budget::endless());
        Some(grid)
    }

    /// Returns a grid like `new`, but with cells only after [`prepare`](Self::prepare).
    pub fn unprepared(origin: Vec2, cell_size: f32, columns: u32, rows: u32) -> Option<Self> {
        let sides = 1..=MOST_CELLS;
        let is_size = cell_size > 0.0 && (1.0 / cell_size).is_normal() && cell_size.is_normal();
        if !(origin.is_finite() && is_size && sides.contains(&columns) && sides.contains(&rows)) {
            return None;
        }
        let stride = columns as usize + 2;
        let count = stride * (rows as usize + 2);
        Some(Self {
            origin,
            cell_size,
            cells_per_unit: 1.0 / cell_size,
            size: UVec2::new(columns, rows),
            end: UVec2::new(columns, rows).as_vec2() + 0.5,
            stride,
            // Nothing touches this memory yet.
            steps: Vec::with_capacity(count),
            walls: Vec::with_capacity(count),
            links: Vec::with_capacity(count),
            squares: Vec::with_capacity(count.div_ceil(SQUARES)),
            cheapest: UNIT,
            changes: Vec::new(),
        })
    }

    /// Adds rows of free cells until the budget is spent; true if the grid is complete.
    pub fn prepare(&mut self, budget: &mut Budget) -> bool {
        let rows = self.size.y as usize + 2;
        while self.steps.len() < self.count() {
            if budget.is_spent() {
                return false;
            }
            let row = self.steps.len() / self.stride;
            self.add_row(row > 0 && row + 1 < rows);
            budget.spend(self.stride.div_ceil(NEW_CELLS));
            if row + 1 == rows {
                self.close_border();
                budget.spend(self.size.element_sum() as usize / 2);
            }
        }
        true
    }

    /// Adds the next row, of free cells or of the ring.
    fn add_row(&mut self, is_free: bool) {
        let columns = self.size.x as usize;
        let first = self.steps.len();
        let (step, links) = if is_free { (UNIT, ALL) } else { (0, 0) };
        self.steps.push(0);
        self.steps.resize(first + 1 + columns, step);
        self.steps.push(0);
        self.links.push(0);
        self.links.resize(first + 1 + columns, links);
        self.links.push(0);
        let count = first + self.stride;
        self.walls.resize(count, 0);
        self.squares.resize(count.div_ceil(SQUARES), 0);
        if is_free {
            (first + 1..first + 1 + columns).for_each(|index| self.note_square(index));
        }
    }

    /// Closes the links that lead out of the grid: only cells on its border have such.
    fn close_border(&mut self) {
        let (first, last) = (UVec2::ZERO, self.size - 1);
        for (first, end) in [
            (first, UVec2::new(self.size.x, 1)),
            (first, UVec2::new(1, self.size.y)),
            (UVec2::new(0, last.y), self.size),
            (UVec2::new(last.x, 0), self.size),
        ] {
            self.derive_links(CellRegion { first, end });
        }
        self.changes.clear();
    }
}
