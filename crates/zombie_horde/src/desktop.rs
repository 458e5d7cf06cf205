//! The program on a desktop.

use crate::command::console;
use crate::options::{self, Options};
use crate::{display, headless, window};
use std::process::ExitCode;

/// Runs the program: reads the command line and does what it says.
pub fn run() -> ExitCode {
    let options = match Options::from_command_line() {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.list_scenes {
        return console::print(options::list_of_scenes(options.all));
    }
    if options.headless {
        return headless::run(&options, options.picture.as_deref());
    }
    if options.screenshot.is_some() || options.film.is_some() {
        return window::run(&options);
    }
    match display::usable() {
        Ok(()) => window::run(&options),
        Err(reason) => headless::run_without_window(&options, reason),
    }
}
