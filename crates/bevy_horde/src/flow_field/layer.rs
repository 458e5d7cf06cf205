//! The costs of a field for bodies of one size.

use super::crowd::Blocks;
use super::ground::Ground;
use crate::math::bounds::Bounds;
use crate::math::cost_grid::{CellRegion, CostGrid};
use crate::math::eikonal::{EikonalField, FieldSample, Goal};
use bevy::math::UVec2;
use bevy::prelude::*;
use std::collections::VecDeque;

/// The ground and the costs for bodies of one size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// World units.
    radius: f32,
    grid: CostGrid,
    field: EikonalField,
    /// Parts of the ground that have to be looked at again.
    dirty: VecDeque<CellRegion>,
    /// Parts of the ground that cost more than before, or less: the cost of a step of one cell.
    crowded: VecDeque<(CellRegion, i32)>,
    stage: Stage,
}

/// What a layer does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Idle,
    /// It looks at the ground.
    Look,
    /// It computes costs.
    Compute,
}

impl Layer {
    /// A layer that knows no goal yet, and has not looked at the ground.
    pub(super) fn new(mut grid: CostGrid, radius: f32) -> Self {
        // What the ground is before the first step is no change.
        grid.take_changes();
        let field = EikonalField::new(&grid);
        let dirty = VecDeque::from([grid.whole()]);
        Self {
            radius,
            grid,
            field,
            dirty,
            crowded: VecDeque::new(),
            stage: Stage::Idle,
        }
    }

    /// World units.
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }

    /// The blocks in which slow bodies are counted.
    pub(super) fn blocks(&self) -> Blocks {
        Blocks::new(&self.grid, self.radius)
    }

    pub(super) fn sample(&self, place: Vec2) -> Option<FieldSample> {
        self.field.sample(&self.grid, place)
    }

    /// The place of the nearest goal as the crow flies, of those to which samples lead.
    pub(super) fn nearest_goal(&self, place: Vec2) -> Option<Vec2> {
        self.field.nearest_goal(place)
    }

    /// The place of the area that is nearest to a place; inside of it the place itself.
    pub(super) fn nearest_inside(&self, place: Vec2) -> Vec2 {
        let grid = &self.grid;
        let (corner, size) = (grid.origin(), grid.cell_size() * grid.size().as_vec2());
        let is_inside = grid.is_local(grid.local(place));
        let margin = 0.5 * grid.cell_size();
        if is_inside {
            place
        } else {
            place.clamp(corner + margin, corner + size - margin)
        }
    }

    /// Within which distance of its cells obstacles matter.
    fn reach(&self) -> f32 {
        self.radius + 2.0 * self.grid.cell_size()
    }

    /// The area in which obstacles matter.
    pub(super) fn surroundings(&self) -> Bounds {
        let low = self.grid.origin();
        let size = self.grid.size().as_vec2() * self.grid.cell_size();
        Bounds::of_points(low, low + size).grown(self.reach())
    }

    /// Begins to compute the ways for a ground that has changed within these boxes, or the goals.
    pub(super) fn begin(&mut self, changes: &[Bounds]) {
        // A layer that has not looked at the ground has to look at all of it.
        if self.dirty.is_empty() {
            let reach = self.reach();
            let regions = changes.iter().map(|bounds| {
                let Bounds { min, max } = bounds.grown(reach);
                self.grid.region(min, max)
            });
            let regions = regions.filter(|region| region.first.cmplt(region.end).all());
            self.dirty.extend(regions);
        }
        self.stage = Stage::Look;
    }

    /// Begins to compute the ways for ground that costs more than before, or less.
    pub(super) fn begin_crowd(&mut self, changes: &[(CellRegion, i32)]) {
        self.crowded.extend(changes);
        self.stage = Stage::Look;
    }

    /// Whether nothing is left to compute.
    pub(super) fn is_idle(&self) -> bool {
        self.stage == Stage::Idle
    }

    /// Computes so many cells. Returns how many are left.
    pub(super) fn advance(&mut self, ground: &Ground, goals: &[Goal], cells: u32) -> u32 {
        if self.is_idle() {
            return cells;
        }
        let left = self.look(ground, cells);
        if left == 0 {
            return 0;
        }
        if self.stage == Stage::Look {
            let changes = self.grid.take_changes();
            self.field.begin(&self.grid, goals, changes);
            self.stage = Stage::Compute;
        }
        let left = self.field.advance(&self.grid, left as usize);
        if self.field.is_idle() {
            self.stage = Stage::Idle;
        }
        left as u32
    }

    /// Looks at so many cells of the ground. Returns how many are left.
    fn look(&mut self, ground: &Ground, cells: u32) -> u32 {
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
            self.grid.rasterize(next, self.radius, ground.walls());
            left = left.saturating_sub(columns.saturating_mul(rows));
        }
        while left > 0
            && let Some((region, cost)) = self.crowded.pop_front()
        {
            self.grid.add_cost(region, cost);
            let size = region.end - region.first;
            left = left.saturating_sub(size.x.saturating_mul(size.y));
        }
        left
    }
}
