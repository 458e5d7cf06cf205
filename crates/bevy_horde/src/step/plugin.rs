//! The stage that steps the crowd.

use super::CrowdStep;
use super::forget_hidden::forget_hidden;
use super::step_crowd::step_crowd;
use crate::agent::Steering;
use crate::arbitration::{
    BehaviorForces, Goal, SteeringContributions, SteeringGoal, Tier, name_written_outside,
};
use crate::schedule::SteeringSystems;
use crate::trace::clear_traces;
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::forget_despawned;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Adds the system that steps the crowd.
pub(crate) struct StepPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for StepPlugin {
    fn build(&self, app: &mut App) {
        let written_outside = (
            name_written_outside::<SteeringContributions>
                .run_if(any_with_component::<SteeringContributions>),
            name_written_outside::<SteeringGoal>.run_if(any_with_component::<SteeringGoal>),
        )
            .chain()
            .after(forget_despawned)
            .before(clear_traces);
        app.init_resource::<CrowdStep>()
            .register_type::<(Steering, SteeringContributions, Tier, SteeringGoal, Goal)>()
            .register_type::<(UpdateInterval, HeldDecision, BehaviorForces)>()
            .add_systems(
                self.0,
                (
                    written_outside.in_set(SteeringSystems::Perceive),
                    (
                        step_crowd,
                        forget_hidden.run_if(any_with_component::<Disabled>),
                    )
                        .chain()
                        .in_set(SteeringSystems::Arbitrate),
                ),
            );
    }
}
