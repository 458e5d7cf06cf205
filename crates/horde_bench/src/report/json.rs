//! Everything, for machines.

use super::Instructions;
use crate::table::{Filled, Group, Unit, Verdict};
use serde::Serialize;

/// A row as JSON.
#[derive(Serialize)]
struct JsonRow<'a> {
    row: &'a str,
    agents: usize,
    /// Measured, not asked for.
    neighbours: f64,
    threads: usize,
    /// None where the row is not about time.
    ns_per_agent: Option<f64>,
    bar: Option<f64>,
    stretch: Option<f64>,
    figure: f64,
    unit: Unit,
    ratio: Option<f64>,
    verdict: Option<Verdict>,
    /// The figure at a quarter and at three quarters of the ticks.
    middle_half: Option<[f64; 2]>,
    /// The figure of the shortest tick.
    best: Option<f64>,
    group: Group,
}

/// The rows as a list, indented. `figure`, `bar` and `stretch` are in `unit`.
///
/// # Errors
///
/// None that a user can cause: every field has a form in JSON.
pub fn json(rows: &[Filled]) -> Result<String, serde_json::Error> {
    let rows: Vec<JsonRow<'_>> = rows.iter().map(json_row).collect();
    serde_json::to_string_pretty(&rows)
}

/// The same for instructions.
///
/// # Errors
///
/// None that a user can cause.
pub fn instructions_json(rows: &[Instructions]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(rows)
}

fn json_row(filled: &Filled) -> JsonRow<'_> {
    let Filled { row, figure, .. } = filled;
    JsonRow {
        row: &row.key.name,
        agents: filled.agents,
        neighbours: filled.neighbors,
        threads: row.key.threads,
        ns_per_agent: filled.nanoseconds,
        bar: row.bar.map(|bar| bar.bar),
        stretch: row.bar.and_then(|bar| bar.stretch),
        figure: *figure,
        unit: row.figure.unit(),
        ratio: row.bar.and_then(|bar| bar.ratio(*figure)),
        verdict: row.bar.map(|bar| bar.judge(*figure)),
        middle_half: filled.middle_half,
        best: filled.best,
        group: row.group,
    }
}
