//! All results as JSON.

use super::Instructions;
use crate::table::{Filled, Group, Unit, Verdict};
use serde::Serialize;

/// A row as JSON.
#[derive(Serialize)]
struct JsonRow<'a> {
    row: &'a str,
    agents: usize,
    /// The measured number, not the requested one.
    neighbors: f64,
    threads: usize,
    /// `None` if the row is not a time.
    ns_per_agent: Option<f64>,
    target: Option<f64>,
    goal: Option<f64>,
    figure: f64,
    unit: Unit,
    ratio: Option<f64>,
    verdict: Option<Verdict>,
    /// The figures of the first and the third quartile.
    middle_half: Option<[f64; 2]>,
    /// The figure of the shortest tick.
    best: Option<f64>,
    group: Group,
}

/// The rows as an indented list. `figure`, `target` and `goal` are in `unit`.
///
/// # Errors
///
/// None in practice: every field has a JSON form.
pub fn json(rows: &[Filled]) -> Result<String, serde_json::Error> {
    let rows: Vec<JsonRow<'_>> = rows.iter().map(json_row).collect();
    serde_json::to_string_pretty(&rows)
}

/// The rows with counted instructions as an indented list.
///
/// # Errors
///
/// None in practice.
pub fn instructions_json(rows: &[Instructions]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(rows)
}

fn json_row(filled: &Filled) -> JsonRow<'_> {
    let Filled { row, figure, .. } = filled;
    JsonRow {
        row: &row.key.name,
        agents: filled.agents,
        neighbors: filled.neighbors,
        threads: row.key.threads,
        ns_per_agent: filled.nanoseconds,
        target: row.target.map(|target| target.value),
        goal: row.target.and_then(|target| target.goal),
        figure: *figure,
        unit: row.figure.unit(),
        ratio: row.target.and_then(|target| target.ratio(*figure)),
        verdict: row.target.map(|target| target.judge(*figure)),
        middle_half: filled.middle_half,
        best: filled.best,
        group: row.group,
    }
}
