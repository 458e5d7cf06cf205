//! Steering behaviors for Bevy: NPCs and crowds that seek, flee, flock, and avoid each other and
//! obstacles.
//!
//! Add [`SteeringPlugin`], and spawn entities with a [`SteeringAgent`](agent::SteeringAgent) and
//! any behaviors. The plugin needs no bundle, no set-up call, no physics engine and no tuning.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_horde::prelude::*;
//!
//! fn main() {
//!     App::new()
//!         // In the XY plane, in FixedUpdate.
//!         .add_plugins((MinimalPlugins, SteeringPlugin::default()))
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
//! | to go somewhere | [`Seek`](behaviors::Seek), [`Arrive`](behaviors::Arrive), [`Gather`](behaviors::Gather), [`Pursue`](behaviors::Pursue), [`Wander`](behaviors::Wander), [`FollowWall`](behaviors::FollowWall) |
//! | to walk a path, or the shortest way through a maze | [`FollowPath`](behaviors::FollowPath), [`FlowField`](flow_field::FlowField) with [`FollowField`](behaviors::FollowField) |
//! | to keep a place by others | [`OffsetPursue`](behaviors::OffsetPursue), [`FollowLeader`](behaviors::FollowLeader), [`Interpose`](behaviors::Interpose), [`Hide`](behaviors::Hide), [`Queue`](behaviors::Queue) |
//! | to march in formation | [`Formation`](behaviors::Formation) on a leader, [`InFormation`](behaviors::InFormation) on its members |
//! | to know when an agent is there, or stuck | [`Journey`](behaviors::Journey) |
//! | to get away | [`Flee`](behaviors::Flee), [`Evade`](behaviors::Evade) |
//! | to flock | [`Flock`](behaviors::Flock), or [`Separation`](behaviors::Separation), [`Alignment`](behaviors::Alignment), [`Cohesion`](behaviors::Cohesion) |
//! | to avoid collisions | [`AvoidObstacles`](behaviors::AvoidObstacles), [`Whiskers`](behaviors::Whiskers), [`AvoidAgents`](behaviors::AvoidAgents) |
//! | to stay within a region | [`Contain`](behaviors::Contain) |
//! | an obstacle | [`Obstacle`](obstacle::Obstacle) |
//! | whiskers that see a physics engine's colliders | [`WhiskerCasts`](behaviors::WhiskerCasts), and [`SteeringPlugin::with_whisker_casts`] |
//! | to choose which agents an agent perceives | [`Perception`](perception::Perception), [`View`](perception::View) |
//! | walls that block sight, a view cone, a memory of targets | [`LineOfSight`](perception::LineOfSight), [`HiddenTarget`](perception::HiddenTarget) |
//! | the nearest of a group as target | [`Target::NearestOf`](target::Target::NearestOf), and [`ChosenTargets`](behaviors::ChosenTargets) to learn which it is |
//! | a behavior of your own with a target | [`TargetBehavior`](behaviors::TargetBehavior), and [`steer_for_target`](behaviors::steer_for_target) in [`SteeringSystems::Goals`]; the component requires [`BehaviorForces`](arbitration::BehaviorForces) |
//! | a behavior of your own with another goal | a system in [`SteeringSystems::Goals`] that sets a [`SteeringGoal`](arbitration::SteeringGoal) |
//! | a rule of your own about neighbors | [`NeighborRule`](behaviors::NeighborRule), and [`steer_among_neighbors`](behaviors::steer_among_neighbors) in [`SteeringSystems::Rules`]; the component requires [`BehaviorForces`](arbitration::BehaviorForces) |
//! | a change of the goals of other behaviors | [`GoalRefiner`](behaviors::GoalRefiner), and [`refine_goals`](behaviors::refine_goals) in [`SteeringSystems::Refine`] |
//! | a behavior of your own without a goal | a system in [`SteeringSystems::Behave`] that adds forces to [`SteeringContributions`](arbitration::SteeringContributions), which the component requires |
//! | to move the body yourself | [`ExternalLocomotion`](agent::ExternalLocomotion), and read [`Steering`](agent::Steering) |
//! | to disable one agent | [`SteeringDisabled`](agent::SteeringDisabled) |
//! | an agent that looks at a target while it moves elsewhere | [`LookAt`](behaviors::LookAt) |
//! | a knock-back, a dash, a stun, a blast | [`Impulse`](impulse::Impulse), [`Blast`] |
//! | to push bodies out of obstacles slowly | [`PushOut`] |
//! | to slow or hasten an agent | [`SpeedFactor`](agent::SpeedFactor) |
//! | to make an agent a plain entity again | [`remove_steering`] |
//! | to move the origin of a large world | [`ShiftOrigin`] |
//! | cheaper agents far away | [`UpdateInterval`](update_interval::UpdateInterval) |
//! | to find agents and obstacles | [`SteeringQuery`](perception::SteeringQuery), with filters [`FilteredSteeringQuery`](perception::FilteredSteeringQuery); right after spawning, [`refresh_steering_query`](perception::refresh_steering_query) |
//! | deterministic runs | a fixed schedule, [`AgentId`](agent_id::AgentId), [`SteeringPlugin::with_seed`] |
//! | to go back some ticks, or look ahead | [`CrowdSnapshot`] |
//! | to save a game | every component and resource is registered, for Bevy's scenes; see [`SteeringTick`](schedule::SteeringTick) |
//! | a 3D ground game | [`SteeringPlugin::in_space`] with [`MovementSpace::Xz`](space::MovementSpace::Xz) |
//! | smooth motion on a fast display | the crate `bevy_transform_interpolation` |
//! | only parts of the plugin, as for boids | [`SteeringPlugin::core`], [`SteeringPlugins`] |
//! | to draw what agents see and do | [`debug`], and the crate `bevy_horde_gizmos` |
//! | to see what a tick costs | [`SteeringDiagnosticsPlugin`](diagnostics::SteeringDiagnosticsPlugin) |
//!
//! # How a tick runs
//!
//! ```text
//! Transform, Velocity -> Perceive -> state, indices -> Behave -> contributions
//!     -> Arbitrate -> Steering, Transform, Velocity
//! ```
//!
//! What a game decides (orders, targets, the `Velocity` of a player) goes before
//! [`SteeringSystems::Perceive`] in the same schedule, and what it makes of the result after
//! [`SteeringSystems::Locomote`]. Keys and clicks of one frame are read in `Update`, which every
//! frame runs once.
//!
//! The modules are these stages, in this order: [`perception`] and [`obstacle`], [`arbitration`],
//! [`behaviors`]. The work after the behaviors is [`horde_kernel::step`]. Everything is in world
//! units and seconds, nothing per frame. Default lengths of behaviors are in body radii, so that
//! the same defaults fit any scale.
//!
//! # Features
//!
//! - `serialize`: `serde` for every component and setting.

