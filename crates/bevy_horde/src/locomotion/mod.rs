//! Force to velocity to position: moving agents, keeping bodies apart, turning.
//!
//! | system | task |
//! |---|---|
//! | [`move_agents`] | integrates, slides along obstacles, and finishes agents that are not solid |
//! | [`depenetrate_bodies`] | computes how far overlapping solid bodies yield to each other |
//! | [`place_agents`] | applies the corrections, without entering an obstacle |
//! | [`finish_impulses`] | takes the decay of the tick from the velocities of thrown agents |
//!
//! The systems run in this order. The first and the third write `Transform`, `Velocity` and
//! `Heading`.

mod blast;
mod depenetrate_bodies;
mod finish_impulses;
mod motion;
mod move_agents;
mod place_agents;
mod plugin;
mod push_out;
mod solid_bodies;
mod transform_writeback;

pub use blast::Blast;
pub use push_out::PushOut;

pub(crate) use depenetrate_bodies::BodyDepenetration;
pub(crate) use finish_impulses::finish_impulses;
pub(crate) use plugin::LocomotionPlugin;
