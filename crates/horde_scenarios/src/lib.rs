//! How well crowds of `bevy_horde` move: scenarios as data, simulated without a window, measured, and judged.
//!
//! The folders are the stages, in the order in which data flows: a [`scenario`] is read and laid out, [`simulation`] runs
//! it and shows every tick as a [`frame`], [`metrics`] measures what a watcher would see, [`requirements`] judges that, and
//! [`report`] writes it down. [`run`] leads through them as the [`options`] say. Each uses only those before it; under all
//! of them is geometry, with a [`barrier`] in its place.

pub mod barrier;
mod closed_path;
pub mod frame;
pub mod metrics;
pub mod options;
pub mod report;
pub mod requirements;
pub mod run;
pub mod scenario;
mod segment;
pub mod simulation;
