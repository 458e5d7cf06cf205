//! Switches behaviors off and on.

use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::editing::forget_scans;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::any::TypeId;

/// The behaviors that the panel has switched off on this agent, with their values.
#[derive(Component, Default)]
pub struct SuspendedBehaviors(HashMap<TypeId, Box<dyn Reflect>>);

impl SuspendedBehaviors {
    pub(crate) fn holds(&self, type_id: TypeId) -> bool {
        self.0.contains_key(&type_id)
    }

    pub(crate) fn get(&self, type_id: TypeId) -> Option<&dyn Reflect> {
        self.0.get(&type_id).map(|value| &**value)
    }

    pub(crate) fn types(&self) -> impl Iterator<Item = TypeId> {
        self.0.keys().copied()
    }
}

/// Switches a component, given by its type name, off or on for all `members`.
///
/// A behavior that is switched off is removed from the agent, and its values are kept for switching
/// it on again. A behavior that the agent never had gets its defaults. A marker component such as
/// `SteeringDisabled` is removed or inserted. A part of the body stays.
pub fn set_behavior(world: &mut World, members: &[Entity], name: &str, on: bool) {
    let catalog = Catalog::read(world);
    if let Some(entry) = catalog.find(name) {
        switch(world, entry, members, on);
    }
}

pub(crate) fn switch(world: &mut World, entry: &Entry, members: &[Entity], on: bool) {
    if !matches!(entry.role, Role::Behavior | Role::Switch) {
        return;
    }
    let Some(registry) = world.get_resource::<AppTypeRegistry>().cloned() else {
        return;
    };
    let registry = registry.read();
    forget_scans(world, entry);
    for &member in members {
        let is_on = entry.is_on(world, member);
        let Ok(mut entity) = world.get_entity_mut(member) else {
            continue;
        };
        if is_on == on {
            continue;
        }
        if on {
            let kept =
                resume(&mut entity, entry.type_id).unwrap_or_else(|| entry.default.default());
            entry
                .reflect
                .insert(&mut entity, kept.as_partial_reflect(), &registry);
        } else if let Some(value) = entry.reflect.take(&mut entity)
            && entry.role == Role::Behavior
        {
            suspend(&mut entity, entry.type_id, value);
        }
    }
}

/// Discards a behavior that was switched off.
pub(crate) fn forget(world: &mut World, entry: &Entry, members: &[Entity]) {
    for &member in members {
        if let Ok(mut entity) = world.get_entity_mut(member) {
            resume(&mut entity, entry.type_id);
        }
    }
}

/// Stores a switched-off behavior in the agent's [`SuspendedBehaviors`].
pub(crate) fn suspend(entity: &mut EntityWorldMut, type_id: TypeId, value: Box<dyn Reflect>) {
    if !entity.contains::<SuspendedBehaviors>() {
        entity.insert(SuspendedBehaviors::default());
    }
    if let Some(mut suspended) = entity.get_mut::<SuspendedBehaviors>() {
        suspended.0.insert(type_id, value);
    }
}

/// Takes a switched-off behavior out of the agent's [`SuspendedBehaviors`]; `None` without it.
pub(crate) fn resume(entity: &mut EntityWorldMut, type_id: TypeId) -> Option<Box<dyn Reflect>> {
    let mut suspended = entity.get_mut::<SuspendedBehaviors>()?;
    let value = suspended.0.remove(&type_id);
    if suspended.0.is_empty() {
        entity.remove::<SuspendedBehaviors>();
    }
    value
}
