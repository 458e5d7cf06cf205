//! Bodies that enter neither surfaces nor each other.
//!
//! | module | what is in it |
//! |---|---|
//! | [`correction_share`] | the share of a correction that each overlapping body takes |
//! | [`depenetration`] | the rounds that move overlapping bodies apart |
//! | [`nearest_free_position`] | the nearest position where a body fits |
//! | [`slide`] | moving a body along surfaces, never through them |

pub mod correction_share;
pub mod depenetration;
pub mod nearest_free_position;
pub mod slide;
