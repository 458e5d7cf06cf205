//! OffsetPursue: keep a place beside a moving target.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal};
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Keeps a place beside a target, as a wingman does.
///
/// Acts always. The place turns with the target's heading. The agent goes there and then moves with
/// the target's [`Velocity`](crate::agent::Velocity), without a lag and without overshooting when
/// the target stops. When the target is gone the behavior adds nothing. Used alone the agent walks
/// into obstacles and other agents.
///
/// Source: offset pursuit, Reynolds (1999). Published forms predict the place by the distance
/// divided by both speeds. That place jumps with the target's velocity, and agents lag behind it.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | beside what | the origin | any | - | - |
/// | `offset` | the place in the target's frame: `x` ahead, `y` to the left, world units | 0, 0 | finite | farther off | 0, 0: as [`Arrive`](super::Arrive) |
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
pub struct OffsetPursue {
    /// The target beside which the agent keeps its place.
    #[entities]
    pub target: Target,
    /// The place in the target's frame: `x` ahead, `y` to the left, world units.
    pub offset: Vec2,
    /// Factor on the force.
    pub weight: f32,
}

impl OffsetPursue {
    /// Keeps a place beside an entity: `offset.x` ahead of it and `offset.y` to its left.
    pub fn new(target: impl Into<Target>, offset: Vec2) -> Self {
        Self {
            target: target.into(),
            offset,
            ..default()
        }
    }
}

impl Default for OffsetPursue {
    fn default() -> Self {
        Self {
            target: Target::default(),
            offset: Vec2::ZERO,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for OffsetPursue {
    const APPROACHES: bool = false;
    const WAITS_AT_LAST_SEEN: bool = true;

    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        if !self.offset.is_finite() {
            agent
                .check
                .unusable("offset", "is not finite; it adds nothing");
            return;
        }
        let (ahead, left) = (target.heading, agent.space.left(target.heading));
        let place = target.position + ahead * self.offset.x + left * self.offset.y;
        agent.head_for(Goal::arrive(
            agent.state,
            agent.tick,
            place,
            target.velocity,
        ));
    }
}
