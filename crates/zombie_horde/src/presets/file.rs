//! Reading and writing preset files.

use super::{Preset, VERSION};
use crate::command::file::{self, ParseError};
use bevy_horde_inspector::preset_text;
use serde::Deserialize;
use std::path::Path;

/// The heading of every file.
const HEADING: &str = "\
// A preset of zombie_horde: `zombie_horde --preset FILE`, or the panel's \"Load\".
// A setting that is left out keeps the scene's value. Targets are always the scene's own.
";

/// The field that files of every version have.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

/// Reads a preset.
///
/// # Errors
///
/// One line that names the file and, where known, the line and the field.
pub fn load(path: &Path) -> Result<Preset, String> {
    let name = format!("preset {}", path.display());
    let text = file::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&text).map_err(|error| error.message(&name))
}

/// Reads a preset from a text.
///
/// # Errors
///
/// One line that names the line and the field, where known.
pub fn read(text: &str) -> Result<Preset, String> {
    parse(text).map_err(|error| error.message("preset"))
}

/// The text of a preset file.
///
/// # Errors
///
/// One line about the value that RON cannot hold.
pub fn text(preset: &Preset) -> Result<String, String> {
    Ok(format!("{HEADING}{}\n", preset_text(preset)?))
}

pub(super) fn parse(text: &str) -> Result<Preset, ParseError> {
    // Another version may have other fields, so the version is read alone and first.
    if let Ok(AnyVersion { version }) = file::parse(text)
        && version != VERSION
    {
        return Err(ParseError::in_whole_file(format!(
            "field `version` is {version}, and this program reads version {VERSION}"
        )));
    }
    let preset: Preset = file::parse(text)?;
    match preset.find_error() {
        Some(what) => Err(ParseError::in_whole_file(what)),
        None => Ok(preset),
    }
}

/// The scene names in files are those of the command line.
pub(super) mod scene_name {
    use crate::scene::SceneName;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(crate) fn serialize<S: Serializer>(
        scene: &SceneName,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(scene.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<SceneName, D::Error> {
        let name = String::deserialize(deserializer)?;
        SceneName::ALL
            .into_iter()
            .find(|scene| scene.name() == name)
            .ok_or_else(|| {
                let names = SceneName::ALL.map(SceneName::name).join(", ");
                D::Error::custom(format!("there is no scene `{name}`; there are {names}"))
            })
    }
}
