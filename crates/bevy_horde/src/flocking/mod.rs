//! The flocking rules: separation, alignment and cohesion, one file each.
//!
//! A rule is a component with its settings, and a sum over the neighbors that becomes a force. A
//! new rule is a new file with its `mod` line here, a field of [`Flock`](components::Flock) with
//! its default, and a line in `flocking_rules!` in `rules.rs`.
//!
//! All rules share the type `FlockRule` in `rule.rs`. A setting that only one rule needs becomes a
//! field there, too; the other rules leave it at 0.

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

pub(crate) use plugin::FlockingPlugin;
pub use rules::components;
pub(crate) use rules::{
    FlockColumns, FlockComponents, FlockLanes, FlockQuery, FlockRules, NewFlockingRule,
};
pub(crate) use sum::Flocking;
