//! Evade: head away from where a pursuer will be.

use super::flee::flee_from;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::BehaviorForces;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit;

/// Heads away from the place where a pursuer that keeps its velocity would meet the agent.
///
/// Acts while the pursuer is within `panic_distance`; if it is farther away or gone, the behavior
/// adds nothing. Used alone the agent runs straight into walls and corners. Source: Reynolds,
/// "Steering Behaviors for Autonomous Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `threat` | what to evade: an entity, the nearest of a group or a place, see [`Target`] | the origin | any | - | - |
/// | `max_prediction` | how far ahead to look, s | 1.0 | 0 and up | sidesteps earlier | 0: a plain flee |
/// | `panic_distance` | how near the pursuer may come, world units | infinite: always evades | 0 and up | evades earlier | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, ChosenTargets)]
pub struct Evade {
    /// What to evade.
    #[entities]
    pub threat: Target,
    /// How far ahead to look, seconds.
    pub max_prediction: f32,
    /// How near the pursuer may come, world units.
    pub panic_distance: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Evade {
    /// Evades a target, however far.
    pub fn new(threat: impl Into<Target>) -> Self {
        Self {
            threat: threat.into(),
            ..default()
        }
    }

    /// Heads away from where an entity will be.
    pub fn entity(threat: Entity) -> Self {
        Self::new(threat)
    }

    /// The same, but only while the pursuer is within `panic_distance` world units.
    pub const fn within(mut self, panic_distance: f32) -> Self {
        self.panic_distance = panic_distance;
        self
    }
}

impl Default for Evade {
    fn default() -> Self {
        Self {
            threat: Target::default(),
            max_prediction: 1.0,
            panic_distance: f32::INFINITY,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for Evade {
    const TARGET_FIELD: &'static str = "threat";
    const APPROACHES: bool = false;

    fn target(&self) -> Target {
        self.threat
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    #[inline(always)]
    fn steer(&self, agent: &mut SteeredAgent, threat: &TargetState) {
        let (state, check) = (agent.state, agent.check);
        let horizon = agent.setting("max_prediction", self.max_prediction);
        let panic_distance =
            check.at_least_zero_or_infinite("panic_distance", self.panic_distance, 0.0);
        let offset = threat.position - state.position;
        if offset.length() > panic_distance {
            return;
        }
        let speed = threat.velocity.length();
        let lead = pursuit::interception_time(-offset, state.velocity, speed, horizon);
        flee_from(agent, offset + threat.velocity * lead, f32::INFINITY);
    }
}
