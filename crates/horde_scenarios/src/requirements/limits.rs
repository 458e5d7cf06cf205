//! Requirements of every run, in any scenario.

/// The share of all agent-seconds in which agents overlap deeply must be less than this: one in a
/// thousand.
pub const MAX_DEEP_SHARE: f64 = 0.001;

/// Repeated changes of sign of the velocity, per agent-minute, must be fewer than this.
pub const MAX_SIGN_CHANGES: f64 = 1.0;
