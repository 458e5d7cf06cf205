//! Gather: a crowd fills a place from the middle and stays there.

use super::order::begin_journey;
use super::targets::{ChosenTargets, SteeredAgent, TargetBehavior, TargetState};
use crate::arbitration::{BehaviorForces, Goal, SettlingPlace};
use crate::length::Length;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Goes to a place together with other agents: the crowd fills it from the middle, settles and lets
/// passers through.
///
/// Acts always. The first agent stops at the target, as with [`Arrive`](super::Arrive). Each later
/// agent settles as near as the crowd lets it, see [`Settled`](super::Settled). A settled agent
/// steps aside for an agent that has to pass, and comes back. It moves up when room opens nearer to
/// the target. With a moving target the agents move along, and settle where it rests. At a solid
/// obstacle, or at a place in one, the crowd settles along the surface. When the target is gone the
/// behavior adds nothing. Used alone the agent walks into obstacles on the way, and jostles until
/// the crowd has settled; [`AvoidAgents`](super::AvoidAgents) prevents that jostling.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | where to gather | the origin | any | - | - |
/// | `gap` | gap between settled bodies | 0.2 radii | 0 and up | a looser crowd, easier to cross | 0: in touch |
/// | `make_way` | how far ahead it steps aside for a passer, s | 1.5 | 0 and up | opens a lane earlier, and stirs more agents | 0: never |
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
pub struct Gather {
    /// Where to gather.
    #[entities]
    pub target: Target,
    /// Gap between settled bodies.
    pub gap: Length,
    /// How long in advance the agent steps aside for a passer, seconds.
    pub make_way: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Gather {
    /// Gathers at a place or round an entity.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Gathers round an entity.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Gather {
    fn default() -> Self {
        Self {
            target: Target::default(),
            gap: SettlingPlace::GAP,
            make_way: SettlingPlace::MAKE_WAY,
            weight: 1.0,
        }
    }
}

impl TargetBehavior for Gather {
    const WAITS_AT_LAST_SEEN: bool = true;

    fn target(&self) -> Target {
        self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let gap = agent.setting("gap", self.gap.resolve(agent.state.body_radius));
        let make_way = agent.setting("make_way", self.make_way);
        let (position, place) = agent.place_at(target, true);
        let goal = Goal::arrive(agent.state, agent.tick, position, target.velocity);
        let place = place.map(|place| SettlingPlace {
            gap,
            make_way,
            ..place
        });
        agent.head_for_place(goal, place);
    }
}
