//! Agents that do not update in every tick.

use crate::agent_id::AgentId;
use crate::schedule::SteeringTick;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;

/// Makes an agent update only once in several ticks. Far from the camera that is often enough.
///
/// Without this component the agent updates in every tick. In the ticks between, it holds: it keeps
/// to the velocity that it has decided on. It moves as smoothly as before, obstacles and bodies
/// stop it, and others perceive it.
///
/// An update decides for the whole interval, as in a tick of that length. The agent reaches the
/// velocity that it decided on at the next update, and does not overshoot it. So it sees and turns
/// later, by up to the interval. Nothing else about it changes.
///
/// [`AgentId`] and [`SteeringTick`] select the agents that update in a tick, so that every tick has
/// an equal share of them.
///
/// The plugin drops what a game's own behaviors add to
/// [`SteeringContributions`](crate::arbitration::SteeringContributions) in the ticks between.
/// [`AgentState::is_updating`](crate::perception::AgentState::is_updating) is false in these ticks.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `ticks` | number of ticks from one update to the next | 1: updates in every tick | 1 and up | cheaper; reacts later, swings wider round obstacles and agents | 1, or remove |
///
/// At 60 ticks a second an interval of 4 is hardly visible. An interval as long as the time to full
/// speed is visible. The plugin reports 0 once (see [`SteeringWarnings`]) and uses 1.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// world.spawn((SteeringAgent::default(), Wander::default(), UpdateInterval { ticks: 4 }));
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(HeldDecision)]
pub struct UpdateInterval {
    /// The number of ticks from one update to the next.
    pub ticks: u8,
}

impl Default for UpdateInterval {
    fn default() -> Self {
        Self { ticks: 1 }
    }
}

/// The decision of an agent that does not update in every tick.
///
/// The plugin writes it. An agent without it updates in every tick.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct HeldDecision {
    /// The velocity to reach at the next update, in the plane.
    pub velocity: Vec2,
    /// How hard the agent pushes on when others push it back, 0 to 1.
    pub push_strength: f32,
    /// Whether any behavior contributed. If not, the agent keeps its velocity.
    pub has_contribution: bool,
    /// The place for which the agent heads, in the plane; `None` without a goal.
    pub heads_for: Option<Vec2>,
}

impl UpdateInterval {
    /// Returns the interval in use, in ticks.
    pub(crate) fn whole_ticks(self) -> u8 {
        self.ticks.max(1)
    }

    /// Returns the number of ticks until the next update: the whole interval when the agent updates
    /// in this tick.
    pub(crate) fn ticks_left(self, tick: SteeringTick, id: AgentId) -> u8 {
        let ticks = self.whole_ticks();
        let turn = tick.0.wrapping_add(id.0);
        ticks - (turn % u64::from(ticks)) as u8
    }

    /// Whether the agent updates in this tick.
    pub(crate) fn is_turn(self, tick: SteeringTick, id: AgentId) -> bool {
        self.ticks_left(tick, id) == self.whole_ticks()
    }

    /// Reports an interval of 0.
    pub(crate) fn check(self, entity: Entity, warnings: &SteeringWarnings) {
        if self.ticks == 0 {
            let check = warnings.of(entity, "UpdateInterval");
            check.unusable(
                "ticks",
                "is 0, which is not legal; 1 is used until it changes",
            );
        }
    }
}
