//! Finds the fields of a component by reflection.

use super::number::{is_whole, read_number};
use crate::documentation::{FieldDocumentation, SteeringDocumentation, Unit};
use bevy::prelude::*;
use bevy::reflect::enums::VariantType;
use bevy::reflect::{ParsedPath, PartialReflect, ReflectRef};
use bevy_horde::length::Length;
use bevy_horde::target::Target;

/// The kind of a field, which selects its widget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldKind {
    /// A section; its fields follow.
    Section,
    Number {
        whole: bool,
    },
    Groups,
    Flag,
    Length,
    Target,
    /// An enum.
    Choice,
    /// A value without a widget.
    Other,
}

/// A field of a component, possibly nested.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The path from the component, such as `separation.view.range`.
    pub(crate) path: String,
    pub(crate) parsed: ParsedPath,
    /// The nesting depth, 0 for a field of the component.
    pub(crate) depth: usize,
    pub(crate) name: String,
    pub(crate) kind: FieldKind,
    pub(crate) documentation: Option<FieldDocumentation>,
}

impl Field {
    /// The unit of the field's number.
    pub(crate) fn unit(&self) -> Unit {
        self.documentation.map_or(Unit::Plain, |text| text.unit)
    }

    /// Whether `number` is finite, or infinite where the field may be; only such numbers are
    /// clamped.
    pub(crate) fn allows(&self, number: f64) -> bool {
        let may_be_infinite = (self.documentation).is_none_or(|text| text.finite.is_some());
        (number as f32).is_finite() || (may_be_infinite && !number.is_nan())
    }

    /// The nearest legal number; NaN stays NaN.
    pub(crate) fn clamp(&self, number: f64) -> f64 {
        let Some(text) = self.documentation else {
            return number;
        };
        if number.is_nan() {
            return number;
        }
        number.clamp(text.min, text.max)
    }
}

/// The fields of `value`, depth first; the fields of a section follow it.
pub(crate) fn fields_of(
    value: &dyn PartialReflect,
    documentation: &SteeringDocumentation,
) -> Vec<Field> {
    let mut fields = Vec::new();
    collect(value, documentation, None, ("", 0), &mut fields);
    fields
}

/// `whole` documents the coordinates of a vector, which have no documentation of their own.
fn collect(
    value: &dyn PartialReflect,
    documentation: &SteeringDocumentation,
    whole: Option<FieldDocumentation>,
    (path, depth): (&str, usize),
    fields: &mut Vec<Field>,
) {
    let owner = value
        .get_represented_type_info()
        .map_or("", |info| info.type_path_table().short_path());
    let mut add = |name: String, child: &dyn PartialReflect| {
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        let Ok(parsed) = ParsedPath::parse(&path) else {
            return;
        };
        let is_vector = matches!(owner, "Vec2" | "Vec3");
        let documentation_of_field =
            (documentation.of_field(owner, &name)).or(whole.filter(|_| is_vector));
        let kind = kind_of(child, documentation_of_field);
        fields.push(Field {
            path: path.clone(),
            parsed,
            depth,
            name: name.replace('_', " "),
            kind,
            documentation: documentation_of_field,
        });
        if matches!(kind, FieldKind::Section | FieldKind::Choice) {
            let below = (path.as_str(), depth + 1);
            collect(child, documentation, documentation_of_field, below, fields);
        }
    };
    match value.reflect_ref() {
        ReflectRef::Struct(fields_of_value) => {
            for index in 0..fields_of_value.field_len() {
                if let (Some(name), Some(child)) = (
                    fields_of_value.name_at(index),
                    fields_of_value.field_at(index),
                ) {
                    add(name.to_owned(), child);
                }
            }
        }
        ReflectRef::TupleStruct(tuple) => {
            for (index, child) in tuple.iter_fields().enumerate() {
                add(index.to_string(), child);
            }
        }
        ReflectRef::Enum(choice) if choice.variant_type() != VariantType::Unit => {
            for (index, field) in choice.iter_fields().enumerate() {
                let name = field
                    .name()
                    .map_or_else(|| index.to_string(), str::to_owned);
                add(name, field.value());
            }
        }
        _ => {}
    }
}

fn kind_of(value: &dyn PartialReflect, documentation: Option<FieldDocumentation>) -> FieldKind {
    let is_mask = documentation.is_some_and(|text| text.unit == Unit::Groups);
    if value.try_downcast_ref::<Length>().is_some() {
        FieldKind::Length
    } else if value.try_downcast_ref::<Target>().is_some() {
        FieldKind::Target
    } else if value.try_downcast_ref::<Option<Entity>>().is_some() {
        FieldKind::Other
    } else if value.try_downcast_ref::<bool>().is_some() {
        FieldKind::Flag
    } else if is_mask && value.try_downcast_ref::<u32>().is_some() {
        FieldKind::Groups
    } else if read_number(value).is_some() {
        FieldKind::Number {
            whole: is_whole(value),
        }
    } else {
        match value.reflect_ref() {
            ReflectRef::Struct(_) | ReflectRef::TupleStruct(_) => FieldKind::Section,
            ReflectRef::Enum(_) => FieldKind::Choice,
            _ => FieldKind::Other,
        }
    }
}
