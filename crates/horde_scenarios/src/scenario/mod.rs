//! Scenarios: read from files, checked, and laid out into positions and tasks.

mod file;
mod group;
mod guide;
mod layout;
mod legal;
mod obstacle;
mod placement;
mod requires;
mod settings;
mod shipped;
mod spread;
mod symmetry;
mod validation;

pub use file::load;
pub use group::{Goal, Group, Movement};
pub use guide::Guide;
pub(crate) use guide::area_about;
pub use layout::{Layout, Task, Waypoint};
pub use placement::Placement;
pub use requires::{EndsNear, Line, Requirement, Requirements};
pub use settings::{Emits, Settings};
pub use shipped::{shipped, shipped_names};
pub use spread::Spread;
pub use symmetry::Symmetry;

use crate::barrier::{Barrier, Door};
use bevy::math::Vec2;
use serde::Deserialize;

/// The content of a scenario file.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A short title.
    pub title: String,
    /// A description: what happens, and which numbers are this suite's own choice.
    pub about: String,
    /// The groups of agents.
    pub groups: Vec<Group>,
    /// Obstacles that are always there.
    #[serde(default)]
    pub obstacles: Vec<Barrier>,
    /// Obstacles that are there for a part of the run.
    #[serde(default)]
    pub doors: Vec<Door>,
    /// The targets of hunters.
    #[serde(default)]
    pub targets: Vec<MovingTarget>,
    /// When a walker has arrived, and what it does then.
    #[serde(default)]
    pub arrival: Arrival,
    /// When the scenario ends.
    pub ends: End,
    /// The requirements on its runs.
    #[serde(default)]
    pub requires: Requirements,
    /// Width and height of a wrapping ground around the origin, meters: agents leave it on one side
    /// and enter on the other.
    #[serde(default)]
    pub wraps: Option<Vec2>,
    /// Seed of all random numbers.
    #[serde(default)]
    pub seed: u64,
}

/// A target that walks a closed path forever.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct MovingTarget {
    /// Its name.
    pub name: String,
    /// The corners of its path, meters. The target starts at the first and returns from the last to
    /// the first.
    pub path: Vec<Vec2>,
    /// Speed, meters per second.
    pub speed: f32,
}

/// When a walker has arrived, and what it does then.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct Arrival {
    /// Distance at which a position counts as reached, meters. A gate is reached when it is
    /// crossed, an area when the center of the body is inside.
    pub within: f32,
    /// What walkers do at their last goal.
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

/// What walkers do at their last goal.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterArrival {
    /// They stay, in the way of others.
    Stay,
    /// They are removed.
    Leave,
}

/// When a scenario ends.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum End {
    /// Ends when every walker has reached its last goal.
    AllArrived {
        /// The time limit, seconds; a longer run has failed.
        within: f64,
    },
    /// Ends after this time, seconds.
    After(f64),
}

impl End {
    /// The latest end, seconds.
    pub const fn latest(self) -> f64 {
        match self {
            Self::AllArrived { within } => within,
            Self::After(seconds) => seconds,
        }
    }
}
