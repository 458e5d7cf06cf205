//! FollowLeader: stay behind a leader, and out of its way.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal};
use crate::length::Length;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::math::vector::left;

/// Follows a leader at a distance, and gets out of its way.
///
/// Acts always. The agent goes to the place `distance` behind the leader, and moves with it. Where
/// the leader rests, followers settle there, see [`Settled`](super::Settled). An agent in the
/// leader's way steps aside to `clearance` from that way, and waits there until the leader has
/// passed. When the leader is gone the behavior adds nothing. Used alone, several followers press
/// for one place; add [`AvoidAgents`](super::AvoidAgents) or [`Separation`](super::Separation).
///
/// Source: leader following, Reynolds (1999). Published forms sum the step aside and the way back.
/// Then an agent ahead of its leader stays there and trembles. Here the agent does one at a time.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | the leader | the origin | any | - | - |
/// | `distance` | how far behind the leader, center to center | 4 radii | 0 and up | leaves more room | 0: as [`Arrive`](super::Arrive) |
/// | `clearance` | how far from its way to step aside, center to line | 2.5 radii | 0 and up | makes more room | 0 |
/// | `look_ahead` | how far ahead of the leader its way is kept clear, s at its speed | 1.5 | 0 and up | steps aside earlier | 0: never |
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
pub struct FollowLeader {
    /// The leader.
    #[entities]
    pub target: Target,
    /// How far behind the leader the agent goes, center to center.
    pub distance: Length,
    /// How far from the leader's way to step aside, center to line.
    pub clearance: Length,
    /// How far ahead of the leader the way is kept clear, seconds at the leader's speed.
    pub look_ahead: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl FollowLeader {
    /// Follows an entity.
    pub fn new(leader: Entity) -> Self {
        Self {
            target: leader.into(),
            ..default()
        }
    }
}

impl Default for FollowLeader {
    fn default() -> Self {
        Self {
            target: Target::default(),
            distance: Length::Radii(4.0),
            clearance: Length::Radii(2.5),
            look_ahead: 1.5,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for FollowLeader {
    const APPROACHES: bool = false;
    const WAITS_AT_LAST_SEEN: bool = true;

    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn steer(&self, agent: &mut SteeredAgent, leader: &TargetState) {
        let state = agent.state;
        let radius = state.body_radius;
        let clearance = agent.setting("clearance", self.clearance.resolve(radius));
        let look_ahead = agent.setting("look_ahead", self.look_ahead);
        let distance = agent.setting("distance", self.distance.resolve(radius));
        let offset = state.position - leader.position;
        let (ahead, aside) = (leader.heading.dot(offset), left(leader.heading).dot(offset));
        let reach = look_ahead * leader.velocity.length();
        let is_in_the_way = ahead > 0.0 && ahead < reach && aside.abs() < 1.5 * clearance;
        if is_in_the_way {
            let side = left(leader.heading) * if aside < 0.0 { -clearance } else { clearance };
            let place = leader.position + leader.heading * ahead + side;
            agent.head_for(Goal::arrive(state, agent.tick, place, Vec2::ZERO));
            return;
        }
        let behind = TargetState {
            position: leader.position - leader.heading * distance,
            slot: horde_kernel::crowd::body::NO_SLOT,
            is_solid: false,
            ..*leader
        };
        let goal = Goal::arrive(state, agent.tick, behind.position, leader.velocity);
        match behind.place(state, true) {
            None => agent.head_for(goal),
            place => agent.head_for_place(goal, place),
        }
    }
}
