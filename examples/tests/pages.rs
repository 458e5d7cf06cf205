//! Links and pictures of the pages lead to files and headings that exist.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders with pages.
const FOLDERS: [&str; 9] = [
    "",
    "art",
    "crates/bevy_horde",
    "crates/bevy_horde_gizmos",
    "crates/bevy_horde_inspector",
    "crates/zombie_horde",
    "crates/zombie_horde/assets",
    "docs",
    "examples",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages of the repository.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        let files = entries.map(|entry| entry.expect("it can be read").path());
        pages.extend(files.filter(|file| file.extension().is_some_and(|kind| kind == "md")));
    }
    pages
}

/// The targets of links and pictures on a page.
fn targets(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    events.filter_map(target).collect()
}

/// The anchors of the headings on a page: small letters, with `-` for blanks, and no other signs.
fn anchors(text: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    let mut heading = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => anchors.extend(heading.take()),
            Event::Text(part) | Event::Code(part) => {
                let Some(anchor) = &mut heading else { continue };
                for sign in part.chars().flat_map(char::to_lowercase) {
                    match sign {
                        ' ' => anchor.push('-'),
                        sign if sign.is_alphanumeric() || "-_".contains(sign) => anchor.push(sign),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    anchors
}

/// What is wrong with a link on a page.
fn fault(page: &Path, target: &str) -> Option<&'static str> {
    if target.starts_with("https://") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match file {
        "" => page.to_owned(),
        file => page.parent().unwrap_or(page).join(file),
    };
    if !file.exists() {
        return Some("there is no such file");
    }
    if anchor.is_empty() {
        return None;
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    (!anchors(&text).contains(anchor)).then_some("there is no such heading")
}

#[test]
fn links_and_pictures_exist() {
    let pages = pages();
    let mut faults = Vec::new();
    let mut count = 0;
    for page in &pages {
        let text = fs::read_to_string(page).expect("pages are text");
        for target in targets(&text) {
            count += 1;
            if let Some(fault) = fault(page, &target) {
                faults.push(format!("{}: {target}: {fault}", page.display()));
            }
        }
    }
    assert!(pages.len() > 10 && count > 100, "{} {count}", pages.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn wrong_links_are_found() {
    let page = root().join("README.md");
    assert_eq!(fault(&page, "docs/behaviors.md#flocking"), None);
    assert_eq!(fault(&page, "#try-it"), None);
    assert_eq!(fault(&page, "docs/none.md"), Some("there is no such file"));
    let wrong = fault(&page, "docs/behaviors.md#flying");
    assert_eq!(wrong, Some("there is no such heading"));
    let text = "# A `b`, c\n\n| [d](e.md) |\n|---|\n| ![f](g.png) |\n";
    assert_eq!(targets(text), ["e.md", "g.png"]);
    assert!(anchors(text).contains("a-b-c"));
}
