//! An agent at the start of a tick.

use crate::behaviors::pursuit::MotionLimits;
use crate::crowd::body::{Body, NO_SLOT};
use crate::motion::combine::Combine;
use glam::Vec2;

/// The part of its largest speed below which a new agent is slow.
const SLOW: f32 = 0.1;

/// An agent at the start of a tick: its state, and its settings, checked. Searches read agents in
/// the order of the cells, so each is one cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agent {
    /// The center of its body, world units.
    pub position: Vec2,
    /// The velocity, world units per second.
    pub velocity: Vec2,
    /// The unit vector along which it looks.
    pub heading: Vec2,
    /// The radius of its body, world units.
    pub body_radius: f32,
    /// The largest speed, world units per second.
    pub max_speed: f32,
    /// The largest force, mass times world units per second squared.
    pub max_force: f32,
    /// The mass.
    pub mass: f32,
    /// How fast its velocity turns at most, radians per second.
    pub max_turn_rate: f32,
    /// The largest range of its rules about neighbors, world units; 0 without such rules.
    pub search_range: f32,
    /// The groups that it belongs to, one bit each. In no group it is a body, but no neighbor.
    pub memberships: u32,
    /// The number of the agent in the order of the stable ids.
    pub slot: u32,
    /// The part that it takes in the tick.
    pub presence: Presence,
    /// The part of the largest speed below which the agent is slow, in steps of 1 / 65535. With
    /// more bits the agent would need a second cache line.
    pub slow_part: u16,
    /// The agent updates once in this many ticks; at least 1. In the others it holds, and its
    /// intent brings the decision that it holds.
    pub update_ticks: u8,
    /// Whether it enters neither obstacles nor other solid bodies.
    pub solid: bool,
    /// Whether it avoids others.
    pub avoids: bool,
    /// Whether something else moves its body: it decides as usual, and a step changes neither its
    /// position nor its velocity. Write both, and the heading, before the step.
    pub is_external: bool,
    /// How its contributions become one force.
    pub combine: Combine,
}

const _: () = assert!(size_of::<Agent>() == 64, "one cache line");

/// The part that an agent takes in a tick. A step does not change it: its owner says before each
/// step what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Presence {
    /// No part: the agent is hidden, or has not been read yet with a finite position.
    #[default]
    Absent,
    /// The agent is a body for others. It neither updates nor moves.
    Disabled,
    /// The agent is thrown: it keeps its velocity, and its behaviors rest.
    Thrown,
    /// The agent holds: it keeps its last decision.
    Holding,
    /// The agent updates.
    Updating,
}

impl Default for Agent {
    /// An absent agent without a size.
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
            is_external: false,
            combine: Combine::Prioritized,
        }
    }
}

impl Agent {
    /// A solid agent at rest that updates in every tick and belongs to the first group. It looks
    /// along x, has mass 1, turns at any rate, and comes to full speed in a third of a second.
    /// [`Crowd::add`](crate::step::crowd::Crowd::add) sets what follows from its rules.
    pub fn new(position: Vec2, body_radius: f32, max_speed: f32) -> Self {
        Self {
            position,
            body_radius,
            max_speed,
            max_force: 3.0 * max_speed,
            memberships: 1,
            presence: Presence::Updating,
            slow_part: (SLOW * f32::from(u16::MAX)) as u16,
            solid: true,
            ..Self::default()
        }
    }

    /// Returns the limits of the agent's motion until its next update; a tick takes `tick` seconds.
    #[inline(always)]
    pub fn motion_limits(&self, tick: f32) -> MotionLimits {
        MotionLimits {
            max_speed: self.max_speed,
            max_force: self.max_force,
            max_acceleration: self.max_force / self.mass,
            tick: self.update_time(tick),
        }
    }

    /// Returns the time until the next update, seconds; a tick takes `tick` seconds.
    #[inline(always)]
    pub fn update_time(&self, tick: f32) -> f32 {
        tick * f32::from(self.update_ticks)
    }

