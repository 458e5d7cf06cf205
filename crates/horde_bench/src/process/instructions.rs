//! Counts the instructions of a tick with an external tool. The counts do not depend on the load of
//! the machine.

use super::child::arguments;
use crate::measurement::{Effort, Task};
use std::process::{Command, Stdio};

/// Ticks of the shorter run. The measurement is the difference between two runs.
const FEWER_TICKS: usize = 3;
/// Additional ticks of the longer run.
const MORE_TICKS: usize = 5;

/// A tool that counts the instructions of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// `perf stat`, where the kernel and the machine allow it.
    Perf,
    /// Valgrind's cachegrind, which runs everywhere but is about fifty times slower.
    Valgrind,
}

impl Counter {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf stat",
            Self::Valgrind => "valgrind",
        }
    }

    /// The first tool that works: perf, otherwise valgrind.
    ///
    /// # Errors
    ///
    /// One line that says what is missing.
    pub fn find() -> Result<Self, String> {
        let mut missing = Vec::new();
        for counter in [Self::Perf, Self::Valgrind] {
            match counter.count(&["true".to_owned()]) {
                Ok(_) => return Ok(counter),
                Err(why) => missing.push(format!("{}: {why}", counter.name())),
            }
        }
        Err(format!(
            "--instructions needs perf or valgrind, and neither works here ({})",
            missing.join("; ")
        ))
    }

    /// Instructions of one tick of a task. The start and the warm-up are in both runs and cancel
    /// out.
    ///
    /// # Errors
    ///
    /// One line, if the tool or the process fails.
    pub fn instructions_of_tick(self, task: &Task) -> Result<f64, String> {
        let count = |ticks: usize| {
            let effort = Effort {
                ticks,
                seconds: None,
                ..task.effort
            };
            self.count(&arguments(&Task { effort, ..*task })?)
        };
        let (fewer, more) = (count(FEWER_TICKS)?, count(FEWER_TICKS + MORE_TICKS)?);
        Ok((more - fewer) / MORE_TICKS as f64)
    }

    fn count(self, command: &[String]) -> Result<f64, String> {
        let (tool, options): (&str, &[&str]) = match self {
            Self::Perf => ("perf", &["stat", "-x,", "-e", "instructions:u", "--"]),
            Self::Valgrind => (
                "valgrind",
                &[
                    "--tool=cachegrind",
                    "--cache-sim=no",
                    "--cachegrind-out-file=/dev/null",
                ],
            ),
        };
        let output = Command::new(tool)
            .args(options)
            .args(command)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("it does not start: {error}"))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            let last = stderr.lines().last().unwrap_or("it printed nothing");
            return Err(format!("it ended with {}: {last}", output.status));
        }
        let counted = match self {
            Self::Perf => counted_by_perf(&stderr),
            Self::Valgrind => counted_by_valgrind(&stderr),
        };
        counted.ok_or_else(|| "it counts no instructions on this machine".to_owned())
    }
}

/// The count in the output of `perf`: the first field of the event's line.
fn counted_by_perf(stderr: &str) -> Option<f64> {
    let line = stderr.lines().find(|line| line.contains("instructions"))?;
    line.split(',').next()?.trim().parse().ok()
}

/// The count in the output of Valgrind: the number after "I refs:", with commas.
fn counted_by_valgrind(stderr: &str) -> Option<f64> {
    let (_, number) = stderr.lines().find_map(|line| {
        let (head, number) = line.split_once("refs:")?;
        head.trim_end().ends_with('I').then_some((head, number))
    })?;
    number.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{counted_by_perf, counted_by_valgrind};

    #[test]
    fn the_count_of_perf_is_read() {
        let stderr = "123456789,,instructions:u,5000000,100.00,,\n";
        assert_eq!(counted_by_perf(stderr), Some(123_456_789.0));
        let none = "<not supported>,,instructions:u,0,100.00,,\n";
        assert_eq!(counted_by_perf(none), None);
        assert_eq!(counted_by_perf(""), None);
    }

    #[test]
    fn the_count_of_valgrind_is_read() {
        let stderr = "==7== Cachegrind, a cache and branch-prediction profiler\n==7== \n==7== I   refs:      1,234,567\n";
        assert_eq!(counted_by_valgrind(stderr), Some(1_234_567.0));
        // The simulation of caches adds more lines.
        let more = "==7== I   refs:      12\n==7== I1  misses:    5\n==7== D   refs:      3\n";
        assert_eq!(counted_by_valgrind(more), Some(12.0));
        assert_eq!(counted_by_valgrind("==7== D   refs:  3\n"), None);
    }
}
