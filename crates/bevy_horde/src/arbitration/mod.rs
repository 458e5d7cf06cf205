//! Contributions to one truncated force.

mod asked;
mod contributions;
mod goal;
mod keep_decisions;
mod neighbor_forces;
mod outside;
mod plugin;
mod system;

pub use contributions::{SteeringContributions, Tier};
pub use goal::{Goal, SteeringGoal};

pub(crate) use contributions::BehaviorForces;
pub(crate) use neighbor_forces::{AvoidanceForce, ForceSink, LimitRange, NO_FORCE, NeighborForces};
pub(crate) use plugin::ArbitrationPlugin;
pub(crate) use system::combine_forces;
