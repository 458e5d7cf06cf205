//! A measured run.

use crate::metrics::Measures;
use crate::scenario::Symmetry;
use serde::Serialize;

/// The tick rate of the runs in tables and pictures, hertz.
pub const STANDARD_RATE: u32 = 60;

/// The variant of a run and its measures.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    /// Ticks per second.
    pub rate: u32,
    /// The symmetry of the layout.
    pub symmetry: Symmetry,
    /// The name of the plugin or of a rival.
    pub method: String,
    /// The measures.
    pub measures: Measures,
}

impl Run {
    /// Whether the run is the scenario as written, at the standard rate.
    pub fn is_standard(&self) -> bool {
        self.rate == STANDARD_RATE && self.symmetry == Symmetry::Plain
    }
}

/// The representative run of a scenario: a plain one if there is one, at the rate nearest to the
/// standard rate. `None` without runs.
pub fn standard_run(runs: &[Run]) -> Option<&Run> {
    runs.iter().min_by_key(|run| {
        (
            run.symmetry != Symmetry::Plain,
            run.rate.abs_diff(STANDARD_RATE),
        )
    })
}
