//! Requirements of every run, in any scenario.

/// The largest share of all agent-seconds in which agents may overlap deeply: less than one in a
/// thousand.
pub const MAX_DEEP_SHARE: f64 = 0.001;

/// Repeated changes of sign of the velocity, per agent-minute, must be fewer than this.
pub const MAX_SIGN_CHANGES: f64 = 1.0;
