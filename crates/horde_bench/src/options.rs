//! The command line.

use crate::crowd::{Crowd, Duty, Executor, Ground};
use clap::{Args, Parser, Subcommand};
use horde_command::arguments::whole;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  horde_bench                                  the table of the bar, in some three minutes
  horde_bench --quick                          smaller crowds, in some seconds
  horde_bench --row flock-8 --row zombie-8     two rows of it; --list prints their names
  horde_bench --row 'alone-*'                  what each behaviour costs by itself
  horde_bench --instructions                   instructions instead of time: perf, or else valgrind
  horde_bench --output docs                    every behaviour too, and how cost grows: writes docs/performance.md
                                               and its plots
  horde_bench measure --duty zombie --agents 20000 --threads 2
  horde_bench measure --duty zombie --think 4 --json

Figures and bars are medians of ticks, each row in processes of its own. A bar is missed, or met, or the harder one
beyond it, its stretch, is met too. Rows that begin with alone (one behaviour each) and by (what grows) are measured
with --output, or by name.
Exit status: 0 when all went well, 1 when something failed, 2 for wrong use.";

/// Measures what a tick of bevy_horde costs, against the bar that it is held to.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(
    name = "horde_bench",
    version,
    after_help = EXAMPLES,
    max_term_width = 110,
    args_conflicts_with_subcommands = true
)]
pub struct Options {
    /// One crowd of your own, instead of the table.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Measure only this row; NAME* means all that begin with NAME; may be given several times
    #[arg(long = "row", value_name = "NAME", value_delimiter = ',')]
    pub rows: Vec<String>,

    /// Print the names of the rows, one per line, and stop
    #[arg(long, conflicts_with_all = ["rows", "json", "instructions", "output"])]
    pub list: bool,

    /// Smaller crowds and fewer ticks; the bar is not meant for them
    #[arg(long)]
    pub quick: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Count instructions per agent and tick instead of taking the time: of rows with one thread, of the bar and of behaviours alone
    #[arg(long)]
    pub instructions: bool,

    /// Measure every behaviour and how cost grows as well, and write performance.md and its plots into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rows", "instructions"])]
    pub output: Option<PathBuf>,
}

/// What else can be done.
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum Command {
    /// Measure one crowd in this process and print the median and the best tick
    Measure(Measure),
    /// Measure the task that this command was given by itself
    #[command(hide = true)]
    Child {
        /// The task, as JSON.
        task: String,
    },
}

/// A crowd of one's own.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Measure {
    /// What the agents do
    #[arg(long, default_value = "flock")]
    pub duty: Duty,

    /// How many there are
    #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = whole::<usize, 1, 10_000_000>)]
    pub agents: usize,

    /// Mean number of others in view range, above 0 and below the number of agents
    #[arg(long, value_name = "K", alias = "neighbours", default_value_t = 8.0, allow_negative_numbers = true, value_parser = above_zero)]
    pub neighbors: f32,

    /// How many of them count at most [default: 16 for zombies, else 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32, 0, 4_294_967_295>)]
    pub most: Option<u32>,

    /// Obstacles [default: 64 for those who avoid them]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize, 0, 1_000_000>)]
    pub obstacles: Option<usize>,

    /// What the obstacles are
    #[arg(long, default_value = "circles")]
    pub ground: Ground,

    /// They think in one of so many ticks, 1 to 255
    #[arg(long, value_name = "TICKS", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u8, 1, 255>)]
    pub think: u8,

    /// All begin on one point, as a wave that has just been spawned; for --warm-up 1 --ticks 30
    #[arg(long)]
    pub wave: bool,

    /// Threads, 1 to 1024
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u16, 1, 1_024>)]
    pub threads: u16,

    /// Systems one after the other, by Bevy's single-threaded executor
    #[arg(long)]
    pub in_turn: bool,

    /// Ticks before the first one that counts, 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<usize, 1, 1_000_000>)]
    pub warm_up: usize,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Ticks that count, 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<usize, 1, 1_000_000>)]
    pub ticks: usize,
}

impl Measure {
    /// The crowd.
    pub fn crowd(&self) -> Crowd {
        let most = self.most.unwrap_or(self.duty.usual_cap());
        let crowd = Crowd::new(self.duty, self.agents, self.neighbors, most);
        let obstacles = self.obstacles.unwrap_or(crowd.obstacles);
        let crowd = crowd
            .among(obstacles, self.ground)
            .thinking_every(self.think);
        if self.wave {
            crowd.on_one_point()
        } else {
            crowd
        }
    }

    /// Who runs its systems.
    pub fn executor(&self) -> Executor {
        match self.in_turn {
            true => Executor::SingleThreaded,
            false => Executor::Usual,
        }
    }
}

fn above_zero(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("legal is a number above 0".into()),
    }
}
