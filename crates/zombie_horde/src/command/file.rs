//! Reads files that users write, in the Rusty Object Notation (RON).

use ron::error::{Error, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest file that is read, bytes.
const MAX_BYTES: u64 = 16 << 20;

/// An error in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, if known.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: String,
}

impl ParseError {
    /// An error without a line.
    pub fn in_whole_file(problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self {
            line: None,
            problem,
        }
    }

    /// The error in one line, after the kind and the name of the file.
    pub fn message(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("{file}, line {line}: {}", self.problem),
            None => format!("{file}: {}", self.problem),
        }
    }
}

/// The notation. Optional values are written without `Some`.
pub fn notation() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads the text of a file.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or is longer than 16 MiB.
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let error = format!("it is longer than {MAX_BYTES} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, error));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Parses a text. A byte order mark at its start is ignored.
///
/// # Errors
///
/// The line, the field, and what is wrong.
pub fn parse<Content: DeserializeOwned>(text: &str) -> Result<Content, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    notation()
        .from_str(text)
        .map_err(|error| error_of(text, &error))
}

fn error_of(text: &str, error: &SpannedError) -> ParseError {
    let position = error.span.end;
    let what = match &error.code {
        Error::MissingStructField { field, outer } => {
            let of = outer.as_ref().map(|outer| format!(" in `{outer}`"));
            format!("missing field named `{field}`{}", of.unwrap_or_default())
        }
        // The library advises another notation of names, which is of no use for a number.
        Error::SuggestRawIdentifier(found) => {
            format!("`{found}` is not legal here; legal is a name, as in `Name` or `Name(1)`")
        }
        code => code.to_string(),
    };
    let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
    ParseError {
        line: Some(position.line),
        problem: match field_before(text, position.line, position.col) {
            Some(field) if !names_its_field(&error.code) => format!("field `{field}`: {what}"),
            _ => what,
        },
    }
}

/// Whether the text of the error names the field. A missing field is noticed at the end of its
/// struct, so the field before that position is another one.
const fn names_its_field(error: &Error) -> bool {
    matches!(
        error,
        Error::MissingStructField { .. }
            | Error::NoSuchStructField { .. }
            | Error::DuplicateStructField { .. }
    )
}

/// The last field name that starts before a position in the text.
fn field_before(text: &str, line: usize, column: usize) -> Option<String> {
    let mut before: Vec<&str> = text.lines().take(line).collect();
    let last = before.pop()?;
    let cut: String = last.chars().take(column).collect();
    before.push(&cut);
    before.iter().rev().find_map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let (head, _) = code.rsplit_once(':')?;
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let name = head.trim_end().rsplit(|letter| !is_part(letter)).next()?;
        (!name.is_empty()).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::super::test_support::Folder;
    use super::*;
    use serde::Deserialize;
    use std::fs;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Gate {
        width: f32,
        #[serde(default)]
        name: Option<String>,
    }

    fn error(text: &str) -> ParseError {
        parse::<Gate>(text).expect_err("it is broken")
    }

    #[test]
    fn optional_values_are_written_without_some() {
        let gate = parse("(width: 2, name: \"north\")");
        let name = Some("north".to_owned());
        assert_eq!(gate, Ok(Gate { width: 2.0, name }));
    }

    #[test]
    fn the_line_and_the_field_are_named() {
        let wide = error("(\n  width: // how far: in meters\n  \"wide\",\n)");
        assert_eq!(wide.line, Some(3));
        assert!(wide.problem.starts_with("field `width`: "), "{wide:?}");
        let missing = error("(\n  name: \"north\",\n)");
        assert!(
            missing.problem.contains("missing field named `width`"),
            "{missing:?}"
        );
        assert!(!missing.problem.contains("`name`"), "{missing:?}");
        assert!(missing.problem.starts_with("missing"), "{missing:?}");
        let unknown = error("(\n  widht: 2,\n)").message("gate north");
        assert!(unknown.starts_with("gate north, line 2: "), "{unknown}");
        assert_eq!(unknown.matches("`widht`").count(), 1, "{unknown}");
        assert_eq!(
            ParseError::in_whole_file("too wide").message("gate"),
            "gate: too wide"
        );
    }

    #[test]
    fn a_number_for_a_named_value_is_no_raw_identifier() {
        #[derive(Deserialize, PartialEq, Debug)]
        enum Length {
            Meters(f32),
        }
        let error = parse::<Length>("0.5").expect_err("it has no name");
        assert_eq!(
            error.problem,
            "`0.5` is not legal here; legal is a name, as in `Name` or `Name(1)`"
        );
        assert_eq!(parse("Meters(0.5)"), Ok(Length::Meters(0.5)));
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let gate = parse("\u{feff}(width: 2)");
        let name = None;
        assert_eq!(gate, Ok(Gate { width: 2.0, name }));
        assert_eq!(error("\u{feff}(width: wide)"), error("(width: wide)"));
    }

    #[test]
    fn binary_and_long_files_are_not_read() {
        let folder = Folder::new("read");
        let file = folder.file("file");
        let read_back = |bytes: &[u8]| {
            fs::write(&file, bytes).expect("written");
            read(&file).map_err(|error| error.to_string())
        };
        assert_eq!(read_back(b"text"), Ok("text".into()));
        // UTF-16, which some editors write.
        assert_eq!(
            read_back(b"\xff\xfe(\0"),
            Err("it is not UTF-8 text".into())
        );
        let long = vec![b' '; MAX_BYTES as usize + 1];
        let error = read_back(&long).expect_err("too long");
        assert!(error.contains("16777216 bytes"), "{error}");
        assert!(read_back(&long[1..]).is_ok());
    }
}
