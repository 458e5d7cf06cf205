//! Names the folder of the pictures and presets.

use std::path::Path;

fn main() {
    // Git writes a link as a file where links need a permission, as on Windows.
    let is_linked = Path::new("assets").is_dir();
    let levels = if is_linked { 1 } else { 3 };
    // Seen from `src`, so that a copy of the sources in another folder reads its own pictures.
    println!("cargo:rustc-env=ASSETS={}assets", "../".repeat(levels));
    println!("cargo:rerun-if-changed=build.rs");
}
