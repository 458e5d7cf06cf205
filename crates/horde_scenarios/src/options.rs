//! The command line.

use crate::scenario::Pose;
use crate::simulation::Model;
use clap::Parser;
use horde_command::arguments::{self, whole};
use horde_command::console;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  horde_scenarios                              everything; inside the workspace it writes docs/motion.md
  horde_scenarios corridor bottleneck          two of them
  horde_scenarios my-square.ron                one of your own; docs/scenario-files.md says how to write it
  horde_scenarios --quick --check              a shorter form, judged
  horde_scenarios corner --trajectories c.csv  and where everybody was

Exit status: 0 when all went well, 1 when a requirement is not met (with --check) or something failed, 2 for wrong use.";

/// Runs crowd scenarios without a window, measures what a watcher would see, and judges it.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(name = "horde_scenarios", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Options {
    /// Scenarios to run: names, or files that end in .ron [default: all that come with the suite]
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,

    /// Print the names of the scenarios, one per line, and stop
    #[arg(long)]
    pub list: bool,

    /// Run large scenarios only at 60 Hz: a few minutes instead of twenty
    #[arg(long, conflicts_with_all = ["rates", "poses"])]
    pub quick: bool,

    /// Ticks per second, 1 to 1000 [default: 30,60,240]
    #[arg(long, value_name = "HZ,...", value_delimiter = ',', allow_negative_numbers = true, value_parser = whole::<u32, 1, 1000>)]
    pub rates: Vec<u32>,

    /// Ways to lay the scenarios out; the default is all of these
    #[arg(long, value_name = "POSE,...", value_delimiter = ',')]
    pub poses: Vec<Pose>,

    /// Avoidance models; the default is all of these
    #[arg(long = "model", value_name = "MODEL,...", value_delimiter = ',')]
    pub models: Vec<Model>,

    /// Print everything that was measured as JSON
    #[arg(long)]
    pub json: bool,

    /// Exit with status 1 when a requirement is not met
    #[arg(long)]
    pub check: bool,

    /// Write motion.md, and a picture of each scenario under motion, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,

    /// Write where everybody was, tick by tick, as CSV; for one scenario
    #[arg(long, value_name = "FILE")]
    pub trajectories: Option<PathBuf>,

    /// Runs at the same time; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16, 1, 1024>)]
    pub threads: Option<u16>,
}

impl Options {
    /// What the command line asks for; or, if it asks for nothing to run, the status to exit with.
    ///
    /// # Errors
    ///
    /// The exit status, when help or the version was asked for, or an argument is wrong; that has been said then.
    pub fn from_command_line() -> Result<Self, ExitCode> {
        let options = arguments::parse::<Self>(std::env::args_os())?;
        match options.trajectories {
            Some(_) if options.scenarios.len() != 1 => Err(console::wrong_use(
                "--trajectories needs exactly one scenario",
            )),
            _ => Ok(options),
        }
    }

    /// Whether it is the full form of everything.
    pub fn is_full(&self) -> bool {
        let chosen = [
            self.rates.is_empty(),
            self.poses.is_empty(),
            self.models.is_empty(),
        ];
        self.scenarios.is_empty() && !self.quick && chosen == [true; 3]
    }
}
