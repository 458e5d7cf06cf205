//! An agent's state at the start of the tick.

use crate::cloning::clone_as_new;
use bevy::prelude::*;
use core::ops::Deref;
use horde_kernel::behaviors::pursuit::MotionLimits;
use horde_kernel::step::agent::Agent;

pub(crate) use horde_kernel::step::agent::Presence;

/// An agent's state at the start of the tick, checked and in the plane.
///
/// [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) writes it. Behaviors read it
/// instead of the `Transform`, so all of them see the same moment. A game's own behaviors may read
/// it, too.
///
/// It derefs to the kernel's record, with settings of the agent that have no method here.
///
/// Part of a saved game: between two ticks it holds where [`SteeringQuery`](super::SteeringQuery)
/// finds the agents.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[component(clone_behavior = Custom(clone_as_new::<AgentState>))]
pub struct AgentState(pub(crate) Agent);

impl Deref for AgentState {
    type Target = Agent;

    #[inline(always)]
    fn deref(&self) -> &Agent {
        &self.0
    }
}

impl AgentState {
    /// Returns the agent's position, in the plane.
    pub fn position(&self) -> Vec2 {
        self.0.position
    }

    /// Returns the velocity, world units per second.
    pub fn velocity(&self) -> Vec2 {
        self.0.velocity
    }

    /// Returns the unit vector along which the agent looks. With a
    /// [`LookAt`](crate::behaviors::LookAt) it is along the motion unless the agent is slow.
    pub fn heading(&self) -> Vec2 {
        self.0.heading
    }

    /// Returns the body radius, world units.
    pub fn body_radius(&self) -> f32 {
        self.0.body_radius
    }

    /// Returns the largest speed, world units per second: [`SteeringAgent::max_speed`], or 0 where
    /// that is not legal, times the [`SpeedFactor`](crate::agent::SpeedFactor).
    ///
    /// [`SteeringAgent::max_speed`]: crate::agent::SteeringAgent::max_speed
    pub fn max_speed(&self) -> f32 {
        self.0.max_speed
    }

    /// Returns the mass; the acceleration is the force divided by it.
    pub fn mass(&self) -> f32 {
        self.0.mass
    }

    /// Returns the limits of the agent's motion until its next update; a tick takes `tick` seconds.
    pub fn motion_limits(&self, tick: f32) -> MotionLimits {
        self.0.motion_limits(tick)
    }

    /// Returns the time until the next update, seconds; a tick takes `tick` seconds. The time is
    /// one tick without a [`UpdateInterval`](crate::update_interval::UpdateInterval).
    pub fn update_time(&self, tick: f32) -> f32 {
        self.0.update_time(tick)
    }

    /// Whether the agent updates in this tick: it was present at the start of the tick, usable and
    /// not disabled, was not thrown, and did not hold. See
    /// [`UpdateInterval`](crate::update_interval::UpdateInterval).
    pub fn is_updating(&self) -> bool {
        self.0.is_updating()
    }

    /// Whether an impulse moves the agent in this tick. See [`Impulse`](crate::impulse::Impulse).
    pub fn is_thrown(&self) -> bool {
        self.0.is_thrown()
    }
}
