//! The layers, each of which is switched by itself.

use crate::arbitration::Tier;
use bevy::prelude::*;

/// What a line of the debug drawing shows.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum DebugLayer {
    /// The edge of each obstacle.
    Obstacles,
    /// How near to each obstacle the middle of a body may come.
    InflatedObstacles,
    /// The ways that [`Whiskers`](crate::behaviors::Whiskers) and the corridor of
    /// [`AvoidObstacles`](crate::behaviors::AvoidObstacles) have felt, as wide as they are, up to where they meet something.
    Feelers,
    /// A ring where a feeler touches something, and the normal of the surface there.
    Hits,
    /// The bearings that obstacles block: an arc for each, as far away as the obstacle.
    BlockedBearings,
    /// An arrow along the bearing chosen instead.
    ChosenBearing,
    /// From the agent to where it is going.
    Goal,
    /// Lines of sight with nothing in between.
    ClearSight,
    /// Lines of sight that something opaque interrupts.
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
    /// How fast the agent may come nearer to its neighbours, as [`AvoidAgents`](crate::behaviors::AvoidAgents) limits it: a
    /// bar across the way to each whose limit binds or nearly does, behind which the arrow of the velocity has to end.
    VelocityLimits,
    /// An arrow along the force that all tiers have come to.
    Force,
    /// What was asked for in [`Tier::Avoidance`], before it was combined and truncated.
    AvoidanceForce,
    /// The same of [`Tier::Society`].
    SocietyForce,
    /// The same of [`Tier::Goal`].
    GoalForce,
}

impl DebugLayer {
    /// Every layer.
    pub const ALL: [Self; 19] = [
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
        Self::VelocityLimits,
        Self::Force,
        Self::AvoidanceForce,
        Self::SocietyForce,
        Self::GoalForce,
    ];

    /// The layer of what is asked for in a tier.
    pub const fn of_tier(tier: Tier) -> Self {
        match tier {
            Tier::Avoidance => Self::AvoidanceForce,
            Tier::Society => Self::SocietyForce,
            Tier::Goal => Self::GoalForce,
        }
    }

    /// Whether it shows what a [`SteeringTrace`](crate::trace::SteeringTrace) records: without one on the agent it stays
    /// empty.
    pub const fn needs_trace(self) -> bool {
        match self {
            Self::Feelers
            | Self::Hits
            | Self::BlockedBearings
            | Self::ChosenBearing
            | Self::Goal
            | Self::ClearSight
            | Self::BlockedSight
            | Self::VelocityLimits
            | Self::AvoidanceForce
            | Self::SocietyForce
            | Self::GoalForce => true,
            Self::Obstacles
            | Self::InflatedObstacles
            | Self::SeparationView
            | Self::AlignmentView
            | Self::CohesionView
            | Self::AvoidAgentsView
            | Self::Velocity
            | Self::Force => false,
        }
    }
}
