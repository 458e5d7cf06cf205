//! Formations.

use super::core::schedule;
use super::missing::added_parts;
use super::order::BehaviorSystems;
use crate::behaviors::{
    Formation, FormationMembers, FormationShape, FormationSlot, FormationState, InFormation,
    TrailPoint, formation, refine_goals,
};
use bevy::prelude::*;

/// The part of the plugin for formations: [`Formation`] on a leader, and [`InFormation`] on its
/// members.
pub struct SteeringFormationsPlugin;

impl Plugin for SteeringFormationsPlugin {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        added_parts(app).formations = true;
        app.register_type::<(Formation, FormationShape, FormationState, TrailPoint)>()
            .register_type::<(InFormation, FormationMembers, FormationSlot)>()
            .add_systems(
                schedule,
                (
                    (
                        // Also runs for a leader without members, to reset its pace.
                        formation::march.run_if(any_with_component::<Formation>),
                        formation::keep_slots.run_if(any_with_component::<InFormation>),
                    )
                        .chain()
                        .in_set(BehaviorSystems::Formations),
                    refine_goals::<Formation>
                        .run_if(any_with_component::<Formation>)
                        .in_set(BehaviorSystems::Pace),
                ),
            );
    }
}
