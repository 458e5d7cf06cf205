//! The memory of an agent that follows a path.

use crate::perception::AgentState;
use bevy::prelude::*;
use horde_kernel::behaviors::path_following::{PathPlace, Walk};

/// An agent leaves the path this far beside its width, body radii.
const LEAVES: f32 = 3.0;

/// How far along its path an agent is. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct PathProgress {
    /// Whether the agent follows a path. With `false` it begins at the nearest place of a path.
    pub is_following: bool,
    /// Whether the agent walks from the last point to the first.
    pub is_backward: bool,
    /// The number of the segment between two points, from 0 in the direction of the walk.
    pub segment: u32,
    /// The distance from the beginning of that segment, world units.
    pub along: f32,
    /// The length of the path behind the agent, world units.
    pub distance: f32,
    /// The length of the path ahead of the agent, world units; on a closed path to the end of the
    /// round.
    pub remaining: f32,
    /// The agent's place on the path, in the plane.
    pub position: Vec2,
    /// The distance from the agent to that place, world units. An agent with a weight of 0 keeps
    /// its place, and the distance to it counts.
    pub distance_to_path: f32,
    /// Whether the agent is off the path: it was more than three radii beside the width of the
    /// path, and has not come back to that width.
    pub is_off_path: bool,
}

impl PathProgress {
    pub(super) fn place(&self) -> PathPlace {
        PathPlace {
            segment: self.segment as usize,
            along: self.along,
        }
    }

    pub(super) fn at(place: PathPlace, walk: &Walk) -> Self {
        Self {
            is_following: true,
            is_backward: walk.is_backward,
            segment: place.segment as u32,
            along: place.along,
            distance: walk.distance_along(place),
            remaining: walk.remaining(place),
            position: walk.position(place),
            ..Self::default()
        }
    }

    /// The same with the distance of the agent to a path of this width.
    pub(super) fn away(self, state: &AgentState, width: f32) -> Self {
        let radius = state.body_radius;
        let distance_to_path = self.position.distance(state.position);
        let within = (0.5 * width).max(radius);
        let most = if self.is_off_path {
            within
        } else {
            within + LEAVES * radius
        };
        Self {
            distance_to_path,
            is_off_path: distance_to_path > most,
            ..self
        }
    }
}
