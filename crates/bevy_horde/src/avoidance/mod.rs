//! Avoidance of other agents, in reading order:
//!
//! | file | idea |
//! |---|---|
//! | `avoid_agents.rs` | the component |
//! | `records.rs` | its settings, as neighbors read them |
//! | `context.rs` | a block of agents, and every body near them |
//! | `force.rs` | from the model to the force and the constraints of each agent |
//! | `avoided.rs` | a neighbor, as the model reads it |
//! | `velocity_constraints.rs` | the model: steps aside, and velocity constraints |
//! | `pairs.rs` | the neighbors that constrain a velocity |
//! | `traffic.rs` | how much agents come another way, and how fast they may then close in |
//! | `passing.rs` | on which side an agent passes another, and how far it steps aside |
//! | `steps_aside.rs` | the steps aside of a block, pair by pair |
//! | `right_of_way.rs` | which of two agents that block each other yields |
//! | `yield_state.rs` | the memory of an agent that others block, or that yields |
//! | `held_up.rs` | the right of way of an agent that others hold up |
//!
//! `velocity_constraint.rs` of the kernel has the formula of a constraint.
//! `arbitration/combine_forces.rs` keeps the combined velocity within all constraints of an agent.

mod avoid_agents;
mod avoided;
mod context;
mod force;
mod held_up;
mod pairs;
mod passing;
mod plugin;
mod records;
mod right_of_way;
mod steps_aside;
mod traffic;
mod velocity_constraints;
mod yield_state;

pub use avoid_agents::AvoidAgents;
pub use yield_state::YieldState;

pub(crate) use context::AvoidanceContext;
pub(crate) use force::{ConstraintSink, avoid};
pub(crate) use held_up::Precedence;
pub(crate) use pairs::Pair;
pub(crate) use plugin::AvoidancePlugin;
pub(crate) use records::{
    Avoidance, AvoidanceRecord, AvoidanceRecordColumns, AvoidanceRecordLanes, SharedAvoidanceState,
};
pub(crate) use right_of_way::{Traveler, along};
pub(crate) use velocity_constraints::constraints_by_neighbor;
