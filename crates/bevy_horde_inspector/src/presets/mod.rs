//! Presets: the settings of all groups of agents as a text that users read, write and share.

#[cfg(not(target_arch = "wasm32"))]
mod files;
mod group;
mod panel;
mod rust_code;
mod value;

pub use group::{Difference, GroupPreset, differences_from_default};
pub(crate) use panel::PresetPanel;
pub use panel::{PresetFormat, presets_ui};
pub use rust_code::as_rust;
pub use value::PresetValue;

use crate::groups::agent_groups;
use crate::undo::{self, UndoHistory};
use bevy::prelude::*;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format that is written, and the newest version that is read.
const VERSION: u32 = 1;

/// The settings of all groups of agents, by the title of the group.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # use bevy_horde_inspector::{InspectorGroup, SteeringPreset};
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
/// # let world = app.world_mut();
/// let group = InspectorGroup("sheep".into());
/// let sheep = world.spawn((SteeringAgent::new(0.5, 2.0), group)).id();
/// let text = r#"(version: 1, groups: {
///     "sheep": (components: {"SteeringAgent": {"max_speed": 3.0}}),
/// })"#;
/// let preset = SteeringPreset::parse(world, text)?;
/// preset.apply(world);
/// assert_eq!(world.get::<SteeringAgent>(sheep).map(|agent| agent.max_speed), Some(3.0));
/// # Ok::<(), String>(())
/// ```
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SteeringPreset {
    /// The version of the format.
    pub version: u32,
    /// The settings of each group.
    #[serde(default)]
    pub groups: BTreeMap<String, GroupPreset>,
}

/// The field that texts of every version have.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

impl SteeringPreset {
    /// The settings of all groups.
    pub fn of(world: &World) -> Self {
        let mut groups = BTreeMap::new();
        for group in agent_groups(world) {
            // If two groups share a title, the first is the named one, and only that is kept.
            let preset = groups.entry(group.title);
            preset.or_insert_with(|| GroupPreset::of(world, &group.members));
        }
        Self {
            version: VERSION,
            groups,
        }
    }

    /// The preset as RON.
    ///
    /// # Errors
    ///
    /// One sentence about the value that RON cannot hold.
    pub fn text(&self) -> Result<String, String> {
        preset_text(self)
    }

    /// Reads a preset from RON, and checks it.
    ///
    /// # Errors
    ///
    /// One sentence that names the line, or the group, the component and the field.
    pub fn parse(world: &World, text: &str) -> Result<Self, String> {
        // A newer preset may have other fields, so the version is read alone and first.
        if let Ok(AnyVersion { version }) = ron::from_str(text)
            && version > VERSION
        {
            return Err(format!(
                "field `version` is {version}, and this program reads versions up to {VERSION}"
            ));
        }
        let preset: Self = ron::from_str(text).map_err(|error| {
            let line = error.span.end.line;
            format!("line {line}: {}", error.code)
        })?;
        for (name, group) in &preset.groups {
            let failed = |error| format!("group `{name}`: {error}");
            group.check(world).map_err(failed)?;
        }
        Ok(preset)
    }

    /// Applies the settings to the groups with the same titles, as one step of the
    /// [`UndoHistory`]. Returns the titles in the preset that no group has.
    pub fn apply(&self, world: &mut World) -> Vec<&str> {
        let mut missing: Vec<&str> = self.groups.keys().map(String::as_str).collect();
        let count = missing.len();
        world.init_resource::<UndoHistory>();
        let mut step = undo::Step::new("the preset".into(), undo::Scope::Presence);
        for group in agent_groups(world) {
            if let Some(preset) = self.groups.get(&group.title) {
                step.add(world, preset.touched(), &group.members);
                preset.apply(world, &group.members);
                missing.retain(|title| *title != group.title);
            }
        }
        if missing.len() < count {
            world.resource_mut::<UndoHistory>().push(step);
        }
        missing
    }
}

/// A preset, or a part of one, as RON.
///
/// # Errors
///
/// One sentence about the value that RON cannot hold.
pub fn preset_text(preset: &impl Serialize) -> Result<String, String> {
    let config = PrettyConfig::new().compact_arrays(true);
    ron::ser::to_string_pretty(preset, config).map_err(|error| error.to_string())
}
