//! Where one agent wants to go, and how fast.
//!
//! | module | what is in it |
//! |---|---|
//! | [`containment`] | staying inside a border |
//! | [`path_following`] | how far along a path a body is, and where it heads |
//! | [`pursuit`] | seek, flee, arrive, and where a target will be |
//! | [`settling`] | a crowd that settles round one place |
//! | [`wall_following`] | following a wall at a distance |
//! | [`wander`] | the random walk of a heading |
//! | [`whisker`] | a fan of feelers |

pub mod containment;
pub mod path_following;
pub mod pursuit;
pub mod settling;
pub mod wall_following;
pub mod wander;
pub mod whisker;
