//! The command line.

use crate::command::arguments::whole;
use crate::crowd::{Crowd, Executor, Ground, Workload};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  horde_bench                                  the table of targets, in about three minutes
  horde_bench --quick                          smaller crowds, in seconds
  horde_bench --row flock-8 --row zombie-8     two rows; --list prints all names
  horde_bench --row 'behavior-*'               the cost of each behavior by itself
  horde_bench --instructions                   instructions instead of time, with perf or valgrind
  horde_bench --output docs/contributing       every behavior, all sweeps: writes performance.md there
                                               and its plots
  horde_bench measure --workload zombie --agents 20000 --threads 2
  horde_bench measure --workload zombie --update-interval 4 --json
  horde_bench worst-cases walls formation      set-ups with dear ticks, against the same in the open

Figures and targets are medians of ticks. Each row runs in its own processes. A target is missed or
met; the verdict 'goal' means that the harder goal is met, too. Rows that begin with 'behavior' (one
behavior each) and 'by' (sweeps) are measured with --output, or by name.
Exit status: 0 for success, 1 for a failure, 2 for a wrong argument.";

/// Measures what a tick of bevy_horde costs, and compares it with targets.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(
    name = "horde_bench",
    version,
    after_help = EXAMPLES,
    max_term_width = 110,
    args_conflicts_with_subcommands = true
)]
pub struct Options {
    /// Measures one crowd instead of the table.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Measure only this row; NAME* matches all rows that begin with NAME; may be given several
    /// times
    #[arg(long = "row", value_name = "NAME", value_delimiter = ',')]
    pub rows: Vec<String>,

    /// Print the names of the rows, one per line, and stop
    #[arg(long, conflicts_with_all = ["rows", "json", "instructions", "output"])]
    pub list: bool,

    /// Smaller crowds and fewer ticks; the targets are not meant for them
    #[arg(long)]
    pub quick: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Count instructions per agent and tick instead of time: of rows with one thread, with targets
    /// or of single behaviors
    #[arg(long)]
    pub instructions: bool,

    /// Also measure every behavior and all sweeps, and write performance.md and its plots into this
    /// folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rows", "instructions"])]
    pub output: Option<PathBuf>,
}

/// Other commands.
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum Command {
    /// Measure one crowd in this process and print the median and the best tick
    Measure(Measure),
    /// Measure ticks that may be dear, such as those of mazes and piles
    WorstCases {
        /// Measure only set-ups whose names begin so
        names: Vec<String>,

        /// Print the names of the set-ups, one per line, and stop
        #[arg(long, conflicts_with = "names")]
        list: bool,
    },
    /// Measure a task of the parent process
    #[command(hide = true)]
    Child {
        /// The task, as JSON.
        task: String,
    },
}

/// The crowd and the measurement of `measure`.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Measure {
    /// Behaviors of the agents
    #[arg(long, default_value = "flock")]
    pub workload: Workload,

    /// Number of agents
    #[arg(
        long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true,
        value_parser = whole::<usize, 1, 10_000_000>
    )]
    pub agents: usize,

    /// Mean number of neighbors in view range, above 0 and below the number of agents
    #[arg(
        long, value_name = "K", default_value_t = 8.0, allow_negative_numbers = true,
        value_parser = above_zero
    )]
    pub neighbors: f32,

    /// The largest number of neighbors that count [default: 16 for zombies, otherwise 64]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<u32, 0, 4_294_967_295>
    )]
    pub max_neighbors: Option<u32>,

    /// Number of obstacles [default: 64 for workloads with obstacles]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<usize, 0, 1_000_000>
    )]
    pub obstacles: Option<usize>,

    /// Shape of the obstacles
    #[arg(long, default_value = "circles")]
    pub ground: Ground,

    /// Each agent updates in one of this many ticks, 1 to 255
    #[arg(
        long, value_name = "TICKS", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole::<u8, 1, 255>
    )]
    pub update_interval: u8,

    /// All agents start on one point, like a new wave; use with --warm-up 1 --ticks 30
    #[arg(long)]
    pub wave: bool,

    /// Threads, 1 to 1024
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole::<u16, 1, 1_024>
    )]
    pub threads: u16,

    /// Run the systems with Bevy's single-threaded executor
    #[arg(long)]
    pub single_threaded_executor: bool,

    /// Ticks before the first measured one, 1 to 1000000
    #[arg(
        long, value_name = "N", default_value_t = 5, allow_negative_numbers = true,
        value_parser = whole::<usize, 1, 1_000_000>
    )]
    pub warm_up: usize,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Measured ticks, 1 to 1000000
    #[arg(
        long, value_name = "N", default_value_t = 20, allow_negative_numbers = true,
        value_parser = whole::<usize, 1, 1_000_000>
    )]
    pub ticks: usize,
}

impl Measure {
    /// The crowd.
    pub fn crowd(&self) -> Crowd {
        let max_neighbors = self
            .max_neighbors
            .unwrap_or(self.workload.default_max_neighbors());
        let crowd = Crowd::new(self.workload, self.agents, self.neighbors, max_neighbors);
        let obstacles = self.obstacles.unwrap_or(crowd.obstacles);
        let crowd = crowd
            .among(obstacles, self.ground)
            .updating_every(self.update_interval);
        if self.wave {
            crowd.on_one_point()
        } else {
            crowd
        }
    }

    /// The executor of its systems.
    pub fn executor(&self) -> Executor {
        match self.single_threaded_executor {
            true => Executor::SingleThreaded,
            false => Executor::Default,
        }
    }
}

fn above_zero(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("legal is a number above 0".into()),
    }
}
