//! The shipped scenarios, in the order of the table.

use super::file::parse;
use super::{Layout, Scenario};

/// The name and text of each file.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/", $name, ".ron")))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "head-on-aligned",
    "head-on-offset-0.000001",
    "head-on-offset-0.001",
    "head-on-offset-0.1",
    "head-on-offset-0.3",
    "head-on-broad-aligned",
    "head-on-broad-offset-0.000001",
    "head-on-broad-offset-0.001",
    "head-on-broad-offset-0.1",
    "head-on-broad-offset-0.3",
    "antipodal-10",
    "antipodal-100",
    "antipodal-250",
    "blocks",
    "four-squares",
    "corridor",
    "crossing-streams",
    "bottleneck",
    "corner",
    "cul-de-sac-cup",
    "cul-de-sac-v",
    "cul-de-sac-u",
    "wall-l",
    "wall-t",
    "wall-12",
    "wall-40",
    "overtaking",
    "standing-crowd",
    "pedestrians",
    "flock-wide-20",
    "flock-wide-200",
    "flock-limited-20",
    "flock-limited-200",
    "flock-narrow-20",
    "flock-narrow-200",
    "zombies",
];

/// The names of the shipped scenarios, in the order of the table.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The shipped scenario of this name, laid out; `None` if there is none.
///
/// # Errors
///
/// One line that names the file and what is wrong with it.
pub fn shipped(name: &str) -> Option<Result<(Scenario, Layout), String>> {
    let (_, text) = FILES.iter().find(|(other, _)| *other == name)?;
    Some(parse(text).map_err(|error| error.message(&format!("scenario {name}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_is_shipped_and_legal() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("the folder of the scenarios")
            .map(|file| {
                let name = file.expect("an entry").file_name();
                let name = name.into_string().expect("text");
                name.trim_end_matches(".ron").to_owned()
            })
            .collect();
        let names: BTreeSet<String> = shipped_names().map(str::to_owned).collect();
        assert_eq!(files, names);
        for name in shipped_names() {
            let loaded = shipped(name).expect("it is in the list");
            assert!(loaded.is_ok(), "{loaded:?}");
        }
    }
}
