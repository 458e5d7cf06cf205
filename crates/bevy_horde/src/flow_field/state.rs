//! The state of a flow field: its layers, and the obstacles that they know.

use super::component::{FieldGoal, FlowField};
use super::layer::Layer;
use crate::math::cost_grid::CostGrid;
use crate::math::eikonal::{FieldSample, Goal, GoalShape};
use crate::math::outline::Outline;
use crate::obstacle::ObstacleIndex;
use crate::validation::FieldCheck;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use core::cmp::Ordering;

/// The most body sizes of a field.
const MOST_LAYERS: usize = 8;
/// A body larger than a layer's by this part takes the next one, for rounding.
const ROUNDING: f32 = 1e-4;

/// The costs and directions of a [`FlowField`] that the plugin has computed, for queries of games.
#[derive(Component, Clone, Debug, Default)]
pub struct FlowFieldState {
    /// By radius.
    layers: Vec<Layer>,
    /// The goals as they were when the costs were begun.
    goals: Vec<Goal>,
    /// The obstacles that the layers know.
    known: EntityHashMap<Outline>,
    /// The number of updates of the index that they know.
    update_count: Option<u64>,
    has_been_ready: bool,
    /// The change tick of the component when the field was begun.
    pub(super) made_from: Option<Tick>,
}

impl FlowFieldState {
    /// Whether the field includes all changes of obstacles and goals.
    pub fn is_ready(&self) -> bool {
        !self.layers.is_empty() && self.layers.iter().all(Layer::is_ready)
    }

    /// The cost of the way to the nearest goal for a body of this radius: on normal ground its
    /// length, world units.
    ///
    /// `None` outside of the area, before the field is ready for the first time, and where no way
    /// leads to a goal.
    pub fn cost(&self, position: Vec2, body_radius: f32) -> Option<f32> {
        Some(self.sample(position, body_radius)?.cost)
    }

    /// The unit vector of the way to the nearest goal; zero on it. `None` as for
    /// [`cost`](Self::cost).
    pub fn direction(&self, position: Vec2, body_radius: f32) -> Option<Vec2> {
        Some(self.sample(position, body_radius)?.direction)
    }

    pub(crate) fn sample(&self, position: Vec2, body_radius: f32) -> Option<FieldSample> {
        if !self.has_been_ready {
            return None;
        }
        let least = body_radius * (1.0 - ROUNDING);
        let fitting = self.layers.iter().find(|layer| layer.radius >= least);
        let layer = fitting.or(self.layers.last())?;
        layer.field.sample(&layer.grid, position)
    }

    /// The place of the nearest goal in a straight line.
    pub(crate) fn nearest_goal(&self, position: Vec2) -> Option<Vec2> {
        let places = self.goals.iter().map(|goal| goal.nearest(position));
        places.min_by(|one, other| {
            let away = |place: &Vec2| place.distance_squared(position);
            away(one).total_cmp(&away(other))
        })
    }

    /// The place of the area that is nearest to a position; inside of it the position itself.
    pub(crate) fn nearest_inside(&self, position: Vec2) -> Option<Vec2> {
        let grid = &self.layers.first()?.grid;
        let (corner, size) = (grid.origin(), grid.cell_size() * grid.size().as_vec2());
        let is_inside = position.cmpge(corner).all() && position.cmplt(corner + size).all();
        let margin = 0.5 * grid.cell_size();
        Some(if is_inside {
            position
        } else {
            position.clamp(corner + margin, corner + size - margin)
        })
    }

