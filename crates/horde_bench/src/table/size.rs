//! How many agents, and how long.

use crate::crowd::{Crowd, Executor};
use crate::measurement::{Effort, Subject, Task};

/// Agents and ticks of one measurement together, about.
const AGENT_TICKS: usize = 1_200_000;
/// Crowds up to this size are measured several times, in turn with the others.
const MOST_AGENTS_IN_TURN: usize = 200_000;

/// How large the crowds are, and how long they are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// As the bar says.
    Full,
    /// Fewer agents and ticks.
    Quick,
}

impl Size {
    /// Agents of most rows.
    pub fn usual(self) -> usize {
        self.either(100_000, 20_000)
    }

    /// Agents of the smaller crowd where cost at two sizes is compared.
    pub fn small(self) -> usize {
        self.either(10_000, 2_500)
    }

    /// Agents of the larger one.
    pub fn large(self) -> usize {
        self.either(1_000_000, 50_000)
    }

    /// One or the other.
    pub fn either(self, full: usize, quick: usize) -> usize {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }

    /// How long a crowd of so many is measured.
    pub fn effort(self, agents: usize) -> Effort {
        let in_turn = agents <= MOST_AGENTS_IN_TURN;
        Effort {
            warm_up: if in_turn { 5 } else { 3 },
            ticks: match self {
                Self::Full => (AGENT_TICKS / agents.max(1)).clamp(8, 60),
                Self::Quick => (AGENT_TICKS / 4 / agents.max(1)).clamp(5, 30),
            },
            seconds: Some(match self {
                Self::Full => 4.0,
                Self::Quick => 0.4,
            }),
            rounds: match self {
                Self::Full if in_turn => 3,
                _ => 1,
            },
        }
    }

    /// The plugin in Bevy's own manner.
    pub fn plugin(self, crowd: Crowd, threads: usize) -> Task {
        self.task(Subject::Plugin(Executor::Usual), crowd, threads)
    }

    /// Any subject.
    pub fn task(self, subject: Subject, crowd: Crowd, threads: usize) -> Task {
        Task {
            subject,
            crowd,
            threads,
            effort: self.effort(crowd.agents),
        }
    }
}
