//! The stage that combines the forces of behaviors.

use super::combine_forces::{combine_forces, forget_hidden};
use super::early_writes::name_written_outside;
use super::hold_decisions::hold_decisions;
use super::{
    BehaviorForces, Goal, NeighborForces, PushStrength, SteeringContributions, SteeringGoal, Tier,
};
use crate::agent::Steering;
use crate::schedule::SteeringSystems;
use crate::trace::clear_traces;
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::forget_despawned;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Combines the forces of all behaviors into one.
pub(crate) struct ArbitrationPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for ArbitrationPlugin {
    fn build(&self, app: &mut App) {
        let written_outside = (
            name_written_outside::<SteeringContributions>
                .run_if(any_with_component::<SteeringContributions>),
            name_written_outside::<SteeringGoal>.run_if(any_with_component::<SteeringGoal>),
        )
            .chain()
            .after(forget_despawned)
            .before(clear_traces);
        app.init_resource::<NeighborForces>()
            .register_type::<(Steering, SteeringContributions, Tier, SteeringGoal, Goal)>()
            .register_type::<(UpdateInterval, HeldDecision, BehaviorForces, PushStrength)>()
            .add_systems(
                self.0,
                (
                    written_outside.in_set(SteeringSystems::Perceive),
                    (
                        combine_forces,
                        forget_hidden.run_if(any_with_component::<Disabled>),
                        hold_decisions.run_if(any_with_component::<UpdateInterval>),
                    )
                        .chain()
                        .in_set(SteeringSystems::Arbitrate),
                ),
            );
    }
}
