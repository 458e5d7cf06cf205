//! The flocking rules: separation, alignment and cohesion, one file each.
//!
//! A rule is a component with its settings, and a sum over the neighbors that becomes a force. A
//! new rule is a new file, and a line in `flocking_rules!` in `rules.rs`.

mod alignment;
mod cohesion;
mod flock;
mod plugin;
mod rule;
mod rules;
mod separation;
mod sum;
#[cfg(test)]
mod tests;

pub use alignment::Alignment;
pub use cohesion::Cohesion;
pub use flock::Flock;
pub use separation::Separation;

pub(crate) use plugin::FlockingPlugin;
pub(crate) use rules::{FlockColumns, FlockComponents, FlockLanes, FlockQuery, FlockRules};
pub(crate) use sum::Flocking;
