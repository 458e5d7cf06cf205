//! Warnings about components whose part of the plugin is missing.

use super::core::schedule;
use crate::behaviors::{
    AvoidObstacles, FollowField, FollowWall, Formation, Hide, InFormation, Journey, Queue, Whiskers,
};
use crate::flow_field::FlowField;
use crate::obstacle::Obstacle;
use crate::schedule::SteeringSystems;
use crate::validation::{InvalidSetting, SteeringWarnings};
use bevy::prelude::*;
use bevy::reflect::TypePath;

/// The parts that have been added.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AddedParts {
    pub(super) obstacles: bool,
    pub(super) crowds: bool,
    pub(super) fields: bool,
    pub(super) formations: bool,
}

/// Returns the parts that have been added so far.
pub(super) fn added_parts(app: &mut App) -> Mut<'_, AddedParts> {
    app.world_mut().get_resource_or_init::<AddedParts>()
}

/// Adds a system for each part, which names the first entity with a component of that part.
pub(super) fn name_missing_parts(app: &mut App) {
    let schedule = schedule(app);
    app.init_resource::<AddedParts>().add_systems(
        schedule,
        (
            (
                name::<Obstacle>("SteeringObstaclesPlugin"),
                name::<AvoidObstacles>("SteeringObstaclesPlugin"),
                name::<Whiskers>("SteeringObstaclesPlugin"),
                name::<FollowWall>("SteeringObstaclesPlugin"),
                name::<Hide>("SteeringObstaclesPlugin"),
            )
                .run_if(|parts: Res<AddedParts>| !parts.obstacles),
            (
                name::<Queue>("SteeringCrowdsPlugin"),
                name::<Journey>("SteeringCrowdsPlugin"),
            )
                .run_if(|parts: Res<AddedParts>| !parts.crowds),
            (
                name::<FlowField>("SteeringFieldsPlugin"),
                name::<FollowField>("SteeringFieldsPlugin"),
            )
                .run_if(|parts: Res<AddedParts>| !parts.fields),
            (
                name::<Formation>("SteeringFormationsPlugin"),
                name::<InFormation>("SteeringFormationsPlugin"),
            )
                .run_if(|parts: Res<AddedParts>| !parts.formations),
        )
            .in_set(SteeringSystems::Perceive),
    );
}

/// Returns a system that names the first entity with a component that needs `part`.
fn name<C: Component + TypePath>(
    part: &'static str,
) -> impl Fn(Query<Entity, With<C>>, Res<SteeringWarnings>) {
    move |entities, warnings| {
        if let Some(entity) = entities.iter().next() {
            let setting = InvalidSetting {
                entity,
                component: C::short_type_path(),
                field: "",
            };
            warnings.report(
                setting,
                format_args!("does nothing, nor does any other: add {part}"),
            );
        }
    }
}
