//! The command that draws the art.

use clap::Parser;
use horde_command::{arguments, console};
use std::path::PathBuf;
use std::process::ExitCode;

/// Draws every picture of the demo.
#[derive(Parser)]
#[command(name = "horde_art", version)]
struct Options {
    /// The folder for the pictures
    #[arg(value_name = "FOLDER", default_value = "assets")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    let options: Options = match arguments::parse(std::env::args_os()) {
        Ok(options) => options,
        Err(status) => return status,
    };
    match horde_art::write_all(&options.folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => console::failure(format_args!(
            "cannot write the pictures to {}: {error}",
            options.folder.display()
        )),
    }
}
