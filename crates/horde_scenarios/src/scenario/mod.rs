//! Scenarios: read from files, checked, and laid out into everybody's place and errand.

mod file;
mod group;
mod layout;
mod legal;
mod obstacle;
mod placement;
mod pose;
mod requires;
mod shipped;
mod validation;

pub use file::load;
pub use group::{Goal, Group, Movement, Speed};
pub use layout::{Errand, Layout, Waypoint};
pub use placement::Placement;
pub use pose::Pose;
pub use requires::Requirements;
pub use shipped::{shipped, shipped_names};

use crate::barrier::Barrier;
use bevy::math::Vec2;
use serde::Deserialize;

/// What a scenario file says.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A few words.
    pub title: String,
    /// A sentence: what happens, and what of it is this suite's own choice.
    pub about: String,
    /// Everybody.
    pub groups: Vec<Group>,
    /// Everything in the way.
    #[serde(default)]
    pub obstacles: Vec<Barrier>,
    /// What hunters are after.
    #[serde(default)]
    pub targets: Vec<MovingTarget>,
    /// When somebody has arrived, and what then.
    #[serde(default)]
    pub arrival: Arrival,
    /// When it is done, and when it has failed.
    pub ends: End,
    /// What a run of it must reach.
    #[serde(default)]
    pub requires: Requirements,
    /// Width and height of a ground, about the origin, that agents leave on one side and enter on the other, metres.
    #[serde(default)]
    pub wraps: Option<Vec2>,
    /// Seed of everything random in it.
    #[serde(default)]
    pub seed: u64,
}

/// Something that walks a closed path for ever.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct MovingTarget {
    /// What hunters call it.
    pub name: String,
    /// The corners of its path, metres; it begins at the first, and goes from the last to the first.
    pub path: Vec<Vec2>,
    /// Metres per second.
    pub speed: f32,
}

/// When a walker has arrived, and what it does then.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct Arrival {
    /// How near a place counts as reached, metres. A gate is reached when it is crossed.
    pub within: f32,
    /// What happens to those that have reached their last goal.
    pub then: AfterArrival,
}

impl Default for Arrival {
    fn default() -> Self {
        Self {
            within: 0.25,
            then: AfterArrival::Stay,
        }
    }
}

/// What happens to those that have reached their last goal.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterArrival {
    /// They stand there, in the way of the others.
    Stay,
    /// They are gone.
    Leave,
}

/// When a scenario is over.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum End {
    /// Done when every walker has reached its last goal.
    EveryoneArrived {
        /// Failed when that has not happened by then, seconds.
        within: f64,
    },
    /// Done after so many seconds, whatever happens.
    After(f64),
}

impl End {
    /// When it is over at the latest, seconds.
    pub const fn latest(self) -> f64 {
        match self {
            Self::EveryoneArrived { within } => within,
            Self::After(seconds) => seconds,
        }
    }
}
