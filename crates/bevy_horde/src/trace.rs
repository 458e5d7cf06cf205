//! What an agent's behaviors saw and asked for in a tick, for whoever wants to watch it.

use crate::math::combine::TIER_COUNT;
use crate::tier::Tier;
use bevy::prelude::*;

/// What an agent's behaviors saw and asked for in the last tick.
///
/// Put it on an agent that is to be watched; without it nothing is recorded and nothing is paid.
/// Everything is in steering coordinates,
/// [`MovementSpace::to_world`](crate::space::MovementSpace::to_world) leads back. Emptied at the
/// start of every tick, so that between two ticks it holds the whole of the last one.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct SteeringTrace {
    /// What was asked for in each tier, before it was combined and truncated.
    pub tiers: [Vec2; TIER_COUNT],
    /// Where the agent is going, when a behavior knows.
    pub goal: Option<Vec2>,
    /// The bearings that obstacles block, as [`AvoidObstacles`](crate::behaviors::AvoidObstacles)
    /// sees them while the way is blocked.
    pub blocked: Vec<BlockedBearings>,
    /// The bearing that it has chosen instead.
    pub bearing: Option<Vec2>,
    /// What [`Whiskers`](crate::behaviors::Whiskers), [`FollowWall`](crate::behaviors::FollowWall)
    /// and the corridor of `AvoidObstacles` have felt.
    pub feelers: Vec<Feeler>,
    /// The lines of sight that were tested.
    pub sight_lines: Vec<SightLine>,
    /// How fast the agent may come nearer to its neighbors, as
    /// [`AvoidAgents`](crate::behaviors::AvoidAgents) limits it with
    /// [`AvoidanceModel::VelocityConstraints`](crate::behaviors::AvoidanceModel::VelocityConstraints): the
    /// tightest eight.
    pub approach_limits: Vec<ApproachLimit>,
    /// Whether the body overlaps a solid obstacle and has no way out.
    ///
    /// A body between a wall and a crate that comes near is not squeezed where it fits behind the
    /// crate: there it comes out in one tick, however thick the crate is. A game that crushes
    /// bodies compares places before and after the tick.
    pub is_squeezed: bool,
}

/// An interval of bearings that an obstacle blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockedBearings {
    /// The first free bearing to the right, a unit vector.
    pub right: Vec2,
    /// The first free bearing to the left.
    pub left: Vec2,
    /// How far away its edge is, world units; of a disc or a capsule, its middle.
    pub distance: f32,
}

/// One feeler.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feeler {
    /// Where it begins.
    pub from: Vec2,
    /// Where it ends when it meets nothing.
    pub to: Vec2,
    /// Half its width, world units.
    pub radius: f32,
    /// Where its middle line is when it meets something, and the surface's normal there.
    pub hit: Option<(Vec2, Vec2)>,
}

/// One line of sight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SightLine {
    /// The agent that looks.
    pub from: Vec2,
    /// Whom it looks for.
    pub to: Vec2,
    /// Whether nothing opaque is between them.
    pub is_clear: bool,
}

/// How fast an agent may come nearer to one of its neighbors, and how fast it is going to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ApproachLimit {
    /// Toward the neighbor, a unit vector.
    pub toward: Vec2,
    /// How fast along it at most, world units per second; below 0 the agent has to retreat.
    pub most: f32,
    /// How fast along it the agent goes after this tick, all limits and its force considered. More
    /// than `most` where limits contradict each other or the force does not suffice.
    pub speed: f32,
}

impl SteeringTrace {
    /// What was asked for in one tier.
    pub fn tier(&self, tier: Tier) -> Vec2 {
        self.tiers[tier as usize]
    }

    /// Empties it and keeps its memory.
    fn clear(&mut self) {
        self.tiers = default();
        self.goal = None;
        self.bearing = None;
        self.blocked.clear();
        self.feelers.clear();
        self.sight_lines.clear();
        self.approach_limits.clear();
        self.is_squeezed = false;
    }
}

/// Empties every trace at the start of a tick.
pub(crate) fn clear_traces(mut traces: Query<&mut SteeringTrace>) {
    for mut trace in &mut traces {
        trace.clear();
    }
}
