//! Runs a scenario without a window, tick by tick, as fast as the processor can.

mod cast;
mod itinerary;
mod model;
mod moving_target;
mod obstacles;
mod run;
mod stage;
mod walkers;
mod wrapping;

pub use model::Model;
pub use run::{Outcome, simulate};

use crate::scenario::Pose;
use serde::Serialize;

/// How a scenario is run.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Ticks per second.
    pub rate: u32,
    /// Where and how it is laid out.
    pub pose: Pose,
    /// How agents keep out of each other's way.
    pub model: Model,
}
