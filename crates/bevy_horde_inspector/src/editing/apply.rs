//! Edits of a field or a component on many agents.

use super::choose::{Types, choose_variant};
use super::fields::{Field, FieldKind, fields_of};
use super::number::{read_number, write_number};
use super::scan::ScanCache;
use crate::catalog::{Catalog, Entry};
use crate::documentation::SteeringDocumentation;
use bevy::prelude::*;
use bevy::reflect::{ParsedPath, PartialReflect, ReflectPath};
use bevy_horde::agent::SteeringAgent;
use bevy_horde::length::Length;
use bevy_horde::target::Target;

/// An edit of one field, applied to each agent of a group.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Sets the number; a [`Length`] keeps each agent's unit.
    Set(f64),
    /// Multiplies each agent's number, so that ratios stay.
    Scale(f64),
    /// Adds to each agent's number.
    Shift(f64),
    /// Replaces a number that is NaN, or infinite where that is illegal. Other agents keep theirs.
    ResetInvalid(f64),
    /// Sets a flag.
    Switch(bool),
    /// Sets one bit of a mask of groups.
    Bit {
        /// The bit, 0 to 31.
        bit: u32,
        /// The new value of the bit.
        on: bool,
    },
    /// Sets or clears all bits of a mask of groups.
    AllBits(bool),
    /// Converts a [`Length`] to body radii (true) or world units (false), with each agent's radius.
    InRadii(bool),
    /// Selects a variant by name. Fields that the previous variant has, too, keep their values; the
    /// others get legal defaults. A variant with a list cannot be selected.
    Choose(String),
    /// Sets a target.
    Target(Target),
}

/// Edits one field of a component, given by its type name, on all `members` that have it.
///
/// The path leads from the component to the field, as in `"weight"` or `"separation.view.range"`.
/// Numbers are clamped to the legal range. An edit that does not fit the field, NaN, an infinite
/// number where that is not legal, or an unknown name changes nothing. Returns the number of
/// changed agents.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # use bevy_horde_inspector::{Edit, apply_edit};
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
/// # let world = app.world_mut();
/// let agents = [world.spawn(Flock::default()).id()];
/// apply_edit(world, &agents, "Flock", "cohesion.weight", &Edit::Set(2.0));
/// assert_eq!(world.get::<Flock>(agents[0]).map(|flock| flock.cohesion.weight), Some(2.0));
/// ```
pub fn apply_edit(
    world: &mut World,
    members: &[Entity],
    component: &str,
    path: &str,
    edit: &Edit,
) -> usize {
    let catalog = Catalog::read(world);
    let Some(entry) = catalog.find(component) else {
        return 0;
    };
    let sample = members.iter().find_map(|&member| entry.read(world, member));
    let field = sample.and_then(|sample| {
        fields_of(sample.as_partial_reflect(), &catalog.documentation)
            .into_iter()
            .find(|field| field.path == path)
    });
    let Some(field) = field else {
        return 0;
    };
    change_field(world, entry, members, &field, edit)
}

/// Resets a component, given by its type name, to its defaults on all `members` that have it.
///
/// Targets, offsets, regions, formation shapes, body radius and maximum speed stay, because they
/// have no useful default. The maximum force gets the default for the maximum speed.
pub fn reset_component(world: &mut World, members: &[Entity], component: &str) {
    let catalog = Catalog::read(world);
    if let Some(entry) = catalog.find(component) {
        reset(world, &catalog, entry, members);
    }
}

pub(crate) fn change_field(
    world: &mut World,
    entry: &Entry,
    members: &[Entity],
    field: &Field,
    edit: &Edit,
) -> usize {
    let Some(registry) = world.get_resource::<AppTypeRegistry>().cloned() else {
        return 0;
    };
    let documentation = world.get_resource::<SteeringDocumentation>().cloned();
    let types = Types {
        registry: &registry.read(),
        documentation: &documentation.unwrap_or_default(),
    };
    let changed = for_each(
        world,
        entry,
        members,
        |component, body_radius| match (&field.parsed)
            .reflect_element_mut(component.as_partial_reflect_mut())
        {
            Ok(value) => change_value(value, field, edit, body_radius, &types),
            Err(_) => false,
        },
    );
    forget_scans(world, entry);
    changed
}

/// Edits a field of a component value that is on no agent. Returns whether the edit fits.
pub(crate) fn change_boxed(
    world: &World,
    component: &mut dyn Reflect,
    field: &Field,
    edit: &Edit,
) -> bool {
    let Some(registry) = world.get_resource::<AppTypeRegistry>() else {
        return false;
    };
    let documentation = world.get_resource::<SteeringDocumentation>().cloned();
    let types = Types {
        registry: &registry.read(),
        documentation: &documentation.unwrap_or_default(),
    };
    let component = component.as_partial_reflect_mut();
    // A component without an agent has no radius; 1 converts any length.
    let body_radius = 1.0;
    (&field.parsed)
        .reflect_element_mut(component)
        .is_ok_and(|value| change_value(value, field, edit, body_radius, &types))
}

pub(crate) fn reset_field(world: &mut World, entry: &Entry, members: &[Entity], field: &Field) {
    for_each(world, entry, members, |component, _| {
        let fresh = default_for(entry, component);
        copy_field(&field.parsed, &*fresh, component)
    });
    forget_scans(world, entry);
}

pub(crate) fn reset(world: &mut World, catalog: &Catalog, entry: &Entry, members: &[Entity]) {
    for_each(world, entry, members, |component, _| {
        let fresh = default_for(entry, component);
        replace_settings(catalog, component, fresh)
    });
    forget_scans(world, entry);
}

