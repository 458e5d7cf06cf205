//! The shipped scenarios, in the order of the tables in `measured/`.

use super::file::parse;
use super::{Layout, Scenario};

/// The name and text of each scenario file.
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
    "enclosed-square",
    "enclosed-corner",
    "enclosed-pentagon",
    "enclosed-l",
    "far-enclosed-l",
    "enclosed-crowd-20",
    "enclosed-slit",
    "enclosed-slit-crowd-10",
    "enclosed-door",
    "enclosed-door-behind",
    "room-door-aside",
    "room-door-behind",
    "room-door-opposite",
    "room-door-opposite-later",
    "room-narrow-door",
    "enclosed-door-crowd-20",
    "tight-2.05",
    "tight-2.2",
    "tight-2.5",
    "tight-corridor-2.05",
    "tight-corridor-2.2",
    "tight-corridor-2.5",
    "tight-angled-2.05",
    "tight-angled-2.2",
    "tight-angled-2.5",
    "tight-rooms-2.05",
    "far-tight-rooms-2.05",
    "tight-rooms-2.2",
    "tight-rooms-2.5",
    "tight-rooms-row",
    "tight-or-wide-2.2",
    "tight-or-wide-2.05",
    "tight-or-wide-2.5",
    "doorway-1-1",
    "doorway-3-1",
    "doorway-arch-4",
    "doorway-jambs-1-1",
    "doorway-jambs-3-1",
    "doorway-jambs-2-2",
    "doorway-stub-1-1",
    "doorway-stub-3-1",
    "lane-boxes-open",
    "lane-boxes-4-2",
    "lane-boxes-3-2.5",
    "lane-boxes-5-2.5",
    "lane-boxes-5-3",
    "s-walls-6-8",
    "s-walls-10-5",
    "s-walls-10-3",
    "s-walls-20-5",
    "s-walls-20-5-long-sight",
    "s-walls-20-8-long-sight",
    "s-walls-30-5",
    "s-walls-30-5-long-sight",
    "near-end-2-4",
    "near-end-2-10",
    "near-end-4-16",
    "near-end-oblique-2-8",
    "near-end-oblique-2-16",
    "near-end-oblique-4-16",
    "near-end-oblique-6-16",
    "near-end-l-2-8",
    "near-end-l-6-8",
    "near-end-l-4-4",
    "near-end-l-outside",
    "overtaking-tight",
    "overtaking-tight-fast",
    "overtaking-tight-offset",
    "gather-200-walker",
    "gather-500",
    "gather-500-corner",
    "shared-6",
    "shared-20",
    "shared-20-side",
    "shared-20-radii",
    "shared-source",
    "own-places-25",
    "own-place-late",
    "behind-door-8",
    "behind-door-20",
    "behind-door-20-wide",
    "mouth-4",
    "mouth-5",
    "mouth-6",
    "mouth-funnel-4",
    "mouth-aside",
    "blind-corner-45",
    "blind-corner-75",
    "blind-corner-90",
    "blind-corner-120",
    "blind-corner-corridor",
    "head-on-corridor",
    "crossing-45",
    "crossing-90",
    "crossing-135",
    "deep-u-4-8",
    "deep-u-4-12",
    "deep-u-6-16",
    "path-corner-20",
    "field-corner-20",
    "field-door",
    "field-gate-hordes",
    "field-turn",
    "field-maze-500",
    "formation-gate-100",
    "formation-turn-100",
    "formation-column-s",
    "formation-wedge-pillars",
];

/// The names of the shipped scenarios, in the order of the tables in `measured/`.
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
