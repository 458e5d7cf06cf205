//! Baselines: the same flock in a plain program without Bevy.
//!
//! Flat arrays, no components, one thread. Everything else is like in the plugin. Each member has a
//! view and a weight for separation, alignment and cohesion. Every tick searches neighbors, sums
//! forces and moves.

mod flock;
mod rules;
mod tree;

pub use flock::BaselineFlock;
pub use tree::Tree;

use serde::{Deserialize, Serialize};

/// The neighbor search.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// All pairs.
    BruteForce,
    /// A k-d tree, rebuilt every tick.
    Tree,
}
