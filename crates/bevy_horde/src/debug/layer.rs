//! The layers of the debug drawing.

use crate::arbitration::Tier;
use bevy::prelude::*;

/// A layer of the debug drawing: one kind of line, which a painter shows or hides.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum DebugLayer {
    /// The edge of each obstacle.
    Obstacles,
    /// The line at which the center of a body keeps its clearance from an obstacle.
    InflatedObstacles,
    /// The paths that [`Whiskers`](crate::behaviors::Whiskers),
    /// [`FollowWall`](crate::behaviors::FollowWall) and the corridor of
    /// [`AvoidObstacles`](crate::behaviors::AvoidObstacles) tested, at their width, up to their
    /// hits.
    Feelers,
    /// A ring where a feeler touches a surface, and the normal of the surface there.
    Hits,
    /// The bearings that obstacles block: an arc for each obstacle, at its distance.
    BlockedBearings,
    /// An arrow along the free bearing that the agent chose.
    ChosenBearing,
    /// A line from the agent to its goal.
    Goal,
    /// Lines of sight without an opaque obstacle in between.
    ClearSight,
    /// Lines of sight that an opaque obstacle blocks.
    BlockedSight,
    /// The view of [`Separation`](crate::behaviors::Separation).
    SeparationView,
    /// The view of [`Alignment`](crate::behaviors::Alignment).
    AlignmentView,
    /// The view of [`Cohesion`](crate::behaviors::Cohesion).
    CohesionView,
    /// The range of [`AvoidAgents`](crate::behaviors::AvoidAgents).
    AvoidAgentsView,
    /// An arrow along the velocity.
    Velocity,
    /// How fast the agent may approach its neighbors, as
    /// [`AvoidAgents`](crate::behaviors::AvoidAgents) limits it.
    ///
    /// A bar lies across the way to each neighbor for which the limit binds or nearly does. The
    /// arrow of the velocity ends before the bar.
    VelocityConstraints,
    /// An arrow along the combined force of all tiers.
    Force,
    /// An arrow along the contributions to [`Tier::Avoidance`], before they are combined and
    /// truncated.
    AvoidanceForce,
    /// An arrow along the contributions to [`Tier::Flocking`].
    FlockingForce,
    /// An arrow along the contributions to [`Tier::Goal`].
    GoalForce,
    /// The line of each [`Path`](crate::behaviors::Path), and the edges of its corridor.
    Paths,
    /// Arrows along the ways of each [`FlowField`](crate::flow_field::FlowField).
    FlowFields,
    /// The slots of each [`Formation`](crate::behaviors::Formation), and a line from each member to
    /// its slot.
    Formations,
    /// A mark round an agent for each event of its [`Journey`](crate::behaviors::Journey).
    Events,
}

impl DebugLayer {
    /// Every layer.
    pub const ALL: [Self; 23] = [
        Self::Obstacles,
        Self::InflatedObstacles,
        Self::Feelers,
        Self::Hits,
        Self::BlockedBearings,
        Self::ChosenBearing,
        Self::Goal,
        Self::ClearSight,
        Self::BlockedSight,
        Self::SeparationView,
        Self::AlignmentView,
        Self::CohesionView,
        Self::AvoidAgentsView,
        Self::Velocity,
        Self::VelocityConstraints,
        Self::Force,
        Self::AvoidanceForce,
        Self::FlockingForce,
        Self::GoalForce,
        Self::Paths,
        Self::FlowFields,
        Self::Formations,
        Self::Events,
    ];

    /// Returns the layer of a tier's contributions.
    pub const fn of_tier(tier: Tier) -> Self {
        match tier {
            Tier::Avoidance => Self::AvoidanceForce,
            Tier::Flocking => Self::FlockingForce,
            Tier::Goal => Self::GoalForce,
        }
    }

    /// Whether the layer shows what a [`SteeringTrace`](crate::trace::SteeringTrace) records.
    /// Without a trace on the agent it stays empty.
    pub const fn needs_trace(self) -> bool {
        matches!(
            self,
            Self::Feelers
                | Self::Hits
                | Self::BlockedBearings
                | Self::ChosenBearing
                | Self::Goal
                | Self::ClearSight
                | Self::BlockedSight
                | Self::VelocityConstraints
                | Self::AvoidanceForce
                | Self::FlockingForce
                | Self::GoalForce
        )
    }
}
