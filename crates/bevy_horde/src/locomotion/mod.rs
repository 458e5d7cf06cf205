//! Force to velocity to position: moving, keeping bodies apart, turning.
//!
//! Three systems in a row. [`move_agents`] integrates, slides along obstacles, and is done with agents that are not solid;
//! [`depenetrate_bodies`] finds how far solid bodies that overlap after that give way to each other; [`place_agents`] carries that
//! out, again without entering an obstacle. Both the first and the last write `Transform`, `Velocity` and `Heading`.

mod advance;
mod clearance_cache;
mod depenetrate_bodies;
mod escape;
mod exits;
mod motion;
mod move_agents;
mod place_agents;
mod plugin;
mod solids;
mod transform_writeback;

pub(crate) use depenetrate_bodies::BodyDepenetration;
pub(crate) use motion::Motion;
pub(crate) use plugin::LocomotionPlugin;
