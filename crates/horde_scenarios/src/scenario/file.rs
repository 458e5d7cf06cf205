//! Reads scenario files.

use super::{Layout, Scenario};
use crate::command::file::{self, ParseError};
use std::path::Path;

/// Reads, checks and lays out a scenario file.
///
/// # Errors
///
/// One line that names the file, the line or the field, what is wrong, and what is legal.
pub fn load(path: &Path) -> Result<(Scenario, Layout), String> {
    let name = format!("scenario {}", path.display());
    let text = file::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&text).map_err(|error| error.message(&name))
}

/// Reads, checks and lays out a text.
pub(super) fn parse(text: &str) -> Result<(Scenario, Layout), ParseError> {
    let scenario: Scenario = file::parse(text)?;
    if let Some(error) = scenario.find_error() {
        return Err(ParseError::in_whole_file(error));
    }
    let layout = scenario.lay_out().map_err(ParseError::in_whole_file)?;
    let covered = (!scenario.requires.none_arrive).then(|| layout.find_covered_goal());
    match layout.find_overlap().or_else(|| covered.flatten()) {
        Some(error) => Err(ParseError::in_whole_file(error)),
        None => Ok((scenario, layout)),
    }
}

#[cfg(test)]
mod tests;
