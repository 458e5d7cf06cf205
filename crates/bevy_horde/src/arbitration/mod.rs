//! Contributions to one truncated force.

mod contributions;
mod system;

pub use contributions::{SteeringContributions, Tier};

pub(crate) use contributions::BehaviorForces;
pub(crate) use system::combine_forces;
