//! Avoidance of other agents: `avoid_agents.rs` holds the component, `records.rs` its settings.
//!
//! | file | idea |
//! |---|---|
//! | `velocity_constraints.rs` | the model: steps aside, and limits on the velocity |
//! | `avoided.rs` | a neighbor, as the model reads it |
//! | `pairs.rs` | the neighbors that limit a velocity |
//! | `right_of_way.rs` | which of two agents that block each other yields |
//! | `yield_state.rs` | the memory of an agent that others block, or that yields |
//! | `held_up.rs` | the right of way of an agent that others hold up |
//! | `steps_aside.rs` | steps aside, pair by pair |

mod avoid_agents;
mod avoided;
mod context;
mod force;
mod held_up;
mod pairs;
mod passing;
mod records;
mod right_of_way;
mod steps_aside;
mod traffic;
mod velocity_constraints;
mod yield_state;

pub use avoid_agents::AvoidAgents;
pub use yield_state::YieldState;

pub(crate) use context::AvoidanceContext;
pub(crate) use force::{LimitSink, avoid};
pub(crate) use held_up::Precedence;
pub(crate) use pairs::Pair;
pub(crate) use records::{
    Avoidance, AvoidanceRecord, AvoidanceRecordColumns, AvoidanceRecordLanes, SharedAvoidanceState,
};
pub(crate) use right_of_way::{Traveler, along};
pub(crate) use velocity_constraints::limits_by_neighbor;
