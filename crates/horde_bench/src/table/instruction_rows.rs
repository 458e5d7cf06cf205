//! The rows whose instructions are counted.

use super::row::{Figure, Group, Row};
use crate::crowd::Executor;
use crate::measurement::{Effort, Subject, Task};

/// More agents would take long under a counting tool, and the cost of an agent would not change.
const MOST_AGENTS: usize = 10_000;
/// Crowds that take longer to become what they are would take a counting tool too long.
const LONGEST_WARM_UP: usize = 50;

/// One-threaded crowds of the bar and of behaviours alone, no larger than a counting tool takes well, each once.
///
/// One system after the other: threads that wait count too, and not the same each time.
pub fn instruction_rows(rows: &[Row]) -> Vec<(Row, Task)> {
    let mut chosen: Vec<(Row, Task)> = Vec::new();
    for row in rows {
        let (Figure::TickPerAgent(task) | Figure::WholeTick(task)) = &row.figure else {
            continue;
        };
        let is_plugin = matches!(task.subject, Subject::Plugin(_));
        let is_long = task.effort.warm_up > LONGEST_WARM_UP;
        if !is_plugin
            || is_long
            || task.threads != 1
            || !matches!(row.group, Group::Bar | Group::Alone)
        {
            continue;
        }
        let mut task = Task {
            subject: Subject::Plugin(Executor::SingleThreaded),
            effort: Effort {
                warm_up: 3,
                ticks: 0,
                seconds: None,
                rounds: 1,
            },
            ..*task
        };
        task.crowd.agents = task.crowd.agents.min(MOST_AGENTS);
        if chosen.iter().all(|(_, other)| *other != task) {
            chosen.push((row.clone(), task));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{MOST_AGENTS, instruction_rows};
    use crate::table::{Size, rows};

    #[test]
    fn each_crowd_is_counted_once_and_none_is_too_large() {
        let chosen = instruction_rows(&rows(Size::Full, 2));
        let names: Vec<&str> = chosen
            .iter()
            .map(|(row, _)| row.key.name.as_str())
            .collect();
        let (alone, of_the_bar): (Vec<&str>, Vec<&str>) =
            names.iter().partition(|name| name.starts_with("alone-"));
        assert!(alone.contains(&"alone-rest") && alone.contains(&"alone-seek"));
        assert_eq!(
            of_the_bar,
            [
                "flock-8",
                "flock-30",
                "zombie-8",
                "flock-packed",
                "flock-spread",
                "flock-thousand",
                "zombie-thousand",
                // `zombie-wave-spread` is the crowd of `zombie-8` here.
                "solid-wave",
                "solid-wave-spread",
                "zombie-wave"
            ]
        );
        assert!(
            chosen
                .iter()
                .all(|(_, task)| task.crowd.agents <= MOST_AGENTS)
        );
        assert!(chosen.iter().all(|(_, task)| task.threads == 1));
    }
}
