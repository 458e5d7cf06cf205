//! Reading and writing preset files.

use super::{Preset, VERSION};
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

fn grammar() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a preset.
///
/// # Errors
///
/// One line that names the file and, where there is one, the line and the field that are wrong.
pub fn load(path: &Path) -> Result<Preset, String> {
    let file = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read preset {file}: {error}"))?;
    parse(&text).map_err(|fault| fault.say(&file.to_string()))
}

/// Writes a preset, all or nothing: a file that is there stays as it is unless the new one is complete.
///
/// # Errors
///
/// One line that names the file.
pub fn save(preset: &Preset, path: &Path) -> Result<(), String> {
    let file = path.display();
    let failed = |error: &dyn core::fmt::Display| format!("cannot write preset {file}: {error}");
    let config = PrettyConfig::new().extensions(Extensions::IMPLICIT_SOME);
    let body = grammar()
        .to_string_pretty(preset, config)
        .map_err(|error| failed(&error))?;
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    fs::write(&unfinished, format!("{HEADING}{body}\n")).map_err(|error| failed(&error))?;
    fs::rename(&unfinished, path).map_err(|error| {
        // Nothing is lost by leaving it, so that a second failure here is no news.
        let _ = fs::remove_file(&unfinished);
        failed(&error)
    })
}

/// What is wrong with a file.
#[derive(PartialEq, Debug)]
pub(super) struct Fault {
    pub line: Option<usize>,
    pub what: String,
}

impl Fault {
    /// One line about it.
    pub fn say(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("preset {file}, line {line}: {}", self.what),
            None => format!("preset {file}: {}", self.what),
        }
    }
}

pub(super) fn parse(text: &str) -> Result<Preset, Fault> {
    let fault = |error: ron::error::SpannedError| {
        let place = error.span.end;
        let field = field_before(text, place.line, place.col);
        let what = one_line(&error.code.to_string());
        Fault {
            line: Some(place.line),
            what: match field {
                Some(field) if !what.contains(&format!("`{field}`")) => {
                    format!("field `{field}`: {what}")
                }
                _ => what,
            },
        }
    };
    // A newer file may hold anything: its version is read first, and alone.
    if let Ok(AnyVersion { version }) = grammar().from_str(text)
        && version > VERSION
    {
        return Err(Fault {
            line: None,
            what: format!(
                "field `version` is {version}, and this program reads versions up to {VERSION}"
            ),
        });
    }
    let preset: Preset = grammar().from_str(text).map_err(fault)?;
    match preset.find_fault() {
        Some(what) => Err(Fault { line: None, what }),
        None => Ok(preset),
    }
}

/// The last field name that begins before a place in the text.
fn field_before(text: &str, line: usize, column: usize) -> Option<String> {
    let mut before: Vec<&str> = text.lines().take(line).collect();
    let last = before.pop()?;
    let cut: String = last.chars().take(column).collect();
    before.push(&cut);
    before.iter().rev().find_map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let (head, _) = code.rsplit_once(':')?;
        let name: Vec<char> = head
            .trim_end()
            .chars()
            .rev()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect();
        (!name.is_empty()).then(|| name.into_iter().rev().collect())
    })
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
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
