//! Runs a scenario without a window, as fast as possible.

mod agents;
mod app;
mod moving_target;
mod obstacles;
mod run;
mod walkers;
mod waypoint_path;
mod wrapping;

pub use run::{Outcome, simulate};
pub(crate) use run::{appearing, first_sample, play};
pub(crate) use waypoint_path::WaypointPath;

use crate::scenario::Symmetry;
use serde::Serialize;

/// A variant of a scenario.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Ticks per second.
    pub rate: u32,
    /// The symmetry of the layout.
    pub symmetry: Symmetry,
}
