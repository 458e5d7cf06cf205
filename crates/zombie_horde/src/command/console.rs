//! Printing to stdout and stderr, also when a stream is closed.

pub use super::printable::{one_line, printable};

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Exit status for a wrong argument.
const USAGE_ERROR: u8 = 2;

/// Prints a result to stdout. The text must end with a line break.
pub fn print(text: impl Display) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let text = text.to_string();
    let text = printable(&text);
    print_status(write!(stdout, "{text}").and_then(|()| stdout.flush()))
}

/// The exit status after printing to stdout. A reader that stops early, like `head`, is no failure.
pub fn print_status(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failure(format_args!("cannot write to stdout: {error}")),
    }
}

/// Prints one line to stderr.
pub fn print_to_stderr(text: impl Display) {
    let text = one_line(&text.to_string());
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints an error about an argument or about the file that it names.
pub fn usage_error(text: impl Display) -> ExitCode {
    print_to_stderr(format_args!("error: {text}"));
    ExitCode::from(USAGE_ERROR)
}

/// Prints an error of the run.
pub fn failure(text: impl Display) -> ExitCode {
    print_to_stderr(format_args!("error: {text}"));
    ExitCode::FAILURE
}
