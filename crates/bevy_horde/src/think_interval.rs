//! Agents that do not think in every tick.

use crate::agent_id::AgentId;
use crate::schedule::SteeringTick;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Lets an agent think every so many ticks only, as far from the camera is often enough. Without it, it thinks in every one.
///
/// In the ticks between it goes on to the velocity that it has decided on: it moves as smoothly as ever, is kept out of
/// obstacles and bodies, and others perceive it. When it thinks, it thinks for the whole interval, as in a tick that long:
/// what it asks for is reached when it thinks next, and not overshot. So it sees and turns later, by up to the interval, and
/// nothing else about it changes. Who thinks in which tick depends on [`AgentId`] and [`SteeringTick`], so that every tick
/// has an equal share of them.
///
/// What a game's own behaviours add to
/// [`SteeringContributions`](crate::arbitration::SteeringContributions) in the ticks between is dropped;
/// [`AgentState::is_thinking`](crate::perception::AgentState::is_thinking) tells them.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `ticks` | it thinks in one of so many ticks | 1: in every one | 1 and up | cheaper; reacts later, swings wider round what it meets | 1, or remove |
///
/// At 60 ticks a second 4 is hardly seen; where the interval is as long as the time in which the agent reaches its full
/// speed, it shows. 0 is reported once (see [`InputWarnings`]) and counts as 1.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// world.spawn((SteeringAgent::default(), Wander::default(), ThinkInterval { ticks: 4 }));
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(ThinkMemory)]
pub struct ThinkInterval {
    /// It thinks in one of so many ticks.
    pub ticks: u8,
}

impl Default for ThinkInterval {
    fn default() -> Self {
        Self { ticks: 1 }
    }
}

/// The decision of an agent that does not think in every tick. Memory, written by the plugin.
/// Without it the agent thinks in every tick.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct ThinkMemory {
    /// The velocity to be reached when it thinks next, in steering coordinates.
    pub velocity: Vec2,
    /// How much it presses on when others push it back, 0 to 1.
    pub presses_on: f32,
    /// Whether any behaviour had an opinion; without one it coasts.
    pub has_opinion: bool,
}

impl ThinkInterval {
    /// The interval that counts, in ticks.
    pub(crate) fn whole_ticks(self) -> u8 {
        self.ticks.max(1)
    }

    /// How many ticks there are until it thinks next; all of them when it thinks in this one.
    pub(crate) fn ticks_left(self, tick: SteeringTick, id: AgentId) -> u8 {
        let ticks = self.whole_ticks();
        let turn = tick.0.wrapping_add(id.0);
        ticks - (turn % u64::from(ticks)) as u8
    }

    /// Whether it thinks in this tick.
    pub(crate) fn is_turn(self, tick: SteeringTick, id: AgentId) -> bool {
        self.ticks_left(tick, id) == self.whole_ticks()
    }

    /// Reports an interval that is none.
    pub(crate) fn check(self, entity: Entity, warnings: &InputWarnings) {
        if self.ticks == 0 {
            let check = warnings.of(entity, "ThinkInterval");
            check.unusable("ticks", "is 0; 1 is used instead");
        }
    }
}
