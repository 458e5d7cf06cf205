//! Reading and writing preset files.

use super::{Preset, VERSION};
use horde_command::file::{self, Fault};
use horde_command::output;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// What every file begins with.
const HEADING: &str = "\
// A preset of zombie_horde: `zombie_horde --preset FILE`, or the panel's \"Load\".
// Numbers that are left out stay as the scene has them. Targets are the scene's own, whatever stands here.
";

/// What can be read of a file of any version.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

/// Reads a preset.
///
/// # Errors
///
/// One line that names the file and, where there is one, the line and the field that are wrong.
pub fn load(path: &Path) -> Result<Preset, String> {
    let name = format!("preset {}", path.display());
    let text = file::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&text).map_err(|fault| fault.say(&name))
}

/// Writes a preset, all or nothing: a file that is there stays as it is unless the new one is complete.
///
/// # Errors
///
/// One line that names the file.
pub fn save(preset: &Preset, path: &Path) -> Result<(), String> {
    let place = path.display();
    let failed = |error: &dyn core::fmt::Display| format!("cannot write preset {place}: {error}");
    let config = PrettyConfig::new().extensions(Extensions::IMPLICIT_SOME);
    let body = file::notation()
        .to_string_pretty(preset, config)
        .map_err(|error| failed(&error))?;
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    output::write(path, format!("{HEADING}{body}\n")).map_err(|error| failed(&error))
}

pub(super) fn parse(text: &str) -> Result<Preset, Fault> {
    // A newer file may hold anything: its version is read first, and alone.
    if let Ok(AnyVersion { version }) = file::parse(text)
        && version > VERSION
    {
        return Err(Fault::of_whole(format!(
            "field `version` is {version}, and this program reads versions up to {VERSION}"
        )));
    }
    let preset: Preset = file::parse(text)?;
    match preset.find_fault() {
        Some(what) => Err(Fault::of_whole(what)),
        None => Ok(preset),
    }
}

/// Scenes in files have the names that they have on the command line.
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
