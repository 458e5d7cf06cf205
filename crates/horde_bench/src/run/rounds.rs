//! Measures tasks in turn.

use crate::measurement::{Outcome, Task};
use crate::process::measure_apart;
use indicatif::{ProgressBar, ProgressStyle};

/// What came of every task. All are measured once before any is measured again: a machine that wanders wanders for all.
///
/// # Errors
///
/// One line, when a measurement fails.
pub(super) fn measure_all(tasks: &[Task]) -> Result<Vec<(Task, Outcome)>, String> {
    let progress = progress_bar(tasks.iter().map(|task| task.effort.rounds).sum());
    let mut outcomes: Vec<Vec<Outcome>> = vec![Vec::new(); tasks.len()];
    let rounds = tasks.iter().map(|task| task.effort.rounds).max();
    for round in 0..rounds.unwrap_or(0) {
        for (task, outcomes) in tasks.iter().zip(&mut outcomes) {
            if round < task.effort.rounds {
                let agents = task.crowd.agents;
                progress.set_message(format!("{:?} of {agents}", task.crowd.duty));
                outcomes.push(measure_apart(task)?);
                progress.inc(1);
            }
        }
    }
    progress.finish_and_clear();
    let together = outcomes.iter().map(|rounds| Outcome::of_rounds(rounds));
    Ok(tasks.iter().copied().zip(together).collect())
}

/// On stderr, where it is a terminal.
pub(super) fn progress_bar(steps: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40.green} {pos} of {len}, about {eta} left, {msg}")
            .expect("a template as its documentation has them")
            .progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::new(steps as u64).with_style(style)
}
