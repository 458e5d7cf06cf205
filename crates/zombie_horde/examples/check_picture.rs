//! Checks that pictures show something: `check_picture FILE...`. The exit status is 1 if a picture
//! cannot be read, is blank, or is nearly of one color.

use std::collections::HashMap;
use std::process::ExitCode;

use tiny_skia::Pixmap;

/// A picture with fewer colors than this counts as blank.
const MIN_COLORS: usize = 64;
/// A picture counts as blank if one color covers more than this share of it.
const MAX_SHARE: f64 = 0.9;

fn main() -> ExitCode {
    let mut all_good = true;
    for path in std::env::args().skip(1) {
        match look(&path) {
            Ok(description) => println!("{path}: {description}"),
            Err(trouble) => {
                eprintln!("{path}: {trouble}");
                all_good = false;
            }
        }
    }
    if all_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn look(path: &str) -> Result<String, String> {
    let picture = Pixmap::load_png(path).map_err(|error| format!("not a picture: {error}"))?;
    let mut counts: HashMap<[u8; 4], u64> = HashMap::new();
    for pixel in picture.pixels() {
        let color = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
        *counts.entry(color).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let part = most as f64 / picture.pixels().len() as f64;
    let (width, height) = (picture.width(), picture.height());
    let description = format!(
        "{width} x {height}, {} colors, the commonest covers {:.0} %",
        counts.len(),
        100.0 * part
    );
    if counts.len() < MIN_COLORS || part > MAX_SHARE {
        Err(format!("shows next to nothing: {description}"))
    } else {
        Ok(description)
    }
}
