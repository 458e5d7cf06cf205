//! Numbers of any type behind reflection.

use bevy::reflect::PartialReflect;

macro_rules! number_types {
    ($value:ident, $each:ident) => {
        $each!(
            $value, f32, f64, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize
        )
    };
}

/// The number in `value`, when it is one.
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

/// Writes `number` into `value`, to the nearest that its type can hold.
pub(crate) fn write_number(value: &mut dyn PartialReflect, number: f64) {
    let whole = number.round();
    macro_rules! write {
        ($value:ident, $float:ty, $double:ty, $($integer:ty),*) => {
            if let Some(place) = $value.try_downcast_mut::<$float>() {
                *place = number as $float;
            } else if let Some(place) = $value.try_downcast_mut::<$double>() {
                *place = number;
            }
            $(else if let Some(place) = $value.try_downcast_mut::<$integer>() {
                *place = whole as $integer;
            })*
        };
    }
    number_types!(value, write);
}

/// Whether `value` is a number without a fraction.
pub(crate) fn is_whole(value: &dyn PartialReflect) -> bool {
    read_number(value).is_some()
        && value.try_downcast_ref::<f32>().is_none()
        && value.try_downcast_ref::<f64>().is_none()
}
