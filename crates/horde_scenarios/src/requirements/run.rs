//! A run that has been measured.

use crate::metrics::Measures;
use crate::scenario::Pose;
use serde::Serialize;

/// The tick rate of the runs that tables and pictures show, hertz.
pub const STANDARD_RATE: u32 = 60;

/// What was run, and what was seen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    /// Ticks per second.
    pub rate: u32,
    /// How the scenario was laid.
    pub pose: Pose,
    /// The avoidance model.
    pub model: String,
    /// What was seen.
    pub measures: Measures,
}

impl Run {
    /// Whether it shows the scenario as it is written, at the rate that tables show.
    pub fn is_standard(&self) -> bool {
        self.rate == STANDARD_RATE && self.pose == Pose::Plain
    }
}

/// The run that stands for all runs of a scenario: plain and at the standard rate, or else the nearest to that.
pub fn standard_run(runs: &[Run]) -> Option<&Run> {
    runs.iter()
        .min_by_key(|run| (run.pose != Pose::Plain, run.rate.abs_diff(STANDARD_RATE)))
}
