//! The costs of a field for bodies of one size.

use crate::math::cost_grid::{CellRegion, CostGrid};
use crate::math::eikonal::{EikonalField, Goal};
use crate::obstacle::ObstacleIndex;
use bevy::math::UVec2;
use bevy::prelude::*;
use std::collections::VecDeque;

/// Beyond this distance obstacles do not matter, in cells beyond the radius.
const FAR: f32 = 16.0;

/// The ground and the costs for bodies of one size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// World units.
    pub(super) radius: f32,
    pub(super) grid: CostGrid,
    pub(super) field: EikonalField,
    /// Parts of the ground that may have changed.
    dirty: VecDeque<CellRegion>,
}

impl Layer {
    /// A layer that knows no obstacle yet.
    pub(super) fn new(mut grid: CostGrid, radius: f32, goals: &[Goal]) -> Self {
        // The ground before the first step counts as no change.
        grid.take_changes();
        let field = EikonalField::new(&grid, goals);
        let dirty = VecDeque::from([grid.whole()]);
        Self {
            radius,
            grid,
            field,
            dirty,
        }
    }

    /// Marks the ground between two corners as changed.
    pub(super) fn touch(&mut self, low: Vec2, high: Vec2) {
        let reach = self.radius + 2.0 * self.grid.cell_size();
        let region = self.grid.region(low - reach, high + reach);
        if region.first.cmplt(region.end).all() {
            self.dirty.push_back(region);
        }
    }

    /// Whether the costs that samples use include all changes.
    pub(super) fn is_ready(&self) -> bool {
        self.dirty.is_empty() && self.field.is_ready()
    }

    /// Computes up to `cells` cells. Returns how many are left.
    pub(super) fn advance(&mut self, obstacles: &ObstacleIndex, cells: u32) -> u32 {
        let mut left = cells;
        while left > 0
            && let Some(region) = self.dirty.front_mut()
        {
            let columns = (region.end.x - region.first.x).max(1);
            let rows = (left / columns).max(1).min(region.end.y - region.first.y);
            let next = CellRegion {
                first: region.first,
                end: UVec2::new(region.end.x, region.first.y + rows),
            };
            region.first.y += rows;
            if region.first.y >= region.end.y {
                self.dirty.pop_front();
            }
            let farthest = self.radius + FAR * self.grid.cell_size();
            self.grid.rasterize(next, self.radius, |place| {
                let nearest = obstacles.nearest(place, farthest, |_| true);
                nearest.map_or(farthest, |nearest| nearest.distance)
            });
            left = left.saturating_sub(columns.saturating_mul(rows));
        }
        if self.dirty.is_empty() && left > 0 && !self.is_settled() {
            self.field.change(&self.grid.take_changes());
            self.field.advance(&self.grid, left as usize);
            left = 0;
        }
        left
    }

    /// Whether there is nothing to compute.
    fn is_settled(&self) -> bool {
        self.is_ready() && !self.grid.has_changes()
    }
}
