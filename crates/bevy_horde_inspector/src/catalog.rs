//! The components in the panel, read from the type registry.

use crate::documentation::{Role, SteeringDocumentation};
use bevy::ecs::component::ComponentId;
use bevy::prelude::*;
use bevy::reflect::{TypeRegistration, TypeRegistry};
use core::any::TypeId;

/// The prefix of the plugin's type paths.
const PLUGIN_CRATE: &str = "bevy_horde::";
/// An undocumented component of this module counts as a behavior.
const BEHAVIOR_MODULE: &str = "bevy_horde::behaviors::";

/// A component in the panel.
pub(crate) struct Entry {
    pub(crate) type_id: TypeId,
    /// `None` if no entity has had the component yet.
    pub(crate) component_id: Option<ComponentId>,
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) meaning: &'static str,
    pub(crate) reflect: ReflectComponent,
    pub(crate) default: ReflectDefault,
    index: usize,
}

impl Entry {
    /// The entity's component.
    pub(crate) fn read<'w>(&self, world: &'w World, entity: Entity) -> Option<&'w dyn Reflect> {
        self.reflect.reflect(world.get_entity(entity).ok()?)
    }

    /// Whether the entity has the component.
    pub(crate) fn is_on(&self, world: &World, entity: Entity) -> bool {
        self.component_id.is_some_and(|id| {
            world
                .get_entity(entity)
                .is_ok_and(|entity| entity.contains_id(id))
        })
    }
}

/// All components in the panel, in display order.
pub(crate) struct Catalog {
    pub(crate) entries: Vec<Entry>,
    pub(crate) documentation: SteeringDocumentation,
}

impl Catalog {
    /// Reads the registry: the plugin's components, and the game's documented ones.
    pub(crate) fn read(world: &World) -> Self {
        let documentation = world
            .get_resource::<SteeringDocumentation>()
            .cloned()
            .unwrap_or_default();
        let mut entries = Vec::new();
        if let Some(registry) = world.get_resource::<AppTypeRegistry>() {
            let registry = registry.read();
            entries.extend(
                registry
                    .iter()
                    .filter_map(|registration| entry(registration, &documentation, world)),
            );
        }
        entries.sort_by_key(|entry| (entry.index, entry.name));
        Self {
            entries,
            documentation,
        }
    }

    /// The entry of a component by its type name.
    pub(crate) fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The entries with a role.
    pub(crate) fn of_role(&self, role: Role) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.role == role)
    }
}

fn entry(
    registration: &TypeRegistration,
    documentation: &SteeringDocumentation,
    world: &World,
) -> Option<Entry> {
    let table = registration.type_info().type_path_table();
    let documented = documentation.of(table.short_path());
    if documented.is_none() && !table.path().starts_with(PLUGIN_CRATE) {
        return None;
    }
    if registration.data::<ReflectResource>().is_some() {
        return None;
    }
    let reflect = registration.data::<ReflectComponent>()?;
    // A component without a default cannot be added. It describes an object, not a behavior.
    let default = registration.data::<ReflectDefault>()?;
    let is_behavior = table.path().starts_with(BEHAVIOR_MODULE);
    let undocumented = if is_behavior {
        Role::Behavior
    } else {
        Role::Body
    };
    Some(Entry {
        type_id: registration.type_id(),
        component_id: world.components().get_id(registration.type_id()),
        name: table.short_path(),
        role: documented.map_or(undocumented, |(_, text)| text.role),
        meaning: documented.map_or("", |(_, text)| text.meaning),
        reflect: reflect.clone(),
        default: default.clone(),
        index: documented.map_or(usize::MAX, |(index, _)| index),
    })
}

/// The registered default of a type.
pub(crate) fn default_of(registry: &TypeRegistry, type_id: TypeId) -> Option<Box<dyn Reflect>> {
    Some(registry.get_type_data::<ReflectDefault>(type_id)?.default())
}
