//! How comments, messages and pages are written: American spelling, short lines, plain words.

use std::fs;
use std::path::{Path, PathBuf};

/// The longest line of a comment or a page.
const LONGEST_LINE: usize = 100;

/// Words that hide the subject. The subject is the agent, the system or the function.
const HIDDEN_SUBJECTS: [&str; 8] = [
    "who",
    "whom",
    "whoever",
    "nobody",
    "somebody",
    "everybody",
    "anybody",
    "everyone",
];

/// Words that a standard term replaces: see the glossary in `docs/contributing/architecture.md`.
const REPLACED: [&str; 6] = ["mend", "looker", "wish", "housing", "shove", "courtesy"];

/// Parts of words that are spelled in another way in America.
const BRITISH: [&str; 20] = [
    "behaviour",
    "neighbour",
    "colour",
    "favour",
    "honour",
    "centre",
    "metre",
    "normalis",
    "recognis",
    "organis",
    "minimis",
    "maximis",
    "prioritis",
    "initialis",
    "randomis",
    "visualis",
    "generalis",
    "travell",
    "labell",
    "cancelled",
];

/// Folders with text that others or programs write.
const LEFT_OUT: [&str; 5] = [
    "target",
    "crates/art/target",
    ".git",
    "docs/contributing/performance",
    "crates/horde_scenarios/measured",
];

#[test]
fn comments_messages_and_pages_are_in_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    find_files(&root, &root, &mut files);
    assert!(files.len() > 300, "{} files", files.len());
    let mut problems = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("source files are text");
        let name = file.strip_prefix(&root).expect("below the root").display();
        let is_page = file.extension().is_some_and(|extension| extension == "md");
        let (mut is_measured, mut is_code) = (false, false);
        for (number, line) in text.lines().enumerate() {
            is_measured ^= line.starts_with("<!-- measured:");
            is_code ^= line.contains("```");
            let name_in_text = || name_in_text(line).filter(|_| !is_code);
            let problem = problem(line, is_page).or_else(name_in_text);
            if let Some(problem) = problem.filter(|_| !is_measured) {
                problems.push(format!("{name}:{}: {problem}: {line}", number + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with a line.
fn problem(line: &str, is_page: bool) -> Option<String> {
    let words = line.split(|character: char| !character.is_alphanumeric());
    for word in words.map(str::to_lowercase) {
        if HIDDEN_SUBJECTS.contains(&word.as_str()) {
            return Some(format!("\"{word}\" hides the subject"));
        }
        if REPLACED.contains(&word.strip_suffix('s').unwrap_or(&word)) {
            return Some(format!("\"{word}\" has a standard term"));
        }
        if let Some(part) = BRITISH.iter().find(|part| word.contains(**part)) {
            return Some(format!("British spelling \"{part}\""));
        }
    }
    let text = line.trim_start();
    let may_be_long =
        text.starts_with('|') || text.starts_with("/// |") || text.starts_with("//! |");
    let is_text = is_page || text.starts_with("//");
    let length = line.chars().count();
    let has_link = line.contains("](") || line.contains("://");
    (is_text && !may_be_long && !has_link && length > LONGEST_LINE)
        .then(|| format!("{length} columns"))
}

/// A name of code without backticks in a comment: often a word that was replaced by mistake.
fn name_in_text(line: &str) -> Option<String> {
    let text = line.trim_start().strip_prefix("//")?;
    // Parts between two backticks have odd indices.
    let plain = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let is_part = |character: char| character.is_alphanumeric() || "_/.:".contains(character);
    let mut words = plain.split(|character| !is_part(character));
    let is_name = |word: &&str| {
        let is_lower = word
            .chars()
            .all(|c| c.is_ascii_lowercase() || "_.".contains(c));
        let is_crate = word.starts_with("bevy_");
        is_lower && !is_crate && word.trim_matches(['_', '.']).contains('_')
    };
    words
        .find(is_name)
        .map(|word| format!("\"{word}\" is a name"))
}

fn find_files(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.strip_prefix(root).expect("below the root");
        if LEFT_OUT.iter().any(|left_out| name.starts_with(left_out)) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            find_files(root, &path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "md")
            && path.file_name() != Some("plain_english.rs".as_ref())
        {
            files.push(path);
        }
    }
}

#[test]
fn problems_are_seen() {
    assert!(problem("// nobody looks", false).is_some());
    assert!(problem("fn nobody_looks() {", false).is_some());
    assert!(problem("let lookers = 1;", false).is_some());
    assert!(problem("let message = \"its neighbours\";", false).is_some());
    assert!(problem(&format!("// {}", "word ".repeat(20)), false).is_some());
    assert!(problem(&format!("| {}", "word ".repeat(20)), true).is_none());
    assert!(problem("let center = whole;", false).is_none());
    assert!(name_in_text("/// The groups that it passes_filters.").is_some());
    assert!(name_in_text("/// The groups of `passes_filters`.").is_none());
    assert!(name_in_text("let passes_filters = true;").is_none());
}
