//! The same flock without Bevy: what a plain program pays for it.
//!
//! Flat arrays, no components, one thread. Everything else is as in the plugin: each member has a view and a weight of its own
//! for separation, alignment and cohesion, and every tick searches, adds up, and moves.

mod flock;
mod rules;
mod tree;

pub use flock::RivalFlock;
pub use tree::Tree;

use serde::{Deserialize, Serialize};

/// How the neighbours are found.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Everybody looks at everybody.
    BruteForce,
    /// A k-d tree, built anew every tick.
    Tree,
}
