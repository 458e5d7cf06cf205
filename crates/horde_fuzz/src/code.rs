//! Prints scripts as Rust code.

use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectRef};
use std::fmt::Write;

/// The value as a Rust expression. The code must import the prelude of this crate.
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
    // `Option` is the only generic enum here, and its variants need no path.
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

/// A literal with all bits of the number, except for NaN.
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
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::{Act, Part, Place, thing};
    use bevy_horde::prelude::*;

    /// Asserts that the expression equals its source code.
    macro_rules! assert_is_its_own_code {
        ($value:expr) => {
            let tokens = |text: &str| text.replace([' ', '\n'], "").replace(",}", "}");
            assert_eq!(tokens(&expression(&$value)), tokens(stringify!($value)));
        };
    }

    #[test]
    fn acts_are_written_as_the_code_that_makes_them() {
        assert_is_its_own_code!(Act::Tick(3));
        assert_is_its_own_code!(Act::Shift {
            thing: 4,
            by: Vec2::new(0.1, -2.5e-7)
        });
        assert_is_its_own_code!(Act::Insert {
            thing: 0,
            part: Part::Pursue(Pursue {
                target: Target::Entity(thing(3)),
                max_prediction: f32::NAN,
                weight: f32::MAX
            })
        });
        assert_is_its_own_code!(Act::Spawn {
            thing: 1,
            place: Place {
                at: Vec2::new(f32::INFINITY, 0.0),
                angle: 1.0,
                scale: Vec2::new(1.0, 1.0)
            },
            parts: vec![
                Part::SteeringDisabled(SteeringDisabled {}),
                Part::Velocity(Velocity(Vec3::new(1.0, 2.0, 3.0))),
                Part::Obstacle(Obstacle {
                    shape: ObstacleShape::Polygon {
                        points: vec![Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0)]
                    },
                    solid: true,
                    opaque: false
                }),
                Part::Contain(Contain {
                    region: Region::Circle {
                        center: Vec2::new(0.0, 1.0),
                        radius: 3.0
                    },
                    margin: Length::Radii(0.35),
                    look_ahead: 1.0,
                    weight: 5.0
                })
            ]
        });
    }

    #[test]
    fn numbers_keep_all_their_bits() {
        for number in [
            0.1,
            1e-42,
            f32::MIN_POSITIVE,
            16_777_217.0,
            -0.0,
            3.402_823e38,
            1.0 / 3.0,
        ] {
            let read: f32 = literal(number).parse().expect("a number");
            assert_eq!(read.to_bits(), number.to_bits(), "{}", literal(number));
        }
    }
}
