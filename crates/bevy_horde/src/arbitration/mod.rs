//! The goals of agents, and the forces that behaviors contribute.

mod contributions;
mod early_writes;
mod goal;

pub use crate::tier::Tier;
pub use contributions::{BehaviorForces, SteeringContributions};
pub use goal::{Goal, SteeringGoal};

pub(crate) use contributions::{ForceOutput, GoalWay};
pub(crate) use early_writes::name_written_outside;
pub(crate) use goal::SettlingPlace;