/// Replaces a component, except for fields that a reset keeps. Returns whether the types match.
pub(crate) fn replace_settings(
    catalog: &Catalog,
    component: &mut dyn Reflect,
    mut fresh: Box<dyn Reflect>,
) -> bool {
    let fields = fields_of(component.as_partial_reflect(), &catalog.documentation);
    let kept = fields
        .iter()
        .filter(|field| field.documentation.is_some_and(|text| text.is_scale));
    for field in kept {
        copy_field(&field.parsed, component, &mut *fresh);
    }
    component.set(fresh).is_ok()
}

/// Copies one field from a component to another of the same type. Returns whether both have it.
pub(crate) fn copy_field(path: &ParsedPath, from: &dyn Reflect, to: &mut dyn Reflect) -> bool {
    let value = path.reflect_element(from.as_partial_reflect());
    let value = value.ok().and_then(|value| value.reflect_clone().ok());
    let target = path.reflect_element_mut(to.as_partial_reflect_mut());
    let target = target.ok().and_then(|it| it.try_as_reflect_mut());
    match (value, target) {
        (Some(value), Some(target)) => target.set(value).is_ok(),
        _ => false,
    }
}

/// The defaults of a component, including those that depend on its other fields.
pub(crate) fn default_for(entry: &Entry, current: &dyn Reflect) -> Box<dyn Reflect> {
    let Some(agent) = current.downcast_ref::<SteeringAgent>() else {
        return entry.default.default();
    };
    let SteeringAgent {
        body_radius,
        max_speed,
        ..
    } = SteeringAgent::default();
    Box::new(SteeringAgent {
        body_radius,
        max_speed,
        ..SteeringAgent::new(agent.body_radius, agent.max_speed)
    })
}

/// Calls `change` with the component and the body radius of each member that has it. Returns the
/// number of changed members.
fn for_each(
    world: &mut World,
    entry: &Entry,
    members: &[Entity],
    mut change: impl FnMut(&mut dyn Reflect, f32) -> bool,
) -> usize {
    let mut changed = 0;
    for &member in members {
        let body_radius = world
            .get::<SteeringAgent>(member)
            .map_or(0.0, |agent| agent.body_radius);
        let Ok(entity) = world.get_entity_mut(member) else {
            continue;
        };
        if let Some(mut component) = entry.reflect.reflect_mut(entity)
            && change(&mut *component, body_radius)
        {
            changed += 1;
        }
    }
    changed
}

/// Discards the cached summaries of a component.
pub(crate) fn forget_scans(world: &mut World, entry: &Entry) {
    if let Some(mut scans) = world.get_resource_mut::<ScanCache>() {
        scans.forget(entry.type_id);
    }
}

fn change_value(
    value: &mut dyn PartialReflect,
    field: &Field,
    edit: &Edit,
    body_radius: f32,
    types: &Types<'_>,
) -> bool {
    match (field.kind, edit) {
        (FieldKind::Number { .. }, edit) => {
            let Some(number) = read_number(value).and_then(|number| changed(number, field, edit))
            else {
                return false;
            };
            write_number(value, number);
            true
        }
        (FieldKind::Length, edit) => value
            .try_downcast_mut::<Length>()
            .is_some_and(|length| change_length(length, field, edit, body_radius)),
        (FieldKind::Flag, &Edit::Switch(on)) => set(value, on),
        (FieldKind::Groups, &Edit::Bit { bit, on }) => {
            value.try_downcast_mut::<u32>().is_some_and(|bits| {
                let bit = 1u32.checked_shl(bit).unwrap_or(0);
                *bits = if on { *bits | bit } else { *bits & !bit };
                true
            })
        }
        (FieldKind::Groups, &Edit::AllBits(on)) => set(value, if on { u32::MAX } else { 0 }),
        (FieldKind::Target, &Edit::Target(target)) => set(value, target),
        (FieldKind::Choice, Edit::Choose(name)) => choose_variant(value, name, body_radius, types),
        _ => false,
    }
}

fn set<T: Reflect>(value: &mut dyn PartialReflect, new: T) -> bool {
    value
        .try_downcast_mut::<T>()
        .map(|target| *target = new)
        .is_some()
}

/// The number after the edit; `None` if the edit does not apply or the result is not allowed.
fn changed(number: f64, field: &Field, edit: &Edit) -> Option<f64> {
    let new = match *edit {
        Edit::Set(new) => new,
        Edit::Scale(factor) => number * factor,
        Edit::Shift(step) => number + step,
        Edit::ResetInvalid(new) if !field.allows(number) => new,
        _ => return None,
    };
    // Infinity times 0 is not a number.
    field.allows(new).then(|| field.clamp(new))
}

fn change_length(length: &mut Length, field: &Field, edit: &Edit, body_radius: f32) -> bool {
    let new = match (*length, edit) {
        (Length::Radii(_), Edit::InRadii(true)) | (Length::World(_), Edit::InRadii(false)) => {
            *length
        }
        (Length::Radii(_), Edit::InRadii(false)) => Length::World(length.resolve(body_radius)),
        (Length::World(units), Edit::InRadii(true)) if body_radius > 0.0 => {
            Length::Radii(units / body_radius)
        }
        (Length::World(_), Edit::InRadii(true)) => return false,
        (Length::Radii(count), edit) => match changed(count.into(), field, edit) {
            Some(count) => Length::Radii(count as f32),
            None => return false,
        },
        (Length::World(units), edit) => match changed(units.into(), field, edit) {
            Some(units) => Length::World(units as f32),
            None => return false,
        },
    };
    *length = new;
    true
}
