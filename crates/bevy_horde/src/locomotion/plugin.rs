//! The stage after all bodies have moved.

use super::finish_impulses::finish_impulses;
use crate::agent::{ExternalLocomotion, Facing, Heading, PositionRemainder, Velocity};
use crate::impulse::Impulse;
use crate::obstacle::PushOut;
use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Finishes the ticks of thrown bodies.
pub(crate) struct LocomotionPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for LocomotionPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<(Velocity, Heading, Facing, PositionRemainder)>()
            .init_resource::<PushOut>()
            .register_type::<(ExternalLocomotion, Impulse, PushOut)>()
            .add_systems(
                self.0,
                finish_impulses
                    .run_if(any_with_component::<Impulse>)
                    .in_set(SteeringSystems::Locomote),
            );
    }
}
