//! A component as Rust code.

use crate::catalog::{Catalog, default_of};
use bevy::prelude::*;
use bevy::reflect::enums::{Enum, VariantType};
use bevy::reflect::{PartialReflect, ReflectRef, TypeRegistry};
use bevy_horde::agent::SteeringAgent;
use bevy_horde::target::Target;

const INDENT: &str = "    ";
/// The code of an agent whose fields all equal the default.
const SAME_AGENT: &str = "SteeringAgent {\n    ..default()\n}";

/// A component of an agent, given by its type name, as a struct literal. If the literal leaves out
/// fields, it ends with `..default()`; that of a [`SteeringAgent`] ends with
/// `..SteeringAgent::new(radius, speed)`.
///
/// It lists the fields that differ from the default. Targets, entities and lists are left out,
/// because they belong to one run of the game. `None` if the agent has no such component, or for a
/// tuple struct.
pub fn as_rust(world: &World, agent: Entity, component: &str) -> Option<String> {
    let catalog = Catalog::read(world);
    let entry = catalog.find(component)?;
    let value = entry.read(world, agent)?;
    let registry = world.get_resource::<AppTypeRegistry>()?.read();
    match value.downcast_ref::<SteeringAgent>() {
        Some(agent) => agent_code(agent, &registry),
        None => {
            let default = entry.default.default();
            let default = Some(default.as_partial_reflect());
            literal(value.as_partial_reflect(), default, &registry)
        }
    }
}

/// The code of an agent. The default of the maximum force depends on the speed, so the code calls
/// `new` and not `default`.
fn agent_code(agent: &SteeringAgent, registry: &TypeRegistry) -> Option<String> {
    let (radius, speed) = (agent.body_radius, agent.max_speed);
    let new = SteeringAgent::new(radius, speed);
    let call = format!("SteeringAgent::new({}, {})", number(radius), number(speed));
    let code = literal(agent, Some(&new), registry)?;
    Some(match code.as_str() {
        SAME_AGENT => call,
        code => code.replace("..default()", &format!("..{call}")),
    })
}

/// The code of a value relative to a default; `None` if the value has no code.
fn literal(
    value: &dyn PartialReflect,
    default: Option<&dyn PartialReflect>,
    registry: &TypeRegistry,
) -> Option<String> {
    if value.try_downcast_ref::<Target>().is_some() || value.try_downcast_ref::<Entity>().is_some()
    {
        return None;
    }
    if let Some(vector) = value.try_downcast_ref::<Vec2>() {
        return Some(format!(
            "Vec2::new({}, {})",
            number(vector.x),
            number(vector.y)
        ));
    }
    if let Some(vector) = value.try_downcast_ref::<Vec3>() {
        let [x, y, z] = vector.to_array().map(number);
        return Some(format!("Vec3::new({x}, {y}, {z})"));
    }
    let name = value
        .get_represented_type_info()
        .map_or("", |info| info.type_path_table().ident().unwrap_or(""));
    match value.reflect_ref() {
        ReflectRef::Struct(fields) => {
            let of_default = |field: &str| match default.map(PartialReflect::reflect_ref) {
                Some(ReflectRef::Struct(default)) => default.field(field),
                _ => None,
            };
            let mut lines = Vec::new();
            let mut is_whole = true;
            for (field, value) in fields.iter_fields() {
                let same = of_default(field)
                    .is_some_and(|other| value.reflect_partial_eq(other) == Some(true));
                match nested(value, registry).filter(|_| !same) {
                    Some(code) => lines.push(format!("{field}: {code},")),
                    None => is_whole = false,
                }
            }
            if !is_whole {
                lines.push("..default()".into());
            }
            Some(braces(name, &lines))
        }
        ReflectRef::Enum(choice) => enum_literal(name, choice, registry),
        ReflectRef::Opaque(_) => Some(match value.try_downcast_ref::<f32>() {
            Some(value) => number(*value),
            None => format!("{value:?}"),
        }),
        _ => None,
    }
}

fn number(value: f32) -> String {
    match value {
        f32::INFINITY => "f32::INFINITY".into(),
        f32::NEG_INFINITY => "f32::NEG_INFINITY".into(),
        value if value.is_nan() => "f32::NAN".into(),
        value => format!("{value:?}"),
    }
}

/// The code of a field. In it, `..default()` means the default of the field's own type.
fn nested(value: &dyn PartialReflect, registry: &TypeRegistry) -> Option<String> {
    let type_id = value.get_represented_type_info()?.type_id();
    let default = default_of(registry, type_id);
    let default = default.as_ref().map(|it| it.as_partial_reflect());
    literal(value, default, registry)
}

fn enum_literal(name: &str, choice: &dyn Enum, registry: &TypeRegistry) -> Option<String> {
    let variant = choice.variant_name();
    let variant = if name == "Option" {
        variant.to_owned()
    } else {
        format!("{name}::{variant}")
    };
    let mut fields = Vec::new();
    for field in choice.iter_fields() {
        let code = nested(field.value(), registry)?;
        fields.push(match field.name() {
            Some(name) => format!("{name}: {code},"),
            None => code,
        });
    }
    Some(match choice.variant_type() {
        VariantType::Unit => variant,
        VariantType::Tuple => format!("{variant}({})", fields.join(", ")),
        VariantType::Struct => braces(&variant, &fields),
    })
}

fn braces(name: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{name} {{}}");
    }
    let body = lines.join("\n").replace('\n', &format!("\n{INDENT}"));
    format!("{name} {{\n{INDENT}{body}\n}}")
}
