//! Links and pictures of the pages lead to files and headings that exist.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages of the repository: all Markdown files, except the parts from which the report of the
/// scenarios is built.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !path.is_symlink() {
                if !name.starts_with('.') && !["target", "markdown", "src"].contains(&&*name) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|kind| kind == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The blocks of code on a page: the language after the fence, and the text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut is_open = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                blocks.push((language.into_string(), String::new()));
                is_open = true;
            }
            Event::Text(text) if is_open => {
                blocks.last_mut().expect("it is open").1.push_str(&text);
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            _ => {}
        }
    }
    blocks
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

/// The anchors of the headings on a page: lowercase letters and digits, `-` for blanks, and of
/// other signs only `-` and `_`.
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
fn problem(page: &Path, target: &str) -> Option<&'static str> {
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
    let mut problems = Vec::new();
    let mut count = 0;
    for page in &pages {
        let text = fs::read_to_string(page).expect("pages are text");
        for target in targets(&text) {
            count += 1;
            if let Some(problem) = problem(page, &target) {
                problems.push(format!("{}: {target}: {problem}", page.display()));
            }
        }
    }
    assert!(pages.len() > 10 && count > 100, "{} {count}", pages.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn wrong_links_are_found() {
    let page = root().join("README.md");
    assert_eq!(problem(&page, "docs/formulas.md#flocking"), None);
    assert_eq!(problem(&page, "#try-it"), None);
    assert_eq!(
        problem(&page, "docs/none.md"),
        Some("there is no such file")
    );
    let wrong = problem(&page, "docs/formulas.md#flying");
    assert_eq!(wrong, Some("there is no such heading"));
    let text = "# A `b`, c\n\n| [d](e.md) |\n|---|\n| ![f](g.png) |\n";
    assert_eq!(targets(text), ["e.md", "g.png"]);
    assert!(anchors(text).contains("a-b-c"));
}

/// The pages whose blocks of Rust `cargo test` compiles as the documentation of a module.
fn compiled_pages() -> HashSet<PathBuf> {
    let packages = fs::read_dir(root().join("crates")).expect("there are packages");
    let mut folders: Vec<PathBuf> = packages
        .map(|entry| entry.expect("a folder").path())
        .collect();
    folders.push(root().join("examples"));
    let mut compiled = HashSet::new();
    for folder in folders {
        let text = fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
        for part in text.split("#[doc = include_str!(\"").skip(1) {
            let (page, _) = part.split_once('"').expect("the string ends");
            let page = folder.join("src").join(page).canonicalize();
            compiled.insert(page.expect("the page exists"));
        }
    }
    compiled
}

#[test]
fn code_on_pages_is_compiled_or_read() {
    let compiled = compiled_pages();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let mut count = 0;
    for page in pages() {
        let page = page.canonicalize().expect("it exists");
        let text = fs::read_to_string(&page).expect("pages are text");
        for (language, block) in blocks(&text) {
            let name = page.display();
            match language.split(',').next().unwrap_or_default() {
                "rust" => {
                    assert!(!language.contains("ignore"), "{name}: {block}");
                    assert!(compiled.contains(&page), "{name}: nothing compiles {block}");
                    count += 1;
                }
                // Tests beside the readers of these formats parse the blocks.
                "ron" => assert!(
                    page.ends_with("crates/bevy_horde_inspector/README.md")
                        || page.ends_with("crates/horde_scenarios/scenario-files.md"),
                    "{name}: no test reads {block}"
                ),
                "toml" => {
                    let parsed = toml_edit::Document::parse(block.as_str());
                    let table = parsed.unwrap_or_else(|error| panic!("{name}: {error}"));
                    let bevy = table.get("dependencies").and_then(|all| all.get("bevy"));
                    if let Some(bevy) = bevy {
                        let version = bevy.get("version").unwrap_or(bevy).as_str();
                        let start = format!("bevy = {{ version = \"{}.", version.expect("text"));
                        assert!(manifest.contains(&start), "{name}: {start}");
                        assert_eq!(start.matches('.').count(), 2, "{name}: {start}");
                    }
                }
                "sh" | "text" | "" => {}
                language => panic!("{name}: no test reads {language}"),
            }
        }
    }
    assert!(count >= 18, "{count}");
}

#[test]
fn the_first_sample_is_the_game_that_a_test_plays() {
    let text = fs::read_to_string(root().join("README.md")).expect("the page");
    let blocks = blocks(&text);
    let sample = blocks
        .iter()
        .find(|(language, _)| language == "rust,no_run");
    let (_, sample) = sample.expect("the page has a sample");
    let played = root().join("crates/bevy_horde/tests/plugin/first_game/sample.rs");
    let played = fs::read_to_string(played).expect("a test plays the sample");
    assert_eq!(*sample, played);
    let body = sample.split("fn spawn").nth(1).expect("it spawns agents");
    assert!(body.lines().count() <= 30, "the sample is short");
}

#[test]
fn blocks_of_code_are_found() {
    let text = "a\n\n```rust,no_run\nb\n\nc\n```\n\n- d\n\n  ```sh\n  e\n  ```\n";
    let block = |language: &str, text: &str| (language.to_owned(), text.to_owned());
    assert_eq!(
        blocks(text),
        [block("rust,no_run", "b\n\nc\n"), block("sh", "e\n")]
    );
}

/// The cells of a row of a table, or none.
fn cells(line: &str) -> Vec<&str> {
    line.trim()
        .trim_matches('|')
        .split(" | ")
        .map(str::trim)
        .collect()
}

/// The page of how crowds move quotes some of what is measured.
#[test]
fn the_page_of_motion_quotes_the_measured_tables() {
    let read = |page| fs::read_to_string(root().join(page)).expect("the page");
    let (page, tables) = (
        read("docs/motion.md"),
        read("crates/horde_scenarios/measured/tables.md"),
    );
    let (_, rival) = tables.split_once("## Compared with dodgy").expect("a part");
    let (rival, _) = rival.split_once("###").expect("its end");
    let measured: Vec<Vec<&str>> = rival.lines().map(cells).collect();
    let mut count = 0;
    for row in page.lines().map(cells).filter(|row| row.len() == 5) {
        let Some(same) = measured.iter().find(|cells| cells[0] == row[0]) else {
            assert!(
                ["scenario", "---"].contains(&row[0]) || row[0].starts_with("---"),
                "{row:?}"
            );
            continue;
        };
        if row[0] != "scenario" && same.len() > 6 {
            assert_eq!(row[1..], [same[1], same[2], same[5], same[6]], "{}", row[0]);
            count += 1;
        }
    }
    assert_eq!(count, 10);
    let of = |line: &&Vec<&str>| -> Option<[u32; 2]> {
        let arrived = |cell: &str| cell.split(" of ").next()?.parse().ok();
        Some([arrived(line.get(1)?)?, arrived(line.get(2)?)?])
    };
    let arrivals: Vec<[u32; 2]> = measured.iter().filter_map(|line| of(&line)).collect();
    let fewer = arrivals.iter().filter(|[own, rival]| rival < own).count();
    let all = measured.iter().filter(|line| line.len() > 6).count() - 2;
    let requirements = tables.split("## Requirements").nth(1).expect("a part");
    let met = requirements.matches("| yes |").count();
    let unmet = requirements.matches("| not yet (").count();
    for quoted in [
        format!("A suite of {} scenarios", met + unmet),
        format!("- {met} scenarios meet all"),
        format!("It walks {all} of the scenarios"),
        format!("- In {fewer} scenarios fewer"),
    ] {
        assert!(page.contains(&quoted), "{quoted}");
    }
}

/// The number of words of a page outside of its blocks of code.
fn word_count(text: &str) -> usize {
    let mut count = 0;
    let mut is_code = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(part) | Event::Code(part) if !is_code => {
                let words = part.split_whitespace();
                count += words
                    .filter(|word| word.contains(char::is_alphanumeric))
                    .count();
            }
            _ => {}
        }
    }
    count
}

#[test]
fn pages_for_users_are_short() {
    // A reader gets through all of them in an hour. Formulas are for reference.
    let is_for_users = |page: &&PathBuf| {
        let name = page.strip_prefix(root()).expect("below the root");
        let folder = name.parent().expect("a folder");
        let is_page = folder == Path::new("docs") && !name.ends_with("formulas.md");
        is_page
            || ["README.md", "examples/README.md"]
                .map(Path::new)
                .contains(&name)
    };
    let pages = pages();
    let words = pages.iter().filter(is_for_users).map(|page| {
        let text = fs::read_to_string(page).expect("the page");
        word_count(&text)
    });
    let words: Vec<usize> = words.collect();
    assert!(words.len() >= 9, "{words:?}");
    let count: usize = words.iter().sum();
    assert!(count <= 9000, "{count} words: {words:?}");
}

#[test]
fn the_first_page_is_short() {
    let text = fs::read_to_string(root().join("README.md")).expect("the page");
    let count = word_count(&text);
    assert!((600..=900).contains(&count), "{count} words");
    assert_eq!(
        word_count("# A `b`, c\n\n| d |\n|---|\n| 9 |\n\n```sh\ne\n```\n"),
        5
    );
}
