//! From contributions to one truncated force.

mod combine_forces;
mod contributions;
mod early_writes;
mod gathered_forces;
mod goal;
mod hold_decisions;
mod neighbor_forces;
mod plugin;

pub use crate::tier::Tier;
pub use contributions::{BehaviorForces, SteeringContributions};
pub use goal::{Goal, SteeringGoal};

pub(crate) use contributions::{ForceOutput, GoalWay, PushStrength};
pub(crate) use goal::SettlingPlace;
pub(crate) use neighbor_forces::{ForceSink, ForceSource, NeighborForces};
pub(crate) use plugin::ArbitrationPlugin;
