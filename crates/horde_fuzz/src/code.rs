//! Scripts as Rust code.

use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectRef};
use std::fmt::Write;

/// The value as a Rust expression, for code that imports the preludes of Bevy, the plugin and this crate.
pub fn expression(value: &dyn PartialReflect) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

fn write_value(value: &dyn PartialReflect, out: &mut String) {
    if let Some(number) = value.try_downcast_ref::<f32>() {
        out.push_str(&literal(*number));
        return;
    }
    if let Some(vector) = value.try_downcast_ref::<Vec2>() {
        write_call("Vec2::new", &vector.to_array(), out);
        return;
    }
    if let Some(vector) = value.try_downcast_ref::<Vec3>() {
        write_call("Vec3::new", &vector.to_array(), out);
        return;
    }
    if let Some(entity) = value.try_downcast_ref::<Entity>() {
        write_all(out, format_args!("thing({})", entity.index_u32()));
        return;
    }
    let name = value.reflect_short_type_path();
    match value.reflect_ref() {
        ReflectRef::Struct(fields) => {
            let fields = (0..fields.field_len()).map(|index| {
                (
                    fields.name_at(index).unwrap_or_default(),
                    fields.field_at(index),
                )
            });
            write_fields(name, fields, out);
        }
        ReflectRef::TupleStruct(fields) => {
            write_items(name, fields.iter_fields(), ('(', ')'), out);
        }
        ReflectRef::Enum(variant) => write_variant(variant, out),
        ReflectRef::List(items) => write_items("vec!", items.iter(), ('[', ']'), out),
        _ => write_all(out, format_args!("{value:?}")),
    }
}

fn write_variant(variant: &dyn bevy::reflect::enums::Enum, out: &mut String) {
    use bevy::reflect::enums::VariantType;
    let path = variant.reflect_short_type_path();
    // Of generic ones only `Option` occurs, whose variants need no path.
    let name = match path.contains('<') {
        true => variant.variant_name().to_owned(),
        false => format!("{path}::{}", variant.variant_name()),
    };
    let fields = 0..variant.field_len();
    match variant.variant_type() {
        VariantType::Struct => {
            let fields = fields.map(|index| {
                (
                    variant.name_at(index).unwrap_or_default(),
                    variant.field_at(index),
                )
            });
            write_fields(&name, fields, out);
        }
        VariantType::Tuple => {
            let fields = fields.filter_map(|index| variant.field_at(index));
            write_items(&name, fields, ('(', ')'), out);
        }
        VariantType::Unit => out.push_str(&name),
    }
}

fn write_fields<'a>(
    name: &str,
    fields: impl Iterator<Item = (&'a str, Option<&'a dyn PartialReflect>)>,
    out: &mut String,
) {
    write_all(out, format_args!("{name} {{ "));
    for (index, (field, value)) in fields.enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        write_all(out, format_args!("{field}: "));
        if let Some(value) = value {
            write_value(value, out);
        }
    }
    out.push_str(" }");
}

fn write_items<'a>(
    name: &str,
    items: impl Iterator<Item = &'a dyn PartialReflect>,
    (open, close): (char, char),
    out: &mut String,
) {
    out.push_str(name);
    out.push(open);
    for (index, item) in items.enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        write_value(item, out);
    }
    out.push(close);
}

fn write_call(name: &str, numbers: &[f32], out: &mut String) {
    let numbers: Vec<_> = numbers.iter().map(|number| literal(*number)).collect();
    write_all(out, format_args!("{name}({})", numbers.join(", ")));
}

/// A number with all its bits.
fn literal(number: f32) -> String {
    match number {
        f32::INFINITY => "f32::INFINITY".into(),
        f32::NEG_INFINITY => "f32::NEG_INFINITY".into(),
        f32::MAX => "f32::MAX".into(),
        f32::MIN => "f32::MIN".into(),
        number if number.is_nan() => "f32::NAN".into(),
        number => format!("{number:?}"),
    }
}

fn write_all(out: &mut String, text: core::fmt::Arguments) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
}
