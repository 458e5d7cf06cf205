//! Which agents are edited together.

use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::switches::SuspendedBehaviors;
use bevy::ecs::component::ComponentId;
use bevy::platform::collections::HashMap;
use bevy::platform::hash::FixedHasher;
use bevy::prelude::*;
use bevy_horde::agent::SteeringAgent;
use core::any::TypeId;
use core::hash::BuildHasher;

/// Agents with the same name are one group in the panel, whatever they do.
///
/// Agents without it are grouped by their set of behaviours.
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct InspectorGroup(pub String);

/// What holds a group together.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Bond {
    Name(String),
    /// The places of its behaviours in the catalog, one bit each; those that are switched off included.
    Behaviors(u128),
}

/// Agents that are edited together.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentGroup {
    /// Its name, or its behaviours.
    pub title: String,
    /// Its agents.
    pub members: Vec<Entity>,
    /// The same from frame to frame.
    pub(crate) key: u64,
    /// How many members have each component; those that have it switched off are not counted.
    pub(crate) present: HashMap<TypeId, usize>,
    /// How many members have each behaviour switched off.
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
    let has = |archetype: &bevy::ecs::archetype::Archetype, id: Option<ComponentId>| {
        id.is_some_and(|id| archetype.contains(id))
    };

    let mut groups: HashMap<Bond, AgentGroup> = HashMap::default();
    for archetype in world.archetypes().iter() {
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
            let group = group(&mut groups, Bond::Behaviors(behaviors), catalog);
            group.members.extend(entities);
            for entry in present {
                *group.present.entry(entry.type_id).or_default() += archetype.len() as usize;
            }
            continue;
        }
        for entity in entities {
            let suspended = world.get::<SuspendedBehaviors>(entity);
            let bond = match world.get::<InspectorGroup>(entity) {
                Some(name) => Bond::Name(name.0.clone()),
                None => Bond::Behaviors(
                    behaviors
                        | bits(catalog, |entry| {
                            suspended.is_some_and(|kept| kept.holds(entry.type_id))
                        }),
                ),
            };
            let group = group(&mut groups, bond, catalog);
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

/// A group of one.
pub(crate) fn alone(world: &World, catalog: &Catalog, entity: Entity) -> AgentGroup {
    let suspended = world.get::<SuspendedBehaviors>(entity);
    AgentGroup {
        title: String::new(),
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

/// One bit for every behaviour of the catalog for which `holds`.
fn bits(catalog: &Catalog, holds: impl Fn(&Entry) -> bool) -> u128 {
    catalog
        .of_role(Role::Behavior)
        .enumerate()
        .filter(|(_, entry)| holds(entry))
        .fold(0, |bits, (place, _)| bits | 1 << place.min(127))
}

fn group<'a>(
    groups: &'a mut HashMap<Bond, AgentGroup>,
    bond: Bond,
    catalog: &Catalog,
) -> &'a mut AgentGroup {
    let new_group = |bond: &Bond| AgentGroup {
        title: match bond {
            Bond::Name(name) => name.clone(),
            Bond::Behaviors(0) => "No behaviour".into(),
            Bond::Behaviors(behaviors) => names(catalog, *behaviors),
        },
        members: Vec::new(),
        key: FixedHasher.hash_one(bond),
        present: HashMap::default(),
        suspended: HashMap::default(),
    };
    groups
        .entry(bond)
        .or_insert_with_key(|bond| new_group(bond))
}

fn names(catalog: &Catalog, behaviors: u128) -> String {
    let names: Vec<_> = catalog
        .of_role(Role::Behavior)
        .enumerate()
        .filter(|(place, _)| behaviors & (1 << (*place).min(127)) != 0)
        .map(|(_, entry)| entry.name)
        .collect();
    names.join(", ")
}
