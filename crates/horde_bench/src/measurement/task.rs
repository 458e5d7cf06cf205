//! What one process measures.

use crate::crowd::{Crowd, Executor};
use crate::rivals::Search;
use serde::{Deserialize, Serialize};

/// What one process measures.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Task {
    /// Who runs the crowd.
    pub subject: Subject,
    /// The crowd.
    pub crowd: Crowd,
    /// Threads of Bevy's compute pool.
    pub threads: usize,
    /// For how long.
    pub effort: Effort,
}

/// Who runs a crowd.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// The plugin in a Bevy app.
    Plugin(Executor),
    /// The same flock without Bevy.
    Rival(Search),
}

/// How long a measurement takes.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Ticks before the first one that counts.
    pub warm_up: usize,
    /// Ticks that count.
    pub ticks: usize,
    /// After so many seconds, if that is bounded, no further tick is begun, once [`Effort::FEWEST_TICKS`] count.
    pub seconds: Option<f64>,
    /// How often it is done, each time in a new process.
    pub rounds: usize,
}

impl Effort {
    /// The fewest ticks that a median is taken of.
    pub const FEWEST_TICKS: usize = 3;
}

#[cfg(test)]
mod tests {
    use super::Task;
    use crate::table::{Size, instruction_rows, rows, tasks_of};

    #[test]
    fn every_task_survives_the_way_to_its_process() {
        let all = rows(Size::Full, 2);
        let counted = instruction_rows(&all).into_iter().map(|(_, task)| task);
        for task in tasks_of(&all, &all).into_iter().chain(counted) {
            let text = serde_json::to_string(&task).expect("a task has a form");
            let read: Task = serde_json::from_str(&text).expect("it can be read");
            assert_eq!(read, task);
        }
    }
}
