//! From contributions to one force, and from the force to a velocity.
//!
//! | module | what is in it |
//! |---|---|
//! | [`combine`] | combination of tiers into one truncated force |
//! | [`integrate`] | force to velocity, turning, facing |
//! | [`rows_in_lanes`] | `integrate` and `combine` for many agents at once |

pub mod combine;
pub mod integrate;
pub mod rows_in_lanes;
