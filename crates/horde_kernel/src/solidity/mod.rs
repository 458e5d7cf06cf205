//! Bodies that enter neither surfaces nor each other.
//!
//! | module | what is in it |
//! |---|---|
//! | [`advance`] | the move of a body: out of obstacles, then along its way |
//! | [`clearance_cache`] | the free space round a body, kept from tick to tick |
//! | [`correction_share`] | the share of a correction that each overlapping body takes |
//! | [`depenetration`] | the rounds that move overlapping bodies apart |
//! | `escape`, `exits` | the way out of obstacles |
//! | [`nearest_free_position`] | the nearest position where a body fits |
//! | [`slide`] | moving a body along surfaces, never through them |
//! | `solids` | the solid obstacles round one body, in double precision |

pub mod advance;
pub mod clearance_cache;
pub mod correction_share;
pub mod depenetration;
mod escape;
mod exits;
pub mod nearest_free_position;
pub mod slide;
mod solids;
