//! A record of what an agent's behaviors saw and computed in a tick, for debugging.

mod reason;

pub use reason::Reason;

use crate::tier::Tier;
use bevy::prelude::*;
use horde_kernel::motion::combine::TIER_COUNT;

/// A record of what an agent's behaviors saw and computed in the last tick.
///
/// Add it to the agents to observe. Without it nothing is recorded, at no cost. Everything is in
/// the plane; [`MovementSpace::to_world`](crate::space::MovementSpace::to_world) converts it. The
/// plugin clears it at the start of every tick, so between two ticks it holds the whole last tick.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct SteeringTrace {
    /// The sum of each tier, before it was combined and truncated.
    pub tiers: [Vec2; TIER_COUNT],
    /// The forces in these sums, in the order in which behaviors added them.
    pub contributions: Vec<Contribution>,
    /// The agent's goal; `None` when no behavior has one.
    pub goal: Option<Vec2>,
    /// The bearings that obstacles block, as [`AvoidObstacles`](crate::behaviors::AvoidObstacles)
    /// sees them while the way is blocked.
    pub blocked: Vec<BlockedBearings>,
    /// The free bearing that `AvoidObstacles` chose instead; `None` without one.
    pub bearing: Option<Vec2>,
    /// The obstacle that `AvoidObstacles` heeds: the first one on the way to the goal, else the
    /// first one ahead, else one that is too near.
    pub obstacle: Option<Entity>,
    /// The feelers of [`Whiskers`](crate::behaviors::Whiskers),
    /// [`FollowWall`](crate::behaviors::FollowWall) and the corridor of `AvoidObstacles`.
    pub feelers: Vec<Feeler>,
    /// The lines of sight that were tested.
    pub sight_lines: Vec<SightLine>,
    /// The limits on the agent's speed toward its neighbors: the tightest eight.
    ///
    /// [`AvoidAgents`](crate::behaviors::AvoidAgents) sets them, unless its `braking_time` is 0.
    pub approach_limits: Vec<ApproachLimit>,
    /// The slide along obstacles; `None` when the body touched none on its way.
    pub slide: Option<Slide>,
    /// How far the body moved because it overlapped other bodies, world units.
    pub overlap_correction: Vec2,
    /// Why the agent stands, or is slower than it wants: first what stops its behaviors, then what
    /// changes its goal, then what stops its body.
    pub reasons: Vec<Reason>,
}

/// A force that a behavior added.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contribution {
    /// The name of the component that added it, as in warnings: `Seek`, `Separation` or a game's
    /// own [`TargetBehavior`](crate::behaviors::TargetBehavior),
    /// [`NeighborRule`](crate::behaviors::NeighborRule) or
    /// [`GoalRefiner`](crate::behaviors::GoalRefiner). A game's other forces have the name of the
    /// accumulator: `SteeringGoal` or `SteeringContributions`. When a refiner replaces a
    /// goal, the entry of the goal stays, and the refiner adds an entry with the new force less the
    /// old one.
    pub behavior: &'static str,
    /// The tier to which it belongs.
    pub tier: Tier,
    /// The weighted force, mass times world units per second squared.
    pub force: Vec2,
}

/// A slide along obstacles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// The obstacle that the body touched first.
    pub obstacle: Entity,
    /// What the obstacles took from the displacement of this tick, world units.
    pub removed: Vec2,
}

/// An interval of bearings that an obstacle blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockedBearings {
    /// The first free bearing on one side, a unit vector: to the right in 2D games, to the left on
    /// the ground of 3D games.
    pub right: Vec2,
    /// The first free bearing on the other side, a unit vector.
    pub left: Vec2,
    /// The distance to the obstacle's edge, world units; for a disc or a capsule, to its middle
    /// line.
    pub distance: f32,
}

/// One feeler.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feeler {
    /// The start of its middle line.
    pub from: Vec2,
    /// The end of its middle line when it meets nothing.
    pub to: Vec2,
    /// Half its width, world units.
    pub radius: f32,
    /// The end of its middle line at a surface, and the surface's normal there; `None` without a
    /// hit.
    pub hit: Option<(Vec2, Vec2)>,
}

/// One line of sight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SightLine {
    /// The position of the agent that looks.
    pub from: Vec2,
    /// The position of its neighbor or target.
    pub to: Vec2,
    /// Whether nothing opaque is between them.
    pub is_clear: bool,
}

/// The limit on an agent's speed toward a neighbor, and its speed in that direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ApproachLimit {
    /// The neighbor.
    pub neighbor: Entity,
    /// Toward the neighbor, a unit vector.
    pub toward: Vec2,
    /// The largest speed toward the neighbor, world units per second; below 0 the agent has to
    /// retreat.
    pub max_speed: f32,
    /// The speed toward the neighbor to which the tiers alone would lead.
    pub unlimited_speed: f32,
    /// The agent's speed toward the neighbor after this tick, with all limits and its force. It
    /// exceeds `max_speed` where limits contradict each other or the force does not suffice.
    pub speed: f32,
}

impl SteeringTrace {
    /// The sum of one tier.
    pub fn tier(&self, tier: Tier) -> Vec2 {
        self.tiers[tier as usize]
    }

    /// The sum of the forces that the behavior with this name added, over all tiers.
    pub fn force_of(&self, behavior: &str) -> Vec2 {
        let of_behavior = |added: &&Contribution| added.behavior == behavior;
        let forces = self.contributions.iter().filter(of_behavior);
        forces.map(|added| added.force).sum()
    }

    /// The neighbor with the limit that takes the most from the agent's speed; `None` when no limit
    /// takes any.
    pub fn limiting_neighbor(&self) -> Option<Entity> {
        self.tightest_limit().map(|limit| limit.neighbor)
    }

    /// The limit that takes the most from the agent's speed; `None` when none takes any.
    pub(crate) fn tightest_limit(&self) -> Option<&ApproachLimit> {
        let excess = |limit: &ApproachLimit| limit.unlimited_speed - limit.max_speed;
        let limits = self.approach_limits.iter();
        let limits = limits.filter(|limit| excess(limit) > 0.0);
        limits.max_by(|one, other| excess(one).total_cmp(&excess(other)))
    }

    /// Records a force that a behavior added.
    pub(crate) fn add(&mut self, behavior: &'static str, tier: Tier, force: Vec2) {
        self.contributions.push(Contribution {
            behavior,
            tier,
            force,
        });
    }

    /// Clears the trace and keeps its allocated memory.
    fn clear(&mut self) {
        self.contributions.clear();
        self.blocked.clear();
        self.feelers.clear();
        self.sight_lines.clear();
        self.approach_limits.clear();
        self.reasons.clear();
        *self = Self {
            contributions: core::mem::take(&mut self.contributions),
            blocked: core::mem::take(&mut self.blocked),
            feelers: core::mem::take(&mut self.feelers),
            sight_lines: core::mem::take(&mut self.sight_lines),
            approach_limits: core::mem::take(&mut self.approach_limits),
            reasons: core::mem::take(&mut self.reasons),
            ..default()
        };
    }
}

/// Clears every trace at the start of a tick.
pub(crate) fn clear_traces(mut traces: Query<&mut SteeringTrace>) {
    for mut trace in &mut traces {
        trace.clear();
    }
}
