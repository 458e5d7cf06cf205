//! Writes every picture of the demo: `horde_art [OUT_DIR]`, into `assets` unless told otherwise.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let directory = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("assets"), PathBuf::from);
    match horde_art::write_all(&directory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!(
                "cannot write the pictures to {}: {error}",
                directory.display()
            );
            ExitCode::FAILURE
        }
    }
}
