//! Selects the variant of an enum.

use crate::catalog::default_of;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant, VariantInfo};
use bevy::reflect::structs::DynamicStruct;
use bevy::reflect::tuple::DynamicTuple;
use bevy::reflect::{PartialReflect, ReflectRef, TypeInfo, TypeRegistry};

/// The names of the variants of `value`; empty if it is not an enum.
pub(crate) fn variant_names(value: &dyn PartialReflect) -> &'static [&'static str] {
    match value.get_represented_type_info() {
        Some(TypeInfo::Enum(info)) => info.variant_names(),
        _ => &[],
    }
}

/// Selects a variant with default fields. A variant that is already selected stays unchanged.
pub(crate) fn choose_variant(value: &mut dyn PartialReflect, name: &str, registry: &TypeRegistry) {
    if let ReflectRef::Enum(current) = value.reflect_ref()
        && current.variant_name() == name
    {
        return;
    }
    let Some(TypeInfo::Enum(info)) = value.get_represented_type_info() else {
        return;
    };
    let variant = match info.variant(name) {
        Some(VariantInfo::Unit(_)) => DynamicVariant::Unit,
        Some(VariantInfo::Tuple(variant)) => {
            let mut fields = DynamicTuple::default();
            for field in variant.iter() {
                let Some(default) = default_of(registry, field.type_id()) else {
                    return;
                };
                fields.insert_boxed(default.into_partial_reflect());
            }
            DynamicVariant::Tuple(fields)
        }
        Some(VariantInfo::Struct(variant)) => {
            let mut fields = DynamicStruct::default();
            for field in variant.iter() {
                let Some(default) = default_of(registry, field.type_id()) else {
                    return;
                };
                fields.insert_boxed(field.name(), default.into_partial_reflect());
            }
            DynamicVariant::Struct(fields)
        }
        None => return,
    };
    value.apply(&DynamicEnum::new(name, variant));
}
