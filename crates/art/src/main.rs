//! Draws every picture into the folder that the demo and the examples read.

use horde_art::{FOLDER, write_all};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Err(error) = write_all(FOLDER.as_ref()) else {
        return ExitCode::SUCCESS;
    };
    eprintln!("error: cannot write {FOLDER}: {error}");
    ExitCode::FAILURE
}
