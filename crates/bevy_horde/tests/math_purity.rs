//! The `math` module is arithmetic: no file names the entity component system or a clock.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that no file of `math` may use outside comments.
const BANNED_WORDS: [&str; 36] = [
    "App",
    "Added",
    "Bundle",
    "Changed",
    "Commands",
    "Component",
    "DeferredWorld",
    "Entity",
    "Event",
    "FromWorld",
    "GlobalTransform",
    "Has",
    "Instant",
    "Local",
    "Message",
    "MessageReader",
    "MessageWriter",
    "Mut",
    "On",
    "Plugin",
    "Query",
    "Reflect",
    "Ref",
    "Res",
    "ResMut",
    "Resource",
    "Schedule",
    "Single",
    "SystemParam",
    "SystemTime",
    "Time",
    "Transform",
    "Trigger",
    "With",
    "Without",
    "World",
];

/// The parts of the engine that `math` may use.
const ALLOWED_MODULE: &str = "bevy::math";

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder lists its entries").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// The part of a line before a comment.
fn code_of(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

/// The rule that a line breaks, if any.
fn violation(line: &str) -> Option<String> {
    let code = code_of(line);
    if let Some(word) = words(code).find(|word| BANNED_WORDS.contains(word)) {
        return Some(format!("names {word}"));
    }
    let engine = code.match_indices("bevy").find(|(place, _)| {
        let before = code[..*place].chars().next_back();
        let whole_word = before.is_none_or(|letter| !(letter.is_alphanumeric() || letter == '_'));
        whole_word && !code[*place..].starts_with(ALLOWED_MODULE)
    });
    if engine.is_some() {
        return Some(format!("uses more of the engine than {ALLOWED_MODULE}"));
    }
    let outward = ["crate::", "super::super::"].iter().any(|start| {
        code.match_indices(start).any(|(place, _)| {
            let rest = &code[place + start.len()..];
            *start == "super::super::" || !rest.starts_with("math")
        })
    });
    outward.then(|| "imports from outside the math".to_owned())
}

#[test]
fn no_file_of_math_uses_the_entity_component_system() {
    let math = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/math");
    let mut files = Vec::new();
    files_below(&math, &mut files);
    assert!(files.len() >= 23, "only {} files", files.len());
    let mut violations = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("the file can be read");
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(what) = violation(line) {
                let name = file.strip_prefix(&math).unwrap_or(file).display();
                violations.push(format!("{name}:{number} {what}: {}", line.trim()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn the_scan_finds_banned_words_and_paths() {
    for line in [
        "fn target(&self) -> Entity {",
        "    agents: Query<&State>,",
        "    time: Res<Time>,",
        "use bevy::prelude::*;",
        "use bevy::ecs::component::Component;",
        "pub fn now(clock: &Time<Fixed>) -> f32 {",
        "use bevy_ecs::world::World;",
        "use crate::space::MovementSpace;",
        "    let started = std::time::Instant::now();",
    ] {
        assert!(violation(line).is_some(), "{line}");
    }
    for line in [
        "use bevy::math::{Vec2, ops};",
        "use super::circle::CastHit;",
        "use crate::math::circle::Circle;",
        "/// No `Entity`, no `Query<&Transform>`, and use bevy::prelude::* nowhere.",
        "    let time = distance / speed; // Time is a number here.",
        "    let timeless = Vec2::ZERO;",
    ] {
        assert_eq!(violation(line), None, "{line}");
    }
}
