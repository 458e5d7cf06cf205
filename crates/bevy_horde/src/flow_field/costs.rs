//! The costs of a field: those that samples use, and those in work.

use super::component::FlowField;
use super::ground::Ground;
use super::layer::Layer;
use crate::math::cost_grid::CostGrid;
use crate::math::eikonal::Goal;
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;

/// The layers of a field, and what they know.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// By radius.
    layers: Vec<Layer>,
    ground: Ground,
    goals: Vec<Goal>,
    /// The number of updates of the obstacles that the layers know.
    update_count: Option<u64>,
}

impl Costs {
    /// The empty ground of a field; `None` where its size is not usable.
    pub(super) fn grid(settings: &FlowField) -> Option<CostGrid> {
        let count = (settings.area.size() / settings.cell_size).ceil();
        let (columns, rows) = (count.x as u32, count.y as u32);
        CostGrid::new(settings.area.min, settings.cell_size, columns, rows)
    }

    pub(super) fn new(settings: &FlowField) -> Self {
        let layer = |radius: &f32| {
            let mut grid = Self::grid(settings)?;
            for slow in &settings.slow_areas {
                let region = grid.region(slow.area.min, slow.area.max);
                grid.set_slowness(region, slow.cost);
            }
            Some(Layer::new(grid, *radius))
        };
        Self {
            layers: settings.body_radii.iter().filter_map(layer).collect(),
            ..default()
        }
    }

    /// By radius.
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Notes the number of updates of the obstacles. Returns whether it is another one.
    pub(super) fn note_updates(&mut self, update_count: u64) -> bool {
        self.update_count.replace(update_count) != Some(update_count)
    }

    /// What matters of these obstacles.
    pub(super) fn ground_of(&self, obstacles: &[PlacedObstacle]) -> Ground {
        let Some(largest) = self.layers.last() else {
            return default();
        };
        let around = largest.surroundings();
        let outlines = obstacles.iter().map(|obstacle| &obstacle.shape);
        let near = outlines.filter(|outline| outline.bounds().overlaps(&around));
        Ground::new(near.cloned().collect())
    }

    pub(super) fn differs_from(&self, ground: &Ground) -> bool {
        !self.ground.changes(ground).is_empty()
    }

    /// Begins with costs to these goals, over this ground.
    pub(super) fn begin(&mut self, goals: Vec<Goal>, ground: Ground) {
        let changes = self.ground.changes(&ground);
        for layer in &mut self.layers {
            layer.begin(&changes);
        }
        self.goals = goals;
        self.ground = ground;
    }

    /// Computes so many cells.
    pub(super) fn advance(&mut self, cells: u32) {
        let mut left = cells;
        for layer in &mut self.layers {
            left = layer.advance(&self.ground, &self.goals, left);
        }
    }

    pub(super) fn advance_to_end(&mut self) {
        while !self.are_ready() {
            self.advance(u32::MAX);
        }
    }

    /// Whether nothing is left to compute.
    pub(super) fn are_ready(&self) -> bool {
        self.layers.iter().all(Layer::is_idle)
    }
}
