//! The command that runs the scenarios.

use std::process::ExitCode;

fn main() -> ExitCode {
    horde_scenarios::run::run()
}
