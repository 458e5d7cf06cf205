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

/// Reads a whole number from `LEAST` to `MOST`. Its option allows negative numbers, or the parser
/// takes one for an option.
///
/// # Errors
///
/// What is legal.
pub fn whole<Number: TryFrom<u64>, const LEAST: u64, const MOST: u64>(
    text: &str,
) -> Result<Number, String> {
    let number = text.parse::<u64>().ok();
    let legal = number.filter(|number| (LEAST..=MOST).contains(number));
    legal
        .and_then(|number| Number::try_from(number).ok())
        .ok_or_else(|| format!("legal is {LEAST} to {MOST}"))
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
    use super::{in_one_line, whole};
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Options {
        #[arg(long, value_parser = ["wide", "narrow"])]
        _view: Option<String>,
    }

    #[test]
    fn a_number_out_of_range_is_told_the_range() {
        assert_eq!(whole::<u8, 1, 255>("255"), Ok(255));
        for illegal in ["0", "256", "-1", "1.5", "", "ten"] {
            let fault = Err("legal is 1 to 255".to_owned());
            assert_eq!(whole::<u8, 1, 255>(illegal), fault, "{illegal}");
        }
        assert_eq!(
            whole::<u64, 0, { u64::MAX }>("18446744073709551615"),
            Ok(u64::MAX)
        );
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
