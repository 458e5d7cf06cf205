//! Pursue: head for where a moving target will be.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal};
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit;

/// Heads for the place where the agent will meet a moving target that keeps its velocity.
///
/// Acts always. The behavior solves the meeting exactly, and looks no farther ahead than
/// `max_prediction`. If the agent cannot meet the target by then, it heads for where the target
/// will be at that time. When the target is gone the behavior adds nothing. Used alone a zigzagging
/// target misleads it. Source: Reynolds, "Steering Behaviors for Autonomous Characters" (1999).
/// At a target at rest it settles as with [`Seek`](super::Seek).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | what to catch: an entity, the nearest of a group or a place, see [`Target`] | the origin | any | - | - |
/// | `max_prediction` | how far ahead to look, s | 2.0 | 0 and up | cuts corners more | 0: a plain seek |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, ChosenTargets)]
#[component(on_insert = begin_journey)]
pub struct Pursue {
    /// What to catch.
    #[entities]
    pub target: Target,
    /// How far ahead to look, seconds.
    pub max_prediction: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Pursue {
    /// Pursues an entity (or, without prediction, a place).
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Intercepts an entity.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Pursue {
    fn default() -> Self {
        Self {
            target: Target::default(),
            max_prediction: 2.0,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for Pursue {
    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    #[inline(always)]
    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let state = agent.state;
        let horizon = agent.setting("max_prediction", self.max_prediction);
        let motion_limits = state.motion_limits(agent.tick);
        let offset = target.position - state.position;
        let lead =
            pursuit::interception_time(offset, target.velocity, motion_limits.max_speed, horizon);
        let meeting = offset + target.velocity * lead;
        let goal = Goal::seek_along(state, agent.tick, meeting, state.position + meeting);
        if goal.is_finite() {
            agent.head_for_place(goal, target.place_of_chaser(state));
        }
    }
}
