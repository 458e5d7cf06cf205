//! The settings of one group of agents in a preset.

use super::value::PresetValue;
use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::editing::{
    Field, FieldKind, Summary, change_boxed, change_field, default_for, fields_of, read_number,
    selectable_variants, summarize_value,
};
use crate::switches::{SuspendedBehaviors, switch};
use bevy::prelude::*;
use bevy::reflect::ReflectPath;
use bevy_horde::target::Target;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The settings of one group of agents. Settings that it does not list stay as they are.
///
/// It holds no targets and no other entities, because these belong to one run of the game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct GroupPreset {
    /// The values of each component, by the path of the field, such as `separation.weight`. Agents
    /// without the component get it, unless it needs entities or a list, as `Hide` and
    /// `FollowField` do.
    #[serde(default)]
    pub components: BTreeMap<String, BTreeMap<String, PresetValue>>,
    /// Behaviors to switch off.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<String>,
}

/// A setting that differs from its default.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The component's type name, such as `Flock`.
    pub component: &'static str,
    /// The path of the field, such as `separation.weight`.
    pub path: String,
    /// The value that the agents have.
    pub value: PresetValue,
    /// The default value; `None` if the default component lacks the field.
    pub default: Option<PresetValue>,
}

/// One setting of a group.
struct Setting {
    field: Field,
    /// `None` if a preset cannot hold the value.
    value: Option<PresetValue>,
    default: Option<PresetValue>,
    is_default: bool,
}

impl GroupPreset {
    /// The settings of these agents. [`left_out`](Self::left_out) tells what a preset cannot hold.
    pub fn of(world: &World, members: &[Entity]) -> Self {
        let catalog = Catalog::read(world);
        let mut preset = Self::default();
        for entry in settable(&catalog) {
            let present = members.iter().filter(|&&member| entry.is_on(world, member));
            match present.count() {
                0 if entry.role == Role::Behavior => {
                    preset.without.insert(entry.name.to_owned());
                }
                count if count > 0 && count == members.len() => {
                    let settings = settings_of(world, &catalog, entry, members);
                    let settings = settings.into_iter();
                    let values = settings.filter_map(|it| Some((it.field.path, it.value?)));
                    let values = values.collect();
                    preset.components.insert(entry.name.to_owned(), values);
                }
                _ => {}
            }
        }
        preset
    }

    /// The settings of these agents that a preset cannot hold, targets aside, such as `Flock` or
    /// `Contain.region`. These are components that only some agents have, lists, entities, and
    /// settings that differ and form no range of finite numbers.
    pub fn left_out(world: &World, members: &[Entity]) -> Vec<String> {
        let catalog = Catalog::read(world);
        let mut left_out = Vec::new();
        for entry in settable(&catalog) {
            let present = members.iter().filter(|&&member| entry.is_on(world, member));
            match present.count() {
                0 => {}
                count if count < members.len() => left_out.push(entry.name.to_owned()),
                _ => {
                    let missing = settings_of(world, &catalog, entry, members);
                    let missing = missing.iter().filter(|it| {
                        let is_known =
                            matches!(it.field.kind, FieldKind::Section | FieldKind::Target);
                        !is_known && it.value.is_none()
                    });
                    left_out.extend(missing.map(|it| format!("{}.{}", entry.name, it.field.path)));
                }
            }
        }
        left_out
    }

    /// A preset of only these settings.
    pub fn of_differences(differences: &[Difference]) -> Self {
        let mut preset = Self::default();
        for difference in differences {
            let component = difference.component.to_owned();
            let values = preset.components.entry(component).or_default();
            values.insert(difference.path.clone(), difference.value.clone());
        }
        preset
    }

    /// Checks names and values, without any agent.
    ///
    /// # Errors
    ///
    /// One sentence that names the component, the field, and what it must be.
    pub fn check(&self, world: &World) -> Result<(), String> {
        let catalog = Catalog::read(world);
        for (name, values) in &self.components {
            let entry = find(&catalog, name)?;
            let mut instance = entry.default.default();
            for (path, value) in values {
                let fields = fields_of(instance.as_partial_reflect(), &catalog.documentation);
                let Some(field) = fields.iter().find(|field| field.path == *path) else {
                    let known = fields.iter().filter(|field| is_portable(field));
                    let known: Vec<_> = known.map(|field| field.path.as_str()).collect();
                    let known = known.join(", ");
                    return Err(format!("`{name}` has no field `{path}`; it has {known}"));
                };
                let failed =
                    |must: String| format!("field `{name}.{path}` is {value}, and must be {must}");
                if let (FieldKind::Choice, PresetValue::Text(chosen)) = (field.kind, value) {
                    check_choice(world, &*instance, field, chosen).map_err(failed)?;
                }
                for edit in value.edits(field).map_err(failed)? {
                    if !change_boxed(world, &mut *instance, field, &edit) {
                        return Err(failed("another value".into()));
                    }
                }
            }
        }
        for name in &self.without {
            if find(&catalog, name)?.role != Role::Behavior {
                return Err(format!("`{name}` is in `without`, and is no behavior"));
            }
        }
        Ok(())
    }

