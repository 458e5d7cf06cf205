//! What a tick of `bevy_horde` costs, measured against the bar that it is held to.
//!
//! The folders are the stages, in the order in which data flows: a [`crowd`] is spawned, or the same flock is laid out for its
//! [`rivals`]; one [`measurement`] after the other takes place, each in a [`process`] of its own; the [`table`] puts the figures
//! beside the bar, and [`report`] writes them down. [`run`] leads through them as the [`options`] say.

pub mod crowd;
pub mod measurement;
pub mod options;
pub mod process;
pub mod report;
pub mod rivals;
pub mod run;
pub mod table;
