//! The command of the fuzzer.

use std::process::ExitCode;

fn main() -> ExitCode {
    horde_fuzz::run::run()
}
