//! Avoidance of other agents:
//!
//! | file | idea |
//! |---|---|
//! | `avoid_agents.rs` | the component |
//! | `resolved.rs` | its settings, checked and in world units |
//! | `yield_state.rs` | the memory of an agent that others block, or that yields |
//! | `held_up.rs` | the right of way of an agent that others hold up |
//!
//! The rule itself is [`horde_kernel::avoidance`], where `mod.rs` lists its files in reading order.
//! Its trail: `avoid_agents.rs`, `resolved.rs`, `behaviors/neighbor_settings.rs` (shares equal
//! settings), and in the kernel `step/neighbors/mod.rs` (a record of each agent),
//! `step/neighbors/task.rs` (a block of agents), `avoidance/force.rs`, `avoidance/keep_clear.rs`,
//! `step/decide.rs` (the force, and the velocity within all constraints), `step/moves.rs`.
//!
//! A new setting is a field with its row in the table, default and check in `avoid_agents.rs` and
//! `resolved.rs`, and a field of `AvoidanceRule` with its usual value. If pairs read it,
//! `Avoider::new` takes it along, and `SharedAvoidanceState::new` if they read it of the other
//! agent. Tests name the rest: the defaults, the inspector's page, the slow reference.

mod avoid_agents;
mod held_up;
mod resolved;
mod yield_state;

pub use avoid_agents::AvoidAgents;
pub use yield_state::YieldState;

pub(crate) use resolved::avoidance_rule;
