//! A zombie horde that chases the mouse: the demo of [`bevy_horde`].
//!
//! [`scene`] builds the scenes and [`simulation`] runs them. [`window`] shows them; [`headless`]
//! runs them without a window.

pub mod art;
pub mod command;
pub mod display;
pub mod flocking;
pub mod headless;
pub mod log;
pub mod obstacle_art;
pub mod options;
pub mod presets;
pub mod scene;
pub mod simulation;
pub mod window;

use crate::command::console;
use options::Options;
use std::process::ExitCode;

/// Runs the program: reads the command line and does what it says.
pub fn run() -> ExitCode {
    let options = match Options::from_command_line() {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.list_scenes {
        return console::print(options::list_of_scenes());
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
