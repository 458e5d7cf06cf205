//! Perception: the state of each agent, frozen at the start of the tick, and an index of all
//! agents.

mod agent_index;
mod area_queries;
mod by_behavior;
mod by_slot;
mod filtered_query;
mod free_place;
mod line_of_sight;
mod neighbor_record;
mod plugin;
mod query;
mod read_agents;
mod read_settings;
mod refresh;
mod restored;
mod rows;
mod settings;
mod state;

pub use agent_index::AgentIndex;
pub use area_queries::BodyHit;
pub use filtered_query::FilteredSteeringQuery;
pub use horde_kernel::behaviors::pursuit::MotionLimits;
pub use line_of_sight::{HiddenTarget, LastSeen, LineOfSight, SeenTarget};
pub use query::{AgentHit, SteeringQuery};
pub use refresh::refresh_steering_query;
pub use settings::{Perception, View};
pub use state::AgentState;

pub(crate) use agent_index::index_agents;
pub(crate) use by_behavior::{OfBehavior, entry_of, set_entry};
pub(crate) use by_slot::{BySlot, SlotTables};
pub(crate) use line_of_sight::{NEAR_ENOUGH, is_in_sight};
pub(crate) use neighbor_record::NeighborRecord;
pub(crate) use plugin::PerceptionPlugin;
pub(crate) use read_agents::read_agents;
pub(crate) use read_settings::{SettingsVersion, read_settings};
pub(crate) use restored::is_loaded;

#[cfg(test)]
pub(crate) use state::Presence;
