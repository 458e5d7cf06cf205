//! The modules have a fixed order. Each module uses only earlier ones.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, from the most general one to the top level.
const LINE: [&str; 16] = [
    "command",
    "flocking",
    "segment",
    "closed_path",
    "barrier",
    "ways",
    "frame",
    "scenario",
    "random",
    "simulation",
    "rival",
    "metrics",
    "requirements",
    "report",
    "options",
    "run",
];

fn rank(module: &str) -> usize {
    let rank = LINE.iter().position(|other| *other == module);
    rank.unwrap_or_else(|| panic!("`{module}` has no place in the line"))
}

/// The source files in a folder, and in those below it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The modules of this crate that a text names.
fn used(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::").skip(1).map(|after| {
        let end = after.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        &after[..end.unwrap_or(after.len())]
    })
}

#[test]
fn every_arrow_goes_one_way() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&sources, &mut found);
    let mut arrows = 0;
    for file in found {
        let inside = file.strip_prefix(&sources).expect("it is below");
        let module = inside.iter().next().expect("a name");
        let module = Path::new(module).file_stem().expect("a name");
        let module = module.to_str().expect("text");
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("text");
        for other in used(&text).filter(|other| *other != module) {
            assert!(
                rank(other) < rank(module),
                "{} uses `{other}`",
                inside.display()
            );
            arrows += 1;
        }
    }
    assert!(arrows > 30, "only {arrows} are found");
}
