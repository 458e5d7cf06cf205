//! What a field is computed from, as it is saved.

use super::component::{FieldGoal, FlowField, SlowArea};
use super::crowd::Crowd;
use super::ground::Ground;
use bevy::prelude::*;
use horde_kernel::fields::eikonal::Goal;
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::Outline;

/// The cells of a field, and the bodies that they are for.
#[derive(Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FieldShape {
    pub(super) area: Rect,
    pub(super) cell_size: f32,
    pub(super) body_radii: Vec<f32>,
}

/// Settings, goals, obstacles and slow bodies. The costs of a field are a function of them.
#[derive(Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FieldSource {
    pub(super) shape: FieldShape,
    pub(super) slow_areas: Vec<SlowArea>,
    pub(super) crowd_cost: f32,
    /// Goals at places, without entities.
    pub(super) goals: Vec<FieldGoal>,
    obstacles: Vec<KnownObstacle>,
    /// The ends of the edges of all obstacles.
    edges: Vec<[Vec2; 2]>,
    pub(super) crowd: Crowd,
}

/// An obstacle with the number of its edges.
#[derive(Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct KnownObstacle {
    edges: u32,
    radius: f32,
    is_filled: bool,
}

impl FieldShape {
    pub(super) fn of(settings: &FlowField) -> Self {
        Self {
            area: settings.area,
            cell_size: settings.cell_size,
            body_radii: settings.body_radii.clone(),
        }
    }
}

impl FieldSource {
    /// A source without slow bodies.
    pub(super) fn new(settings: &FlowField, goals: Vec<FieldGoal>, ground: &Ground) -> Self {
        let outlines = ground.outlines();
        let obstacles = outlines.iter().map(|outline| KnownObstacle {
            edges: outline.edges().len() as u32,
            radius: outline.radius(),
            is_filled: outline.is_filled(),
        });
        let edges = outlines.iter().flat_map(Outline::edges);
        Self {
            shape: FieldShape::of(settings),
            slow_areas: settings.slow_areas.clone(),
            crowd_cost: settings.crowd_cost,
            goals,
            obstacles: obstacles.collect(),
            edges: edges.map(|edge| [edge.start, edge.end]).collect(),
            crowd: default(),
        }
    }

    pub(super) fn ground(&self) -> Ground {
        let mut edges = self.edges.iter().map(|[start, end]| Edge {
            start: *start,
            end: *end,
        });
        let outlines = self.obstacles.iter().filter_map(|obstacle| {
            let own = edges.by_ref().take(obstacle.edges as usize);
            Outline::from_edges(own.collect(), obstacle.radius, obstacle.is_filled)
        });
        Ground::new(outlines.collect())
    }

    pub(super) fn goals(&self) -> Vec<Goal> {
        self.goals.iter().filter_map(FieldGoal::resolved).collect()
    }

    /// Whether its goals are these, each at most a cell away.
    pub(super) fn leads_to(&self, goals: &[FieldGoal], cell_size: f32) -> bool {
        let is_same =
            |(one, other): (&FieldGoal, &FieldGoal)| match (one.resolved(), other.resolved()) {
                (Some(one), Some(other)) => {
                    one.shape == other.shape && one.center.distance(other.center) <= cell_size
                }
                _ => false,
            };
        goals.len() == self.goals.len() && goals.iter().zip(&self.goals).all(is_same)
    }
}
