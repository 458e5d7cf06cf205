//! Reports of the figures: a table, JSON, and a page with plots.

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
pub use table::{drawn, instructions_table, table};

use serde::Serialize;

/// The instructions of a row.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Instructions {
    /// The name of the row.
    pub row: String,
    /// Number of agents.
    pub agents: usize,
    /// Requested number of neighbors.
    pub neighbors: f32,
    /// Threads.
    pub threads: usize,
    /// Instructions per agent and tick.
    pub instructions_per_agent: f64,
    /// The tool that counted.
    pub counter: &'static str,
}
