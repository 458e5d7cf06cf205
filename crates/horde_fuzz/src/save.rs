//! Saves and restores a game as the documentation describes.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::perception::LastSeen;
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use std::collections::BTreeMap;

/// Copies the things of one app into another, and returns their entities there.
pub fn restore(
    from: &mut App,
    things: &BTreeMap<u32, Entity>,
    to: &mut App,
) -> BTreeMap<u32, Entity> {
    let mut copies = BTreeMap::new();
    for number in things.keys() {
        copies.insert(*number, to.world_mut().spawn_empty().id());
    }
    let mapped = |entity: Entity| {
        let number = things.iter().find(|(_, thing)| **thing == entity);
        let copy = number.and_then(|(number, _)| copies.get(number));
        copy.copied().unwrap_or(Entity::PLACEHOLDER)
    };
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
                component.insert(&mut copy, value, &registry);
            }
        }
        // Required components may add some that the thing has lost.
        for registration in registry.iter() {
            if let Some(component) = registration.data::<ReflectComponent>()
                && !component.contains(thing)
            {
                component.remove(&mut copy);
            }
        }
        // Not every app registers it.
        if let Some(transform) = thing.get::<Transform>() {
            copy.insert(*transform);
        }
        if thing.contains::<Disabled>() {
            copy.insert(Disabled);
        }
        map_targets(&mut copy, mapped);
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

fn map_targets(copy: &mut EntityWorldMut, mapped: impl Fn(Entity) -> Entity) {
    let map = |target: &mut Target| {
        if let Target::Entity(entity) = target {
            *entity = mapped(*entity);
        }
    };
    macro_rules! map_all {
        ($($component:ty: $field:ident),*) => {
            $(if let Some(mut part) = copy.get_mut::<$component>() { map(&mut part.$field); })*
        };
    }
    map_all!(Seek: target, Flee: threat, Arrive: target, Gather: target, Pursue: target, Evade: threat);
    if let Some(mut seen) = copy.get_mut::<LastSeen>() {
        for target in &mut seen.targets {
            target.entity = mapped(target.entity);
        }
    }
}
