//! Steering behaviours for Bevy: NPCs and crowds that seek, flee, flock, and do not run into things.
//!
//! Add [`SteeringPlugin`], spawn entities with a [`SteeringAgent`](agent::SteeringAgent) and any behaviours beside it. No
//! bundle, no set-up call, no physics engine, no tuning.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_horde::prelude::*;
//!
//! fn main() {
//!     App::new()
//!         .add_plugins((MinimalPlugins, SteeringPlugin::default())) // the XY plane, in FixedUpdate
//!         .add_systems(Startup, spawn)
//!         .update();
//! }
//!
//! fn spawn(mut commands: Commands) {
//!     let player = commands.spawn(Transform::from_xyz(200.0, 0.0, 0.0)).id();
//!     // A zombie: body radius 8, at most 60 units a second; everything else has defaults.
//!     commands.spawn((
//!         Transform::default(),
//!         SteeringAgent::new(8.0, 60.0),
//!         Seek::entity(player),
//!         Flock::default(),
//!         AvoidObstacles::default(),
//!         AvoidAgents::default(),
//!     ));
//!     // A tomb.
//!     commands.spawn((Transform::from_xyz(80.0, 0.0, 0.0), Obstacle::from(Circle::new(24.0))));
//! }
//! ```
//!
//! # Quick reference
//!
//! | you want | you use |
//! |---|---|
//! | a body that steers | [`SteeringAgent`](agent::SteeringAgent) |
//! | to go somewhere | [`Seek`](behaviors::Seek), [`Arrive`](behaviors::Arrive), [`Pursue`](behaviors::Pursue), [`Wander`](behaviors::Wander), [`FollowWall`](behaviors::FollowWall) |
//! | to get away | [`Flee`](behaviors::Flee), [`Evade`](behaviors::Evade) |
//! | company | [`Flock`](behaviors::Flock), or [`Separation`](behaviors::Separation), [`Alignment`](behaviors::Alignment), [`Cohesion`](behaviors::Cohesion) |
//! | not to run into things | [`AvoidObstacles`](behaviors::AvoidObstacles), [`Whiskers`](behaviors::Whiskers), [`AvoidAgents`](behaviors::AvoidAgents) |
//! | not to leave a place | [`Contain`](behaviors::Contain) |
//! | something in the way | [`Obstacle`](obstacle::Obstacle) |
//! | to feel a physics engine's colliders | [`WhiskerCasts`](behaviors::WhiskerCasts), and [`SteeringPlugin::with_whisker_casts`] |
//! | who perceives whom | [`Perception`](perception::Perception), [`View`](perception::View) |
//! | walls that hide | [`LineOfSight`](perception::LineOfSight), [`HiddenTarget`](perception::HiddenTarget) |
//! | a behaviour of your own | a system in [`SteeringSystems::Behave`] that writes [`SteeringContributions`](arbitration::SteeringContributions) |
//! | to move the body yourself | [`ExternalLocomotion`](agent::ExternalLocomotion), and read [`Steering`](agent::Steering) |
//! | to switch one agent off | [`SteeringDisabled`](agent::SteeringDisabled) |
//! | agents far away to cost less | [`ThinkInterval`](think_interval::ThinkInterval) |
//! | to ask who is where | [`SteeringQuery`](perception::SteeringQuery) |
//! | the same run every time | a fixed schedule, [`AgentId`](agent_id::AgentId), [`SteeringPlugin::with_seed`] |
//! | to save a game | every component and resource is registered, for Bevy's scenes; see [`SteeringTick`](schedule::SteeringTick) |
//! | a 3D ground game | [`SteeringPlugin::in_space`] with [`MovementSpace::Xz`](space::MovementSpace::Xz) |
//! | to see what agents see and want | [`debug`], and the crate `bevy_horde_gizmos` |
//! | to see what a tick costs | [`SteeringDiagnosticsPlugin`](diagnostics::SteeringDiagnosticsPlugin) |
//!
//! # How a tick runs
//!
//! ```text
//! Transform, Velocity -> Perceive -> state, indices -> Behave -> contributions -> Arbitrate -> Steering -> Locomote -> Transform, Velocity
//! ```
//!
//! The modules are these stages, in this order: [`perception`] and [`obstacle`], [`behaviors`], [`arbitration`], locomotion.
//! [`kernel`] is the arithmetic under them and knows nothing of Bevy's ECS. World units and seconds everywhere, nothing per
//! frame; lengths have defaults in body radii, so that the same defaults serve any scale.
//!
//! # Features
//!
//! - `serialize`: `serde` for every component and setting.

pub mod agent;
pub mod agent_id;
pub mod arbitration;
pub mod behaviors;
mod cloning;
pub mod debug;
pub mod diagnostics;
pub mod instructions;
pub mod kernel;
pub mod length;
mod locomotion;
pub mod obstacle;
mod parallel;
pub mod passing_hand;
pub mod perception;
mod plugin;
pub mod schedule;
pub mod space;
mod tables;
pub mod target;
pub mod think_interval;
mod tier;
pub mod trace;
pub mod validation;

pub use instructions::Instructions;
pub use passing_hand::PassingHand;
pub use plugin::SteeringPlugin;
pub use schedule::SteeringSystems;

/// Everything that a game usually needs.
pub mod prelude {
    pub use crate::agent::{
        Combine, ExternalLocomotion, Facing, Heading, Steering, SteeringAgent, SteeringDisabled,
        Velocity,
    };
    pub use crate::agent_id::AgentId;
    pub use crate::arbitration::{SteeringContributions, Tier};
    pub use crate::behaviors::{
        Alignment, Arrive, AvoidAgents, AvoidObstacles, AvoidanceModel, Cohesion, Contain, Evade,
        Flee, Flock, FollowWall, Pursue, Region, Seek, Separation, WallSide, Wander, WhiskerCast,
        WhiskerCasts, WhiskerHit, Whiskers,
    };
    pub use crate::length::Length;
    pub use crate::obstacle::{NearestObstacle, Obstacle, ObstacleHit, ObstacleShape};
    pub use crate::perception::{
        AgentHit, AgentState, HiddenTarget, LineOfSight, Perception, SteeringQuery, View,
    };
    pub use crate::space::MovementSpace;
    pub use crate::target::Target;
    pub use crate::think_interval::ThinkInterval;
    pub use crate::{Instructions, PassingHand, SteeringPlugin, SteeringSystems};
}
