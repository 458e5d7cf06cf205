//! The command line.

use crate::command::arguments::{self, whole};
use crate::command::console;
use crate::rival::RivalKind;
use crate::scenario::Symmetry;
use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  horde_scenarios                              all scenarios; in the workspace writes measured/
  horde_scenarios corridor bottleneck          two scenarios
  horde_scenarios my-square.ron                your own scenario (scenario-files.md)
  horde_scenarios --quick --check              fewer runs; fails if a requirement is not met
  horde_scenarios corner --trajectories c.csv  one scenario, and its trajectories
  horde_scenarios --quick --rival dodgy        compares with another method
  horde_scenarios --random 300 --output out    random scenarios; draws those that are not solved
  horde_scenarios --random 1 --seed 17         one of them again

Exit status: 0 for success, 1 for a failure or (with --check) an unmet requirement or an
unsolved scenario, 2 for a wrong argument.";

/// Runs crowd scenarios without a window, measures how the crowds move, and judges the result.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(name = "horde_scenarios", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Options {
    /// Scenarios to run: names, or files that end in .ron [default: all that come with the suite]
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,

    /// Print the names of the scenarios, one per line, and stop
    #[arg(long)]
    pub list: bool,

    /// Run large scenarios only at 60 Hz: a few minutes instead of fifteen
    #[arg(long, conflicts_with_all = ["rates", "symmetries"])]
    pub quick: bool,

    /// Ticks per second, 1 to 1000 [default: 30,60,240]
    #[arg(
        long, value_name = "HZ,...", value_delimiter = ',', allow_negative_numbers = true,
        value_parser = whole::<u32, 1, 1000>
    )]
    pub rates: Vec<u32>,

    /// Symmetries of the layout to run [default: all of these]
    #[arg(long, value_name = "SYMMETRY,...", value_delimiter = ',')]
    pub symmetries: Vec<Symmetry>,

    /// Other methods that walk the same scenarios once, to compare with
    #[arg(long = "rival", value_name = "RIVAL,...", value_delimiter = ',')]
    pub rivals: Vec<RivalKind>,

    /// Draw this many random scenarios, run each at 60 Hz or the one rate of --rates, and report
    /// which are solved
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<u32, 1, 1_000_000>,
        conflicts_with_all = ["scenarios", "list", "quick", "symmetries"]
    )]
    pub random: Option<u32>,

    /// Seed of the first random scenario; the next has the next seed [default: 1]
    #[arg(
        long, value_name = "SEED", allow_negative_numbers = true,
        value_parser = whole::<u64, 0, { u64::MAX }>
    )]
    pub seed: Option<u64>,

    /// Print all results as JSON
    #[arg(long)]
    pub json: bool,

    /// Exit with status 1 when a requirement is not met, or a random scenario is not solved
    #[arg(long)]
    pub check: bool,

    /// Write tables.md, and one picture per scenario in the folder pictures, into this folder; with
    /// the option --random, instead a picture of each unsolved scenario
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,

    /// Write the positions of all agents at every tick as CSV; for one scenario
    #[arg(long, value_name = "FILE")]
    pub trajectories: Option<PathBuf>,

    /// Write the positions of all agents of every run as CSV, one file for each, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub all_trajectories: Option<PathBuf>,

    /// Number of runs in parallel; the results do not depend on it [default: one per core]
    #[arg(
        long, alias = "jobs", value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<u16, 1, 1024>
    )]
    pub threads: Option<u16>,
}

impl Options {
    /// Reads the command line.
    ///
    /// # Errors
    ///
    /// The exit status, after help, the version or an error was printed.
    pub fn from_command_line() -> Result<Self, ExitCode> {
        let options = arguments::parse::<Self>(std::env::args_os())?;
        match options.find_error() {
            Some(error) => Err(console::usage_error(error)),
            None => Ok(options),
        }
    }

    /// Describes options that do not fit together.
    fn find_error(&self) -> Option<&'static str> {
        let is_one = self.scenarios.len() == 1 || self.random == Some(1);
        if self.trajectories.is_some() && !is_one {
            return Some("--trajectories needs exactly one scenario");
        }
        if self.seed.is_some() && self.random.is_none() {
            return Some("--seed needs --random");
        }
        if self.all_trajectories.is_some() && self.random.is_some() {
            return Some("--random has no --all-trajectories; --random 1 has --trajectories");
        }
        (self.random.is_some() && self.rates.len() > 1)
            .then_some("--random runs at one rate; legal is one --rates")
    }

    /// Whether all scenarios run at all rates and in all symmetries.
    pub fn is_full(&self) -> bool {
        let is_all = self.rates.is_empty() && self.symmetries.is_empty();
        self.scenarios.is_empty() && !self.quick && is_all
    }
}
