//! Seek: head for a target at full speed.

use super::targets::{Purpose, Seeker, Targets};
use crate::arbitration::BehaviorForces;
use crate::kernel::pursuit;
use crate::parallel::for_each_agent;
use crate::perception::AgentState;
use crate::target::Target;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Heads for a target at full speed, and through it.
///
/// Acts always. Asks for the maximum force from rest, for none at full speed toward the target. At the very target, or
/// when the target is gone, it has no opinion. Used alone it overshoots and circles back: [`Arrive`](super::Arrive) stops.
/// Source: Reynolds, "Steering Behaviors for Autonomous Characters" (1999).
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | what to head for | the origin | any | - | - |
/// | `weight` | factor on the force | 1.0 | 0 and up | goes before other goals | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Seek {
    /// What to head for.
    pub target: Target,
    /// Factor on the force.
    pub weight: f32,
}

impl Seek {
    /// Heads for a place or an entity.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Heads for an entity, wherever it goes.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Seek {
    fn default() -> Self {
        Self {
            target: Target::default(),
            weight: 1.0,
        }
    }
}

pub(super) fn seek(
    // Inputs
    time: Res<Time>,
    warnings: Res<InputWarnings>,
    targets: Targets,
    // Output
    mut agents: Query<(Entity, &Seek, &AgentState, Seeker, &mut BehaviorForces)>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut agents,
        |(entity, seek, state, mut seeker, mut forces)| {
            if !state.is_thinking() {
                return;
            }
            let check = warnings.of(entity, "Seek");
            let Some(sighting) =
                targets.find(&mut seeker, Purpose::Seek, seek.target, check, "target")
            else {
                return;
            };
            let weight = check.at_least_zero("weight", seek.weight, 0.0);
            if weight <= 0.0 {
                return;
            }
            let offset = sighting.position - state.position;
            if let Some(course) = pursuit::seek(&state.ability(tick), state.velocity, offset) {
                forces.head_for(sighting.position, course.desired, course.force, weight);
            }
        },
    );
}