    /// Begins anew with other settings.
    pub(super) fn begin(&mut self, settings: &FlowField, goals: Vec<Goal>, check: FieldCheck<'_>) {
        *self = Self::default();
        let size = settings.area.size() / settings.cell_size;
        let count = |side: f32| side.ceil() as u32;
        let grid = CostGrid::new(
            settings.area.min,
            settings.cell_size,
            count(size.x),
            count(size.y),
        );
        let Some(mut grid) = grid else {
            check.unusable(
                "area",
                "and `cell_size` make no grid of 1 to 4 096 finite cells along each side",
            );
            return;
        };
        for slow in &settings.slow_areas {
            let region = grid.region(slow.area.min, slow.area.max);
            grid.set_slowness(region, slow.cost);
        }
        let mut radii = settings.body_radii.clone();
        radii.retain(|radius| {
            let is_usable = *radius > 0.0 && radius.is_finite();
            if !is_usable {
                check.unusable("body_radii", "are not all above 0; one is left out");
            }
            is_usable
        });
        radii.sort_by(f32::total_cmp);
        radii.dedup();
        radii.truncate(MOST_LAYERS);
        let layers = radii
            .iter()
            .map(|radius| Layer::new(grid.clone(), *radius, &goals));
        self.layers = layers.collect();
        self.goals = goals;
    }

    /// Takes up goals that have moved by more than a cell, if the field is ready.
    pub(super) fn set_goals(&mut self, goals: Vec<Goal>, cell_size: f32) {
        let is_same = |(one, other): (&Goal, &Goal)| {
            one.shape == other.shape && one.center.distance(other.center) <= cell_size
        };
        let are_same =
            goals.len() == self.goals.len() && goals.iter().zip(&self.goals).all(is_same);
        if are_same || !self.is_ready() {
            return;
        }
        for layer in &mut self.layers {
            layer.field.set_goals(&layer.grid, &goals);
        }
        self.goals = goals;
    }

    /// Takes up the obstacles that have come, changed or gone.
    pub(super) fn set_obstacles(&mut self, obstacles: &ObstacleIndex) {
        let count = Some(obstacles.update_count());
        if self.update_count == count {
            return;
        }
        self.update_count = count;
        let mut touched = Vec::new();
        let mut gone = core::mem::take(&mut self.known);
        for obstacle in obstacles.obstacles() {
            let shape = match gone.remove(&obstacle.entity) {
                Some(known) if known.order(&obstacle.shape) == Ordering::Equal => known,
                known => {
                    touched.extend(known.map(|known| *known.bounds()));
                    touched.push(*obstacle.shape.bounds());
                    obstacle.shape.clone()
                }
            };
            self.known.insert(obstacle.entity, shape);
        }
        touched.extend(gone.values().map(|gone| *gone.bounds()));
        // The order of entities must not decide when the field is ready.
        let key = |corner: Vec2| [corner.x, corner.y];
        touched.sort_by(|one, other| {
            let (one, other) = (
                [key(one.min), key(one.max)],
                [key(other.min), key(other.max)],
            );
            let pairs = one.as_flattened().iter().zip(other.as_flattened());
            pairs.fold(Ordering::Equal, |so_far, (one, other)| {
                so_far.then(one.total_cmp(other))
            })
        });
        for layer in &mut self.layers {
            for bounds in &touched {
                layer.touch(bounds.min, bounds.max);
            }
        }
    }

    /// Computes up to `cells` cells.
    pub(super) fn advance(&mut self, obstacles: &ObstacleIndex, cells: u32) {
        let mut left = cells;
        for layer in &mut self.layers {
            left = layer.advance(obstacles, left);
        }
        self.has_been_ready = self.has_been_ready || self.is_ready();
    }
}

impl FieldGoal {
    /// The goal for the arithmetic; `find` returns the place of a target.
    pub(super) fn resolve(
        &self,
        find: impl FnOnce(crate::target::Target) -> Option<Vec2>,
    ) -> Option<Goal> {
        let (center, shape) = match *self {
            Self::Target(target) => (find(target)?, GoalShape::Point),
            Self::Circle { center, radius } => (center, GoalShape::Disc(radius)),
            Self::Rectangle(area) => (area.center(), GoalShape::Box(area.half_size())),
        };
        Some(Goal {
            center,
            shape,
            start_cost: 0.0,
        })
    }
}
