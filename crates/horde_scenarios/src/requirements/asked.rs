//! What is asked: by the suite, of every run, and by a scenario file, of its own.

use serde::{Deserialize, Serialize};

/// The part of all agent-seconds that agents may spend deep in each other: less than one in a thousand.
pub const LARGEST_DEEP_SHARE: f64 = 0.001;

/// Changes of sign of the velocity, for each agent-minute, of which there must be fewer.
pub const MOST_SIGN_CHANGES: f64 = 1.0;

/// What the runs of one scenario must reach, beside what the suite asks of every run.
///
/// Nothing by default. What the suite asks of every run cannot be loosened in a file.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Whether everybody who has a goal must reach the last one.
    pub everyone_arrives: bool,
    /// By when the last must have arrived, seconds.
    pub done_within: Option<f64>,
}
