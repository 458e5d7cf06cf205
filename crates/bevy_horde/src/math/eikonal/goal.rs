//! Goals, and the cells that see them.
//!
//! Interpolated costs are too high near a point, where the lines of equal cost curve most. So cells
//! near a goal get the straight distance.

use crate::math::cost_grid::{CellRegion, CostGrid, SQUARE, UNIT};
use bevy::math::{UVec2, Vec2};

use super::update::GREATEST;

/// Up to this distance from a goal, in cells, costs are straight distances.
const REACH: f32 = 8.0;
/// The largest distance from a goal in a wall to the cell that leads to it, in cells.
const BESIDE: f32 = 1.5;

/// The area of a goal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GoalShape {
    /// A single point.
    Point,
    /// A disc with this radius, in world units, 0 or more.
    Disc(f32),
    /// An axis-aligned box with these half sides, in world units, 0 or more.
    Box(Vec2),
    /// A point beside an obstacle that covers the real goal, which is here.
    Beside(Vec2),
}

/// A place or an area to which ways lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The center, world units.
    pub center: Vec2,
    /// The area round the center.
    pub shape: GoalShape,
    /// What the goal adds to the cost of a way that ends there: slowness times world units, 0 or
    /// more. The wave starts with it. A way leads to the goal with the least sum.
    pub start_cost: f32,
}

impl Goal {
    /// Returns a place as a goal.
    #[cfg(test)]
    pub fn point(center: Vec2) -> Self {
        Self {
            center,
            shape: GoalShape::Point,
            start_cost: 0.0,
        }
    }

    /// The point of the goal nearest to `place`.
    pub fn nearest(&self, place: Vec2) -> Vec2 {
        let offset = place - self.center;
        match self.shape {
            GoalShape::Point | GoalShape::Beside(_) => self.center,
            GoalShape::Disc(radius) if offset.length() <= radius => place,
            GoalShape::Disc(radius) => self.center + offset.clamp_length_max(radius.max(0.0)),
            GoalShape::Box(half) => {
                let half = half.max(Vec2::ZERO);
                self.center + offset.max(-half).min(half)
            }
        }
    }

    /// The place to which an agent at `place` goes: the nearest point, or the real goal.
    pub fn destination(&self, place: Vec2) -> Vec2 {
        match self.shape {
            GoalShape::Beside(covered) => covered,
            _ => self.nearest(place),
        }
    }

    fn half_size(&self) -> Vec2 {
        match self.shape {
            GoalShape::Point | GoalShape::Beside(_) => Vec2::ZERO,
            GoalShape::Disc(radius) => Vec2::splat(radius.max(0.0)),
            GoalShape::Box(half) => half.max(Vec2::ZERO),
        }
    }

    /// Whether all numbers are usable.
    pub(crate) fn is_valid(&self) -> bool {
        self.center.is_finite() && self.half_size().is_finite() && self.start_cost >= 0.0
    }

    /// The cells that may get the straight distance to this goal.
    pub(super) fn window(&self, grid: &CostGrid) -> CellRegion {
        if !self.is_valid() {
            return CellRegion {
                first: UVec2::ZERO,
                end: UVec2::ZERO,
            };
        }
        let reach = self.half_size() + REACH * grid.cell_size();
        grid.region(self.center - reach, self.center + reach)
    }

    /// The start cost in units of the grid; `None` for a goal without effect.
    fn start(&self, grid: &CostGrid) -> Option<u32> {
        let cost = self.start_cost / grid.cell_size() * UNIT as f32;
        (self.is_valid() && cost < GREATEST as f32).then_some(cost as u32)
    }

    /// The cost at a distance of 1.5 cells from the goal, if the ground is no slower than at the
    /// goal or than normal ground; `None` for a goal without effect.
    pub(super) fn near(&self, grid: &CostGrid) -> Option<u32> {
        let margin = 0.5 * grid.cell_size();
        let end = grid.origin() + grid.size().as_vec2() * grid.cell_size();
        // The area of a goal may reach into the grid from outside.
        let inside = self.center.clamp(grid.origin() + margin, end - margin);
        let cell = grid.cell_at(self.nearest(inside));
        let index = cell.and_then(|cell| grid.index(cell))?;
        let step = grid.steps()[index].max(UNIT);
        Some(self.start(grid)?.saturating_add(step * 3 / 2))
    }
}

/// A cell that sees a goal: its index in memory, and its cost.
pub(super) type Seed = (u32, u32);

/// All cells that see a goal, in the order of memory.
pub(super) fn seeds(grid: &CostGrid, goals: &[Goal]) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for goal in goals {
        seed(grid, goal, &mut seeds);
    }
    // The cheapest seed of each cell comes first and is kept.
    seeds.sort_unstable();
    seeds.dedup_by_key(|seed| seed.0);
    seeds
}

fn seed(grid: &CostGrid, goal: &Goal, seeds: &mut Vec<Seed>) {
    let Some(start) = goal.start(grid) else {
        return;
    };
    let window = goal.window(grid);
    let mut nearest: Option<(f32, UVec2)> = None;
    let size = grid.cell_size();
    let mut add = |cell: UVec2, distance: f32| {
        let index = grid.index(cell).unwrap_or_default();
        let cost = start as f32 + distance / size * grid.steps()[index] as f32;
        if cost <= GREATEST as f32 / 2.0 {
            // Whole numbers above 2^24 are not exact in `f32`, so the start cost is added as an
            // integer.
            seeds.push((index as u32, start + (cost - start as f32 + 0.5) as u32));
        }
    };
    for row in window.first.y..window.end.y {
        for column in window.first.x..window.end.x {
            let cell = UVec2::new(column, row);
            if !grid.is_free(cell) {
                continue;
            }
            let center = grid.center(cell);
            let place = goal.nearest(center);
            let distance = center.distance(place);
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, cell));
            }
            let is_seen = distance <= REACH * size
                && (distance == 0.0
                    || grid.cell_at(place) == Some(cell)
                    || is_box_clear(grid, cell, place));
            if is_seen {
                add(cell, distance);
            }
        }
    }
    let is_inside = grid.cell_at(goal.center).is_some();
    if let Some((distance, cell)) = nearest.filter(|_| is_inside)
        && distance <= BESIDE * size
    {
        add(cell, distance);
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
