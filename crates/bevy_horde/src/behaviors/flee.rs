//! Flee: head away from a threat.

use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Tier};
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit;

/// Heads away from a threat at full speed while the threat is near.
///
/// Acts while the threat is within `panic_distance`; if it is farther away or gone, the agent
/// coasts. At the threat's own place the agent leaves along its own heading. Used alone it runs
/// straight into walls and corners. Source: Reynolds, "Steering Behaviors for Autonomous
/// Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `threat` | what to flee from | the origin | any | - | - |
/// | `panic_distance` | how near the threat may come, world units | infinite: always flees | 0 and up | flees earlier | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, ChosenTargets)]
pub struct Flee {
    /// What to flee from.
    #[entities]
    pub threat: Target,
    /// How near the threat may come, world units.
    pub panic_distance: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Flee {
    /// Flees from a place or an entity, however far.
    pub fn new(threat: impl Into<Target>) -> Self {
        Self {
            threat: threat.into(),
            ..default()
        }
    }

    /// Heads away from an entity.
    pub fn entity(threat: Entity) -> Self {
        Self::new(threat)
    }

    /// The same, but only while the threat is within `panic_distance` world units.
    pub const fn within(mut self, panic_distance: f32) -> Self {
        self.panic_distance = panic_distance;
        self
    }
}

impl Default for Flee {
    fn default() -> Self {
        Self {
            threat: Target::default(),
            panic_distance: f32::INFINITY,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for Flee {
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
        let panic_distance =
            check.at_least_zero_or_infinite("panic_distance", self.panic_distance, 0.0);
        flee_from(agent, threat.position - state.position, panic_distance);
    }
}

/// Adds the force away from a threat at `offset`, within `panic_distance`.
#[inline(always)]
pub(super) fn flee_from(agent: &mut SteeredAgent, offset: Vec2, panic_distance: f32) {
    let state = agent.state;
    let force = pursuit::flee(
        &state.motion_limits(agent.tick),
        state.velocity,
        state.heading,
        offset,
        panic_distance,
    );
    if let Some(force) = force {
        agent.forces.add(Tier::Goal, force * agent.weight);
    }
}
