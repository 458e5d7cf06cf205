//! Reading scenario files.

use super::{Layout, Scenario};
use ron::extensions::Extensions;
use std::fs;
use std::path::Path;

/// Reads, checks and lays out a scenario file.
///
/// # Errors
///
/// One line that names the file, and the line or the field that is wrong, and what is legal.
pub fn load(path: &Path) -> Result<(Scenario, Layout), String> {
    let file = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read scenario {file}: {error}"))?;
    parse(&text).map_err(|fault| format!("scenario {file}{fault}"))
}

/// Reads, checks and lays out a text; a fault begins with a comma and the line, or with a colon.
pub(super) fn parse(text: &str) -> Result<(Scenario, Layout), String> {
    let grammar = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let scenario: Scenario = grammar
        .from_str(text)
        .map_err(|error| fault_of_text(text, &error))?;
    let in_file = |fault| format!(": {fault}");
    if let Some(fault) = scenario.find_fault() {
        return Err(in_file(fault));
    }
    let layout = scenario.lay_out().map_err(in_file)?;
    match layout.find_overlap() {
        Some(fault) => Err(in_file(fault)),
        None => Ok((scenario, layout)),
    }
}

fn fault_of_text(text: &str, error: &ron::error::SpannedError) -> String {
    let place = error.span.end;
    let what = error.code.to_string();
    let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = place.line;
    match field_before(text, line, place.col) {
        Some(field) if !what.contains(&format!("`{field}`")) => {
            format!(", line {line}: field `{field}`: {what}")
        }
        _ => format!(", line {line}: {what}"),
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
mod tests;
