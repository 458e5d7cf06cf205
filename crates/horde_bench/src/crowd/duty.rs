//! What agents do.

use super::member::BODY_RADIUS;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How far the rules of a flock look, world units.
const FLOCK_RANGE: f32 = 5.0;
/// How far agent avoidance looks by default, body radii.
const AVOIDANCE_RADII: f32 = 12.0;

/// What the agents of a crowd do.
#[derive(ValueEnum, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Nothing: what it costs to be an agent
    Rest,
    /// Nothing, with bodies that keep out of each other
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
    /// Separation alone
    Separation,
    /// Alignment alone
    Alignment,
    /// Cohesion alone
    Cohesion,
    /// Separation, alignment and cohesion, each with a view and a weight of its own for every agent
    Flock,
    /// AvoidAgents with the default model, VelocityLimits
    AvoidAgents,
    /// AvoidAgents with the model ClosestApproach
    ClosestApproach,
    /// AvoidObstacles, on the way to a goal
    AvoidObstacles,
    /// Whiskers, on the way to a goal
    Whiskers,
    /// FollowWall
    FollowWall,
    /// Contain
    Contain,
    /// Seek, flock, 64 obstacles, agent avoidance and solidity
    Zombie,
}

impl Duty {
    /// How far the rules about neighbours look, world units.
    pub const fn view_range(self) -> f32 {
        match self {
            Self::AvoidAgents | Self::ClosestApproach | Self::Zombie => {
                AVOIDANCE_RADII * BODY_RADIUS
            }
            _ => FLOCK_RANGE,
        }
    }

    /// How many neighbours count at most: for a zombie the default of `Perception::max_neighbors`, else all in view.
    pub const fn usual_cap(self) -> u32 {
        match self {
            Self::Zombie => 16,
            _ => 64,
        }
    }

    /// How many obstacles belong to it.
    pub const fn usual_obstacles(self) -> usize {
        match self {
            Self::AvoidObstacles | Self::Whiskers | Self::FollowWall | Self::Zombie => 64,
            _ => 0,
        }
    }
}
