//! The report of a headless run.

use super::statistics::Spread;
use indicatif::HumanCount;
use serde::Serialize;
use std::fmt::{self, Display};

/// Width of the left column of the readable report.
const LABEL: usize = 26;

/// The report of a headless run. Names and units of the fields are part of the command's interface.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Report {
    /// The scene's name on the command line.
    pub scene: &'static str,
    /// Number of agents.
    pub agents: u32,
    /// Number of ticks run.
    pub ticks: u64,
    /// Ticks per simulated second.
    pub hz: u32,
    /// The seed.
    pub seed: u64,
    /// Number of threads that ran the steering.
    pub threads: usize,
    /// Time of all four stages together, milliseconds per tick.
    pub steering_ms: Spread,
    /// Time of each stage, milliseconds per tick.
    pub stages_ms: StageSpreads,
    /// Agents steered per second of steering time.
    pub agents_per_second: f64,
    /// The smallest distance between an agent and an obstacle, surface to surface, world units;
    /// `None` without obstacles.
    pub nearest_clearance: Option<f32>,
    /// Number of times that a solid agent overlapped a solid obstacle at the end of a tick. With
    /// more than 5000 agents only every few ticks are sampled.
    pub penetrations: u64,
    /// Number of times that an agent ended a tick with a number that is not finite; sampled like
    /// `penetrations`.
    pub non_finite: u64,
    /// Mean distance from an agent to its target, world units; `None` in scenes without targets.
    pub target_distance: Option<TargetDistance>,
    /// Number of times that an agent reached an end of its way; `None` in scenes without such ways.
    pub arrivals: Option<u64>,
    /// The hash of the final state, as hexadecimal text.
    pub state_hash: String,
}

/// Times of the four stages, milliseconds per tick.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct StageSpreads {
    /// Reading and indexing the agents.
    pub perceive: Spread,
    /// The behaviors.
    pub behave: Spread,
    /// Combining the forces.
    pub arbitrate: Spread,
    /// Moving the bodies.
    pub locomote: Spread,
}

/// Mean distance from an agent to its target, world units.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct TargetDistance {
    /// Before the first tick.
    pub start: f64,
    /// After the last tick.
    pub end: f64,
}

impl Report {
    /// The report as one JSON object on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and names") + "\n"
    }
}

impl Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let seconds = self.ticks as f64 / f64::from(self.hz);
        let plural = if self.threads == 1 { "" } else { "s" };
        writeln!(
            out,
            "Scene {}: {} agents for {seconds:.1} simulated seconds ({} ticks at {} Hz), seed \
             {}, {} thread{plural}\n",
            self.scene,
            HumanCount(u64::from(self.agents)),
            HumanCount(self.ticks),
            self.hz,
            self.seed,
            self.threads
        )?;
        let title = "Steering, ms per tick";
        writeln!(
            out,
            "{title:LABEL$}{:>10}{:>10}{:>10}",
            "median", "95 %", "worst"
        )?;
        let stages = &self.stages_ms;
        for (name, spread) in [
            ("  perceive", stages.perceive),
            ("  behave", stages.behave),
            ("  arbitrate", stages.arbitrate),
            ("  locomote", stages.locomote),
            ("  all four", self.steering_ms),
        ] {
            let Spread { median, p95, worst } = spread;
            writeln!(out, "{name:LABEL$}{median:>10.3}{p95:>10.3}{worst:>10.3}")?;
        }
        writeln!(out)?;
        let mut line = |label: &str, value: fmt::Arguments| writeln!(out, "{label:LABEL$}{value}");
        let speed = HumanCount(self.agents_per_second as u64);
        line(
            "Speed",
            format_args!("{speed} agents per second of steering"),
        )?;
        if let Some(clearance) = self.nearest_clearance {
            line(
                "Nearest to an obstacle",
                format_args!("{clearance:.3} units, surface to surface"),
            )?;
        }
        line(
            "Inside an obstacle",
            format_args!("{} times", HumanCount(self.penetrations)),
        )?;
        line(
            "Not a finite number",
            format_args!("{} times", HumanCount(self.non_finite)),
        )?;
        if let Some(TargetDistance { start, end }) = self.target_distance {
            line(
                "Distance to the target",
                format_args!("{start:.1} units at the start, {end:.1} at the end, on average"),
            )?;
        }
        if let Some(arrivals) = self.arrivals {
            line("Arrivals", format_args!("{}", HumanCount(arrivals)))?;
        }
        line("Final state", format_args!("{}", self.state_hash))
    }
}
