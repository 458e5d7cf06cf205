//! Runs a crowd and samples the clock, the allocator and the neighbors.

use super::memory::{Heap, peak_bytes};
use super::neighbors::mean_neighbors;
use super::{Effort, Outcome, Subject, Task};
use crate::baselines::BaselineFlock;
use crate::crowd::MeasuredApp;
use crate::fields::MeasuredField;
use bevy::math::Vec2;
use std::time::Instant;

/// A running crowd.
enum Running {
    Plugin(Box<MeasuredApp>),
    Baseline(BaselineFlock),
    Field(Box<MeasuredField>),
}

impl Running {
    fn start(task: &Task) -> Self {
        match task.subject {
            Subject::Plugin(executor) => {
                let mut app = MeasuredApp::empty(task.threads, executor);
                app.spawn(&task.crowd);
                Self::Plugin(Box::new(app))
            }
            Subject::Baseline(search) => Self::Baseline(BaselineFlock::new(&task.crowd, search)),
            Subject::Field(work) => {
                let field = MeasuredField::new(work, task.crowd.agents, task.threads);
                Self::Field(Box::new(field))
            }
        }
    }

    fn tick(&mut self) {
        match self {
            Self::Plugin(app) => app.tick(),
            Self::Baseline(flock) => flock.tick(),
            Self::Field(field) => field.tick(),
        }
    }

    fn component_sizes(&mut self) -> Vec<usize> {
        match self {
            Self::Plugin(app) => app.component_sizes(),
            Self::Baseline(_) | Self::Field(_) => Vec::new(),
        }
    }

    fn positions(&mut self) -> Vec<Vec2> {
        match self {
            Self::Plugin(app) => app.positions(),
            Self::Baseline(flock) => flock.positions(),
            Self::Field(_) => Vec::new(),
        }
    }
}

/// Measures in this process. Only the first measurement of a process sets the number of threads.
pub fn measure(task: &Task) -> Outcome {
    let Effort {
        warm_up,
        ticks,
        seconds,
        ..
    } = task.effort;
    let mut running = Running::start(task);
    let spawned = Heap::now();
    for _ in 0..warm_up {
        running.tick();
    }
    let held_bytes = Heap::now().live_bytes - spawned.live_bytes;
    let (component_sizes, peak_bytes) = (running.component_sizes(), peak_bytes());
    let range = task.crowd.workload.view_range();
    let neighbors_before = mean_neighbors(&running.positions(), range);

    let mut times = Vec::with_capacity(ticks);
    let mut allocations = Vec::with_capacity(ticks);
    let begin = Instant::now();
    while times.len() < ticks
        && (times.len() < Effort::MIN_TICKS
            || seconds.is_none_or(|seconds| begin.elapsed().as_secs_f64() < seconds))
    {
        let before = Heap::now();
        let start = Instant::now();
        running.tick();
        times.push(start.elapsed().as_secs_f64() * 1e9);
        allocations.push(Heap::now().allocations - before.allocations);
    }
    let neighbors_after = mean_neighbors(&running.positions(), range);
    Outcome {
        ticks: times,
        neighbors: f64::midpoint(neighbors_before, neighbors_after),
        allocations,
        component_sizes,
        held_bytes,
        peak_bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::measure;
    use crate::baselines::Search;
    use crate::crowd::{Crowd, Executor, Workload};
    use crate::measurement::{Effort, Subject, Task};

    fn task(subject: Subject, agents: usize) -> Task {
        Task {
            subject,
            crowd: Crowd::new(Workload::Flock, agents, 8.0, 64),
            threads: 1,
            effort: Effort {
                warm_up: 1,
                ticks: 5,
                seconds: None,
                rounds: 1,
            },
        }
    }

    #[test]
    fn every_subject_is_measured_tick_by_tick() {
        for subject in [
            Subject::Plugin(Executor::Default),
            Subject::Plugin(Executor::SingleThreaded),
            Subject::Baseline(Search::BruteForce),
            Subject::Baseline(Search::Tree),
        ] {
            let outcome = measure(&task(subject, 400));
            assert_eq!(outcome.ticks.len(), 5);
            assert_eq!(outcome.allocations.len(), 5);
            // Agents at the edge of the square have fewer than eight neighbors.
            assert!(
                (5.0..8.5).contains(&outcome.neighbors),
                "{subject:?}: {outcome:?}"
            );
        }
    }

    #[test]
    fn an_empty_crowd_can_be_measured() {
        let outcome = measure(&task(Subject::Plugin(Executor::Default), 0));
        assert_eq!((outcome.ticks.len(), outcome.neighbors), (5, 0.0));
    }

    #[test]
    fn a_time_limit_leaves_the_minimum_of_ticks() {
        let mut hurried = task(Subject::Baseline(Search::Tree), 10);
        hurried.effort.seconds = Some(0.0);
        assert_eq!(measure(&hurried).ticks.len(), Effort::MIN_TICKS);
    }
}
