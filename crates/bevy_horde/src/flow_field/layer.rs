//! The costs of a field for bodies of one size.

use super::crowd::Blocks;
use super::ground::Ground;
use super::surface_goals::goals_outside;
use crate::math::bounds::Bounds;
use crate::math::cost_grid::{CellRegion, CostGrid};
use crate::math::eikonal::{EikonalField, FieldSample, Goal};
use bevy::math::UVec2;
use bevy::prelude::*;
use std::collections::VecDeque;

/// The ground and the costs for bodies of one size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The body radius, world units.
    radius: f32,
    grid: CostGrid,
    field: EikonalField,
    /// Regions of the ground to rasterize again.
    dirty: VecDeque<CellRegion>,
    /// Regions with a changed crowd, each with the change of the cost of a step of one cell.
    crowded: VecDeque<(CellRegion, i32)>,
    stage: Stage,
}

/// What a layer does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Idle,
    /// It updates the grid from the ground and the crowd.
    Look,
    /// It computes costs.
    Compute,
}

impl Layer {
    /// A layer that knows no goal yet, and has not rasterized the ground.
    pub(super) fn new(mut grid: CostGrid, radius: f32) -> Self {
        // The ground before the first step counts as no change.
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

    /// The body radius, world units.
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

    /// The place itself if it is in the area, else the nearest place half a cell inside.
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

    /// The distance from its cells within which obstacles matter, world units.
    fn reach(&self) -> f32 {
        self.radius + 2.0 * self.grid.cell_size()
    }

    /// The area in which obstacles matter.
    pub(super) fn surroundings(&self) -> Bounds {
        let low = self.grid.origin();
        let size = self.grid.size().as_vec2() * self.grid.cell_size();
        Bounds::of_points(low, low + size).grown(self.reach())
    }

    /// Begins to compute the ways after changes of the ground within these boxes, or of the goals.
    pub(super) fn begin(&mut self, changes: &[Bounds]) {
        // A new layer rasterizes all of the ground anyway.
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

    /// Begins to compute the ways after these changes of the cost of a step.
    pub(super) fn begin_crowd(&mut self, changes: &[(CellRegion, i32)]) {
        self.crowded.extend(changes);
        self.stage = Stage::Look;
    }

    /// Whether nothing is left to compute.
    pub(super) fn is_idle(&self) -> bool {
        self.stage == Stage::Idle
    }

    /// Computes up to `cells` cells. Returns how many of them are left over.
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
            let goals = goals_outside(goals, ground, self.radius, self.grid.cell_size());
            self.field.begin(&self.grid, &goals, changes);
            self.stage = Stage::Compute;
        }
        let left = self.field.advance(&self.grid, left as usize);
        if self.field.is_idle() {
            self.stage = Stage::Idle;
        }
        left as u32
    }

    /// Updates about `cells` cells of the grid. Returns how many of them are left over.
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
