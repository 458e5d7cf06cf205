//! Reads and writes numbers of any type by reflection.

use bevy::reflect::PartialReflect;

macro_rules! number_types {
    ($value:ident, $each:ident) => {
        $each!(
            $value, f32, f64, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize
        )
    };
}

/// The number in `value`, if it is one.
pub(crate) fn read_number(value: &dyn PartialReflect) -> Option<f64> {
    macro_rules! read {
        ($value:ident, $($number:ty),*) => {
            $(if let Some(number) = $value.try_downcast_ref::<$number>() {
                return Some(*number as f64);
            })*
        };
    }
    number_types!(value, read);
    None
}

/// Writes `number` into `value`, rounded to its type.
pub(crate) fn write_number(value: &mut dyn PartialReflect, number: f64) {
    let whole = number.round();
    macro_rules! write {
        ($value:ident, $float:ty, $double:ty, $($integer:ty),*) => {
            if let Some(target) = $value.try_downcast_mut::<$float>() {
                *target = number as $float;
            } else if let Some(target) = $value.try_downcast_mut::<$double>() {
                *target = number;
            }
            $(else if let Some(target) = $value.try_downcast_mut::<$integer>() {
                *target = whole as $integer;
            })*
        };
    }
    number_types!(value, write);
}

/// Whether `value` is an integer.
pub(crate) fn is_whole(value: &dyn PartialReflect) -> bool {
    read_number(value).is_some()
        && value.try_downcast_ref::<f32>().is_none()
        && value.try_downcast_ref::<f64>().is_none()
}
