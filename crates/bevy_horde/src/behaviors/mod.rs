//! The behaviors: one file each, with its component, its documentation and its system.
//!
//! A behavior reads [`AgentState`](crate::perception::AgentState) and its own component. It sets a
//! goal or adds a force to a [`Tier`](crate::arbitration::Tier). A behavior with a
//! [`Target`](crate::target::Target) is a component that implements [`TargetBehavior`], which
//! brings the system along. [`Interpose`] and [`Hide`] have systems of their own. The rules about
//! neighbors ([`Separation`], [`Alignment`], [`Cohesion`], [`AvoidAgents`]) share one search.
//!
//! A new behavior is a new file with its `mod` line and its export here, and its place in the order
//! of `plugins/`.
//!
//! | file | what behaviors share |
//! |---|---|
//! | `goal.rs` | the system of a behavior with a target, and goals of games |
//! | `targets/` | the trait of a behavior with a target, and how an agent finds and chooses its target |
//! | `refine.rs`, `neighbor_rule.rs` | the traits by which games change goals and respond to neighbors |
//! | `settle/` | agents that settle at their goal |
//! | `yield_right_of_way.rs` | agents that make room for each other |
//! | `order.rs` | an inserted behavior with a goal is a new order |
//! | `neighbor_settings` | the settings of the rules about neighbors |
//! | `whisker_casts.rs`, `path.rs` | what whiskers and paths are made of |

mod arrive;
pub(crate) mod avoid_obstacles;
pub(crate) mod contain;
mod evade;
mod flee;
pub(crate) mod follow_field;
mod follow_leader;
pub(crate) mod follow_path;
pub(crate) mod follow_wall;
pub(crate) mod formation;
mod gather;
pub(crate) mod goal;
pub(crate) mod hide;
pub(crate) mod interpose;
pub(crate) mod journey;
pub(crate) mod journey_events;
pub(crate) mod look_at;
mod neighbor_rule;
pub(crate) mod neighbor_settings;
mod offset_pursue;
mod order;
pub(crate) mod path;
mod path_progress;
mod progress;
mod pursue;
pub(crate) mod queue;
pub(crate) mod refine;
mod seek;
pub(crate) mod settle;
mod stuck_by;
mod surface;
pub(crate) mod targets;
pub(crate) mod wander;
mod whisker_casts;
mod whiskers;
pub(crate) mod yield_right_of_way;

/// What games need of the behaviors.
pub(crate) mod prelude {
    pub use super::{
        Arrive, Arrived, AvoidAgents, AvoidObstacles, BackOnPath, ChosenTargets, Contain, Evade,
        Flee, FollowField, FollowLeader, FollowPath, FollowWall, Formation, FormationMembers,
        FormationShape, Gather, GoalRefiner, HasSettled, Hide, InFormation, Interpose, Journey,
        LookAt, Neighbor, NeighborRule, OffsetPursue, Path, PathDirection, PathProgress, Pursue,
        Queue, RefinedAgent, Region, Seek, Settled, SteeredAgent, Stuck, StuckBy, TargetBehavior,
        TargetState, Unreachable, WallSide, Wander, WhiskerCast, WhiskerCasts, WhiskerHit,
        Whiskers, refine_goals, steer_among_neighbors, steer_for_target,
    };
    pub use crate::flocking::components::*;
}

pub use crate::avoidance::{AvoidAgents, YieldState};
pub use crate::flocking::components::*;
pub use crate::settled::Settled;
pub use arrive::Arrive;
pub use avoid_obstacles::{AvoidObstacles, DetourState};
pub use contain::{Contain, Region};
pub use evade::Evade;
pub use flee::Flee;
pub use follow_field::FollowField;
pub use follow_leader::FollowLeader;
pub use follow_path::{FollowPath, PathDirection};
pub use follow_wall::{FollowWall, FollowWallState, WallSide};
pub use formation::{
    Formation, FormationMembers, FormationShape, FormationSlot, FormationState, InFormation,
    TrailPoint,
};
pub use gather::Gather;
pub use goal::steer_for_target;
pub use hide::{Hide, HideState};
pub use horde_kernel::behaviors::whisker::Fan;
pub use interpose::Interpose;
pub use journey::{Journey, JourneyState};
pub(crate) use journey_events::JourneyEvents;
pub use journey_events::{Arrived, BackOnPath, HasSettled, Stuck, StuckBy, Unreachable};
pub use look_at::LookAt;
pub use neighbor_rule::{Neighbor, NeighborRule, steer_among_neighbors};
pub use offset_pursue::OffsetPursue;
pub use path::Path;
pub use path_progress::PathProgress;
pub use progress::Progress;
pub use pursue::Pursue;
pub use queue::{Queue, QueueState};
pub use refine::{GoalRefiner, RefinedAgent, refine_goals};
pub use seek::Seek;
pub use targets::{ChosenTarget, ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
pub use wander::{Wander, WanderAngle};
pub use whisker_casts::{ObstacleCasts, WhiskerCast, WhiskerCasts, WhiskerHit};
pub(crate) use whiskers::steer_whiskers;
pub use whiskers::{WhiskerState, Whiskers};
