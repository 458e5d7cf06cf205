//! The demo in a browser. The address of the page says what to show.

mod page;

use crate::address;
use crate::window::{self, run_to::RunToPlugin};
use std::process::ExitCode;

/// Shows what the address of the page says, or says what is wrong with it.
///
/// The browser goes on running the demo after the function returns.
pub fn run() -> ExitCode {
    let options = match address::parse(&page::query()) {
        Ok(options) => options,
        Err(error) => {
            page::fail(&error);
            return ExitCode::FAILURE;
        }
    };
    let mut app = window::app(&options);
    app.add_plugins(page::plugin);
    if let Some(tick) = options.ticks {
        app.add_plugins(RunToPlugin { tick });
    }
    app.run();
    ExitCode::SUCCESS
}
