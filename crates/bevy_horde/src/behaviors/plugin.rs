//! The stage in which behaviors compute forces.

use super::among_neighbors::{
    NeighborSearch, RuleSources, resolve_neighbor_rules, steer_among_neighbors,
};
use super::goal::{steer_for_target, take_goals};
use super::journey;
use super::journey_events::{self, JourneyEvents};
use super::targets::{Chases, TargetGroups};
use super::yield_right_of_way::yield_right_of_way;
use super::{
    Arrive, AvoidObstacles, ChosenTarget, ChosenTargets, Contain, DetourState, Evade, Flee,
    FollowField, FollowLeader, FollowPath, FollowWall, FollowWallState, Formation,
    FormationMembers, FormationShape, FormationSlot, FormationState, Gather, Hide, HideState,
    InFormation, Interpose, Journey, JourneyState, LookAt, OffsetPursue, Path, PathDirection,
    PathProgress, Pursue, Queue, QueueState, Region, Seek, Settled, TrailPoint, WallSide, Wander,
    WanderAngle, WhiskerState, Whiskers, YieldState, avoid_obstacles, contain, follow_field,
    follow_path, follow_wall, formation, hide, interpose, look_at, path, queue, settle, wander,
};
use crate::agent::require;
use crate::arbitration::SteeringGoal;
use crate::length::Length;
use crate::perception::{LastSeen, read_agents, read_settings};
use crate::schedule::SteeringSystems;
use crate::target::Target;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleConfigs};
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;

/// Adds the behaviors.
pub(crate) struct BehaviorsPlugin {
    pub(crate) schedule: InternedScheduleLabel,
    /// Returns the system of [`Whiskers`] for the type that computes the casts.
    pub(crate) whiskers: fn() -> ScheduleConfigs<ScheduleSystem>,
}

impl Plugin for BehaviorsPlugin {
    fn build(&self, app: &mut App) {
        require::<RuleSources>(app);
        app.init_resource::<NeighborSearch>()
            .init_resource::<Chases>()
            .init_resource::<TargetGroups>()
            .init_resource::<JourneyEvents>()
            .register_type::<(Journey, JourneyState)>()
            .register_type::<(Target, ChosenTargets, ChosenTarget, Length)>()
            .register_type::<(Seek, Flee, Arrive, Pursue, Evade, Wander, WanderAngle)>()
            .register_type::<(Gather, Settled)>()
            .register_type::<(Path, FollowPath, PathDirection, PathProgress)>()
            .register_type::<(OffsetPursue, FollowLeader, Interpose, FollowField, LookAt)>()
            .register_type::<(Formation, FormationShape, FormationState, TrailPoint)>()
            .register_type::<(InFormation, FormationMembers, FormationSlot)>()
            .register_type::<(Hide, HideState, Queue, QueueState)>()
            .register_type::<(AvoidObstacles, DetourState, Whiskers, WhiskerState)>()
            .register_type::<(FollowWall, WallSide, FollowWallState, Contain, Region)>()
            .configure_sets(
                self.schedule,
                SteeringSystems::Goals.in_set(SteeringSystems::Behave),
            )
            .add_systems(
                self.schedule,
                (
                    resolve_neighbor_rules
                        .after(read_settings)
                        .before(read_agents)
                        .in_set(SteeringSystems::Perceive),
                    self.behaviors().in_set(SteeringSystems::Behave),
                    journey_events::send_events
                        .run_if(journey_events::has_events)
                        .after(SteeringSystems::Locomote),
                    journey_events::name_missing_journeys
                        .run_if(not(any_with_component::<Journey>))
                        .in_set(SteeringSystems::Perceive),
                ),
            );
    }
}

impl BehaviorsPlugin {
    /// The behaviors in one fixed order, because sums of floats depend on the order.
    ///
    /// Goals come first, because avoidance needs them. Obstacles come before agents, because a way
    /// round a wall changes the goal. A behavior that no agent has does not run.
    fn behaviors(&self) -> ScheduleConfigs<ScheduleSystem> {
        (
            (
                take_goals.run_if(any_with_component::<SteeringGoal>),
                steer_for_target::<Arrive>.run_if(is_used::<Arrive>),
                steer_for_target::<Gather>.run_if(is_used::<Gather>),
                steer_for_target::<Seek>.run_if(is_used::<Seek>),
                steer_for_target::<Pursue>.run_if(is_used::<Pursue>),
                steer_for_target::<Flee>.run_if(is_used::<Flee>),
                steer_for_target::<Evade>.run_if(is_used::<Evade>),
            )
                .chain(),
            (
                steer_for_target::<OffsetPursue>.run_if(is_used::<OffsetPursue>),
                steer_for_target::<FollowLeader>.run_if(is_used::<FollowLeader>),
                interpose::interpose.run_if(any_with_component::<Interpose>),
                hide::hide.run_if(any_with_component::<Hide>),
                (path::place_paths, follow_path::follow_path)
                    .chain()
                    .run_if(any_with_component::<FollowPath>),
                follow_field::follow_field.run_if(any_with_component::<FollowField>),
                (
                    // Also runs for a leader without members, to reset its pace.
                    formation::march.run_if(any_with_component::<Formation>),
                    formation::keep_slots.run_if(any_with_component::<InFormation>),
                )
                    .chain(),
                queue::queue.run_if(any_with_component::<Queue>),
            )
                .chain(),
            settle::settle.run_if(any_with_component::<Settled>),
            journey::watch_journeys.run_if(any_with_component::<Journey>),
            wander::wander.run_if(any_with_component::<Wander>),
            follow_wall::follow_wall.run_if(any_with_component::<FollowWall>),
            avoid_obstacles::avoid_obstacles.run_if(any_with_component::<AvoidObstacles>),
            formation::keep_pace.run_if(any_with_component::<Formation>),
            yield_right_of_way.run_if(any_with_component::<YieldState>),
            steer_among_neighbors,
            (self.whiskers)().run_if(any_with_component::<Whiskers>),
            contain::contain.run_if(any_with_component::<Contain>),
            look_at::look_at.run_if(any_with_component::<LookAt>),
        )
            .chain()
            .after(SteeringSystems::Goals)
    }
}

/// Whether any agent has the behavior, or may remember a target of it.
fn is_used<B: Component>(agents: Query<(), Or<(With<B>, With<LastSeen>)>>) -> bool {
    !agents.is_empty()
}