pub mod agent;
pub mod agent_id;
pub mod arbitration;
mod avoidance;
pub mod behaviors;
mod cloning;
pub mod debug;
pub mod diagnostics;
mod flocking;
pub mod flow_field;
pub mod impulse;
pub mod length;
mod locomotion;
pub mod obstacle;
mod origin_shift;
mod parallel;
mod parents;
pub mod passing_side;
pub mod perception;
mod plugins;
mod remove_steering;
pub mod schedule;
mod settled;
pub mod simd_level;
mod snapshot;
pub mod space;
mod step;
mod tables;
pub mod target;
mod tier;
pub mod trace;
pub mod update_interval;
pub mod validation;

/// The formulas, and the types that [`ObstacleIndex`](obstacle::ObstacleIndex) answers in.
pub use horde_kernel;
pub use locomotion::Blast;
pub use obstacle::PushOut;
pub use origin_shift::ShiftOrigin;
pub use passing_side::PassingSide;
pub use plugins::{
    SteeringChecksPlugin, SteeringCorePlugin, SteeringCrowdsPlugin, SteeringFieldsPlugin,
    SteeringFormationsPlugin, SteeringObstaclesPlugin, SteeringPlugin, SteeringPlugins,
};
pub use remove_steering::remove_steering;
pub use schedule::SteeringSystems;
pub use simd_level::SimdLevel;
pub use snapshot::{CrowdSnapshot, WrongVersion};

/// The items that a game usually needs.
pub mod prelude {
    pub use crate::agent::{
        Combine, ExternalLocomotion, Facing, Heading, SpeedFactor, Steering, SteeringAgent,
        SteeringDisabled, Velocity,
    };
    pub use crate::agent_id::AgentId;
    pub use crate::arbitration::{
        ArrivalPlace, BehaviorForces, Goal, Refinement, Response, SteeringContributions,
        SteeringGoal, Tier,
    };
    pub use crate::behaviors::prelude::*;
    pub use crate::flow_field::{FieldGoal, FlowField, FlowFieldState, SlowArea};
    pub use crate::impulse::Impulse;
    pub use crate::length::Length;
    pub use crate::obstacle::{NearestObstacle, Obstacle, ObstacleHit, ObstacleShape};
    pub use crate::perception::{
        AgentHit, AgentState, BodyHit, FilteredSteeringQuery, HiddenTarget, LastSeen, LineOfSight,
        Perception, SteeringQuery, View, refresh_steering_query,
    };
    pub use crate::space::MovementSpace;
    pub use crate::target::Target;
    pub use crate::update_interval::UpdateInterval;
    pub use crate::{
        Blast, PassingSide, PushOut, ShiftOrigin, SimdLevel, SteeringPlugin, SteeringSystems,
        remove_steering,
    };
}

/// Compiles the code of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
