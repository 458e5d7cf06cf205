//! One crowd of the user's own.

use crate::measurement::Outcome;
use serde::Serialize;
use std::fmt;

/// What a crowd cost.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Measured {
    /// What the agents did.
    pub duty: String,
    /// Agents.
    pub agents: usize,
    /// The measured mean number of neighbours.
    pub neighbours: f64,
    /// Threads.
    pub threads: usize,
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
    pub fn new(duty: String, agents: usize, threads: usize, outcome: &Outcome) -> Option<Self> {
        let (median, best) = (outcome.median_tick()?, outcome.best_tick()?);
        let each = agents as f64;
        Some(Self {
            duty,
            agents,
            neighbours: outcome.neighbors,
            threads,
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
        let threads = match self.threads {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        write!(
            text,
            "{}, {} agents, {:.1} neighbours, {threads}: {:.3} ms a tick (best {:.3}), {:.1} ns/agent (best {:.1}), \
             {:.1} bytes/agent held, {:.1} allocations/tick with Bevy's own",
            self.duty,
            self.agents,
            self.neighbours,
            self.ms_per_tick,
            self.best_ms_per_tick,
            self.ns_per_agent,
            self.best_ns_per_agent,
            self.held_bytes_per_agent,
            self.allocations_per_tick,
        )
    }
}
