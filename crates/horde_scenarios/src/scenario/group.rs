//! Groups: agents that look alike, and what they are about.

use super::Placement;
use bevy::math::Vec2;
use core::fmt;
use horde_flocking::FlockView;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// Mass of a body unless the file says otherwise, kilograms.
const USUAL_MASS: f32 = 70.0;

/// Agents that look alike.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Where they begin.
    pub start: Placement,
    /// What they are about.
    pub moves: Movement,
    /// Body radius, metres.
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

/// What the agents of a group are about.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Movement {
    /// From goal to goal, and then as the scenario's arrival says.
    Walks(Vec<Goal>),
    /// Stay where they begin, and come back when they had to step aside.
    Stands,
    /// Round a closed path for ever.
    Circulates {
        /// Its corners, metres, in the order in which they are passed.
        path: Vec<Vec2>,
        /// How near a corner counts as passed, metres.
        within: f32,
    },
    /// After a moving target, as a horde.
    Hunts {
        /// The name of one of the scenario's targets.
        target: String,
    },
    /// With each other.
    Flocks {
        /// How far and wide they see.
        view: FlockView,
    },
}

/// A goal on the way of a walker.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Goal {
    /// The same place for everybody, metres.
    Point(Vec2),
    /// A place for each, in the order of the group, metres.
    Points(Vec<Vec2>),
    /// So far from where each begins, metres.
    Offset(Vec2),
    /// Each one's start, through a centre, metres.
    Antipode(Vec2),
    /// Back to where each begins.
    Start,
    /// A line to cross, anywhere between its ends; each heads for the nearest place of it where its body has room.
    Gate {
        /// One end, metres.
        from: Vec2,
        /// The other end, metres.
        to: Vec2,
    },
}

/// The largest speeds in a group, metres per second: one number for all, or the slowest and the fastest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// Of the slowest.
    pub slowest: f32,
    /// Of the fastest.
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
        formatter.write_str("a speed in metres per second, or (slowest, fastest)")
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
