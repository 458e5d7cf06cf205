//! The behaviours: one file each, with its component, its documentation and its system.
//!
//! A behaviour reads [`AgentState`](crate::perception::AgentState) and its own component and adds a force to a
//! [`Tier`](crate::arbitration::Tier). The rules that look at neighbours ([`Separation`], [`Alignment`], [`Cohesion`],
//! [`AvoidAgents`]) share one search.

mod alignment;
mod among_neighbors;
mod arrive;
mod avoid_agents;
mod avoid_obstacles;
mod cohesion;
mod contain;
mod evade;
mod flee;
mod flock;
mod follow_wall;
mod obstacle_view;
mod pursue;
mod seek;
mod separation;
mod targets;
mod wander;
mod whisker_casts;
mod whiskers;

pub use crate::kernel::whisker::Fan;
pub use alignment::Alignment;
pub(crate) use among_neighbors::{
    NeighborRules, NeighborSearch, RuleSources, resolve_neighbor_rules, steer_among_neighbors,
};
pub use arrive::Arrive;
pub use avoid_agents::{AvoidAgents, AvoidanceModel};
pub use avoid_obstacles::{AvoidObstacles, PassingSide};
pub use cohesion::Cohesion;
pub use contain::{Contain, Region};
pub use evade::Evade;
pub use flee::Flee;
pub use flock::Flock;
pub use follow_wall::{FollowWall, WallMemory, WallSide};
pub use pursue::Pursue;
pub use seek::Seek;
pub use separation::Separation;
pub(crate) use targets::expect_chases;
pub use wander::{Wander, WanderAngle};
pub use whisker_casts::{ObstacleCasts, WhiskerCast, WhiskerCasts, WhiskerHit};
pub(crate) use whiskers::feel_with_whiskers;
pub use whiskers::{WhiskerMemory, Whiskers};

use crate::perception::{is_loaded_in_mid_tick, restore_indices};
use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleConfigs};
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;

/// Adds the behaviours; `feel` is the system of the whiskers, which knows who answers their casts.
pub(crate) fn add_behaviors(
    app: &mut App,
    schedule: InternedScheduleLabel,
    feel: ScheduleConfigs<ScheduleSystem>,
) {
    app.init_resource::<among_neighbors::NeighborSearch>()
        .init_resource::<targets::Chases>()
        .register_type::<(Seek, Flee, Arrive, Pursue, Evade, Wander, WanderAngle)>()
        .register_type::<(Separation, Alignment, Cohesion, Flock)>()
        .register_type::<(AvoidAgents, AvoidanceModel)>()
        .register_type::<(AvoidObstacles, PassingSide, Whiskers, WhiskerMemory)>()
        .register_type::<(FollowWall, WallSide, WallMemory, Contain, Region)>()
        // One fixed order: sums of floats depend on it. Goals first, for avoidance asks where the agent is going;
        // obstacles before agents, for a way round a wall is where the agent is going, too. Nobody waits for a rule that
        // nobody has.
        .add_systems(
            schedule,
            (
                // After a load a game's own may ask meanwhile: they get the same answers.
                (resolve_neighbor_rules, restore_indices)
                    .chain()
                    .ambiguous_with_all()
                    .run_if(is_loaded_in_mid_tick),
                arrive::arrive.run_if(any_with_component::<Arrive>),
                seek::seek.run_if(any_with_component::<Seek>),
                pursue::pursue.run_if(any_with_component::<Pursue>),
                flee::flee.run_if(any_with_component::<Flee>),
                evade::evade.run_if(any_with_component::<Evade>),
                wander::wander.run_if(any_with_component::<Wander>),
                follow_wall::follow_wall.run_if(any_with_component::<FollowWall>),
                avoid_obstacles::avoid_obstacles.run_if(any_with_component::<AvoidObstacles>),
                steer_among_neighbors,
                feel.run_if(any_with_component::<Whiskers>),
                (contain::place_borders, contain::contain)
                    .chain()
                    .run_if(any_with_component::<Contain>),
            )
                .chain()
                .in_set(SteeringSystems::Behave),
        );
}
