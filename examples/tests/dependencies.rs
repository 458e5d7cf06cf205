//! Licenses and versions of all packages that the workspace depends on, on this platform.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

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
const DUPLICATES: [(&str, &str); 1] = [("rand", "dodgy_2d uses version 0.9")];

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
    let members: Vec<&Value> = list(&metadata["workspace_members"]).collect();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut direct = BTreeSet::new();
    for package in list(&metadata["packages"]) {
        let occurring = versions.entry(text(&package["name"])).or_default();
        occurring.insert(text(&package["version"]));
        if !members.contains(&&package["id"]) {
            continue;
        }
        for dependency in list(&package["dependencies"]) {
            let name = text(&dependency["name"]);
            assert_ne!(text(&dependency["req"]), "*", "{name}");
            direct.insert(name);
        }
    }
    let twice = direct.into_iter().filter(|name| {
        let count = versions.get(name).map_or(0, BTreeSet::len);
        count > 1
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
