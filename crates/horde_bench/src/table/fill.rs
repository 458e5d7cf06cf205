//! Computes figures from outcomes.

use super::row::{Figure, Row, RowKey};
use crate::measurement::{Outcome, Task};

/// A row with its figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Filled {
    /// The row.
    pub row: Row,
    /// Its figure, in its unit.
    pub figure: f64,
    /// Number of agents; of a ratio, those of the numerator.
    pub agents: usize,
    /// The measured mean number of neighbors; of a ratio, that of the numerator.
    pub neighbors: f64,
    /// Nanoseconds per agent and tick, if the row is a time.
    pub nanoseconds: Option<f64>,
    /// The figures of the first and the third quartile of the ticks: they show how much the machine
    /// varies.
    pub middle_half: Option<[f64; 2]>,
    /// The figure of the shortest tick.
    pub best: Option<f64>,
}

/// The tasks that rows need, each once. `all` are the rows that ratios may refer to.
pub fn tasks_of(rows: &[Row], all: &[Row]) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    for row in rows {
        let needed = match &row.figure {
            Figure::Ratio { over, under } => [over, under]
                .into_iter()
                .filter_map(|key| find(all, key)?.figure.task().copied())
                .collect(),
            Figure::PeakPerAgent { crowd, empty } => vec![*crowd, *empty],
            figure => figure.task().copied().into_iter().collect::<Vec<_>>(),
        };
        for task in needed {
            if !tasks.contains(&task) {
                tasks.push(task);
            }
        }
    }
    tasks
}

fn find<'a>(all: &'a [Row], key: &RowKey) -> Option<&'a Row> {
    all.iter().find(|row| row.key == *key)
}

/// The figures of rows. A row without a usable outcome is left out.
pub fn fill(rows: &[Row], all: &[Row], outcomes: &[(Task, Outcome)]) -> Vec<Filled> {
    let filled = rows.iter().map(|row| fill_one(row, all, outcomes));
    filled.flatten().collect()
}

fn fill_one(row: &Row, all: &[Row], outcomes: &[(Task, Outcome)]) -> Option<Filled> {
    let outcome_of = |task: &Task| {
        let found = outcomes.iter().find(|(other, _)| other == task);
        found.map(|(_, outcome)| outcome)
    };
    if let Figure::Ratio { over, under } = &row.figure {
        let over = fill_one(find(all, over)?, all, outcomes)?;
        let under = fill_one(find(all, under)?, all, outcomes)?;
        return Some(Filled {
            row: row.clone(),
            figure: match (over.nanoseconds, under.nanoseconds) {
                (Some(over), Some(under)) => over / under,
                _ => over.figure / under.figure,
            },
            agents: over.agents,
            neighbors: over.neighbors,
            nanoseconds: None,
            middle_half: None,
            best: None,
        });
    }
    let task = row.figure.task()?;
    let outcome = outcome_of(task)?;
    let agents = task.crowd.agents;
    let each = agents.max(1) as f64;
    let scaled = |unit: f64| {
        let half = outcome.middle_half();
        let half = half.map(|bounds| bounds.map(|bound| bound / unit));
        (half, outcome.best_tick().map(|tick| tick / unit))
    };
    let untimed = (None, None);
    let is_time = matches!(row.figure, Figure::TickPerAgent(_) | Figure::WholeTick(_));
    let (figure, (middle_half, best)) = match &row.figure {
        Figure::TickPerAgent(_) => (outcome.median_tick()? / each, scaled(each)),
        Figure::WholeTick(_) => (outcome.median_tick()? / 1e6, scaled(1e6)),
        Figure::Allocations(_) => (outcome.mean_allocations()?, untimed),
        Figure::BytesPerAgent(_) => (
            outcome.component_bytes() as f64 + outcome.held_bytes / each,
            untimed,
        ),
        Figure::PeakPerAgent { empty, .. } => {
            let peak = outcome.peak_bytes? - outcome_of(empty)?.peak_bytes?;
            (peak / each, untimed)
        }
        Figure::Ratio { .. } => return None,
    };
    let nanoseconds = match is_time {
        true => Some(outcome.median_tick()? / each),
        false => None,
    };
    Some(Filled {
        row: row.clone(),
        figure,
        agents,
        neighbors: outcome.neighbors,
        nanoseconds,
        middle_half,
        best,
    })
}

#[cfg(test)]
mod tests;
