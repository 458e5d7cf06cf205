//! The command line.

use crate::draw::Family;
use crate::judge::Check;
use clap::Parser;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  horde_fuzz --seconds 120 --seed 1          two minutes of the apps of seed 1
  horde_fuzz --seconds 3600 --jobs 2         an hour of random apps, two in parallel
  horde_fuzz --family walls,movers           only these families
  horde_fuzz --family walls --app 0x12ab     repeat one app, as printed with a failure
  horde_fuzz --script failing.ron            a script from --write

Failures are printed as tests on stdout, followed by counts. Exit status: 0 without failures, 1 with failures, 2 for
a wrong argument.";

/// Plays random apps and checks the guarantees of bevy_horde.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(name = "horde_fuzz", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Options {
    /// Start new apps for this many seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,

    /// Play this many apps, without a time limit
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub runs: Option<u64>,

    /// The seed of everything random [default: a random one, which is printed]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,

    /// Only apps of this family; may be given several times
    #[arg(long = "family", value_name = "NAME", value_delimiter = ',')]
    pub families: Vec<Family>,

    /// Only the app of this seed; needs --family
    #[arg(
        long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed,
        requires = "families"
    )]
    pub app: Option<u64>,

    /// Only this script
    #[arg(long, value_name = "FILE", conflicts_with_all = ["app", "families"])]
    pub script: Option<PathBuf>,

    /// Write failing scripts, minimized, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,

    /// Number of apps played in parallel
    #[arg(
        long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub jobs: u16,

    /// Threads per app
    #[arg(
        long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub threads: u16,

    /// Minimize each kind of failure for at most this many seconds; 0 prints it unchanged
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub minimize: u64,

    /// Stop after this many failures, at least 1
    #[arg(
        long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub failures: u64,

    /// Ignore failures of this check; may be given several times
    #[arg(long = "ignore", value_name = "CHECK", value_delimiter = ',')]
    pub ignored: Vec<Check>,

    /// Do not limit the time of ticks; for busy machines
    #[arg(long)]
    pub untimed: bool,

    /// Do not compare runs
    #[arg(long)]
    pub uncompared: bool,

    /// Print the fingerprint of a script on stdin
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
