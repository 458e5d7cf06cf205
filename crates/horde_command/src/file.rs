//! Files that users write, in the Rusty Object Notation.

use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Bytes of the longest file that is read.
const MOST_BYTES: u64 = 16 << 20;

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, where there is one to name.
    pub line: Option<usize>,
    /// What is wrong there.
    pub what: String,
}

impl Fault {
    /// Of the file as a whole.
    pub fn of_whole(what: impl Into<String>) -> Self {
        let what = what.into();
        Self { line: None, what }
    }

    /// One line about it, with what the file is and its name before it.
    pub fn say(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("{file}, line {line}: {}", self.what),
            None => format!("{file}: {}", self.what),
        }
    }
}

/// The notation: what may be left out is written as it is, and not as `Some` of it.
pub fn notation() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The text of a file.
///
/// # Errors
///
/// When it cannot be read, is no text, or is longer than 16 MiB.
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let fault = format!("it is longer than {MOST_BYTES} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, fault));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Reads a text; a byte order mark before it is no part of it.
///
/// # Errors
///
/// The line, the field that begins there, and what is wrong with it.
pub fn parse<Content: DeserializeOwned>(text: &str) -> Result<Content, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    notation()
        .from_str(text)
        .map_err(|error| fault_of(text, &error))
}

fn fault_of(text: &str, error: &SpannedError) -> Fault {
    let place = error.span.end;
    let what = error.code.to_string();
    let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
    Fault {
        line: Some(place.line),
        what: match field_before(text, place.line, place.col) {
            Some(field) if !what.contains(&format!("`{field}`")) => {
                format!("field `{field}`: {what}")
            }
            _ => what,
        },
    }
}

/// The last field name that begins before a place in the text.
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
    use super::*;
    use crate::trial::Folder;
    use serde::Deserialize;
    use std::fs;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Gate {
        width: f32,
        #[serde(default)]
        name: Option<String>,
    }

    fn fault(text: &str) -> Fault {
        parse::<Gate>(text).expect_err("it is broken")
    }

    #[test]
    fn what_may_be_left_out_is_written_as_it_is() {
        let gate = parse("(width: 2, name: \"north\")");
        let name = Some("north".to_owned());
        assert_eq!(gate, Ok(Gate { width: 2.0, name }));
    }

    #[test]
    fn the_line_and_the_field_are_named() {
        let wide = fault("(\n  width: // how far: in metres\n  \"wide\",\n)");
        assert_eq!(wide.line, Some(3));
        assert!(wide.what.starts_with("field `width`: "), "{wide:?}");
        let unknown = fault("(\n  widht: 2,\n)").say("gate north");
        assert!(unknown.starts_with("gate north, line 2: "), "{unknown}");
        assert_eq!(unknown.matches("`widht`").count(), 1, "{unknown}");
        assert_eq!(Fault::of_whole("too wide").say("gate"), "gate: too wide");
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let gate = parse("\u{feff}(width: 2)");
        let name = None;
        assert_eq!(gate, Ok(Gate { width: 2.0, name }));
        assert_eq!(fault("\u{feff}(width: wide)"), fault("(width: wide)"));
    }

    #[test]
    fn what_is_no_text_of_bounded_length_is_not_read() {
        let folder = Folder::new("read");
        let file = folder.file("file");
        let read_back = |bytes: &[u8]| {
            fs::write(&file, bytes).expect("written");
            read(&file).map_err(|fault| fault.to_string())
        };
        assert_eq!(read_back(b"text"), Ok("text".into()));
        // UTF-16, as some editors write it.
        assert_eq!(
            read_back(b"\xff\xfe(\0"),
            Err("it is not UTF-8 text".into())
        );
        let long = vec![b' '; MOST_BYTES as usize + 1];
        let fault = read_back(&long).expect_err("too long");
        assert!(fault.contains("16777216 bytes"), "{fault}");
        assert!(read_back(&long[1..]).is_ok());
    }
}
