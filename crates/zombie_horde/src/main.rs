//! The demo's command.

use std::process::ExitCode;

fn main() -> ExitCode {
    zombie_horde::run()
}
