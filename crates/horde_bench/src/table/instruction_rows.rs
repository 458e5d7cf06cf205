//! The rows with countable instructions.

use super::row::{Figure, Group, Row};
use crate::crowd::Executor;
use crate::measurement::{Effort, Subject, Task};

/// Larger crowds are reduced to this number of agents: they take long under a counting tool, and
/// the cost per agent does not change.
const MAX_AGENTS: usize = 10_000;
/// Crowds with a longer warm-up take too long under a counting tool.
const MAX_WARM_UP: usize = 50;

/// The rows of the plugin's tick times on one thread, from the target group or of single behaviors,
/// each crowd once. Crowds have at most `MAX_AGENTS` agents; rows with a long warm-up are left out.
///
/// The tasks use the single-threaded executor: waiting threads would execute a varying number of
/// instructions.
pub fn instruction_rows(rows: &[Row]) -> Vec<(Row, Task)> {
    let mut chosen: Vec<(Row, Task)> = Vec::new();
    for row in rows {
        let (Figure::TickPerAgent(task) | Figure::WholeTick(task)) = &row.figure else {
            continue;
        };
        let is_plugin = matches!(task.subject, Subject::Plugin(_));
        let is_long = task.effort.warm_up > MAX_WARM_UP;
        if !is_plugin
            || is_long
            || task.threads != 1
            || !matches!(row.group, Group::Target | Group::Behaviors)
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
        task.crowd.agents = task.crowd.agents.min(MAX_AGENTS);
        if chosen.iter().all(|(_, other)| *other != task) {
            chosen.push((row.clone(), task));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{MAX_AGENTS, instruction_rows};
    use crate::table::{Size, rows};

    #[test]
    fn each_crowd_is_counted_once_and_none_is_too_large() {
        let chosen = instruction_rows(&rows(Size::Full, 2));
        let names: Vec<&str> = chosen
            .iter()
            .map(|(row, _)| row.key.name.as_str())
            .collect();
        let (behaviors, with_targets): (Vec<&str>, Vec<&str>) =
            names.iter().partition(|name| name.starts_with("behavior-"));
        assert!(behaviors.contains(&"behavior-rest") && behaviors.contains(&"behavior-seek"));
        assert_eq!(
            with_targets,
            [
                "flock-8",
                "flock-30",
                "zombie-8",
                "flock-packed",
                "flock-spread",
                "flock-thousand",
                "zombie-thousand",
                // `zombie-wave-spread` is the same crowd as `zombie-8` here.
                "solid-wave",
                "solid-wave-spread",
                "zombie-wave"
            ]
        );
        assert!(
            chosen
                .iter()
                .all(|(_, task)| task.crowd.agents <= MAX_AGENTS)
        );
        assert!(chosen.iter().all(|(_, task)| task.threads == 1));
    }
}
