//! The flocking rules: separation, alignment and cohesion, one file each.
//!
//! A rule is a component with its settings here, and in the kernel a sum over the neighbors that
//! becomes a force. A new rule is a new file with its `mod` line here and there, a field of
//! [`Flock`](components::Flock) with its default, and a line in both `flocking_rules!`.
//!
//! All rules share the type `FlockRule` of the kernel. A setting that only one rule needs becomes a
//! field there, too; the other rules leave it at 0.

mod alignment;
mod cohesion;
mod flock;
mod rule;
mod rules;
mod separation;

pub use rules::components;
pub(crate) use rules::{FlockComponents, FlockQuery, NewFlockingRule};
