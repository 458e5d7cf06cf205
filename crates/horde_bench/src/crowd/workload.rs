//! Workloads: the behaviors of a crowd.

use super::member::BODY_RADIUS;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// View range of flocking rules, world units.
const FLOCK_RANGE: f32 = 5.0;
/// Default range of agent avoidance, body radii.
const AVOIDANCE_RADII: f32 = 12.0;

/// The behaviors of the agents of a crowd.
#[derive(ValueEnum, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Workload {
    /// No behavior: the cost of an agent
    Rest,
    /// No behavior, with solid bodies
    Solid,
    /// Seek
    Seek,
    /// Arrive
    Arrive,
    /// Pursue
    Pursue,
    /// Flee
    Flee,
    /// Evade
    Evade,
    /// Wander
    Wander,
    /// Separation only
    Separation,
    /// Alignment only
    Alignment,
    /// Cohesion only
    Cohesion,
    /// Separation, alignment and cohesion; each agent has a view and a weight for each
    Flock,
    /// AvoidAgents
    AvoidAgents,
    /// AvoidAgents with a braking time of 0, which only steps aside
    StepsAside,
    /// AvoidObstacles, with a goal
    AvoidObstacles,
    /// Whiskers, with a goal
    Whiskers,
    /// FollowWall
    FollowWall,
    /// Contain
    Contain,
    /// Seek, flock, 64 obstacles, agent avoidance and solidity
    Zombie,
    /// The same in a maze of 200 walls
    Maze,
    /// The same with a flow field in place of seek
    MazeField,
}

impl Workload {
    /// The range of the rules about neighbors, world units.
    pub const fn view_range(self) -> f32 {
        match self {
            Self::AvoidAgents | Self::StepsAside | Self::Zombie | Self::Maze | Self::MazeField => {
                AVOIDANCE_RADII * BODY_RADIUS
            }
            _ => FLOCK_RANGE,
        }
    }

    /// Default limit of neighbors that count: for zombies the default of
    /// `Perception::max_neighbors`, otherwise all in view.
    pub const fn default_max_neighbors(self) -> u32 {
        match self {
            Self::Zombie | Self::Maze | Self::MazeField => 16,
            _ => 64,
        }
    }

    /// Default number of obstacles.
    pub const fn default_obstacles(self) -> usize {
        match self {
            Self::AvoidObstacles | Self::Whiskers | Self::FollowWall | Self::Zombie => 64,
            _ => 0,
        }
    }
}
