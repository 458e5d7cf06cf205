//! The contents of published packages, and the licenses and versions of everything that the
//! workspace depends on, on this platform.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages that are published. They may use no file outside of their folders.
const PUBLISHED: [&str; 5] = [
    "bevy_horde",
    "bevy_horde_gizmos",
    "bevy_horde_inspector",
    "horde_kernel",
    "zombie_horde",
];

/// The licenses that a dependency may have. All permit closed source.
const LICENSES: [&str; 13] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Zlib",
    // The fonts of egui.
    "OFL-1.1",
    "Ubuntu-font-1.0",
];

/// Direct dependencies that other packages need in another version, and the reason.
const DUPLICATES: [(&str, &str); 3] = [
    ("glam", "dodgy_2d uses version 0.29"),
    ("rand", "dodgy_2d uses version 0.9"),
    (
        "rstar",
        "vleue_navigator's geometry uses versions 0.12 and 0.13",
    ),
];

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// What cargo knows of the workspace and its dependencies, without the network.
fn metadata() -> Value {
    let host = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output();
    let host = String::from_utf8(host.expect("there is a compiler").stdout).expect("text");
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .args(["--filter-platform", host.trim()])
        .output()
        .expect("there is a cargo");
    let error = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "{error}");
    serde_json::from_slice(&metadata.stdout).expect("JSON")
}

/// Whether an expression such as `(MIT OR Zlib) AND ISC` permits the use under [`LICENSES`]. Old
/// packages write `/` for `OR`.
fn is_permitted(expression: &str) -> bool {
    expression.split(" AND ").all(|choice| {
        let choice = choice.replace(['(', ')'], "").replace('/', " OR ");
        choice.split(" OR ").any(|name| LICENSES.contains(&name))
    })
}

/// The packages of the workspace.
fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    let ids: Vec<&Value> = list(&metadata["workspace_members"]).collect();
    list(&metadata["packages"]).filter(move |package| ids.contains(&&package["id"]))
}

fn find_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            find_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}

/// Whether a line names a file outside of the package. No file of a package is more than one folder
/// above the file that names it.
fn leaves_its_package(line: &str) -> bool {
    line.contains("\"../..") || line.contains("\"/../")
}

#[test]
fn published_packages_are_complete() {
    let metadata = metadata();
    let mut published = Vec::new();
    for package in members(&metadata).filter(|package| package["publish"].is_null()) {
        let name = text(&package["name"]);
        published.push(name);
        let fields = ["description", "repository", "documentation", "license"];
        for field in fields {
            assert!(!text(&package[field]).is_empty(), "{name}: no {field}");
        }
        assert_eq!(text(&package["readme"]), "README.md", "{name}");
        assert!(list(&package["categories"]).next().is_some(), "{name}");
        let keywords = list(&package["keywords"]).count();
        assert!((1..=5).contains(&keywords), "{name}: {keywords} keywords");
        let manifest = Path::new(text(&package["manifest_path"]));
        let folder = manifest.parent().expect("a folder");
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let original = fs::read(folder.join("../..").join(file)).expect("a license");
            let copy = fs::read(folder.join(file));
            assert!(copy.is_ok_and(|copy| copy == original), "{name}: {file}");
        }
    }
    assert_eq!(published, PUBLISHED);
}

#[test]
fn published_packages_use_no_file_outside() {
    let mut sources = Vec::new();
    for package in PUBLISHED {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        find_sources(&root.join("crates").join(package), &mut sources);
    }
    assert!(sources.len() > 200, "{} files", sources.len());
    for source in sources {
        let text = fs::read_to_string(&source).expect("source files are text");
        let line = text.lines().find(|line| leaves_its_package(line));
        assert_eq!(line, None, "{}", source.display());
    }
    assert!(leaves_its_package("include_str!(\"../../README.md\")"));
    assert!(!leaves_its_package("include_str!(\"../README.md\")"));
}

#[test]
fn the_demo_is_packaged_with_its_pictures_and_presets() {
    let list = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "-p", "zombie_horde"])
        .output()
        .expect("there is a cargo");
    let error = String::from_utf8_lossy(&list.stderr);
    assert!(list.status.success(), "{error}");
    let packaged = String::from_utf8(list.stdout).expect("text");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    for folder in ["", "presets/"] {
        for entry in fs::read_dir(assets.join(folder)).expect("a readable folder") {
            let entry = entry.expect("a readable entry");
            if entry.path().is_file() {
                let name = format!("assets/{folder}{}", entry.file_name().display());
                assert!(packaged.lines().any(|line| line == name), "{name}");
            }
        }
    }
}

#[test]
fn licenses_are_permissive() {
    let metadata = metadata();
    let packages: Vec<&Value> = list(&metadata["packages"]).collect();
    assert!(packages.len() > 100, "{} packages", packages.len());
    for package in packages {
        let (name, license) = (text(&package["name"]), text(&package["license"]));
        assert!(is_permitted(license), "{name}: \"{license}\"");
    }
}

#[test]
fn direct_dependencies_occur_once_and_have_a_version() {
    let metadata = metadata();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let occurring = versions.entry(text(&package["name"])).or_default();
        occurring.insert(text(&package["version"]));
    }
    let mut direct = BTreeSet::new();
    for dependency in members(&metadata).flat_map(|package| list(&package["dependencies"])) {
        let name = text(&dependency["name"]);
        assert_ne!(text(&dependency["req"]), "*", "{name}");
        direct.insert(name);
    }
    let twice = direct.into_iter().filter(|name| {
        versions
            .get(name)
            .is_some_and(|versions| versions.len() > 1)
    });
    let expected: Vec<&str> = DUPLICATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice.collect::<Vec<_>>(), expected);
}

#[test]
fn expressions_are_understood() {
    assert!(is_permitted("MIT/GPL-3.0-only"));
    assert!(is_permitted("(GPL-3.0-only OR MIT) AND Unicode-3.0"));
    assert!(!is_permitted("(GPL-3.0-only OR AGPL-3.0-only) AND MIT"));
    assert!(!is_permitted("MIT AND GPL-3.0-only"));
    assert!(!is_permitted(""));
}
