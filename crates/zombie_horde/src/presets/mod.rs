//! Presets: a scene and its steering settings in a file that users read, write and share.
//!
//! The format is RON. A preset need not list every setting; a setting that it leaves out keeps the
//! scene's value. The settings of a group have the format of the inspector's presets.

mod file;
pub mod shipped;

pub use file::{load, read, text};

use crate::scene::{Look, SceneName, SceneSettings};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_inspector::GroupPreset;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;
/// The largest number of agents of a scene.
pub const MAX_AGENTS: u32 = 2_000_000;

/// A scene and the settings of its groups of agents.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The version of the format.
    pub version: u32,
    /// The scene, by its name on the command line.
    #[serde(with = "file::scene_name")]
    pub scene: SceneName,
    /// Number of agents.
    pub agents: u32,
    /// Seed of all random numbers.
    #[serde(default)]
    pub seed: u64,
    /// Whether zombies find the bait by a flow field.
    #[serde(default)]
    pub by_field: bool,
    /// The settings of each group; see [`group_of`].
    #[serde(default)]
    pub groups: BTreeMap<String, GroupPreset>,
}

/// The group of agents with this look; `None` if the look is not an agent's.
pub const fn group_of(look: Look) -> Option<&'static str> {
    match look {
        Look::Zombie(_) => Some("zombies"),
        Look::Unit(_) => Some("flock"),
        Look::Walker => Some("walkers"),
        Look::Rival => Some("rivals"),
        Look::Stubborn => Some("stubborn"),
        Look::Tomb(_) | Look::Built(_) | Look::Bait => None,
    }
}

/// Every name that [`group_of`] returns.
const GROUPS: [&str; 5] = ["zombies", "flock", "walkers", "rivals", "stubborn"];

impl Preset {
    /// The preset of the world's current scene.
    pub fn of(world: &mut World) -> Self {
        let settings = world
            .get_resource::<SceneSettings>()
            .copied()
            .unwrap_or_default();
        let groups = members_by_group(world)
            .into_iter()
            .map(|(group, members)| (group.to_owned(), GroupPreset::of(world, &members)))
            .collect();
        Self {
            version: VERSION,
            scene: settings.scene,
            agents: settings.agents,
            seed: settings.seed,
            by_field: settings.by_field,
            groups,
        }
    }

    /// The settings of its scene, at `hz` ticks per second.
    pub const fn settings(&self, hz: u32) -> SceneSettings {
        SceneSettings {
            scene: self.scene,
            agents: self.agents,
            seed: self.seed,
            hz,
            by_field: self.by_field,
        }
    }

    /// Rebuilds the scene. The settings apply before its first tick. Requires [`plugin`].
    pub fn apply(&self, world: &mut World) {
        let hz = world
            .get_resource::<SceneSettings>()
            .map_or(SceneSettings::default().hz, |settings| settings.hz);
        world.insert_resource(self.settings(hz));
        self.apply_after_rebuild(world);
    }

    /// Applies the settings in the next update, after a rebuild of the scene and before the first
    /// tick. Requires [`plugin`].
    pub fn apply_after_rebuild(&self, world: &mut World) {
        world.insert_resource(PendingPreset(self.clone()));
    }

    /// Applies the settings to the existing agents.
    pub fn apply_settings(&self, world: &mut World) {
        for (group, members) in members_by_group(world) {
            if let Some(settings) = self.groups.get(group) {
                settings.apply(world, &members);
            }
        }
    }

    /// Describes the first invalid value that the parser has accepted.
    fn find_error(&self) -> Option<String> {
        if !(1..=MAX_AGENTS).contains(&self.agents) {
            return Some(format!(
                "field `agents` is {}, and must be 1 to {MAX_AGENTS}",
                self.agents
            ));
        }
        // The components that a preset can name are those that the plugin registers.
        let mut app = App::new();
        app.add_plugins(SteeringPlugin::default());
        self.groups.iter().find_map(|(name, settings)| {
            if !GROUPS.contains(&name.as_str()) {
                return Some(format!(
                    "field `groups` has a group `{name}`; there are {}",
                    GROUPS.join(", ")
                ));
            }
            let error = settings.check(app.world()).err()?;
            Some(format!("group `{name}`: {error}"))
        })
    }
}

/// Settings to apply to the next scene.
#[derive(Resource)]
struct PendingPreset(Preset);

/// Applies a preset's settings to a rebuilt scene before its first tick.
pub fn plugin(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        apply_pending
            .run_if(resource_exists::<PendingPreset>)
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
}

fn apply_pending(world: &mut World) {
    if let Some(PendingPreset(preset)) = world.remove_resource() {
        preset.apply_settings(world);
    }
}

/// The agents of each group, ordered by id.
fn members_by_group(world: &mut World) -> BTreeMap<&'static str, Vec<Entity>> {
    let mut agents = world.query_filtered::<(Entity, &Look, &AgentId), With<SteeringAgent>>();
    let mut sorted: Vec<_> = agents
        .iter(world)
        .filter_map(|(entity, look, id)| Some((*id, entity, group_of(*look)?)))
        .collect();
    sorted.sort_unstable();
    let mut groups: BTreeMap<_, Vec<Entity>> = BTreeMap::new();
    for (_, entity, group) in sorted {
        groups.entry(group).or_default().push(entity);
    }
    groups
}

#[cfg(test)]
mod tests;
