//! Groups of similar agents and their movement.

use super::Placement;
use bevy::math::Vec2;
use core::fmt;
use horde_flocking::FlockView;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// Default mass of a body, kilograms.
const USUAL_MASS: f32 = 70.0;

/// A group of similar agents.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Their start positions.
    pub start: Placement,
    /// Their movement.
    pub moves: Movement,
    /// Body radius, meters.
    pub radius: f32,
    /// Largest speed.
    pub speed: Speed,
    /// Mass of each, kilograms.
    #[serde(default = "usual_mass")]
    pub mass: f32,
}

const fn usual_mass() -> f32 {
    USUAL_MASS
}

/// The movement of a group.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Movement {
    /// Walk from goal to goal; the scenario's arrival says what follows.
    Walks(Vec<Goal>),
    /// Stay at the start, and return after stepping aside.
    Stands,
    /// Circulate on a closed path forever.
    Circulates {
        /// Its corners in order, meters.
        path: Vec<Vec2>,
        /// Distance at which a corner counts as passed, meters.
        within: f32,
    },
    /// Hunt a moving target, like a horde.
    Hunts {
        /// The name of one of the scenario's targets.
        target: String,
    },
    /// Flock together.
    Flocks {
        /// Their view range and angle.
        view: FlockView,
    },
}

/// A goal of a walker.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Goal {
    /// The same position for all agents, meters.
    Point(Vec2),
    /// One position per agent, in the order of the group, meters.
    Points(Vec<Vec2>),
    /// An offset from the start of each agent, meters.
    Offset(Vec2),
    /// The start of each agent, mirrored through a center, meters.
    Antipode(Vec2),
    /// The start of each agent.
    Start,
    /// A line to cross anywhere between its ends. Each agent heads for the nearest point of it
    /// where its body fits.
    Gate {
        /// One end, meters.
        from: Vec2,
        /// The other end, meters.
        to: Vec2,
    },
}

/// The maximum speeds in a group, meters per second: one number for all, or the slowest and the
/// fastest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// Speed of the slowest agent.
    pub slowest: f32,
    /// Speed of the fastest agent.
    pub fastest: f32,
}

impl<'de> Deserialize<'de> for Speed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SpeedVisitor)
    }
}

struct SpeedVisitor;

impl<'de> Visitor<'de> for SpeedVisitor {
    type Value = Speed;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a speed in meters per second, or (slowest, fastest)")
    }

    fn visit_f64<E: Error>(self, speed: f64) -> Result<Speed, E> {
        let speed = speed as f32;
        Ok(Speed {
            slowest: speed,
            fastest: speed,
        })
    }

    fn visit_i64<E: Error>(self, speed: i64) -> Result<Speed, E> {
        self.visit_f64(speed as f64)
    }

    fn visit_u64<E: Error>(self, speed: u64) -> Result<Speed, E> {
        self.visit_f64(speed as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Speed, A::Error> {
        let mut next = |count| {
            let number: Option<f32> = sequence.next_element()?;
            number.ok_or_else(|| A::Error::invalid_length(count, &SpeedVisitor))
        };
        Ok(Speed {
            slowest: next(0)?,
            fastest: next(1)?,
        })
    }
}
