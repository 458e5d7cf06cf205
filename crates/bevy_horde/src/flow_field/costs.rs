//! The costs of a field for bodies of all sizes.

use super::crowd::{Crowd, SlowBody};
use super::ground::Ground;
use super::layer::Layer;
use super::source::{FieldShape, FieldSource};
use super::surface::Surface;
use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;
use horde_kernel::fields::budget::Budget;
use horde_kernel::fields::cost_grid::CostGrid;
use horde_kernel::fields::eikonal::Goal;

/// A goal is not in sight if the way to it is longer than this many times the straight way.
pub(crate) const STRAIGHT: f32 = 1.05;
/// A goal farther away than this is not in sight, body radii. A settled crowd of 2 000 like bodies
/// reaches as far. Agents that do not see the goal cannot settle, and go round the crowd.
pub(crate) const IN_SIGHT: f32 = 60.0;

/// The layers of a field, with the ground, surface and goals that they know.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    shape: FieldShape,
    /// By radius.
    layers: Vec<Layer>,
    ground: Ground,
    surface: Surface,
    goals: Vec<Goal>,
    budget: Budget,
}

impl Costs {
    /// The grid of a field without obstacles, still without cells; `None` if its size is not
    /// usable.
    pub(super) fn grid(shape: &FieldShape) -> Option<CostGrid> {
        let count = (shape.area.size() / shape.cell_size).ceil();
        let (columns, rows) = (count.x as u32, count.y as u32);
        CostGrid::unprepared(shape.area.min, shape.cell_size, columns, rows)
    }

    /// Costs of a shape, of which nothing is computed; `None` for a shape that is not usable.
    pub(super) fn new(shape: &FieldShape) -> Option<Self> {
        let radii = shape.body_radii.iter();
        let layers = radii.filter_map(|radius| Some(Layer::new(Self::grid(shape)?, *radius)));
        let layers: Vec<Layer> = layers.collect();
        Some(Self {
            shape: shape.clone(),
            surface: Surface::new(layers.first()?.blocks()),
            layers,
            ground: default(),
            goals: default(),
            budget: default(),
        })
    }

    pub(super) fn shape(&self) -> &FieldShape {
        &self.shape
    }

    /// By radius.
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The cost of a unit of way at a place, without the crowd; 1 outside, and where an area is
    /// closed.
    pub(super) fn slowness(&self, place: Vec2) -> f32 {
        let grid = self.layers.first().map(Layer::grid);
        let cell = grid.and_then(|grid| grid.cell_at(place));
        cell.map_or(1.0, |cell| self.surface.slowness(cell))
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

    /// The ground that the layers know.
    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Begins to compute the costs of a source, whose shape is the same; `None`: over the same
    /// ground.
    pub(super) fn begin(&mut self, source: &FieldSource, ground: Option<Ground>) {
        let Some(first) = self.layers.first() else {
            return;
        };
        let steps = self.surface.change(
            first.grid(),
            &source.slow_areas,
            source.crowd.clone(),
            source.crowd_cost,
        );
        let walls = ground.as_ref().map(|ground| self.ground.changes(ground));
        let cheapest = self.surface.cheapest();
        for layer in &mut self.layers {
            layer.begin(walls.as_deref().unwrap_or_default(), &steps, cheapest);
        }
        self.goals = source.goals();
        self.ground = ground.unwrap_or_else(|| core::mem::take(&mut self.ground));
        self.budget = default();
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
        let count = self.surface.blocks.count(bodies);
        let mut crowd = self.surface.crowd.toward(&count);
        self.leave_out_goals(&mut crowd, goals, is_known);
        crowd
    }

    /// The crowd for the first costs to these goals: a count of these bodies.
    pub(super) fn new_crowd(&self, bodies: &[SlowBody], goals: &[Goal]) -> Crowd {
        let mut crowd = self.surface.blocks.count(bodies);
        self.leave_out_goals(&mut crowd, goals, false);
        crowd
    }

    /// The same without a new count.
    pub(super) fn crowd_for(&self, goals: &[Goal], is_known: bool) -> Crowd {
        let mut crowd = self.surface.crowd.clone();
        self.leave_out_goals(&mut crowd, goals, is_known);
        crowd
    }

    /// Leaves out the blocks from which a goal may be in sight. Agents there head straight for it,
    /// and come up to each other.
    ///
    /// `is_known`: whether the costs are ready, and lead to these goals. Then blocks near a goal
    /// but behind a wall count.
    fn leave_out_goals(&self, crowd: &mut Crowd, goals: &[Goal], is_known: bool) {
        let (Some(least), Some(largest)) = (self.layers.first(), self.layers.last()) else {
            return;
        };
        let blocks = &self.surface.blocks;
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

    /// Computes as many cells more, layer by layer.
    pub(super) fn advance(&mut self, cells: u64) {
        self.budget.grant(cells);
        for layer in &mut self.layers {
            layer.advance(&self.ground, &self.surface, &self.goals, &mut self.budget);
            if !layer.is_idle() {
                return;
            }
        }
    }

    /// Computes all that is left.
    pub(super) fn finish(&mut self) {
        while !self.are_ready() {
            self.advance(i64::MAX as u64);
        }
    }

    /// Whether nothing is left to compute.
    pub(super) fn are_ready(&self) -> bool {
        self.layers.iter().all(Layer::is_idle)
    }
}
