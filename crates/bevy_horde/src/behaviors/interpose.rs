//! Interpose: stay between two others.

use super::goal::active;
use super::order::begin_journey;
use super::targets::Targets;
use crate::arbitration::{BehaviorForces, Goal};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::target::Target;
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Stays between two targets, as a guard between its charge and a threat.
///
/// Acts while both targets exist; when either is gone the behavior adds nothing. The agent goes to
/// the place on the line between them, and moves with that place. Used alone it walks into
/// obstacles and other agents.
///
/// Source: interpose, Buckland, "Programming Game AI by Example" (2005). The published form goes to
/// where the middle will be when the agent gets there, and stops there. So it lags behind two
/// targets that move. Here the agent moves with the place.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | one of the two | the origin | any | - | - |
/// | `other` | the other one | the origin | any | - | - |
/// | `part` | where between them, as a part of the way from `target` to `other` | 0.5 | 0 to 1 | nearer to `other` | - |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces)]
#[component(on_insert = begin_journey)]
pub struct Interpose {
    /// One of the two targets.
    #[entities]
    pub target: Target,
    /// The other target.
    #[entities]
    pub other: Target,
    /// Where the agent stays, as a part of the way from `target` to `other`, 0 to 1.
    pub part: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Interpose {
    /// Stays in the middle between two targets.
    pub fn new(target: impl Into<Target>, other: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            other: other.into(),
            ..default()
        }
    }
}

impl Default for Interpose {
    fn default() -> Self {
        Self {
            target: Target::default(),
            other: Target::default(),
            part: 0.5,
            weight: 1.0,
        }
    }
}

pub(crate) fn interpose(
    // Inputs
    targets: Targets,
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        &Interpose,
        &AgentState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = targets.time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, interpose, state, mut forces, mut trace)| {
            let Some((check, weight)) =
                active(&warnings, entity, state, "Interpose", interpose.weight)
            else {
                return;
            };
            let find = |target, field| targets.find(entity, target, check, field);
            let target = find(interpose.target, "target");
            let (Some(target), Some(other)) = (target, find(interpose.other, "other")) else {
                return;
            };
            let part = check.part("part", interpose.part, 0.5);
            let place = target.position.lerp(other.position, part);
            let velocity = target.velocity.lerp(other.velocity, part);
            let goal = Goal::arrive(state, tick, place, velocity).with_weight(weight);
            if goal.is_finite() {
                let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
                forces.head_for(goal);
            }
        },
    );
}
