//! Seek: head for a target at full speed.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal};
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Heads for a target at full speed, and through it.
///
/// Acts always. The force is at its maximum from rest and zero at full speed toward the target. At
/// the target itself the agent keeps its velocity. When the target is gone the behavior adds
/// nothing. Used alone the agent overshoots and swings to rest in some seconds; with
/// [`Arrive`](super::Arrive) it stops. Source: Reynolds, "Steering Behaviors for Autonomous
/// Characters" (1999).
///
/// A solid agent slows down before a solid agent at rest, and settles as soon as the two touch.
/// Others settle beside it, see [`Settled`](super::Settled). So chasers do not push what stands. At
/// rest means slower than a twentieth of the chaser's largest speed.
///
/// At a place, or an entity at rest, where agents have settled by [`Arrive`](super::Arrive) or
/// [`Gather`](super::Gather), the agent settles with them, see [`Settled`](super::Settled). It
/// never settles at a target that moves.
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | what to head for: a place, an entity or the nearest of a group, see [`Target`] | the origin | any | - | - |
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
pub struct Seek {
    /// What to head for.
    #[entities]
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

impl TargetBehavior for Seek {
    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    #[inline(always)]
    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let goal = Goal::seek(agent.state, agent.tick, target.position);
        agent.head_for_place(goal, target.place_of_chaser(agent.state));
    }
}
