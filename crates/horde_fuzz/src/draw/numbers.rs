//! Unusual numbers: invalid, extreme, and unusual but valid.

use super::Dice;
use bevy::reflect::{PartialReflect, ReflectMut};

const ODD: [f32; 17] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-42,
    0.0,
    -0.0,
    -1.0,
    -1e30,
    1e30,
    1e19,
    3e38,
    1e-30,
    1e8,
    16_777_216.0,
];

/// An unusual number.
pub fn odd(dice: &mut Dice) -> f32 {
    dice.pick(&ODD)
}

/// Calls `visit` with every `f32` in a value.
pub fn visit_numbers(value: &mut dyn PartialReflect, visit: &mut dyn FnMut(&mut f32)) {
    if let Some(number) = value.try_downcast_mut::<f32>() {
        visit(number);
        return;
    }
    match value.reflect_mut() {
        ReflectMut::Struct(fields) => {
            for index in 0..fields.field_len() {
                if let Some(field) = fields.field_at_mut(index) {
                    visit_numbers(field, visit);
                }
            }
        }
        ReflectMut::TupleStruct(fields) => {
            for index in 0..fields.field_len() {
                if let Some(field) = fields.field_mut(index) {
                    visit_numbers(field, visit);
                }
            }
        }
        ReflectMut::Enum(variant) => {
            for index in 0..variant.field_len() {
                if let Some(field) = variant.field_at_mut(index) {
                    visit_numbers(field, visit);
                }
            }
        }
        ReflectMut::List(items) => {
            for index in 0..items.len() {
                if let Some(item) = items.get_mut(index) {
                    visit_numbers(item, visit);
                }
            }
        }
        _ => {}
    }
}

/// Replaces one number in the value, sometimes several, by unusual ones.
pub fn spoil(value: &mut dyn PartialReflect, dice: &mut Dice) {
    let mut count = 0;
    visit_numbers(value, &mut |_| count += 1);
    let (spoilt, all) = (dice.whole(count), dice.one_in(8));
    let mut number = 0;
    visit_numbers(value, &mut |value| {
        if number == spoilt || (all && dice.one_in(2)) {
            *value = odd(dice);
        }
        number += 1;
    });
}
