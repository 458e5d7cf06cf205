//! The costs of a field for bodies of one size.

use super::crowd::Blocks;
use super::ground::Ground;
use super::surface::{Surface, TILE};
use super::surface_goals::goals_outside;
use bevy::math::UVec2;
use bevy::prelude::*;
use core::cell::Cell;
use horde_kernel::fields::budget::Budget;
use horde_kernel::fields::cost_grid::{CellRegion, CostGrid};
use horde_kernel::fields::eikonal::{EikonalField, FieldSample, Goal};
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::outline::Outline;
use std::collections::VecDeque;

/// The number of tests of a place against an obstacle that count as one computed cell.
const TESTS: usize = 4;

/// The ground and the costs for bodies of one size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The body radius, world units.
    radius: f32,
    grid: CostGrid,
    field: EikonalField,
    /// Regions to rasterize again.
    walls: VecDeque<Tiles>,
    /// Regions with other steps.
    steps: VecDeque<Tiles>,
    stage: Stage,
}

/// What is left of a region, in tiles.
#[derive(Clone, Copy, Debug)]
struct Tiles {
    region: CellRegion,
    next: UVec2,
}

impl Tiles {
    fn new(region: CellRegion) -> Self {
        let next = region.first;
        Self { region, next }
    }
}

impl Iterator for Tiles {
    type Item = CellRegion;

    fn next(&mut self) -> Option<CellRegion> {
        let Self { region, next } = self;
        if next.cmpge(region.end).any() {
            return None;
        }
        let (first, end) = (*next, (*next + TILE).min(region.end));
        next.x = end.x;
        if end.x == region.end.x {
            *next = UVec2::new(region.first.x, end.y);
        }
        Some(CellRegion { first, end })
    }
}

/// What a layer does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Idle,
    /// It updates the grid from the ground and the surface.
    Look,
    /// It computes costs.
    Compute,
}

impl Layer {
    /// A layer that knows no goal yet, and has not rasterized the ground.
    pub(super) fn new(grid: CostGrid, radius: f32) -> Self {
        let field = EikonalField::new(&grid);
        let walls = VecDeque::from([Tiles::new(grid.whole())]);
        Self {
            radius,
            grid,
            field,
            walls,
            steps: VecDeque::new(),
            stage: Stage::Idle,
        }
    }

    pub(super) fn grid(&self) -> &CostGrid {
        &self.grid
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

    /// Whether one more obstacle would close the way from one of these places to all goals.
    pub(super) fn would_close(
        &self,
        ground: &Ground,
        obstacle: &Outline,
        places: impl IntoIterator<Item = Vec2>,
    ) -> bool {
        let Bounds { min, max } = obstacle.bounds().grown(self.reach());
        let region = self.grid.region(min, max);
        if region.first.cmpge(region.end).any() {
            return false;
        }
        let mut changed = self.grid.clone();
        let tests = Cell::new(0);
        changed.rasterize(region, self.radius, ground.walls(&tests).with(obstacle));
        self.field.is_cut_off(&self.grid, &changed, places)
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

    /// Begins to compute the ways after changes of the ground within these boxes, of the surface
    /// in these regions, or of the goals.
    pub(super) fn begin(&mut self, walls: &[Bounds], steps: &[CellRegion], cheapest: u32) {
        // A new layer rasterizes all of the ground anyway.
        if self.walls.is_empty() {
            let reach = self.reach();
            let regions = walls.iter().map(|bounds| {
                let Bounds { min, max } = bounds.grown(reach);
                self.grid.region(min, max)
            });
            let regions = regions.filter(|region| region.first.cmplt(region.end).all());
            self.walls.extend(regions.map(Tiles::new));
        }
        self.steps.extend(steps.iter().copied().map(Tiles::new));
        self.grid.set_cheapest(cheapest);
        self.stage = Stage::Look;
    }

    /// Whether nothing is left to compute.
    pub(super) fn is_idle(&self) -> bool {
        self.stage == Stage::Idle
    }

    /// Computes cells until the budget is spent, or nothing is left to compute.
    pub(super) fn advance(
        &mut self,
        ground: &Ground,
        surface: &Surface,
        goals: &[Goal],
        budget: &mut Budget,
    ) {
        if self.is_idle() || !self.grid.prepare(budget) {
            return;
        }
        if self.stage == Stage::Look {
            if !self.look(ground, surface, budget) {
                return;
            }
            let changes = self.grid.take_changes();
            let goals = goals_outside(goals, ground, &self.grid, self.radius, budget);
            self.field.begin(&self.grid, &goals, changes);
            self.stage = Stage::Compute;
        }
        self.field.advance(&self.grid, budget);
        if self.field.is_idle() {
            self.stage = Stage::Idle;
        }
    }

    /// Updates the grid until the budget is spent; true if it is up to date.
    fn look(&mut self, ground: &Ground, surface: &Surface, budget: &mut Budget) -> bool {
        let mut steps = Vec::new();
        while let Some(tiles) = self.steps.front_mut() {
            if budget.is_spent() {
                return false;
            }
            let Some(tile) = tiles.next() else {
                self.steps.pop_front();
                continue;
            };
            budget.spend(surface.write_steps(tile, &mut steps));
            self.grid.set_steps(tile, &steps);
        }
        let tests = Cell::new(0);
        while let Some(tiles) = self.walls.front_mut() {
            if budget.is_spent() {
                return false;
            }
            let Some(tile) = tiles.next() else {
                self.walls.pop_front();
                continue;
            };
            self.grid.rasterize(tile, self.radius, ground.walls(&tests));
            let size = tile.end - tile.first;
            budget.spend((size.x * size.y) as usize + tests.take() / TESTS);
        }
        true
    }
}
