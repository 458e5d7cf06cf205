//! Contributions to one truncated force.

mod contributions;
mod neighbor_forces;
mod system;

pub use contributions::{SteeringContributions, Tier};

pub(crate) use contributions::{BehaviorForces, Goal};
pub(crate) use neighbor_forces::{ForceSink, LimitRange, NeighborForce, NeighborForces};
pub(crate) use system::combine_forces;
