//! The stage that moves agents.

use super::depenetrate_bodies::{BodyDepenetration, bodies_moved, depenetrate_bodies};
use super::finish_impulses::finish_impulses;
use super::move_agents::move_agents;
use super::place_agents::place_agents;
use super::push_out::PushOut;
use crate::agent::{ExternalLocomotion, Facing, Heading, PositionRemainder, Velocity};
use crate::impulse::Impulse;
use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Moves agents and keeps their bodies apart.
pub(crate) struct LocomotionPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for LocomotionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BodyDepenetration>()
            .register_type::<(Velocity, Heading, Facing, PositionRemainder)>()
            .init_resource::<PushOut>()
            .register_type::<(ExternalLocomotion, Impulse, PushOut)>()
            .add_systems(
                self.0,
                (
                    move_agents,
                    (depenetrate_bodies, place_agents)
                        .chain()
                        .run_if(bodies_moved),
                    finish_impulses.run_if(any_with_component::<Impulse>),
                )
                    .chain()
                    .in_set(SteeringSystems::Locomote),
            );
    }
}
