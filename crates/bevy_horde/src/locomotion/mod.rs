//! Thrown bodies: blasts that throw them, and the end of a tick in which they were thrown.

mod blast;
mod finish_impulses;
mod plugin;

pub use blast::Blast;

pub(crate) use finish_impulses::finish_impulses;
pub(crate) use plugin::LocomotionPlugin;
