//! Groups of agents that are edited together.

use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::switches::SuspendedBehaviors;
use bevy::ecs::archetype::Archetype;
use bevy::ecs::component::ComponentId;
use bevy::ecs::entity_disabling::DefaultQueryFilters;
use bevy::platform::collections::HashMap;
use bevy::platform::hash::FixedHasher;
use bevy::prelude::*;
use bevy_horde::agent::SteeringAgent;
use core::any::TypeId;
use core::hash::BuildHasher;

/// Agents with the same name are one group in the panel, whatever their behaviors.
///
/// Agents without this component are grouped by their set of behaviors.
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct InspectorGroup(pub String);

/// The key of a group.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum GroupKey {
    Name(String),
    /// The catalog indices of its behaviors, one bit each, including those that are switched off.
    Behaviors(u128),
}

/// Agents that are edited together.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentGroup {
    /// Its name, or its behaviors.
    pub title: String,
    /// Whether the title is the name in an [`InspectorGroup`].
    pub is_named: bool,
    /// Its agents.
    pub members: Vec<Entity>,
    /// A key that stays the same from frame to frame.
    pub(crate) key: u64,
    /// The number of members with each component; components that are switched off do not count.
    pub(crate) present: HashMap<TypeId, usize>,
    /// The number of members with each behavior switched off.
    pub(crate) suspended: HashMap<TypeId, usize>,
}

/// The groups of all agents, named ones first.
pub fn agent_groups(world: &World) -> Vec<AgentGroup> {
    groups_of(world, &Catalog::read(world))
}

pub(crate) fn groups_of(world: &World, catalog: &Catalog) -> Vec<AgentGroup> {
    let components = world.components();
    let Some(agent) = components.component_id::<SteeringAgent>() else {
        return Vec::new();
    };
    let named = components.component_id::<InspectorGroup>();
    let switched = components.component_id::<SuspendedBehaviors>();
    let has = |archetype: &Archetype, id: Option<ComponentId>| {
        id.is_some_and(|id| archetype.contains(id))
    };

    let mut groups: HashMap<GroupKey, AgentGroup> = HashMap::default();
    for archetype in enabled_archetypes(world) {
        if archetype.is_empty() || !archetype.contains(agent) {
            continue;
        }
        let present: Vec<&Entry> = catalog
            .entries
            .iter()
            .filter(|entry| has(archetype, entry.component_id))
            .collect();
        let behaviors = bits(catalog, |entry| has(archetype, entry.component_id));
        let entities = archetype.entities().iter().map(|entity| entity.id());
        if !has(archetype, named) && !has(archetype, switched) {
            let group = group(&mut groups, GroupKey::Behaviors(behaviors), catalog);
            group.members.extend(entities);
            for entry in present {
                *group.present.entry(entry.type_id).or_default() += archetype.len() as usize;
            }
            continue;
        }
        for entity in entities {
            let suspended = world.get::<SuspendedBehaviors>(entity);
            let group_key = match world.get::<InspectorGroup>(entity) {
                Some(name) => GroupKey::Name(name.0.clone()),
                None => GroupKey::Behaviors(
                    behaviors
                        | bits(catalog, |entry| {
                            suspended.is_some_and(|kept| kept.holds(entry.type_id))
                        }),
                ),
            };
            let group = group(&mut groups, group_key, catalog);
            group.members.push(entity);
            for entry in &present {
                *group.present.entry(entry.type_id).or_default() += 1;
            }
            for type_id in suspended.iter().flat_map(|kept| kept.types()) {
                *group.suspended.entry(type_id).or_default() += 1;
            }
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|(a, _), (b, _)| a.cmp(b));
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The archetypes that queries find: those without `Disabled` or a disabling component of the game.
pub(crate) fn enabled_archetypes(world: &World) -> impl Iterator<Item = &Archetype> {
    let filters = world.get_resource::<DefaultQueryFilters>();
    let is_enabled = move |archetype: &&Archetype| {
        let mut disabling = filters.into_iter().flat_map(|it| it.disabling_ids());
        !disabling.any(|id| archetype.contains(id))
    };
    world.archetypes().iter().filter(is_enabled)
}

/// A group of one agent.
pub(crate) fn single_agent_group(world: &World, catalog: &Catalog, entity: Entity) -> AgentGroup {
    let suspended = world.get::<SuspendedBehaviors>(entity);
    AgentGroup {
        title: String::new(),
        is_named: false,
        members: vec![entity],
        key: entity.to_bits(),
        present: catalog
            .entries
            .iter()
            .filter(|entry| entry.is_on(world, entity))
            .map(|entry| (entry.type_id, 1))
            .collect(),
        suspended: suspended
            .iter()
            .flat_map(|kept| kept.types())
            .map(|type_id| (type_id, 1))
            .collect(),
    }
}

/// One bit per behavior of the catalog; set if `holds` is true.
fn bits(catalog: &Catalog, holds: impl Fn(&Entry) -> bool) -> u128 {
    catalog
        .of_role(Role::Behavior)
        .enumerate()
        .filter(|(_, entry)| holds(entry))
        .fold(0, |bits, (index, _)| bits | 1 << index.min(127))
}

fn group<'a>(
    groups: &'a mut HashMap<GroupKey, AgentGroup>,
    group_key: GroupKey,
    catalog: &Catalog,
) -> &'a mut AgentGroup {
    let new_group = |group_key: &GroupKey| AgentGroup {
        title: match group_key {
            GroupKey::Name(name) => name.clone(),
            GroupKey::Behaviors(0) => "No behavior".into(),
            GroupKey::Behaviors(behaviors) => names(catalog, *behaviors),
        },
        is_named: matches!(group_key, GroupKey::Name(_)),
        members: Vec::new(),
        key: FixedHasher.hash_one(group_key),
        present: HashMap::default(),
        suspended: HashMap::default(),
    };
    groups
        .entry(group_key)
        .or_insert_with_key(|group_key| new_group(group_key))
}

fn names(catalog: &Catalog, behaviors: u128) -> String {
    let names: Vec<_> = catalog
        .of_role(Role::Behavior)
        .enumerate()
        .filter(|(index, _)| behaviors & (1 << (*index).min(127)) != 0)
        .map(|(_, entry)| entry.name)
        .collect();
    names.join(", ")
}
