//! The command of the scenarios.

use std::process::ExitCode;

fn main() -> ExitCode {
    horde_scenarios::run::run()
}
