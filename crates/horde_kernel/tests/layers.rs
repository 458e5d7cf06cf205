//! The folders of the kernel, in the order of the data: none uses a later one, and none a clock.

use std::fs;
use std::path::Path;

/// The folders in their order.
const FOLDERS: [&str; 14] = [
    "tasks",
    "math",
    "search",
    "obstacles",
    "crowd",
    "neighbors",
    "flocking",
    "behaviors",
    "avoidance",
    "formation",
    "fields",
    "motion",
    "solidity",
    "step",
];

/// What a line of code uses that a file of this folder may not, if anything.
fn wrong(line: &str, folder: usize) -> Option<String> {
    let code = line.split("//").next().unwrap_or_default();
    let later = FOLDERS[folder + 1..].iter();
    let mut banned = later.map(|name| format!("crate::{name}::"));
    let clock = || code.contains("std::time").then(|| "std::time".into());
    banned.find(|name| code.contains(name)).or_else(clock)
}

fn check(path: &Path, folder: usize, found: &mut Vec<String>) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(path).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.display().to_string();
        if path.is_dir() {
            if !name.ends_with("tests") {
                files += check(&path, folder, found);
            }
            continue;
        }
        let is_test = name.ends_with("tests.rs");
        let text = fs::read_to_string(&path).expect("text");
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        for line in code.unwrap_or_default().lines().filter(|_| !is_test) {
            found.extend(wrong(line, folder).map(|what| format!("{name}: {what}")));
        }
        files += 1;
    }
    files
}

#[test]
fn no_folder_uses_a_later_one_or_a_clock() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let folders = 0..FOLDERS.len();
    let files = folders.map(|folder| check(&source.join(FOLDERS[folder]), folder, &mut found));
    assert!(files.sum::<usize>() > 60);
    assert_eq!(found, Vec::<String>::new());
    let folders = fs::read_dir(&source).expect("a readable folder");
    let folders = folders.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().is_dir()));
    assert_eq!(folders.count(), FOLDERS.len());
}

#[test]
fn later_folders_and_clocks_are_seen() {
    assert!(wrong("use crate::motion::combine::weighted_sum;", 2).is_some());
    assert!(wrong("let start = std::time::Instant::now();", 2).is_some());
    assert!(wrong("use crate::math::vector::left; // crate::motion::", 2).is_none());
}
