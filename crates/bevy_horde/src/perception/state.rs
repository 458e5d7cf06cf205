//! An agent's state at the start of the tick.

use super::Perception;
use crate::agent::Combine;
use crate::cloning::clone_as_new;
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit::MotionLimits;
use horde_kernel::crowd::body::{Body, NO_SLOT};
use horde_kernel::neighbors::block::{MOST_NEIGHBORS, Observer};

/// An agent's state at the start of the tick, checked and in the plane.
///
/// [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) writes it. Behaviors read it
/// instead of the `Transform`, so all of them see the same moment. A game's own behaviors may read
/// it, too.
///
/// Part of a saved game: between two ticks it holds where [`SteeringQuery`](super::SteeringQuery)
/// finds the agents.
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
    /// The largest range of its rules about neighbors, world units; 0 without such rules.
    pub(crate) search_range: f32,
    /// The groups that it belongs to, one bit each.
    pub(crate) memberships: u32,
    /// The number of the agent in the order of the stable ids.
    pub(crate) slot: u32,
    pub(crate) presence: Presence,
    /// The part of the largest speed below which the agent is slow, in steps of 1 / 65535. With
    /// more bits the state would need a second cache line.
    pub(crate) slow_part: u16,
    /// The agent updates once in this many ticks; at least 1.
    pub(crate) update_ticks: u8,
    pub(crate) solid: bool,
    /// Whether the agent avoids others.
    pub(crate) avoids: bool,
    /// Whether its neighbors must be in sight.
    pub(crate) needs_sight: bool,
    /// How its contributions become one force.
    pub(crate) combine: Combine,
}

/// The part that an agent takes in a tick.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Presence {
    /// No part: the agent is hidden, or has not been read yet with a finite position.
    #[default]
    Absent,
    /// The agent is a body for others. It neither updates nor moves.
    Disabled,
    /// The agent is thrown: an impulse moves it, and its behaviors rest.
    Thrown,
    /// The agent holds: it keeps its last decision.
    Holding,
    /// The agent updates.
    Updating,
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
            memberships: 0,
            slot: NO_SLOT,
            presence: Presence::Absent,
            slow_part: 0,
            update_ticks: 1,
            solid: false,
            avoids: false,
            needs_sight: false,
            combine: Combine::Prioritized,
        }
    }
}

impl AgentState {
    /// Returns the agent's position, in the plane.
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// Returns the velocity, world units per second.
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// Returns the unit vector along which the agent looks. With a
    /// [`LookAt`](crate::behaviors::LookAt) it is along the motion unless the agent is slow.
    pub fn heading(&self) -> Vec2 {
        self.heading
    }

    /// Returns the body radius, world units.
    pub fn body_radius(&self) -> f32 {
        self.body_radius
    }

    /// Returns the largest speed, world units per second: [`SteeringAgent::max_speed`], or 0 where
    /// that is not legal, times the [`SpeedFactor`](crate::agent::SpeedFactor).
    ///
    /// [`SteeringAgent::max_speed`]: crate::agent::SteeringAgent::max_speed
    pub fn max_speed(&self) -> f32 {
        self.max_speed
    }

    /// Returns the mass; the acceleration is the force divided by it.
    pub fn mass(&self) -> f32 {
        self.mass
    }

    /// Returns the limits of the agent's motion until its next update; a tick takes `tick` seconds.
    pub fn motion_limits(&self, tick: f32) -> MotionLimits {
        MotionLimits {
            max_speed: self.max_speed,
            max_force: self.max_force,
            max_acceleration: self.max_force / self.mass,
            tick: self.update_time(tick),
        }
    }

    /// Returns the time until the next update, seconds; a tick takes `tick` seconds. The time is
    /// one tick without a [`UpdateInterval`](crate::update_interval::UpdateInterval).
    pub fn update_time(&self, tick: f32) -> f32 {
        tick * f32::from(self.update_ticks)
    }

