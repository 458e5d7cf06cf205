//! Saving and loading as Bevy's scenes do it.

use bevy::ecs::component::ComponentCloneBehavior;
use bevy::ecs::entity::{EntityHashMap, SceneEntityMapper};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::ecs::reflect::{ReflectComponent, ReflectResource};
use bevy::ecs::relationship::RelationshipHookMode;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, TypeRegistry};
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::schedule::SteeringTick;
use core::any::TypeId;

/// A saved game, as Bevy's scenes save one: every registered component of every entity with a
/// `Transform`, and resources.
#[derive(Default)]
pub(super) struct Save {
    entities: Vec<(Entity, Vec<Box<dyn PartialReflect>>)>,
    resources: Vec<Box<dyn PartialReflect>>,
}

pub(super) fn save(world: &mut World) -> Save {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut query = world.query_filtered::<EntityRef, (With<Transform>, Allow<Disabled>)>();
    let entities = query.iter(world).map(|entity| {
        let components = entity.archetype().components().iter();
        let components = components.filter_map(|id| {
            let type_id = world.components().get_info(*id)?.type_id()?;
            let reflect = registry.get_type_data::<ReflectComponent>(type_id)?;
            Some(reflect.reflect(entity)?.to_dynamic())
        });
        (entity.id(), components.collect())
    });
    let entities = entities.collect();
    let resources = [
        world.resource::<SteeringTick>().to_dynamic(),
        world.resource::<NextAgentId>().to_dynamic(),
    ];
    Save {
        entities,
        resources: resources.into(),
    }
}

/// Replaces all entities with a `Transform` by the saved ones, as Bevy's scenes do: finds each
/// component by the type that its saved value represents, and leaves out what clones ignore.
pub(super) fn load(world: &mut World, save: &Save) {
    let mut query = world.query_filtered::<Entity, (With<Transform>, Allow<Disabled>)>();
    let old: Vec<Entity> = query.iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    // The new entities have other ids, in another order.
    let mut map = EntityHashMap::default();
    for (saved, _) in save.entities.iter().rev() {
        world.spawn_empty();
        map.insert(*saved, world.spawn_empty().id());
    }
    for (saved, components) in &save.entities {
        for component in components {
            apply(world, &registry, &mut map, Some(*saved), &**component);
        }
    }
    for resource in &save.resources {
        apply(world, &registry, &mut map, None, &**resource);
    }
}

fn apply(
    world: &mut World,
    registry: &TypeRegistry,
    map: &mut EntityHashMap<Entity>,
    saved: Option<Entity>,
    component: &dyn PartialReflect,
) {
    let represented = component.get_represented_type_info().expect("known");
    let type_id: TypeId = represented.type_id();
    let reflect = registry
        .get_type_data::<ReflectComponent>(type_id)
        .expect("a component");
    let id = reflect.register_component(world);
    let info = world.components().get_info(id).expect("registered");
    if matches!(info.clone_behavior(), ComponentCloneBehavior::Ignore) {
        return;
    }
    let entity = match saved {
        Some(saved) => map[&saved],
        None => {
            assert!(registry.get_type_data::<ReflectResource>(type_id).is_some());
            world.resource_entities().get(id).expect("there")
        }
    };
    SceneEntityMapper::world_scope(map, world, |world, mapper| {
        reflect.apply_or_insert_mapped(
            &mut world.entity_mut(entity),
            component,
            registry,
            mapper,
            RelationshipHookMode::Skip,
        );
    });
}
