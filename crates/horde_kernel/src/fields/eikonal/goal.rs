//! Goals: the places and areas to which ways lead.

use super::seeds::REACH;
use super::update::GREATEST;
use crate::fields::cost_grid::{CellRegion, CostGrid, UNIT};
use glam::{UVec2, Vec2};

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
    #[inline]
    pub fn point(center: Vec2) -> Self {
        Self {
            center,
            shape: GoalShape::Point,
            start_cost: 0.0,
        }
    }

    /// The point of the goal nearest to `place`.
    #[inline]
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
    #[inline]
    pub fn destination(&self, place: Vec2) -> Vec2 {
        match self.shape {
            GoalShape::Beside(covered) => covered,
            _ => self.nearest(place),
        }
    }

    /// Half of the sides of the box round the goal, world units.
    #[inline]
    pub fn half_size(&self) -> Vec2 {
        match self.shape {
            GoalShape::Point | GoalShape::Beside(_) => Vec2::ZERO,
            GoalShape::Disc(radius) => Vec2::splat(radius.max(0.0)),
            GoalShape::Box(half) => half.max(Vec2::ZERO),
        }
    }

    /// Whether all numbers are usable.
    #[inline]
    pub fn is_valid(&self) -> bool {
        self.center.is_finite() && self.half_size().is_finite() && self.start_cost >= 0.0
    }

    /// The cells that may get the straight distance to this goal.
    #[inline]
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
    #[inline]
    pub(super) fn start(&self, grid: &CostGrid) -> Option<u32> {
        let cost = self.start_cost / grid.cell_size() * UNIT as f32;
        (self.is_valid() && cost < GREATEST as f32).then_some(cost as u32)
    }

    /// The cost at a distance of 1.5 cells from the goal, if the ground is no slower than at the
    /// goal or than normal ground; `None` for a goal without effect.
    #[inline]
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