    /// Applies the settings to these agents.
    ///
    /// If a value is a range, each agent keeps its relative position: the fastest stays the
    /// fastest. A behavior that is added takes its target from another behavior of the agent. Names
    /// and values that [`check`](Self::check) rejects change nothing.
    pub fn apply(&self, world: &mut World, members: &[Entity]) {
        let catalog = Catalog::read(world);
        for (name, values) in &self.components {
            let Ok(entry) = find(&catalog, name) else {
                continue;
            };
            add(world, &catalog, entry, members);
            for (path, value) in values {
                let sample = members.iter().find_map(|&member| entry.read(world, member));
                let fields = sample
                    .map(|sample| fields_of(sample.as_partial_reflect(), &catalog.documentation));
                let field = fields
                    .into_iter()
                    .flatten()
                    .find(|field| field.path == *path);
                let Some((field, edits)) =
                    field.and_then(|field| value.edits(&field).ok().map(|edits| (field, edits)))
                else {
                    continue;
                };
                for edit in edits {
                    change_field(world, entry, members, &field, &edit);
                }
                if let PresetValue::Range(min, max) = *value {
                    respan(world, entry, members, &field, (min, max));
                }
            }
        }
        for name in &self.without {
            if let Ok(entry) = find(&catalog, name) {
                switch(world, entry, members, false);
            }
        }
    }

    /// The names of the components that [`apply`](Self::apply) may change.
    pub(crate) fn touched(&self) -> impl Iterator<Item = &str> {
        let names = self.components.keys().chain(&self.without);
        names.map(String::as_str)
    }
}

/// The settings of these agents that differ from the defaults.
pub fn differences_from_default(world: &World, members: &[Entity]) -> Vec<Difference> {
    let catalog = Catalog::read(world);
    let mut differences = Vec::new();
    for entry in settable(&catalog) {
        let with: Vec<Entity> = (members.iter().copied())
            .filter(|&member| entry.is_on(world, member))
            .collect();
        let settings = settings_of(world, &catalog, entry, &with);
        let differing = settings.into_iter().filter(|setting| !setting.is_default);
        differences.extend(differing.filter_map(|setting| {
            Some(Difference {
                component: entry.name,
                path: setting.field.path,
                value: setting.value?,
                default: setting.default,
            })
        }));
    }
    differences
}

/// The components whose fields a user can set.
fn settable(catalog: &Catalog) -> impl Iterator<Item = &Entry> {
    let entries = catalog.entries.iter();
    entries.filter(|entry| matches!(entry.role, Role::Body | Role::Behavior))
}

/// Whether a preset can add the component: none of its fields needs a list or an entity.
fn can_be_added(catalog: &Catalog, entry: &Entry) -> bool {
    let default = entry.default.default();
    let fields = fields_of(default.as_partial_reflect(), &catalog.documentation);
    fields.iter().all(|field| field.kind != FieldKind::Other)
}

/// Whether a preset can hold the field.
fn is_portable(field: &Field) -> bool {
    !matches!(
        field.kind,
        FieldKind::Section | FieldKind::Target | FieldKind::Other
    )
}

fn find<'a>(catalog: &'a Catalog, name: &str) -> Result<&'a Entry, String> {
    settable(catalog)
        .find(|entry| entry.name == name)
        .ok_or_else(|| {
            let known: Vec<_> = settable(catalog).map(|entry| entry.name).collect();
            let known = known.join(", ");
            format!("there is no component `{name}` that a preset can hold; there are {known}")
        })
}

fn check_choice(
    world: &World,
    instance: &dyn Reflect,
    field: &Field,
    chosen: &str,
) -> Result<(), String> {
    let registry = world.get_resource::<AppTypeRegistry>().cloned();
    let registry = registry.unwrap_or_default();
    let value = (&field.parsed).reflect_element(instance.as_partial_reflect());
    let names = value.map_or(Vec::new(), |value| {
        selectable_variants(value, &registry.read())
    });
    if names.contains(&chosen) {
        return Ok(());
    }
    Err(format!("one of {}", names.join(", ")))
}

