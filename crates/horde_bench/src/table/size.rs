//! Sizes of crowds and lengths of measurements.

use crate::crowd::{Crowd, Executor};
use crate::measurement::{Effort, Subject, Task};

/// Approximate agents times ticks of one measurement in the full size; the ticks have limits.
const AGENT_TICKS: usize = 1_200_000;
/// Crowds up to this size are measured in several rounds.
const MAX_AGENTS_IN_ROUNDS: usize = 200_000;

/// The size of the crowds and the length of their measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The sizes that the targets are for.
    Full,
    /// Fewer agents and ticks.
    Quick,
}

impl Size {
    /// Agents of most rows.
    pub fn usual(self) -> usize {
        self.either(100_000, 20_000)
    }

    /// Agents of the smaller crowd where two sizes are compared.
    pub fn small(self) -> usize {
        self.either(10_000, 2_500)
    }

    /// Agents of the larger crowd.
    pub fn large(self) -> usize {
        self.either(1_000_000, 50_000)
    }

    /// Selects a value by size.
    pub fn either(self, full: usize, quick: usize) -> usize {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }

    /// The length of a measurement of this many agents.
    pub fn effort(self, agents: usize) -> Effort {
        let is_small = agents <= MAX_AGENTS_IN_ROUNDS;
        Effort {
            warm_up: if is_small { 5 } else { 3 },
            ticks: match self {
                Self::Full => (AGENT_TICKS / agents.max(1)).clamp(8, 60),
                Self::Quick => (AGENT_TICKS / 4 / agents.max(1)).clamp(5, 30),
            },
            seconds: Some(match self {
                Self::Full => 4.0,
                Self::Quick => 0.4,
            }),
            rounds: match self {
                Self::Full if is_small => 3,
                _ => 1,
            },
        }
    }

    /// A task for the plugin with Bevy's default executor.
    pub fn plugin(self, crowd: Crowd, threads: usize) -> Task {
        self.task(Subject::Plugin(Executor::Default), crowd, threads)
    }

    /// A task for any subject.
    pub fn task(self, subject: Subject, crowd: Crowd, threads: usize) -> Task {
        Task {
            subject,
            crowd,
            threads,
            effort: self.effort(crowd.agents),
        }
    }
}
