//! Reading scenario files.

use super::{Layout, Scenario};
use horde_command::file::{self, Fault};
use std::path::Path;

/// Reads, checks and lays out a scenario file.
///
/// # Errors
///
/// One line that names the file, and the line or the field that is wrong, and what is legal.
pub fn load(path: &Path) -> Result<(Scenario, Layout), String> {
    let name = format!("scenario {}", path.display());
    let text = file::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&text).map_err(|fault| fault.say(&name))
}

/// Reads, checks and lays out a text.
pub(super) fn parse(text: &str) -> Result<(Scenario, Layout), Fault> {
    let scenario: Scenario = file::parse(text)?;
    if let Some(fault) = scenario.find_fault() {
        return Err(Fault::of_whole(fault));
    }
    let layout = scenario.lay_out().map_err(Fault::of_whole)?;
    match layout.find_overlap() {
        Some(fault) => Err(Fault::of_whole(fault)),
        None => Ok((scenario, layout)),
    }
}

#[cfg(test)]
mod tests;
