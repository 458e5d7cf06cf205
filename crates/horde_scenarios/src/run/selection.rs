//! Which scenarios the command line names.

use crate::scenario::{Layout, Scenario, load, shipped, shipped_names};
use std::path::Path;

/// A scenario that is to be run.
pub(super) struct Chosen {
    /// What the table calls it: the name of its file, without the ending.
    pub name: String,
    pub scenario: Scenario,
    pub layout: Layout,
}

/// The scenarios of these names and files; of no names, all that come with the suite.
///
/// # Errors
///
/// One line about the first that cannot be run.
pub(super) fn choose(asked: &[String]) -> Result<Vec<Chosen>, String> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let all = || shipped_names().map(str::to_owned).collect();
    let asked = if asked.is_empty() {
        all()
    } else {
        asked.to_vec()
    };
    for asked in &asked {
        let next = choose_one(asked)?;
        if chosen.iter().any(|other| other.name == next.name) {
            let name = next.name;
            return Err(format!(
                "scenario {asked}: there is another one that is called \"{name}\""
            ));
        }
        chosen.push(next);
    }
    Ok(chosen)
}

fn choose_one(asked: &str) -> Result<Chosen, String> {
    let path = Path::new(asked);
    let is_file = path.extension().is_some_and(|ending| ending == "ron");
    let (name, loaded) = match (shipped(asked), path.file_stem()) {
        (Some(loaded), _) => (asked.to_owned(), loaded),
        (None, Some(stem)) if is_file => (stem.to_string_lossy().into_owned(), load(path)),
        _ => {
            return Err(format!(
                "there is no scenario \"{asked}\"; --list prints the names, and files end in .ron"
            ));
        }
    };
    let (scenario, layout) = loaded?;
    Ok(Chosen {
        name,
        scenario,
        layout,
    })
}
