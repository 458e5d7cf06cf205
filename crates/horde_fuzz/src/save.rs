//! Saves and restores a game as the documentation describes.

use bevy::ecs::entity::{EntityHashMap, EntityMapper};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::reflect::ReflectComponent;
use bevy::ecs::relationship::RelationshipHookMode;
use bevy::prelude::*;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use std::collections::BTreeMap;

/// Copies the things and the plugin's resources of one app into another. Returns the new entities
/// of the things.
pub fn restore(
    from: &mut App,
    things: &BTreeMap<u32, Entity>,
    to: &mut App,
) -> BTreeMap<u32, Entity> {
    let mut copies = BTreeMap::new();
    for number in things.keys() {
        copies.insert(*number, to.world_mut().spawn_empty().id());
    }
    // `things` lacks despawned things, so they have no copy.
    let mut mapped = EntityHashMap::default();
    for (number, entity) in things {
        mapped.insert(*entity, copies[number]);
    }
    let mut mapper = Mapped(mapped);
    let registry = from.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    for (number, entity) in things {
        let Ok(thing) = from.world().get_entity(*entity) else {
            continue;
        };
        let mut copy = to.world_mut().entity_mut(copies[number]);
        for registration in registry.iter() {
            if let Some(component) = registration.data::<ReflectComponent>()
                && let Some(value) = component.reflect(thing)
            {
                component.apply_or_insert_mapped(
                    &mut copy,
                    value.as_partial_reflect(),
                    &registry,
                    &mut mapper,
                    RelationshipHookMode::Skip,
                );
            }
        }
        // Required components may have added components that the thing has lost.
        for registration in registry.iter() {
            if let Some(component) = registration.data::<ReflectComponent>()
                && !component.contains(thing)
            {
                component.remove(&mut copy);
            }
        }
        // Not every app registers `Transform`.
        if let Some(transform) = thing.get::<Transform>() {
            copy.insert(*transform);
        }
        if thing.contains::<Disabled>() {
            copy.insert(Disabled);
        }
    }
    macro_rules! copy {
        ($($resource:ty),*) => {
            $(to.insert_resource(*from.world().resource::<$resource>());)*
        };
    }
    copy!(
        MovementSpace,
        PassingSide,
        SteeringSeed,
        SteeringTick,
        NextAgentId
    );
    copies
}

/// Maps entities to their copies, and other entities to the placeholder.
struct Mapped(EntityHashMap<Entity>);

impl EntityMapper for Mapped {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        self.0.get(&source).copied().unwrap_or(Entity::PLACEHOLDER)
    }

    fn set_mapped(&mut self, source: Entity, target: Entity) {
        self.0.insert(source, target);
    }
}
