//! What agents perceive: their own state, frozen at the start of the tick, and each other, indexed.

mod agent_index;
mod query;
mod read_agents;
mod settings;
mod state;

pub use agent_index::AgentIndex;
pub use query::{AgentHit, SteeringQuery};
pub use settings::{Perception, View};
pub use state::AgentState;

pub(crate) use agent_index::{Body, UsualRange, index_agents};
pub(crate) use read_agents::read_agents;
