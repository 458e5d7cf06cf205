//! The costs of a field: those that samples use, and those in work.

use super::component::FlowField;
use super::crowd::{Blocks, Crowd, SlowBody};
use super::ground::Ground;
use super::layer::Layer;
use crate::math::cost_grid::CostGrid;
use crate::math::eikonal::Goal;
use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;

/// A goal is not in sight if the way to it is longer than this many times the straight way.
pub(crate) const STRAIGHT: f32 = 1.05;
/// A goal farther away than this is not in sight, body radii. A settled crowd of 2 000 like bodies
/// reaches as far. Agents that do not see the goal cannot settle, and go round the crowd.
pub(crate) const IN_SIGHT: f32 = 60.0;

/// The layers of a field, with the ground, goals and crowd that they know.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// By radius.
    layers: Vec<Layer>,
    ground: Ground,
    goals: Vec<Goal>,
    /// The blocks in which slow bodies are counted; `None` without layers.
    blocks: Option<Blocks>,
    crowd: Crowd,
    /// The extra cost of ground that slow bodies cover completely.
    crowd_cost: f32,
    /// The update count of the obstacles that the layers know; `None` before the first.
    update_count: Option<u64>,
}

impl Costs {
    /// The grid of a field without obstacles; `None` if its size is not usable.
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
        let layers: Vec<Layer> = settings.body_radii.iter().filter_map(layer).collect();
        Self {
            blocks: layers.first().map(Layer::blocks),
            layers,
            crowd_cost: settings.crowd_cost,
            ..default()
        }
    }

    /// By radius.
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The obstacles near the area, as ground; `None` if the layers know them already.
    pub(super) fn changed_ground(&mut self, obstacles: &ObstacleIndex) -> Option<Ground> {
        let update_count = Some(obstacles.update_count());
        if self.update_count == update_count {
            return None;
        }
        let ground = self.ground_of(obstacles);
        if self.ground.changes(&ground).is_empty() {
            self.update_count = update_count;
            return None;
        }
        Some(ground)
    }

    /// Notes that the layers know these obstacles.
    pub(super) fn note_updates(&mut self, obstacles: &ObstacleIndex) {
        self.update_count = Some(obstacles.update_count());
    }

    /// The obstacles near the area, as ground.
    pub(super) fn ground_of(&self, obstacles: &ObstacleIndex) -> Ground {
        let Some(largest) = self.layers.last() else {
            return default();
        };
        let around = largest.surroundings();
        let outlines = obstacles.obstacles().iter();
        let outlines = outlines.map(|obstacle| &obstacle.shape);
        let near = outlines.filter(|outline| outline.bounds().overlaps(&around));
        Ground::new(near.cloned().collect())
    }

    /// Begins to compute costs to these goals, over this ground with this crowd.
    pub(super) fn begin(&mut self, goals: Vec<Goal>, ground: Ground, crowd: Crowd) {
        let changes = self.ground.changes(&ground);
        for layer in &mut self.layers {
            layer.begin(&changes);
        }
        self.goals = goals;
        self.ground = ground;
        self.begin_crowd(crowd);
    }

    /// Begins to compute costs to the same goals, over the same ground with this crowd.
    pub(super) fn begin_crowd(&mut self, crowd: Crowd) {
        let Some(blocks) = &self.blocks else {
            return;
        };
        let changes = self.crowd.changes(&crowd, self.crowd_cost).into_iter();
        let changes = changes.map(|(number, cost)| (blocks.region(number), cost));
        let changes: Vec<_> = changes.collect();
        for layer in &mut self.layers {
            layer.begin_crowd(&changes);
        }
        self.crowd = crowd;
    }

    /// The goals of these costs.
    pub(super) fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The crowd for costs to these goals: the last crowd, moved toward a count of these bodies.
    /// `is_known`: whether the present costs lead to the same goals.
    pub(super) fn crowd_toward(
        &self,
        bodies: &[SlowBody],
        goals: &[Goal],
        is_known: bool,
    ) -> Crowd {
        let Some(blocks) = &self.blocks else {
            return default();
        };
        let mut crowd = self.crowd.toward(&blocks.count(bodies));
        self.leave_out_goals(&mut crowd, goals, is_known);
        crowd
    }

    /// The same without a new count.
    pub(super) fn crowd_for(&self, goals: &[Goal], is_known: bool) -> Crowd {
        let mut crowd = self.crowd.clone();
        self.leave_out_goals(&mut crowd, goals, is_known);
        crowd
    }

    /// Leaves out the blocks from which a goal may be in sight. Agents there head straight for it,
    /// and come up to each other.
    ///
    /// `is_known`: whether the costs are ready, and lead to these goals. Then blocks near a goal
    /// but behind a wall count.
    fn leave_out_goals(&self, crowd: &mut Crowd, goals: &[Goal], is_known: bool) {
        let (Some(blocks), Some(least), Some(largest)) =
            (&self.blocks, self.layers.first(), self.layers.last())
        else {
            return;
        };
        let near = IN_SIGHT * largest.radius() + blocks.side();
        let longest = STRAIGHT * near + largest.radius();
        crowd.retain(|number| {
            let middle = blocks.center(number);
            let is_near = |goal: &Goal| goal.nearest(middle).distance(middle) <= near;
            let is_short = || {
                let sample = least.sample(middle);
                sample.is_none_or(|sample| sample.cost <= longest)
            };
            !(goals.iter().any(is_near) && (!is_known || is_short()))
        });
    }

    /// Computes up to `cells`, layer by layer.
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
