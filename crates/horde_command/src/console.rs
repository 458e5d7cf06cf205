//! What is said on stdout and stderr, also when nobody reads it.

pub use crate::printable::{one_line, printable};

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Exit status of a wrong argument.
const WRONG_USE: u8 = 2;

/// Prints a result, which ends its own last line.
pub fn print(text: impl Display) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let text = text.to_string();
    let text = printable(&text);
    printed(write!(stdout, "{text}").and_then(|()| stdout.flush()))
}

/// What printing to stdout came to. A reader that has left, as `head` does, is no failure.
pub fn printed(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failed(format_args!("cannot write to stdout: {error}")),
    }
}

/// Says something about the run in one line on stderr.
pub fn tell(text: impl Display) {
    let text = one_line(&text.to_string());
    // Nobody is left to be told when stderr is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says what is wrong with an argument, or with what it names.
pub fn wrong_use(text: impl Display) -> ExitCode {
    tell(format_args!("error: {text}"));
    ExitCode::from(WRONG_USE)
}

/// Says what went wrong in the run.
pub fn failed(text: impl Display) -> ExitCode {
    tell(format_args!("error: {text}"));
    ExitCode::FAILURE
}
