//! The presets that are compiled into the program.

use super::{Preset, file};

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// Names and texts.
        pub const ALL: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../", env!("ASSETS"), "/presets/", $name, ".ron")),
        )),*];
    };
}

shipped!["shambling", "rush", "murmuration"];

/// Reads one of [`ALL`].
///
/// # Errors
///
/// One line that names the preset and what is wrong.
pub fn read(name: &str, text: &str) -> Result<Preset, String> {
    file::parse(text).map_err(|error| error.message(name))
}
