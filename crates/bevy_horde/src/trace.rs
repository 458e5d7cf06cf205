//! A record of what an agent's behaviors saw and computed in a tick, for debugging.

use crate::math::combine::TIER_COUNT;
use crate::tier::Tier;
use bevy::prelude::*;

/// A record of what an agent's behaviors saw and computed in the last tick.
///
/// Add it to the agents to observe. Without it nothing is recorded, at no cost. Everything is in
/// steering coordinates; [`MovementSpace::to_world`](crate::space::MovementSpace::to_world)
/// converts them. It is cleared at the start of every tick, so between two ticks it holds the whole
/// last tick.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct SteeringTrace {
    /// The sum of each tier, before it was combined and truncated.
    pub tiers: [Vec2; TIER_COUNT],
    /// The agent's goal, when a behavior has one.
    pub goal: Option<Vec2>,
    /// The bearings that obstacles block, as [`AvoidObstacles`](crate::behaviors::AvoidObstacles)
    /// sees them while the way is blocked.
    pub blocked: Vec<BlockedBearings>,
    /// The bearing chosen instead.
    pub bearing: Option<Vec2>,
    /// The feelers of [`Whiskers`](crate::behaviors::Whiskers),
    /// [`FollowWall`](crate::behaviors::FollowWall) and the corridor of `AvoidObstacles`.
    pub feelers: Vec<Feeler>,
    /// The lines of sight that were tested.
    pub sight_lines: Vec<SightLine>,
    /// The limits on the agent's speed toward its neighbors: the tightest eight.
    ///
    /// [`AvoidAgents`](crate::behaviors::AvoidAgents) sets them with
    /// [`AvoidanceModel::VelocityConstraints`](crate::behaviors::AvoidanceModel::VelocityConstraints).
    pub approach_limits: Vec<ApproachLimit>,
    /// Whether the body overlaps a solid obstacle and has no way out.
    ///
    /// A body between a wall and a crate that comes near is not squeezed where it fits behind the
    /// crate. There it comes out in one tick, even from a thick crate. A game that crushes bodies
    /// compares places before and after the tick.
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
    /// The place of its neighbor or target.
    pub to: Vec2,
    /// Whether nothing opaque is between them.
    pub is_clear: bool,
}

/// The limit on an agent's speed toward a neighbor, and its speed in that direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ApproachLimit {
    /// Toward the neighbor, a unit vector.
    pub toward: Vec2,
    /// The largest speed along it, world units per second; below 0 the agent has to retreat.
    pub most: f32,
    /// The agent's speed along it after this tick, with all limits and its force. More than `most`
    /// where limits contradict each other or the force does not suffice.
    pub speed: f32,
}

impl SteeringTrace {
    /// The sum of one tier.
    pub fn tier(&self, tier: Tier) -> Vec2 {
        self.tiers[tier as usize]
    }

    /// Clears it and keeps its memory.
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

/// Clears every trace at the start of a tick.
pub(crate) fn clear_traces(mut traces: Query<&mut SteeringTrace>) {
    for mut trace in &mut traces {
        trace.clear();
    }
}
