//! The goals of agents, and the forces that behaviors contribute.

mod contributions;
mod early_writes;
mod goal;
mod refinement;

pub use crate::tier::Tier;
pub use contributions::{BehaviorForces, SteeringContributions};
pub use goal::SteeringGoal;
pub use horde_kernel::behaviors::pursuit::Response;
pub use horde_kernel::step::goal::Goal;
pub use refinement::{ArrivalPlace, Refinement};

pub(crate) use contributions::{ForceOutput, Reach};
pub(crate) use early_writes::name_written_outside;
pub(crate) use goal::SettlingPlace;
