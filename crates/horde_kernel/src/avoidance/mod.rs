//! What agents do about each other, in reading order.
//!
//! | module | idea |
//! |---|---|
//! | [`rule`] | the settings |
//! | [`precedence`] | the rank of an agent |
//! | [`records`] | what avoidance reads of each agent, and what neighbors read |
//! | [`context`] | a block of agents, and every body near them |
//! | [`force`] | from the model to the force and the constraints of each agent |
//! | `avoided` | a neighbor, as the model reads it |
//! | [`keep_clear`] | the model: steps aside, and velocity constraints |
//! | [`pairs`] | the neighbors that constrain a velocity |
//! | `traffic` | how much agents come another way, and how fast they may then close in |
//! | `passing` | on which side an agent passes another, and how far it steps aside |
//! | `steps_aside` | the steps aside of a block, pair by pair |
//! | [`velocity_constraint`] | a bound on the speed toward another, and velocities within all |
//! | [`right_of_way`] | which of two agents that block each other yields |

mod avoided;
pub mod context;
pub mod force;
pub mod keep_clear;
pub mod pairs;
mod passing;
pub mod precedence;
pub mod records;
pub mod right_of_way;
pub mod rule;
mod steps_aside;
mod traffic;
pub mod velocity_constraint;
