//! Contributions to one truncated force.

mod asked;
mod contributions;
mod keep_decisions;
mod neighbor_forces;
mod outside;
mod system;

pub use crate::tier::Tier;
pub use contributions::SteeringContributions;

pub(crate) use contributions::{BehaviorForces, Goal, Pressing};
pub(crate) use keep_decisions::keep_decisions;
pub(crate) use neighbor_forces::{AvoidanceForce, ForceSink, LimitRange, NO_FORCE, NeighborForces};
pub(crate) use outside::name_written_outside;
pub(crate) use system::{combine_forces, forget_hidden};
