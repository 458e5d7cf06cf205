//! An agent's state at the start of the tick.

use super::Perception;
use crate::agent::Combine;
use crate::cloning::clone_as_new;
use crate::kernel::pursuit::Ability;
use bevy::prelude::*;

/// Stands for "not in the index".
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// An agent's state at the start of the tick, checked and in steering coordinates.
///
/// Written by [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive). Every behaviour reads this and not the
/// `Transform`, which is how they all see the same moment. A game's own behaviours may do the same.
///
/// Part of a saved game: between two ticks it says where the agents are that
/// [`SteeringQuery`](super::SteeringQuery) finds.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[component(clone_behavior = Custom(clone_as_new::<AgentState>))]
pub struct AgentState {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) heading: Vec2,
    pub(crate) body_radius: f32,
    pub(crate) max_speed: f32,
    pub(crate) max_force: f32,
    pub(crate) mass: f32,
    pub(crate) max_turn_rate: f32,
    /// How far its rules about neighbours look; 0 when it has none.
    pub(crate) search_range: f32,
    /// Place in the order of the stable ids.
    pub(crate) slot: u32,
    pub(crate) presence: Presence,
    /// It thinks in one of so many ticks; at least 1.
    pub(crate) think_ticks: u8,
    pub(crate) solid: bool,
    /// Whether it avoids others.
    pub(crate) avoids: bool,
    /// Whether its neighbours must be in sight.
    pub(crate) needs_sight: bool,
    /// How what its behaviours ask for becomes one force.
    pub(crate) combine: Combine,
}

/// What part an agent takes in a tick.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Presence {
    /// None: not seen yet, or its position was never finite.
    #[default]
    Absent,
    /// It is a body for others, and does not think.
    Standing,
    /// It moves on as it has decided, and does not think.
    GoingOn,
    /// It thinks.
    Thinking,
}

impl Default for AgentState {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            heading: Vec2::X,
            body_radius: 0.0,
            max_speed: 0.0,
            max_force: 0.0,
            mass: 1.0,
            max_turn_rate: f32::INFINITY,
            search_range: 0.0,
            slot: NO_SLOT,
            presence: Presence::Absent,
            think_ticks: 1,
            solid: false,
            avoids: false,
            needs_sight: false,
            combine: Combine::Prioritised,
        }
    }
}

impl AgentState {
    /// Where the agent is, in steering coordinates.
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// Its velocity, world units per second.
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// The unit vector along which it looks.
    pub fn heading(&self) -> Vec2 {
        self.heading
    }

    /// Its body radius, world units.
    pub fn body_radius(&self) -> f32 {
        self.body_radius
    }

    /// Its mass.
    pub fn mass(&self) -> f32 {
        self.mass
    }

    /// What it can do until it thinks again, in ticks of `tick` seconds; the kernels' way to say "limits".
    pub fn ability(&self, tick: f32) -> Ability {
        Ability {
            max_speed: self.max_speed,
            max_force: self.max_force,
            max_acceleration: self.max_force / self.mass,
            tick: self.think_time(tick),
        }
    }

    /// The time until it thinks again, in ticks of `tick` seconds; one tick, unless there is a
    /// [`ThinkInterval`](crate::think_interval::ThinkInterval).
    pub fn think_time(&self, tick: f32) -> f32 {
        tick * f32::from(self.think_ticks)
    }

    /// How far ahead of the present the middle of that time is, beyond half a tick, seconds.
    ///
    /// Who is where it will be by then, and moves on from there in steps as long as the whole time, is where it would have
    /// come in steps of a tick with the same acceleration in each of them.
    pub(crate) fn think_lead(&self, tick: f32) -> f32 {
        0.5 * (self.think_time(tick) - tick)
    }

    /// Whether it takes part in this tick's thinking: it was there at the start of the tick, in order and not disabled, and
    /// it was its turn, see [`ThinkInterval`](crate::think_interval::ThinkInterval).
    pub fn is_thinking(&self) -> bool {
        self.presence == Presence::Thinking
    }

    /// Whether it moves on as it has decided before, and does not think in this tick.
    pub(crate) fn is_going_on(&self) -> bool {
        self.presence == Presence::GoingOn
    }

    /// Whether it moves by itself.
    pub(crate) fn is_moving(&self) -> bool {
        matches!(self.presence, Presence::GoingOn | Presence::Thinking)
    }

    /// Whether it looks for neighbours in this tick.
    pub(crate) fn looks_round(&self, perception: &Perception) -> bool {
        self.is_thinking() && perception.max_neighbors > 0
    }

    /// Whoever would think in this tick goes on instead when it is not its turn.
    pub(crate) fn think_every(&mut self, ticks: u8, is_its_turn: bool) {
        self.think_ticks = ticks;
        if self.is_thinking() && !is_its_turn {
            self.presence = Presence::GoingOn;
        }
    }

    /// Its place in the order of the stable ids, or `None` when it is not in the index.
    pub(crate) fn slot(&self) -> Option<usize> {
        (self.presence != Presence::Absent && self.slot != NO_SLOT).then_some(self.slot as usize)
    }
}
