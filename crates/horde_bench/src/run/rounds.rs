//! Measures tasks, round by round.

use crate::measurement::{Outcome, Task};
use crate::process::measure_in_child;
use indicatif::{ProgressBar, ProgressStyle};

/// The outcomes of all tasks. Each round measures every task once, so that changes of the machine's
/// speed affect all.
///
/// # Errors
///
/// One line, if a measurement fails.
pub(super) fn measure_all(tasks: &[Task]) -> Result<Vec<(Task, Outcome)>, String> {
    let progress = progress_bar(tasks.iter().map(|task| task.effort.rounds).sum());
    let mut outcomes: Vec<Vec<Outcome>> = vec![Vec::new(); tasks.len()];
    let rounds = tasks.iter().map(|task| task.effort.rounds).max();
    for round in 0..rounds.unwrap_or(0) {
        for (task, outcomes) in tasks.iter().zip(&mut outcomes) {
            if round < task.effort.rounds {
                let agents = task.crowd.agents;
                progress.set_message(format!("{:?} of {agents}", task.crowd.workload));
                outcomes.push(measure_in_child(task)?);
                progress.inc(1);
            }
        }
    }
    progress.finish_and_clear();
    let together = outcomes.iter().map(|rounds| Outcome::of_rounds(rounds));
    Ok(tasks.iter().copied().zip(together).collect())
}

/// A progress bar on stderr, if stderr is a terminal.
pub(super) fn progress_bar(steps: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40.green} {pos} of {len}, about {eta} left, {msg}")
            .expect("a template as its documentation has them")
            .progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::new(steps as u64).with_style(style)
}
