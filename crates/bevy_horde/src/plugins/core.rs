//! The core: agents that have goals, flock, avoid each other, and move.

use super::missing::name_missing_parts;
use super::order::BehaviorSystems;
use crate::arbitration::SteeringGoal;
use crate::avoidance::{AvoidAgents, YieldState};
use crate::behaviors::goal::{steer_for_target, take_goals};
use crate::behaviors::neighbor_settings::resolve_neighbor_settings;
use crate::behaviors::targets::TargetGroups;
use crate::behaviors::{
    Arrive, ChosenTarget, ChosenTargets, Contain, Evade, Flee, FollowLeader, FollowPath, Gather,
    Hide, HideState, Interpose, LookAt, OffsetPursue, Path, PathDirection, PathProgress, Pursue,
    Region, Seek, Settled, Wander, WanderAngle, contain, follow_path, hide, interpose, look_at,
    path, wander,
};
use crate::debug::explain_traces;
use crate::flocking::components::Flock;
use crate::length::Length;
use crate::locomotion::{LocomotionPlugin, finish_impulses};
use crate::obstacle::{Obstacle, ObstacleIndex, ObstacleShape, ObstacleState};
use crate::passing_side::PassingSide;
use crate::perception::{LastSeen, PerceptionPlugin, read_agents, read_settings};
use crate::schedule::{SteeringSeed, SteeringSystems, clock_moves};
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::step::StepPlugin;
use crate::target::Target;
use crate::trace::SteeringTrace;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// The part of the plugin that every game needs: agents with goals, flocks, avoidance of agents,
/// and solid bodies.
///
/// [`SteeringPlugin::core`](crate::SteeringPlugin::core) returns it. Behaviors of other parts do
/// nothing with it alone, and a warning names them: no obstacle is seen, and no agent settles.
#[derive(Clone)]
pub struct SteeringCorePlugin {
    pub(super) schedule: InternedScheduleLabel,
    pub(super) space: MovementSpace,
    pub(super) seed: u64,
    pub(super) passing_side: PassingSide,
    pub(super) simd_level: SimdLevel,
}

/// The schedule that the core got, for the other parts.
#[derive(Resource)]
struct SteeringSchedule(InternedScheduleLabel);

/// Returns the schedule of the core.
pub(super) fn schedule(app: &App) -> InternedScheduleLabel {
    let schedule = app.world().get_resource::<SteeringSchedule>();
    let schedule = schedule.expect("SteeringCorePlugin has to be added before the other parts");
    schedule.0
}

impl Plugin for SteeringCorePlugin {
    fn build(&self, app: &mut App) {
        let schedule = self.schedule;
        app.insert_resource(SteeringSchedule(schedule))
            .insert_resource(self.space)
            .insert_resource(SteeringSeed(self.seed))
            .insert_resource(self.passing_side)
            .insert_resource(self.simd_level)
            .init_resource::<ObstacleIndex>()
            .init_resource::<TargetGroups>()
            .register_type::<(MovementSpace, SteeringSeed, PassingSide, SimdLevel)>()
            .register_type::<(Target, ChosenTargets, ChosenTarget, Length)>()
            .register_type::<(Seek, Flee, Arrive, Pursue, Evade, Wander, WanderAngle)>()
            .register_type::<(Gather, Settled)>()
            .register_type::<(Path, FollowPath, PathDirection, PathProgress)>()
            .register_type::<(OffsetPursue, FollowLeader, Interpose, LookAt)>()
            .register_type::<(Hide, HideState, Contain, Region)>()
            .register_type::<(Obstacle, ObstacleShape, ObstacleState)>()
            // This also registers the types of its fields, the components of the rules.
            .register_type::<(Flock, AvoidAgents, YieldState)>()
            .configure_sets(
                schedule,
                (
                    SteeringSystems::Perceive,
                    SteeringSystems::Behave,
                    SteeringSystems::Arbitrate,
                    SteeringSystems::Locomote,
                )
                    .chain()
                    .run_if(clock_moves),
            );
        BehaviorSystems::configure(app, schedule);
        app.add_plugins((
            PerceptionPlugin(schedule),
            StepPlugin(schedule),
            LocomotionPlugin(schedule),
        ));
        add_behaviors(app, schedule);
        name_missing_parts(app);
    }
}

/// Adds the systems of the behaviors, and the one that explains what they did. A behavior that no
/// agent has does not run.
fn add_behaviors(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(
        schedule,
        (
            resolve_neighbor_settings
                .after(read_settings)
                .before(read_agents)
                .in_set(SteeringSystems::Perceive),
            (
                take_goals.run_if(any_with_component::<SteeringGoal>),
                steer_for_target::<Arrive>.run_if(is_used::<Arrive>),
                steer_for_target::<Gather>.run_if(is_used::<Gather>),
                steer_for_target::<Seek>.run_if(is_used::<Seek>),
                steer_for_target::<Pursue>.run_if(is_used::<Pursue>),
                steer_for_target::<Flee>.run_if(is_used::<Flee>),
                steer_for_target::<Evade>.run_if(is_used::<Evade>),
            )
                .chain()
                .in_set(BehaviorSystems::Targets),
            (
                steer_for_target::<OffsetPursue>.run_if(is_used::<OffsetPursue>),
                steer_for_target::<FollowLeader>.run_if(is_used::<FollowLeader>),
                interpose::interpose.run_if(any_with_component::<Interpose>),
                hide::hide.run_if(any_with_component::<Hide>),
                (path::place_paths, follow_path::follow_path)
                    .chain()
                    .run_if(any_with_component::<FollowPath>),
            )
                .chain()
                .in_set(BehaviorSystems::Ways),
            wander::wander
                .run_if(any_with_component::<Wander>)
                .in_set(BehaviorSystems::Wander),
            explain_traces
                .run_if(any_with_component::<SteeringTrace>)
                .after(finish_impulses)
                .in_set(SteeringSystems::Locomote),
            contain::contain
                .run_if(any_with_component::<Contain>)
                .in_set(BehaviorSystems::Regions),
            look_at::look_at
                .run_if(any_with_component::<LookAt>)
                .in_set(BehaviorSystems::Looks),
        ),
    );
}

/// Whether any agent has the behavior, or may remember a target of it.
fn is_used<B: Component>(agents: Query<(), Or<(With<B>, With<LastSeen>)>>) -> bool {
    !agents.is_empty()
}
