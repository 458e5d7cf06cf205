//! Measures what a tick of `bevy_horde` costs, and compares it with targets.
//!
//! The folders are the stages of the data flow. A [`crowd`] is spawned, or a flow field without
//! agents ([`fields`]), or the same flock is built for the [`baselines`]. Each [`measurement`] runs
//! in a [`process`] of its own. The [`table`] compares the figures with their targets, and
//! [`report`] writes them. [`run`] runs these stages with the [`options`]. [`worst_cases`] are
//! crowds whose ticks may be dear.

pub mod baselines;
#[path = "../../zombie_horde/src/command/mod.rs"]
pub mod command;
pub mod crowd;
pub mod fields;
pub mod measurement;
pub mod options;
pub mod process;
pub mod report;
pub mod run;
pub mod table;
pub mod worst_cases;
