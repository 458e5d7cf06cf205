//! Writing one field, or a whole component, of many agents.

use super::choose::choose_variant;
use super::fields::{Field, FieldKind, fields_of};
use super::number::{read_number, write_number};
use super::scan::ScanCache;
use crate::catalog::{Catalog, Entry};
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectPath, TypeRegistry};
use bevy_horde::agent::SteeringAgent;
use bevy_horde::length::Length;
use bevy_horde::target::Target;

/// A change of one field, made to every agent of a group by itself.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// This number for everybody; of a [`Length`], in the unit that each has.
    Set(f64),
    /// Everybody's number times this, so that those who differ go on to differ.
    Scale(f64),
    /// Everybody's number plus this.
    Shift(f64),
    /// On or off.
    Switch(bool),
    /// One bit of a mask of groups.
    Bit {
        /// Its place, 0 to 31.
        bit: u32,
        /// Set or not.
        on: bool,
    },
    /// All bits of a mask of groups, or none.
    AllBits(bool),
    /// A [`Length`] in body radii (true) or world units, converted by each agent's own radius.
    InRadii(bool),
    /// A variant, by its name; its fields, if any, get defaults.
    Choose(String),
    /// A target.
    Target(Target),
}

/// Changes one field of a component, by the name of its type, on all of `members` that have it.
///
/// The path leads from the component to the field, as in `"weight"` or `"separation.view.range"`. A number is moved to the
/// nearest legal one. An edit that does not fit the field changes nothing, and so does a name that does not exist. Returns
/// how many agents were changed.
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

/// Gives a component, by the name of its type, its defaults back on all of `members` that have it.
///
/// What no default can know is kept: targets, and of the body its radius and its largest speed, from which the default of
/// the largest force follows.
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
    let registry = registry.read();
    let changed = for_each(
        world,
        entry,
        members,
        |component, body_radius| match (&field.parsed)
            .reflect_element_mut(component.as_partial_reflect_mut())
        {
            Ok(value) => change_value(value, field, edit, body_radius, &registry),
            Err(_) => false,
        },
    );
    forget_scans(world, entry);
    changed
}

pub(crate) fn reset_field(world: &mut World, entry: &Entry, members: &[Entity], field: &Field) {
    for_each(world, entry, members, |component, _| {
        let fresh = default_for(entry, component);
        let (Ok(place), Ok(value)) = (
            (&field.parsed).reflect_element_mut(component.as_partial_reflect_mut()),
            (&field.parsed).reflect_element(fresh.as_partial_reflect()),
        ) else {
            return false;
        };
        place.try_apply(value).is_ok()
    });
    forget_scans(world, entry);
}

pub(crate) fn reset(world: &mut World, catalog: &Catalog, entry: &Entry, members: &[Entity]) {
    for_each(world, entry, members, |component, _| {
        let mut fresh = default_for(entry, component);
        let fields = fields_of(component.as_partial_reflect(), &catalog.documentation);
        let kept = fields
            .iter()
            .filter(|field| field.documentation.is_some_and(|text| text.is_scale));
        for field in kept {
            let (Ok(place), Ok(value)) = (
                (&field.parsed).reflect_element_mut(fresh.as_partial_reflect_mut()),
                (&field.parsed).reflect_element(component.as_partial_reflect()),
            ) else {
                continue;
            };
            if place.try_apply(value).is_err() {
                return false;
            }
        }
        component.try_apply(fresh.as_partial_reflect()).is_ok()
    });
    forget_scans(world, entry);
}

/// The defaults of a component, those that depend on the rest of it included.
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

/// Calls `change` with the component and the body radius of each member that has it; counts the changed ones.
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

/// What the panel knew about a component is out of date.
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
    registry: &TypeRegistry,
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
        (FieldKind::Choice, Edit::Choose(name)) => {
            choose_variant(value, name, registry);
            true
        }
        _ => false,
    }
}

fn set<T: Reflect>(value: &mut dyn PartialReflect, new: T) -> bool {
    value
        .try_downcast_mut::<T>()
        .map(|place| *place = new)
        .is_some()
}

/// The number after the edit; `None` when the edit is not one of numbers.
fn changed(number: f64, field: &Field, edit: &Edit) -> Option<f64> {
    let new = match *edit {
        Edit::Set(new) => new,
        Edit::Scale(factor) => number * factor,
        Edit::Shift(step) => number + step,
        _ => return None,
    };
    // Infinity times 0 is nothing to write on.
    (!new.is_nan()).then(|| field.clamp(new))
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
