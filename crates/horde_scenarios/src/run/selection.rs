//! The scenarios that the command line selects.

use crate::scenario::{Layout, Scenario, load, shipped, shipped_names};
use std::path::Path;

/// A selected scenario.
pub(super) struct Chosen {
    /// Its name in the table: the file name without the extension.
    pub name: String,
    pub scenario: Scenario,
    pub layout: Layout,
}

/// The scenarios with these names or files; without names, all shipped scenarios.
///
/// # Errors
///
/// One line about the first scenario that cannot be run.
pub(super) fn choose(names: &[String]) -> Result<Vec<Chosen>, String> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let all = || shipped_names().map(str::to_owned).collect();
    let names = if names.is_empty() {
        all()
    } else {
        names.to_vec()
    };
    for name in &names {
        let next = choose_one(name)?;
        if chosen.iter().any(|other| other.name == next.name) {
            let other = next.name;
            return Err(format!(
                "scenario {name}: there is another one that is called \"{other}\""
            ));
        }
        chosen.push(next);
    }
    Ok(chosen)
}

fn choose_one(requested: &str) -> Result<Chosen, String> {
    let path = Path::new(requested);
    let is_file = path.extension().is_some_and(|ending| ending == "ron");
    let (name, loaded) = match (shipped(requested), path.file_stem()) {
        (Some(loaded), _) => (requested.to_owned(), loaded),
        (None, Some(stem)) if is_file => (stem.to_string_lossy().into_owned(), load(path)),
        _ => {
            return Err(format!(
                "there is no scenario \"{requested}\"; --list prints the names, and files end \
                 in .ron"
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
