//! Draws every picture of the demo into the folder that the demo reads.

use std::process::ExitCode;

fn main() -> ExitCode {
    match horde_art::write_all(horde_art::FOLDER.as_ref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write {}: {error}", horde_art::FOLDER);
            ExitCode::FAILURE
        }
    }
}
