//! Presets: a scene and its steering numbers in a file that people read, write and share.
//!
//! The format is RON. A preset lists only what it changes: what it leaves out stays as the scene has it.

mod file;
mod numbers;
pub mod shipped;

pub use file::{load, save};
pub use numbers::{BehaviorName, GroupNumbers, Span};

use crate::scene::{Look, SceneName, SceneSettings};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;
/// The most agents of a scene.
pub const MOST_AGENTS: u32 = 2_000_000;

/// A scene and the numbers of its groups of agents.
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
    /// Seed of everything random.
    #[serde(default)]
    pub seed: u64,
    /// The numbers of each group; see [`group_of`].
    #[serde(default)]
    pub groups: BTreeMap<String, GroupNumbers>,
}

/// The group that agents of this look are in; `None` for what is no agent.
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

/// Every name that [`group_of`] gives.
const GROUPS: [&str; 5] = ["zombies", "flock", "walkers", "rivals", "stubborn"];

impl Preset {
    /// The scene of this world as it is now.
    pub fn of(world: &mut World) -> Self {
        let settings = world
            .get_resource::<SceneSettings>()
            .copied()
            .unwrap_or_default();
        let groups = members_by_group(world)
            .into_iter()
            .map(|(group, members)| (group.to_owned(), GroupNumbers::of(world, &members)))
            .collect();
        Self {
            version: VERSION,
            scene: settings.scene,
            agents: settings.agents,
            seed: settings.seed,
            groups,
        }
    }

    /// The scene that it asks for, at so many ticks a second.
    pub const fn settings(&self, hz: u32) -> SceneSettings {
        SceneSettings {
            scene: self.scene,
            agents: self.agents,
            seed: self.seed,
            hz,
        }
    }

    /// Rebuilds the scene as the preset asks for; its numbers follow before the next tick. Wants [`plugin`].
    pub fn apply(&self, world: &mut World) {
        let hz = world
            .get_resource::<SceneSettings>()
            .map_or(SceneSettings::default().hz, |settings| settings.hz);
        world.insert_resource(self.settings(hz));
        self.apply_after_rebuild(world);
    }

    /// Lets the numbers follow a scene that is about to be built. Wants [`plugin`].
    pub fn apply_after_rebuild(&self, world: &mut World) {
        world.insert_resource(PendingNumbers(self.clone()));
    }

    /// Gives the agents that there are the numbers of the preset.
    pub fn apply_numbers(&self, world: &mut World) {
        for (group, members) in members_by_group(world) {
            if let Some(numbers) = self.groups.get(group) {
                numbers.apply(world, &members);
            }
        }
    }

    /// What is wrong with it, beyond its grammar.
    fn find_fault(&self) -> Option<String> {
        if !(1..=MOST_AGENTS).contains(&self.agents) {
            return Some(format!(
                "field `agents` is {}, and must be 1 to {MOST_AGENTS}",
                self.agents
            ));
        }
        self.groups.iter().find_map(|(name, numbers)| {
            if !GROUPS.contains(&name.as_str()) {
                return Some(format!(
                    "field `groups` has a group `{name}`; there are {}",
                    GROUPS.join(", ")
                ));
            }
            let fault = numbers.find_fault()?;
            Some(format!("group `{name}`: {fault}"))
        })
    }
}

/// Numbers that wait for their scene.
#[derive(Resource)]
struct PendingNumbers(Preset);

/// Gives a rebuilt scene its numbers before its first tick.
pub fn plugin(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        apply_pending
            .run_if(resource_exists::<PendingNumbers>)
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
}

fn apply_pending(world: &mut World) {
    if let Some(PendingNumbers(preset)) = world.remove_resource() {
        preset.apply_numbers(world);
    }
}

/// The agents of each group, in the order of their ids.
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
