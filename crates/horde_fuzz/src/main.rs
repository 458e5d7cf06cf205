//! The fuzzer's command.

use std::process::ExitCode;

fn main() -> ExitCode {
    horde_fuzz::run::run()
}