    /// Returns half the update interval less half a tick, seconds.
    ///
    /// A step of a whole interval ends too far by the gained velocity times this: steps of one tick
    /// with the same acceleration gain that velocity little by little.
    pub(crate) fn update_lead(&self, tick: f32) -> f32 {
        0.5 * (self.update_time(tick) - tick)
    }

    /// Whether the agent updates in this tick: it was present at the start of the tick, usable and
    /// not disabled, was not thrown, and did not hold. See
    /// [`UpdateInterval`](crate::update_interval::UpdateInterval).
    pub fn is_updating(&self) -> bool {
        self.presence == Presence::Updating
    }

    /// Returns the speed from which the heading is along the velocity, world units per second.
    #[inline(always)]
    pub(crate) fn slow_speed(&self) -> f32 {
        f32::from(self.slow_part) * (self.max_speed / f32::from(u16::MAX))
    }

    /// Whether the agent holds: it keeps its last decision, without an update in this tick.
    pub(crate) fn is_holding(&self) -> bool {
        self.presence == Presence::Holding
    }

    /// Whether the agent is disabled: a body for others that neither updates nor moves.
    pub(crate) fn is_disabled(&self) -> bool {
        self.presence == Presence::Disabled
    }

    /// Whether an impulse moves the agent in this tick. See [`Impulse`](crate::impulse::Impulse).
    pub fn is_thrown(&self) -> bool {
        self.presence == Presence::Thrown
    }

    /// Whether the agent moves: by itself, or because an impulse throws it.
    pub(crate) fn is_moving(&self) -> bool {
        matches!(
            self.presence,
            Presence::Thrown | Presence::Holding | Presence::Updating
        )
    }

    /// Throws the agent in this tick with this mean velocity, while it looks along `heading`.
    pub(crate) fn throw(&mut self, velocity: Vec2, heading: Vec2) {
        (self.velocity, self.heading) = (velocity, heading);
        self.presence = Presence::Thrown;
        self.update_ticks = 1;
    }

    /// Returns how fast the agent's velocity may turn. That of an impulse may turn at any rate.
    pub(crate) fn turn_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.max_turn_rate
        }
    }

    /// Returns the speed to which the agent's velocity is cut. Nothing cuts that of an impulse.
    pub(crate) fn speed_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.max_speed
        }
    }

    /// Returns the speed from which the heading follows the velocity. That of a thrown agent never
    /// does.
    pub(crate) fn slow_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.slow_speed()
        }
    }

    /// The agent's body, which has no rank yet.
    #[inline(always)]
    pub(crate) fn body(&self, perception: &Perception, slot: u32) -> Body {
        Body {
            position: self.position,
            velocity: self.velocity,
            radius: self.body_radius,
            memberships: perception.memberships,
            slot,
            rank: 0,
        }
    }

    /// The agent's search settings in this tick.
    #[inline]
    pub(crate) fn observer(&self, perception: &Perception) -> Observer {
        Observer {
            heading: self.heading,
            max_speed: self.max_speed,
            max_force: self.max_force,
            filters: perception.filters,
            most_neighbors: if self.is_updating() {
                perception.max_neighbors.min(MOST_NEIGHBORS)
            } else {
                0
            },
        }
    }

    /// Whether the agent searches for neighbors in this tick.
    pub(crate) fn looks_round(&self, perception: &Perception) -> bool {
        self.is_updating() && perception.max_neighbors > 0
    }

    /// Sets the update interval. An agent that would update holds when this tick is not its turn.
    pub(crate) fn set_update_interval(&mut self, ticks: u8, is_its_turn: bool) {
        self.update_ticks = ticks;
        if self.is_updating() && !is_its_turn {
            self.presence = Presence::Holding;
        }
    }

    /// Returns the slot, or `None` when the agent is not in the index.
    pub(crate) fn slot(&self) -> Option<usize> {
        (self.presence != Presence::Absent && self.slot != NO_SLOT).then_some(self.slot as usize)
    }
}
