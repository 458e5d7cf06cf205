//! Draws every picture into the folders that the demo and the examples read.

use horde_art::{EXAMPLES_FOLDER, FOLDER, OF_EXAMPLES, write_all};
use std::process::ExitCode;

fn main() -> ExitCode {
    let drawn = [
        (FOLDER, write_all(FOLDER.as_ref(), |_| true)),
        (
            EXAMPLES_FOLDER,
            write_all(EXAMPLES_FOLDER.as_ref(), |name| name == OF_EXAMPLES),
        ),
    ];
    let mut status = ExitCode::SUCCESS;
    for (folder, result) in drawn {
        if let Err(error) = result {
            eprintln!("error: cannot write {folder}: {error}");
            status = ExitCode::FAILURE;
        }
    }
    status
}
