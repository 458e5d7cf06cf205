//! The result of `measure`.

use crate::crowd::{Executor, Ground};
use crate::measurement::{Outcome, Subject, Task};
use serde::Serialize;
use std::fmt;

/// The cost of a crowd.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Measured {
    /// The workload.
    pub workload: String,
    /// Number of agents.
    pub agents: usize,
    /// Requested mean number of neighbors.
    pub neighbors_requested: f32,
    /// Measured mean number of neighbors.
    pub neighbors: f64,
    /// The largest number of neighbors that count.
    pub max_neighbors: u32,
    /// Number of obstacles.
    pub obstacles: usize,
    /// Shape of the obstacles.
    pub ground: Ground,
    /// The agents update in one of this many ticks.
    pub update_interval: u8,
    /// Threads.
    pub threads: usize,
    /// Whether Bevy's single-threaded executor ran the systems.
    pub single_threaded_executor: bool,
    /// Ticks before the first measured one.
    pub warm_up: usize,
    /// Measured ticks.
    pub ticks: usize,
    /// The median tick, milliseconds.
    pub ms_per_tick: f64,
    /// The shortest tick, milliseconds.
    pub best_ms_per_tick: f64,
    /// The median tick, nanoseconds per agent.
    pub ns_per_agent: f64,
    /// The shortest tick, nanoseconds per agent.
    pub best_ns_per_agent: f64,
    /// The sizes of an agent's components, bytes.
    pub component_sizes: Vec<usize>,
    /// Memory of the plugin beyond the components, bytes per agent.
    pub held_bytes_per_agent: f64,
    /// Allocations per tick, including those of Bevy's tasks.
    pub allocations_per_tick: f64,
}

impl Measured {
    /// The result of a measurement; `None` without ticks.
    pub fn new(workload: String, task: &Task, outcome: &Outcome) -> Option<Self> {
        let (median, best) = (outcome.median_tick()?, outcome.best_tick()?);
        let Task { crowd, effort, .. } = task;
        let each = crowd.agents as f64;
        Some(Self {
            workload,
            agents: crowd.agents,
            neighbors_requested: crowd.neighbors,
            neighbors: outcome.neighbors,
            max_neighbors: crowd.max_neighbors,
            obstacles: crowd.obstacles,
            ground: crowd.ground,
            update_interval: crowd.update_interval,
            threads: task.threads,
            single_threaded_executor: task.subject == Subject::Plugin(Executor::SingleThreaded),
            warm_up: effort.warm_up,
            ticks: effort.ticks,
            ms_per_tick: median * 1e-6,
            best_ms_per_tick: best * 1e-6,
            ns_per_agent: median / each,
            best_ns_per_agent: best / each,
            component_sizes: outcome.component_sizes.clone(),
            held_bytes_per_agent: outcome.held_bytes / each,
            allocations_per_tick: outcome.mean_allocations().unwrap_or_default(),
        })
    }

    /// The result as an indented JSON object.
    ///
    /// # Errors
    ///
    /// None in practice.
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
            "{}, {}, {:.1} neighbors, the nearest {} count, ",
            self.workload,
            counted(self.agents, "agent"),
            self.neighbors,
            self.max_neighbors,
        )?;
        if self.obstacles > 0 {
            let shape = match self.ground {
                Ground::Circles => "circle",
                Ground::Polygons => "polygon",
            };
            write!(text, "{}, ", counted(self.obstacles, shape))?;
        }
        if self.update_interval > 1 {
            write!(text, "updating in one of {} ticks, ", self.update_interval)?;
        }
        if self.single_threaded_executor {
            text.write_str("single-threaded executor, ")?;
        }
        write!(
            text,
            "{}: {:.3} ms a tick (best {:.3}), {:.1} ns/agent (best {:.1}), \
             {} components of {} bytes, {:.1} bytes/agent held beside them, {:.1} allocations/tick \
             (those of Bevy's tasks included)",
            counted(self.threads, "thread"),
            self.ms_per_tick,
            self.best_ms_per_tick,
            self.ns_per_agent,
            self.best_ns_per_agent,
            self.component_sizes.len(),
            self.component_sizes.iter().sum::<usize>(),
            self.held_bytes_per_agent,
            self.allocations_per_tick,
        )
    }
}
