//! Command lines.

use super::console;
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;

/// Parses the options from the arguments. The first argument is the program.
///
/// # Errors
///
/// The exit status, after help, the version or an error was printed.
pub fn parse<Options: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Options, ExitCode> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    Options::try_parse_from(&arguments).map_err(|error| {
        if !error.use_stderr() {
            return console::print_status(error.print());
        }
        let mut given = arguments.iter();
        match given.find(|argument| argument.to_str().is_none()) {
            // The parser's message does not name the argument.
            Some(unreadable) if error.kind() == ErrorKind::InvalidUtf8 => {
                console::usage_error(format_args!("argument {unreadable:?} is not valid text"))
            }
            _ => console::usage_error(first_paragraph(&error)),
        }
    })
}

/// Parses the options from the arguments, and prints nothing. The first argument is the program.
///
/// # Errors
///
/// What is wrong, in one line.
pub fn try_parse<Options: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Options, String> {
    Options::try_parse_from(arguments).map_err(|error| first_paragraph(&error))
}

/// Parses a whole number from `MIN` to `MAX`.
///
/// Its option must allow negative numbers; otherwise the parser reads a negative number as an
/// option.
///
/// # Errors
///
/// The legal range.
pub fn whole<Number: TryFrom<u64>, const MIN: u64, const MAX: u64>(
    text: &str,
) -> Result<Number, String> {
    let number = text.parse::<u64>().ok();
    let legal = number.filter(|number| (MIN..=MAX).contains(number));
    legal
        .and_then(|number| Number::try_from(number).ok())
        .ok_or_else(|| format!("legal is {MIN} to {MAX}"))
}

/// The parser's error without the usage, in one line.
fn first_paragraph(error: &clap::Error) -> String {
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
    use super::{first_paragraph, whole};
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Options {
        #[arg(long, value_parser = ["wide", "narrow"])]
        _view: Option<String>,
    }

    #[test]
    fn an_error_names_the_legal_range() {
        assert_eq!(whole::<u8, 1, 255>("255"), Ok(255));
        for illegal in ["0", "256", "-1", "1.5", "", "ten"] {
            let error = Err("legal is 1 to 255".to_owned());
            assert_eq!(whole::<u8, 1, 255>(illegal), error, "{illegal}");
        }
        assert_eq!(
            whole::<u64, 0, { u64::MAX }>("18446744073709551615"),
            Ok(u64::MAX)
        );
    }

    #[test]
    fn the_legal_values_are_in_the_same_line() {
        let error =
            Options::try_parse_from(["flock", "--vieww", "wide"]).expect_err("an unknown option");
        assert!(first_paragraph(&error).starts_with("unexpected argument '--vieww'"));
        let error =
            Options::try_parse_from(["flock", "--view", "far"]).expect_err("an unknown view");
        assert_eq!(
            first_paragraph(&error),
            "invalid value 'far' for '--view <VIEW>' [possible values: wide, narrow]"
        );
    }
}
