//! The stage that moves agents.

use super::motion::{Motion, record_squeezed};
use super::move_agents::move_agents;
use super::part_bodies::{BodyParting, bodies_moved, part_bodies};
use super::place_agents::place_agents;
use crate::agent::{ExternalLocomotion, Facing, Heading, PositionRemainder, Velocity, require};
use crate::behaviors::Looker;
use crate::perception::{is_loaded_in_mid_tick, restore_indices};
use crate::schedule::SteeringSystems;
use crate::trace::SteeringTrace;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Moves agents and keeps their bodies apart.
pub(crate) struct LocomotionPlugin(pub(crate) InternedScheduleLabel);

impl Plugin for LocomotionPlugin {
    fn build(&self, app: &mut App) {
        require::<Motion>(app);
        app.init_resource::<BodyParting>()
            .register_type::<(Velocity, Heading, Facing, PositionRemainder)>()
            .register_type::<ExternalLocomotion>()
            .add_systems(
                self.0,
                (
                    restore_indices::<Looker>.run_if(is_loaded_in_mid_tick),
                    move_agents,
                    (part_bodies, place_agents).chain().run_if(bodies_moved),
                    record_squeezed.run_if(any_with_component::<SteeringTrace>),
                )
                    .chain()
                    .in_set(SteeringSystems::Locomote),
            );
    }
}
