//! One crowd of the user's own.

use crate::crowd::{Executor, Ground};
use crate::measurement::{Outcome, Subject, Task};
use serde::Serialize;
use std::fmt;

/// What a crowd cost.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Measured {
    /// What the agents did.
    pub duty: String,
    /// Agents.
    pub agents: usize,
    /// The mean number of neighbours that was asked for.
    pub neighbours_asked: f32,
    /// The measured one.
    pub neighbours: f64,
    /// How many of them counted at most.
    pub most: u32,
    /// Obstacles.
    pub obstacles: usize,
    /// What these are.
    pub ground: Ground,
    /// The agents thought in one of so many ticks.
    pub think: u8,
    /// Threads.
    pub threads: usize,
    /// Whether systems ran one after the other.
    pub in_turn: bool,
    /// Ticks before the first one that counted.
    pub warm_up: usize,
    /// Ticks that counted.
    pub ticks: usize,
    /// The median tick, milliseconds.
    pub ms_per_tick: f64,
    /// The shortest tick, milliseconds.
    pub best_ms_per_tick: f64,
    /// The median tick, nanoseconds for each agent.
    pub ns_per_agent: f64,
    /// The shortest tick, nanoseconds for each agent.
    pub best_ns_per_agent: f64,
    /// What the plugin holds for each agent beyond its components.
    pub held_bytes_per_agent: f64,
    /// With those of Bevy's own tasks.
    pub allocations_per_tick: f64,
}

impl Measured {
    /// What came of measuring; `None` when no tick was.
    pub fn new(duty: String, task: &Task, outcome: &Outcome) -> Option<Self> {
        let (median, best) = (outcome.median_tick()?, outcome.best_tick()?);
        let Task { crowd, effort, .. } = task;
        let each = crowd.agents as f64;
        Some(Self {
            duty,
            agents: crowd.agents,
            neighbours_asked: crowd.neighbors,
            neighbours: outcome.neighbors,
            most: crowd.most_neighbors,
            obstacles: crowd.obstacles,
            ground: crowd.ground,
            think: crowd.think_ticks,
            threads: task.threads,
            in_turn: task.subject == Subject::Plugin(Executor::SingleThreaded),
            warm_up: effort.warm_up,
            ticks: effort.ticks,
            ms_per_tick: median * 1e-6,
            best_ms_per_tick: best * 1e-6,
            ns_per_agent: median / each,
            best_ns_per_agent: best / each,
            held_bytes_per_agent: outcome.held_bytes / each,
            allocations_per_tick: outcome.mean_allocations().unwrap_or_default(),
        })
    }

    /// The same as an object, indented.
    ///
    /// # Errors
    ///
    /// None that a user can cause.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize, one: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {one}s"),
        };
        write!(
            text,
            "{}, {}, {:.1} neighbours, the nearest {} count, ",
            self.duty,
            counted(self.agents, "agent"),
            self.neighbours,
            self.most,
        )?;
        if self.obstacles > 0 {
            let shape = match self.ground {
                Ground::Circles => "circle",
                Ground::Polygons => "polygon",
            };
            write!(text, "{}, ", counted(self.obstacles, shape))?;
        }
        if self.think > 1 {
            write!(text, "thinking in one of {} ticks, ", self.think)?;
        }
        if self.in_turn {
            text.write_str("systems in turn, ")?;
        }
        write!(
            text,
            "{}: {:.3} ms a tick (best {:.3}), {:.1} ns/agent (best {:.1}), {:.1} bytes/agent held, {:.1} allocations/tick \
             (those of Bevy's tasks included)",
            counted(self.threads, "thread"),
            self.ms_per_tick,
            self.best_ms_per_tick,
            self.ns_per_agent,
            self.best_ns_per_agent,
            self.held_bytes_per_agent,
            self.allocations_per_tick,
        )
    }
}
