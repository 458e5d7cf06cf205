//! What agents do about each other.
//!
//! | module | what is in it |
//! |---|---|
//! | [`velocity_constraint`] | bounds on a body's speed toward others |

pub mod velocity_constraint;
