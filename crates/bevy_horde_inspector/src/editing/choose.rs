//! Selects the variant of an enum.

use super::fields::fields_of;
use super::number::{read_number, write_number};
use crate::catalog::default_of;
use crate::documentation::SteeringDocumentation;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant, VariantInfo};
use bevy::reflect::structs::DynamicStruct;
use bevy::reflect::tuple::DynamicTuple;
use bevy::reflect::{PartialReflect, ReflectPath, ReflectRef, TypeInfo, TypeRegistry};

/// The size of a new region in body radii. Without an agent the radius is 1 world unit.
const NEW_SIZE: f64 = 20.0;

/// The registry and the documentation of the types of fields.
pub(super) struct Types<'a> {
    pub(super) registry: &'a TypeRegistry,
    pub(super) documentation: &'a SteeringDocumentation,
}

/// The names of the variants that can be selected; empty if `value` is no enum.
pub(crate) fn selectable_variants(
    value: &dyn PartialReflect,
    registry: &TypeRegistry,
) -> Vec<&'static str> {
    let Some(TypeInfo::Enum(info)) = value.get_represented_type_info() else {
        return Vec::new();
    };
    let names = info.variant_names().iter().copied();
    names
        .filter(|name| new_variant(value, name, registry).is_some())
        .collect()
}

/// Selects a variant. Fields that the previous variant has, too, keep their values; the others get
/// legal defaults. Returns whether the variant is now selected.
pub(super) fn choose_variant(
    value: &mut dyn PartialReflect,
    name: &str,
    body_radius: f32,
    types: &Types<'_>,
) -> bool {
    if let ReflectRef::Enum(current) = value.reflect_ref()
        && current.variant_name() == name
    {
        return true;
    }
    let Some(variant) = new_variant(value, name, types.registry) else {
        return false;
    };
    if value.try_apply(&DynamicEnum::new(name, variant)).is_err() {
        return false;
    }
    for field in fields_of(value, types.documentation) {
        let (Some(text), Ok(number)) = (
            field.documentation,
            (&field.parsed).reflect_element_mut(value),
        ) else {
            continue;
        };
        if let Some(now) = read_number(number)
            && now != field.clamp(now)
        {
            let size = NEW_SIZE * f64::from(body_radius);
            let legal = if text.is_scale { size } else { now };
            write_number(number, field.clamp(legal));
        }
    }
    true
}

/// A variant; `None` if there is none of this name, or it has a field without a default.
fn new_variant(
    value: &dyn PartialReflect,
    name: &str,
    registry: &TypeRegistry,
) -> Option<DynamicVariant> {
    let (Some(TypeInfo::Enum(info)), ReflectRef::Enum(current)) =
        (value.get_represented_type_info(), value.reflect_ref())
    else {
        return None;
    };
    Some(match info.variant(name)? {
        VariantInfo::Unit(_) => DynamicVariant::Unit,
        VariantInfo::Tuple(variant) => {
            let mut fields = DynamicTuple::default();
            for field in variant.iter() {
                let default = default_of(registry, field.type_id())?;
                fields.insert_boxed(default.into_partial_reflect());
            }
            DynamicVariant::Tuple(fields)
        }
        VariantInfo::Struct(variant) => {
            let mut fields = DynamicStruct::default();
            for field in variant.iter() {
                let default = default_of(registry, field.type_id())?;
                let kept = current.field(field.name()).filter(|kept| {
                    let kept = kept.get_represented_type_info();
                    kept.is_some_and(|kept| kept.type_id() == field.type_id())
                });
                let kept = kept.and_then(|kept| kept.reflect_clone().ok());
                let value = kept.unwrap_or(default);
                fields.insert_boxed(field.name(), value.into_partial_reflect());
            }
            DynamicVariant::Struct(fields)
        }
    })
}
