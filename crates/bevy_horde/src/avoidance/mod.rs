//! Avoidance of other agents:
//!
//! | file | idea |
//! |---|---|
//! | `avoid_agents.rs` | the component |
//! | `resolved.rs` | its settings, checked and in world units |
//! | `yield_state.rs` | the memory of an agent that others block, or that yields |
//! | `held_up.rs` | the right of way of an agent that others hold up |
//!
//! The rule itself is [`horde_kernel::avoidance`]. [`horde_kernel::step::decide`] keeps the
//! combined velocity within all constraints of an agent.

mod avoid_agents;
mod held_up;
mod resolved;
mod yield_state;

pub use avoid_agents::AvoidAgents;
pub use yield_state::YieldState;

pub(crate) use resolved::avoidance_rule;