fn settings_of(
    world: &World,
    catalog: &Catalog,
    entry: &Entry,
    members: &[Entity],
) -> Vec<Setting> {
    let mut components = members
        .iter()
        .filter_map(|&member| entry.read(world, member));
    let Some(first) = components.next() else {
        return Vec::new();
    };
    let fields = fields_of(first.as_partial_reflect(), &catalog.documentation);
    let summarize = |component: &dyn Reflect, into: &mut Vec<Summary>| {
        summarize_value(component.as_partial_reflect(), &fields, into);
    };
    let (mut summaries, mut defaults) = (Vec::new(), Vec::new());
    summarize(&*default_for(entry, first), &mut defaults);
    summarize(first, &mut summaries);
    for component in components {
        summarize(component, &mut summaries);
    }
    // A preset cannot hold a choice whose variant holds a list or an entity.
    let is_whole = |field: &Field| {
        let holds = |other: &Field| {
            let rest = other.path.strip_prefix(&field.path);
            other.kind == FieldKind::Other && rest.is_some_and(|rest| rest.starts_with('.'))
        };
        field.kind != FieldKind::Choice || !fields.iter().any(holds)
    };
    let known = fields.iter().zip(&summaries).zip(&defaults);
    known
        .map(|((field, summary), default)| Setting {
            value: PresetValue::of(summary).filter(|_| is_whole(field)),
            default: PresetValue::of(default),
            is_default: summary.agrees_with(default),
            field: field.clone(),
        })
        .collect()
}

/// Gives the component to the members that lack it.
fn add(world: &mut World, catalog: &Catalog, entry: &Entry, members: &[Entity]) {
    if !can_be_added(catalog, entry) {
        return;
    }
    let without: Vec<Entity> = (members.iter().copied())
        .filter(|&member| !entry.is_on(world, member))
        .collect();
    if entry.role == Role::Behavior {
        // A behavior that was switched off keeps its own target.
        let is_kept = |member: Entity| {
            let suspended = world.get::<SuspendedBehaviors>(member);
            suspended.is_some_and(|suspended| suspended.holds(entry.type_id))
        };
        let aims: Vec<_> = (without.iter())
            .map(|&it| aim(world, catalog, it).filter(|_| !is_kept(it)))
            .collect();
        switch(world, entry, &without, true);
        for (&member, aim) in without.iter().zip(aims) {
            let (Some(aim), Some(sample)) = (aim, entry.read(world, member)) else {
                continue;
            };
            let fields = fields_of(sample.as_partial_reflect(), &catalog.documentation);
            for field in fields.iter().filter(|it| it.kind == FieldKind::Target) {
                let edit = crate::Edit::Target(aim);
                change_field(world, entry, &[member], field, &edit);
            }
        }
    } else if let Some(registry) = world.get_resource::<AppTypeRegistry>().cloned() {
        let registry = registry.read();
        for member in without {
            if let Ok(mut entity) = world.get_entity_mut(member) {
                let default = entry.default.default();
                let default = default.as_partial_reflect();
                entry.reflect.insert(&mut entity, default, &registry);
            }
        }
    }
}

/// The target of the agent's first behavior that has one.
fn aim(world: &World, catalog: &Catalog, member: Entity) -> Option<Target> {
    catalog.of_role(Role::Behavior).find_map(|entry| {
        let component = entry.read(world, member)?.as_partial_reflect();
        let fields = fields_of(component, &catalog.documentation);
        let field = fields.iter().find(|it| it.kind == FieldKind::Target)?;
        let target = (&field.parsed).reflect_element(component).ok()?;
        target.try_downcast_ref::<Target>().copied()
    })
}

/// Spreads the members' numbers over a new range. An equal range leaves every bit as it is.
fn respan(
    world: &mut World,
    entry: &Entry,
    members: &[Entity],
    field: &Field,
    (min, max): (f64, f64),
) {
    let number = |world: &World, member: Entity| {
        let component = entry.read(world, member)?.as_partial_reflect();
        let value = (&field.parsed).reflect_element(component).ok()?;
        read_number(value)
    };
    let numbers: Vec<_> = (members.iter())
        .filter_map(|&member| Some((member, number(world, member)?)))
        .collect();
    let finite = || {
        let numbers = numbers.iter().map(|(_, number)| *number);
        numbers.filter(|number| number.is_finite())
    };
    let (low, high) = (
        finite().fold(f64::INFINITY, f64::min),
        finite().fold(f64::NEG_INFINITY, f64::max),
    );
    if (low as f32, high as f32) == (min as f32, max as f32) {
        return;
    }
    for (member, number) in numbers {
        let part = match number.is_finite() {
            true if high > low => (number - low) / (high - low),
            true => 0.5,
            false => 1.0,
        };
        let edit = crate::Edit::Set(min + (max - min) * part);
        change_field(world, entry, &[member], field, &edit);
    }
}
