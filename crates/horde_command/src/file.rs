//! Files that users write, in the Rusty Object Notation, and files that commands write.

use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

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

/// Reads a text.
///
/// # Errors
///
/// The line, the field that begins there, and what is wrong with it.
pub fn parse<Content: DeserializeOwned>(text: &str) -> Result<Content, Fault> {
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

/// Whether a file can be written, found out before a run is spent on it; what is there stays as it is.
///
/// # Errors
///
/// Why it cannot.
pub fn try_to_write(file: &Path) -> io::Result<()> {
    let was_there = file.try_exists()?;
    OpenOptions::new().append(true).create(true).open(file)?;
    // An empty file would outlive a run that is broken off.
    if was_there {
        Ok(())
    } else {
        fs::remove_file(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::Folder;
    use serde::Deserialize;

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
    fn a_file_that_can_be_written_is_left_as_it_was() {
        let folder = Folder::new("try-to-write");
        let (old, new) = (folder.file("old"), folder.file("new"));
        fs::write(&old, "precious").expect("written");
        assert!(try_to_write(&old).is_ok() && try_to_write(&new).is_ok());
        assert_eq!(fs::read_to_string(&old).expect("it is there"), "precious");
        assert!(!new.exists());
        assert!(try_to_write(&folder.file("none/new")).is_err());
    }
}
