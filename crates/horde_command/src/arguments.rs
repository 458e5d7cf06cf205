//! Command lines.

use crate::console;
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;

/// The options that the arguments give; the first argument is the program.
///
/// # Errors
///
/// The exit status, when help or the version was asked for, or an argument is wrong; that has been said then.
pub fn parse<Options: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Options, ExitCode> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    Options::try_parse_from(&arguments).map_err(|error| {
        if !error.use_stderr() {
            return console::printed(error.print());
        }
        let mut given = arguments.iter();
        match given.find(|argument| argument.to_str().is_none()) {
            // The parser does not name it.
            Some(unreadable) if error.kind() == ErrorKind::InvalidUtf8 => {
                console::wrong_use(format_args!("argument {unreadable:?} is not valid text"))
            }
            _ => console::wrong_use(in_one_line(&error)),
        }
    })
}

/// What the parser says before it repeats the usage.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::in_one_line;
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Options {
        #[arg(long, value_parser = ["wide", "narrow"])]
        _view: Option<String>,
    }

    #[test]
    fn what_is_legal_stands_in_the_same_line() {
        let error =
            Options::try_parse_from(["flock", "--vieww", "wide"]).expect_err("a typing error");
        assert!(in_one_line(&error).starts_with("unexpected argument '--vieww'"));
        let error = Options::try_parse_from(["flock", "--view", "far"]).expect_err("there is none");
        assert_eq!(
            in_one_line(&error),
            "invalid value 'far' for '--view <VIEW>' [possible values: wide, narrow]"
        );
    }
}
