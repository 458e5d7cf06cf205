//! Measures how well crowds of `bevy_horde` move: scenarios as data, simulated without a window,
//! measured and judged.
//!
//! The folders are the stages of the data flow. A [`scenario`] is read and laid out, and
//! [`simulation`] runs it and outputs a [`frame`] per tick. [`metrics`] measures the frames,
//! [`requirements`] judges the measures, and [`report`] writes the results. [`run`] runs these
//! stages with the [`options`]. Each stage uses only earlier ones; most use the geometry of
//! [`barrier`].
//!
//! [`random`] draws scenarios and judges their runs. [`rival`] runs scenarios with other methods.

pub mod barrier;
mod closed_path;
#[path = "../../zombie_horde/src/command/mod.rs"]
pub mod command;
// The demo's source file: a dependency on the demo crate would be a dependency on a renderer.
#[path = "../../zombie_horde/src/flocking.rs"]
mod flocking;
pub mod frame;
pub mod metrics;
pub mod options;
pub mod random;
pub mod report;
pub mod requirements;
pub mod rival;
pub mod run;
pub mod scenario;
mod segment;
pub mod simulation;
mod ways;
