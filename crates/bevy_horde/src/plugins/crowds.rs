//! Crowds: settling, right of way, queues, journeys.

use super::core::schedule;
use super::missing::added_parts;
use super::order::BehaviorSystems;
use crate::agent::require_for;
use crate::avoidance::{AvoidAgents, YieldState};
use crate::behaviors::journey_events::{self, JourneyEvents};
use crate::behaviors::yield_right_of_way::yield_right_of_way;
use crate::behaviors::{
    Arrive, AvoidObstacles, FollowField, FollowLeader, FollowPath, Gather, Journey, JourneyState,
    Pursue, Queue, QueueState, Seek, Settled, journey, queue, refine_goals, settle,
};
use crate::schedule::SteeringSystems;
use bevy::prelude::*;

/// The part of the plugin for crowds: agents [settle](Settled) at their goals, make room for each
/// other in doorways, [`Queue`], and report their [`Journey`].
///
/// Without it agents push on at their goals for ever, and no event comes.
pub struct SteeringCrowdsPlugin;

impl Plugin for SteeringCrowdsPlugin {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        added_parts(app).crowds = true;
        require_for::<Arrive, Settled>(app);
        require_for::<AvoidObstacles, Settled>(app);
        require_for::<FollowField, Settled>(app);
        require_for::<FollowLeader, Settled>(app);
        require_for::<FollowPath, Settled>(app);
        require_for::<Gather, Settled>(app);
        require_for::<Pursue, Settled>(app);
        require_for::<Seek, Settled>(app);
        require_for::<AvoidAgents, YieldState>(app);
        app.init_resource::<JourneyEvents>()
            .init_resource::<queue::QueueLines>()
            .init_resource::<settle::SettledCrowd>()
            .register_type::<(Journey, JourneyState, Queue, QueueState)>()
            .add_systems(
                schedule,
                (
                    (queue::line_up, refine_goals::<Queue>)
                        .chain()
                        .run_if(any_with_component::<Queue>)
                        .in_set(BehaviorSystems::Queues),
                    (
                        settle::read_settled_crowds.run_if(any_with_component::<Settled>),
                        refine_goals::<Settled>
                            .run_if(any_with_component::<Settled>.and_then(settle::any_may_settle)),
                    )
                        .chain()
                        .in_set(BehaviorSystems::Settle),
                    journey::watch_journeys
                        .run_if(any_with_component::<Journey>)
                        .in_set(BehaviorSystems::Journeys),
                    yield_right_of_way
                        .run_if(any_with_component::<YieldState>)
                        .in_set(BehaviorSystems::RightOfWay),
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
