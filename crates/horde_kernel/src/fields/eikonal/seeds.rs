//! The cells that see a goal.
//!
//! Interpolated costs are too high near a point, where the lines of equal cost curve most. So cells
//! near a goal get the straight distance.

use super::goal::Goal;
use super::update::GREATEST;
use crate::fields::budget::Budget;
use crate::fields::cost_grid::{CellRegion, CostGrid, SQUARE};
use glam::{UVec2, Vec2};

/// Up to this distance from a goal, in cells, costs are straight distances.
pub(super) const REACH: f32 = 8.0;
/// The largest distance from a goal in a wall to the cell that leads to it, in cells.
const BESIDE: f32 = 1.5;
/// Looking for a goal past walls is as much work as computing this many cells.
const LOOK: usize = 4;
/// The number of goals outside of a row that count as one computed cell.
const GOALS: usize = 16;

/// A cell that sees a goal: its index in memory, and its cost.
pub(super) type Seed = (u32, u32);

/// A search for all cells that see a goal, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Seeds {
    /// The next row, and the row after the last.
    rows: [u32; 2],
    /// For each goal, the nearest cell so far, and its distance.
    nearest: Vec<Option<(f32, UVec2)>>,
}

impl Seeds {
    /// A search among goals with these windows.
    #[inline]
    pub(super) fn new(windows: &[CellRegion]) -> Self {
        let used = windows.iter().filter(|window| window.end.y > 0);
        let first = used.clone().map(|window| window.first.y).min();
        let end = used.map(|window| window.end.y).max();
        Self {
            rows: [first.unwrap_or(0), end.unwrap_or(0)],
            nearest: vec![None; windows.len()],
        }
    }

    /// Adds the seeds of more rows until the budget is spent; true if these are all. Seeds are in
    /// the order of memory, one for each cell.
    pub(super) fn extend(
        &mut self,
        grid: &CostGrid,
        goals: &[Goal],
        windows: &[CellRegion],
        seeds: &mut Vec<Seed>,
        budget: &mut Budget,
    ) -> bool {
        while self.rows[0] < self.rows[1] {
            if budget.is_spent() {
                return false;
            }
            let first = seeds.len();
            for ((goal, window), nearest) in goals.iter().zip(windows).zip(&mut self.nearest) {
                if (window.first.y..window.end.y).contains(&self.rows[0]) {
                    add_row(grid, goal, window, self.rows[0], nearest, seeds, budget);
                }
            }
            budget.spend(1 + goals.len() / GOALS);
            keep_cheapest(seeds, first);
            self.rows[0] += 1;
        }
        self.add_nearest(grid, goals, seeds);
        true
    }

    /// Adds the cells that lead to goals in walls.
    fn add_nearest(&self, grid: &CostGrid, goals: &[Goal], seeds: &mut Vec<Seed>) {
        let found = seeds.len();
        for (goal, nearest) in goals.iter().zip(&self.nearest) {
            if let Some((distance, cell)) = *nearest
                && distance <= BESIDE * grid.cell_size()
                && grid.cell_at(goal.center).is_some()
                && let Some(seed) = seed(grid, goal, cell, distance)
            {
                let known = seeds[..found].binary_search_by_key(&seed.0, |known| known.0);
                if known.is_ok_and(|at| seeds[at].1 <= seed.1) {
                    continue;
                }
                seeds.push(seed);
            }
        }
        if seeds.len() > found {
            // Nearly sorted, which a stable sort is fast for.
            seeds.sort();
            seeds.dedup_by_key(|seed| seed.0);
        }
    }
}

/// Sorts the seeds from `first` on, and keeps the cheapest of each cell.
fn keep_cheapest(seeds: &mut Vec<Seed>, first: usize) {
    seeds[first..].sort_unstable();
    let mut end = first;
    for at in first..seeds.len() {
        if end == first || seeds[end - 1].0 != seeds[at].0 {
            seeds[end] = seeds[at];
            end += 1;
        }
    }
    seeds.truncate(end);
}

/// The seed of a cell at this distance from a goal; `None` if it costs too much.
fn seed(grid: &CostGrid, goal: &Goal, cell: UVec2, distance: f32) -> Option<Seed> {
    let start = goal.start(grid)?;
    let index = grid.index(cell)?;
    let cost = start as f32 + distance / grid.cell_size() * grid.steps()[index] as f32;
    // Whole numbers above 2^24 are not exact in `f32`, so the start cost is added as an integer.
    let rounded = start + (cost - start as f32 + 0.5) as u32;
    (cost <= GREATEST as f32 / 2.0).then_some((index as u32, rounded))
}

/// Adds the cells of a row of a goal's window that see it.
fn add_row(
    grid: &CostGrid,
    goal: &Goal,
    window: &CellRegion,
    row: u32,
    nearest: &mut Option<(f32, UVec2)>,
    seeds: &mut Vec<Seed>,
    budget: &mut Budget,
) {
    budget.spend((window.end.x - window.first.x) as usize);
    let size = grid.cell_size();
    for column in window.first.x..window.end.x {
        let cell = UVec2::new(column, row);
        if !grid.is_free(cell) {
            continue;
        }
        let center = grid.center(cell);
        let place = goal.nearest(center);
        let distance = center.distance(place);
        if nearest.is_none_or(|(least, _)| distance < least) {
            *nearest = Some((distance, cell));
        }
        let is_near = || distance == 0.0 || grid.cell_at(place) == Some(cell);
        let mut is_clear = || {
            budget.spend(LOOK);
            is_box_clear(grid, cell, place)
        };
        if distance <= REACH * size && (is_near() || is_clear()) {
            seeds.extend(seed(grid, goal, cell, distance));
        }
    }
}

/// Whether the ground is open, and as slow as at `cell`, in the box between its center and `place`.
fn is_box_clear(grid: &CostGrid, cell: UVec2, place: Vec2) -> bool {
    let local = (place - grid.origin()) / grid.cell_size() - 0.5;
    let own = cell.as_vec2();
    let [low, high] = [local.min(own), local.max(own)];
    let (low, high) = (low.floor(), (high.ceil() - 1.0).max(low.floor()));
    let last = grid.size().as_vec2() - 2.0;
    if low.cmplt(Vec2::ZERO).any() || high.cmpgt(last).any() {
        return false;
    }
    let (low, high) = (low.as_uvec2(), high.as_uvec2());
    let Some(step) = grid.index(cell).map(|index| grid.steps()[index]) else {
        return false;
    };
    let mut squares = (low.y..=high.y).flat_map(|row| {
        let columns = low.x..=high.x;
        columns.filter_map(move |column| grid.index(UVec2::new(column, row)))
    });
    squares.all(|index| {
        let stride = grid.stride();
        let corners = [index, index + 1, index + stride, index + stride + 1];
        let is_same = corners.iter().all(|&corner| grid.steps()[corner] == step);
        is_same && grid.links()[index] & SQUARE != 0
    })
}
