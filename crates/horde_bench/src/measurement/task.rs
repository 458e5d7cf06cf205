//! The task of one measuring process.

use crate::baselines::Search;
use crate::crowd::{Crowd, Executor};
use crate::fields::FieldWork;
use serde::{Deserialize, Serialize};

/// The task of one measuring process.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Task {
    /// What runs the crowd.
    pub subject: Subject,
    /// The crowd.
    pub crowd: Crowd,
    /// Threads of Bevy's compute pool.
    pub threads: usize,
    /// Length of the measurement.
    pub effort: Effort,
}

/// What runs a crowd.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// The plugin in a Bevy app.
    Plugin(Executor),
    /// The same flock without Bevy.
    Baseline(Search),
    /// A flow field; of the crowd only the number of agents counts.
    Field(FieldWork),
}

/// Length of a measurement.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Ticks before the first measured one.
    pub warm_up: usize,
    /// Measured ticks.
    pub ticks: usize,
    /// Time limit, seconds. It leaves at least [`Effort::MIN_TICKS`] ticks, or all if there are
    /// fewer.
    pub seconds: Option<f64>,
    /// Number of rounds, each in a new process.
    pub rounds: usize,
}

impl Effort {
    /// The smallest number of ticks for a median.
    pub const MIN_TICKS: usize = 3;
}

#[cfg(test)]
mod tests {
    use super::Task;
    use crate::table::{Size, instruction_rows, rows, tasks_of};

    #[test]
    fn every_task_survives_serialization() {
        let all = rows(Size::Full, 2);
        let counted = instruction_rows(&all).into_iter().map(|(_, task)| task);
        for task in tasks_of(&all, &all).into_iter().chain(counted) {
            let text = serde_json::to_string(&task).expect("a task has a form");
            let read: Task = serde_json::from_str(&text).expect("it can be read");
            assert_eq!(read, task);
        }
    }
}
