//! Arrive: head for a target and come to rest there.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal};
use crate::length::Length;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit::Braking;
use horde_kernel::crowd::body::NO_SLOT;

/// Heads for a target and comes to rest there exactly, at any tick length. If the target is a solid
/// agent at rest, this agent settles as soon as the two touch, and does not push; a `tolerance` of
/// more than that stops it earlier. With a moving target it moves along.
///
/// Acts always. At the target it brings the agent to rest, or to the target's
/// [`Velocity`](crate::agent::Velocity) where the target is an entity that has one. It reaches a
/// target that keeps its velocity without a lag, unless the target is faster. A target that the
/// game moves needs a `Velocity`; without one the agent lags behind. When the target is gone the
/// behavior adds nothing. Used alone the agent walks into obstacles on the way. Source: Reynolds
/// (1999). The braking curve is solved for whole ticks, because a continuous one overshoots and
/// hunts in long ticks.
///
/// A target in a solid obstacle, or such an obstacle itself, is reached at the surface of the
/// obstacle. In a crowd with the same goal the agent settles where the crowd lets it, see
/// [`Settled`](super::Settled). [`Gather`](super::Gather) has settings for that.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | where to stop, or what to move with | the origin | any | - | - |
/// | `deceleration` | part of the maximum acceleration used for braking | 0.6 | above 0, to 1 | brakes later and harder | - |
/// | `slowing_distance` | where slowing down begins at the latest | 0 | 0 and up | starts earlier, arrives softer | 0 |
/// | `tolerance` | how near counts as arrived, center to center | 0.001 radii | 0 and up | stops earlier | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
///
/// Within `tolerance` the agent stops with all its force. So it comes to rest nearer, by up to
/// `deceleration` times the tolerance. With a tolerance of both radii plus 1, it begins to stop at
/// a gap of 1 unit.
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, ChosenTargets)]
#[component(on_insert = begin_journey)]
pub struct Arrive {
    /// Where to stop, or what to move with.
    #[entities]
    pub target: Target,
    /// Part of the maximum acceleration used for braking.
    pub deceleration: f32,
    /// The distance at which slowing down begins at the latest.
    pub slowing_distance: Length,
    /// How near counts as arrived, center to center.
    pub tolerance: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Arrive {
    /// Heads for a place or an entity and stops there.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Heads for an entity, wherever it goes, and stops there.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Arrive {
    fn default() -> Self {
        Self {
            target: Target::default(),
            deceleration: Braking::EFFORT,
            slowing_distance: Length::ZERO,
            tolerance: Length::Radii(Braking::TOLERANCE),
            weight: 1.0,
        }
    }
}

impl TargetBehavior for Arrive {
    const WAITS_AT_LAST_SEEN: bool = true;

    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    #[inline(always)]
    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let (state, check) = (agent.state, agent.check);
        let effort = check.above_zero("deceleration", self.deceleration, 0.6);
        let length =
            |field, length: Length| agent.setting(field, length.resolve(state.body_radius));
        let braking = Braking {
            effort: effort.min(1.0),
            slowing_distance: length("slowing_distance", self.slowing_distance),
            tolerance: length("tolerance", self.tolerance),
        };
        let is_agent = target.body_slot() != NO_SLOT;
        let touches = braking.tolerance <= state.body_radius + target.body_radius;
        let (position, place) = if is_agent && touches {
            (target.position, target.place_of_chaser(state))
        } else {
            agent.place_at(target, !is_agent)
        };
        let to = (position, target.velocity);
        let goal = Goal::arrive_braking(state, agent.tick, to, &braking);
        agent.head_for_place(goal, place);
    }
}
