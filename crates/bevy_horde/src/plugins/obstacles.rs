//! Obstacles, and what feels and avoids them.

use super::core::schedule;
use super::missing::added_parts;
use super::order::BehaviorSystems;
use crate::behaviors::{
    AvoidObstacles, DetourState, FollowWall, FollowWallState, ObstacleCasts, WallSide,
    WhiskerState, Whiskers, avoid_obstacles, follow_wall, steer_whiskers,
};
use crate::obstacle::{index_obstacles, obstacles_matter};
use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;

/// The part of the plugin for obstacles: [`Obstacle`](crate::obstacle::Obstacle),
/// [`AvoidObstacles`], [`Whiskers`] and [`FollowWall`].
///
/// Without it no obstacle blocks a body, a way or a sight, and
/// [`Hide`](crate::behaviors::Hide) finds no place.
#[derive(Clone)]
pub struct SteeringObstaclesPlugin {
    /// Returns the system of [`Whiskers`] for the type that computes the casts.
    pub(super) whiskers: fn() -> ScheduleConfigs<ScheduleSystem>,
}

impl Default for SteeringObstaclesPlugin {
    /// [`Whiskers`] feel the obstacles of the plugin.
    fn default() -> Self {
        Self {
            whiskers: || steer_whiskers::<ObstacleCasts>.into_configs(),
        }
    }
}

impl Plugin for SteeringObstaclesPlugin {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        added_parts(app).obstacles = true;
        app.register_type::<(AvoidObstacles, DetourState, Whiskers, WhiskerState)>()
            .register_type::<(FollowWall, WallSide, FollowWallState)>()
            .add_systems(
                schedule,
                (
                    index_obstacles
                        .run_if(obstacles_matter)
                        .in_set(SteeringSystems::Perceive),
                    (
                        follow_wall::follow_wall.run_if(any_with_component::<FollowWall>),
                        avoid_obstacles::avoid_obstacles
                            .run_if(any_with_component::<AvoidObstacles>),
                    )
                        .chain()
                        .in_set(BehaviorSystems::Obstacles),
                    (self.whiskers)()
                        .run_if(any_with_component::<Whiskers>)
                        .in_set(BehaviorSystems::Whiskers),
                ),
            );
    }
}
