//! Clears the accumulators of hidden agents.

use crate::arbitration::{BehaviorForces, SteeringContributions, SteeringGoal};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

/// Clears the accumulators of agents that were hidden before their forces were combined. Their
/// forces are of no use once the agents are shown.
pub(crate) fn forget_hidden(
    mut hidden: Query<
        (
            Option<&mut BehaviorForces>,
            Option<&mut SteeringContributions>,
            Option<&mut SteeringGoal>,
        ),
        (
            With<Disabled>,
            Or<(
                Changed<BehaviorForces>,
                Changed<SteeringContributions>,
                Changed<SteeringGoal>,
            )>,
        ),
    >,
) {
    for (own, user, goal) in &mut hidden {
        if let Some(mut own) = own {
            *own = BehaviorForces::default();
        }
        if let Some(mut user) = user {
            user.clear();
        }
        if let Some(mut goal) = goal {
            *goal = SteeringGoal::default();
        }
    }
}
