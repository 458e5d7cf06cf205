//! What the suite asks of every run, whatever its scenario.

/// The part of all agent-seconds that agents may spend deep in each other: less than one in a thousand.
pub const LARGEST_DEEP_SHARE: f64 = 0.001;

/// Changes of sign of the velocity, for each agent-minute, of which there must be fewer.
pub const MOST_SIGN_CHANGES: f64 = 1.0;
