//! Figures, written down: a table, JSON, a page with plots.

mod curve;
mod json;
mod machine;
mod markdown;
mod measured;
mod number;
mod page;
mod plot;
mod table;

pub use json::{instructions_json, json};
pub use machine::Machine;
pub use markdown::measured_part;
pub use measured::Measured;
pub use page::{BEGIN, END, replaced};
pub use plot::{Picture, pictures};
pub use table::{instructions_table, table};

use serde::Serialize;

/// The instructions of a row.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Instructions {
    /// The row.
    pub row: String,
    /// Agents.
    pub agents: usize,
    /// Neighbours that were asked for.
    pub neighbours: f32,
    /// Threads.
    pub threads: usize,
    /// Instructions for each agent and tick.
    pub instructions_per_agent: f64,
    /// The tool that counted.
    pub counter: &'static str,
}
