//! The command line.

use crate::draw::Family;
use crate::judge::Check;
use clap::Parser;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  horde_fuzz --seconds 120 --seed 1          two minutes of the apps of seed 1
  horde_fuzz --seconds 3600 --jobs 2         an hour of random ones, two at a time
  horde_fuzz --family walls,movers           only these
  horde_fuzz --family walls --app 0x12ab     one app again, as a failure names it
  horde_fuzz --script failing.ron            one that was written with --write

Failures are printed as tests, on stdout; counts follow. Exit status: 0 when nothing failed, 1 when something did, 2 for
wrong use.";

/// Plays random apps and checks what bevy_horde promises.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(name = "horde_fuzz", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Options {
    /// Begin new apps for so many seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,

    /// Play so many apps, however long it takes
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub runs: Option<u64>,

    /// The seed of everything [default: a random one, which is printed]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,

    /// Only apps of this kind; may be given several times
    #[arg(long = "family", value_name = "NAME", value_delimiter = ',')]
    pub families: Vec<Family>,

    /// Only the app of this seed; needs its family
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed, requires = "families")]
    pub app: Option<u64>,

    /// Only this script
    #[arg(long, value_name = "FILE", conflicts_with_all = ["app", "families"])]
    pub script: Option<PathBuf>,

    /// Write the scripts that fail, minimized, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,

    /// Apps at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,

    /// Threads that an app computes with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Make each kind of failure short for so many seconds at most; 0 prints it as it is
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub minimize: u64,

    /// Stop after so many failures
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub failures: u64,

    /// Do not count failures of this kind; may be given several times
    #[arg(long = "ignore", value_name = "CHECK", value_delimiter = ',')]
    pub ignored: Vec<Check>,

    /// Let ticks take as long as they like, for machines that are busy
    #[arg(long)]
    pub untimed: bool,

    /// Compare no runs
    #[arg(long)]
    pub uncompared: bool,

    /// Print what a script on stdin comes to
    #[arg(long, hide = true)]
    pub fingerprint: bool,
}

fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| {
        "legal is a whole number from 0 to 2^64 - 1, or 0x and hexadecimal digits".into()
    })
}
