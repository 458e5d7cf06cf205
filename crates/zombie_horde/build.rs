//! Names the folder of the pictures and presets.

use std::env;
use std::path::Path;

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let package = Path::new(&package);
    let mut folder = package.join("assets");
    // Git writes a link as a file where links need a permission, as on Windows.
    if !folder.is_dir() {
        let root = package.ancestors().nth(2).expect("the repository");
        folder = root.join("assets");
    }
    println!("cargo:rustc-env=ASSETS={}", folder.display());
    println!("cargo:rerun-if-changed=build.rs");
}
