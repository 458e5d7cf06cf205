//! Flow fields: the ground, and the cost to the nearest goal.
//!
//! | module | what is in it |
//! |---|---|
//! | [`budget`] | the work that a tick may do |
//! | [`cost_grid`] | the ground of a flow field: cells, slowness, links |
//! | [`eikonal`] | the cost to the nearest goal, and the way there |

pub mod budget;
pub mod cost_grid;
pub mod eikonal;
