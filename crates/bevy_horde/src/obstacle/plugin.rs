//! The obstacles' part of the first stage.

use super::index_obstacles::{index_obstacles, obstacles_matter};
use super::{Obstacle, ObstacleIndex, ObstacleShape, ObstacleState};
use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Reads obstacles and indexes them.
pub(crate) struct ObstaclePlugin(pub(crate) InternedScheduleLabel);

impl Plugin for ObstaclePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ObstacleIndex>()
            .register_type::<(Obstacle, ObstacleShape, ObstacleState)>()
            .add_systems(
                self.0,
                index_obstacles
                    .run_if(obstacles_matter)
                    .in_set(SteeringSystems::Perceive),
            );
    }
}