    /// Returns half the update interval less half a tick, seconds.
    ///
    /// A step of a whole interval ends too far by the gained velocity times this: steps of one tick
    /// with the same acceleration gain that velocity little by little.
    pub fn update_lead(&self, tick: f32) -> f32 {
        0.5 * (self.update_time(tick) - tick)
    }

    /// Whether the agent updates in this tick.
    #[inline(always)]
    pub fn is_updating(&self) -> bool {
        self.presence == Presence::Updating
    }

    /// Returns the speed from which the heading is along the velocity, world units per second.
    #[inline(always)]
    pub fn slow_speed(&self) -> f32 {
        f32::from(self.slow_part) * (self.max_speed / f32::from(u16::MAX))
    }

    /// Whether the agent holds: it keeps its last decision, without an update in this tick.
    #[inline(always)]
    pub fn is_holding(&self) -> bool {
        self.presence == Presence::Holding
    }

    /// Whether the agent is disabled: a body for others that neither updates nor moves.
    pub fn is_disabled(&self) -> bool {
        self.presence == Presence::Disabled
    }

    /// Whether an impulse moves the agent in this tick.
    #[inline(always)]
    pub fn is_thrown(&self) -> bool {
        self.presence == Presence::Thrown
    }

    /// Whether the agent moves: by itself, or because an impulse throws it.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        matches!(
            self.presence,
            Presence::Thrown | Presence::Holding | Presence::Updating
        )
    }

    /// Whether a step moves the agent's body.
    #[inline(always)]
    pub fn is_moved(&self) -> bool {
        self.is_moving() && !self.is_external
    }

    /// Throws the agent in this tick with this mean velocity, while it looks along `heading`.
    pub fn throw(&mut self, velocity: Vec2, heading: Vec2) {
        (self.velocity, self.heading) = (velocity, heading);
        self.presence = Presence::Thrown;
        self.update_ticks = 1;
    }

    /// Returns how fast the agent's velocity may turn. That of an impulse may turn at any rate.
    #[inline(always)]
    pub fn turn_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.max_turn_rate
        }
    }

    /// Returns the speed to which the agent's velocity is cut. Nothing cuts that of an impulse.
    #[inline(always)]
    pub fn speed_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.max_speed
        }
    }

    /// Returns the speed from which the heading follows the velocity. That of a thrown agent never
    /// does.
    #[inline(always)]
    pub fn slow_limit(&self) -> f32 {
        if self.is_thrown() {
            f32::INFINITY
        } else {
            self.slow_speed()
        }
    }

    /// Returns how far the agent searches for neighbors, world units; 0 if it does not update in
    /// this tick.
    #[inline(always)]
    pub(super) fn reach(&self) -> f32 {
        if self.is_updating() {
            self.search_range
        } else {
            0.0
        }
    }

    /// Whether the agent searches for neighbors in this tick; at most this number of them counts.
    #[inline(always)]
    pub fn searches(&self, max_neighbors: u32) -> bool {
        self.is_updating() && max_neighbors > 0
    }

    /// The agent's body, which has no rank yet.
    #[inline(always)]
    pub fn body(&self) -> Body {
        Body {
            position: self.position,
            velocity: self.velocity,
            radius: self.body_radius,
            memberships: self.memberships,
            slot: self.slot,
            rank: 0,
        }
    }

    /// Sets the update interval, at least one tick. An agent that would update holds when this tick
    /// is not its turn.
    pub fn set_update_interval(&mut self, ticks: u8, is_its_turn: bool) {
        self.update_ticks = ticks.max(1);
        if self.is_updating() && !is_its_turn {
            self.presence = Presence::Holding;
        }
    }

    /// Returns the slot, or `None` when the agent is not in the crowd.
    #[inline(always)]
    pub fn slot(&self) -> Option<usize> {
        (self.presence != Presence::Absent && self.slot != NO_SLOT).then_some(self.slot as usize)
    }
}
