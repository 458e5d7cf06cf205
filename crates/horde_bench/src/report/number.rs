//! Formats numbers for readers.

use crate::table::Unit;

/// The value as text: the larger it is, the fewer decimals, and none from 100 up.
pub(super) fn figure(value: f64, unit: Unit) -> String {
    let size = value.abs();
    match unit {
        Unit::Milliseconds if size < 10.0 => format!("{value:.3}"),
        _ if size == 0.0 => "0".into(),
        _ if size < 10.0 => format!("{value:.2}"),
        _ if size < 100.0 => format!("{value:.1}"),
        _ => grouped(value),
    }
}

/// A target, with as many digits as it was given.
pub(super) fn exact(value: f64) -> String {
    format!("{value}")
}

/// A whole number with separated thousands.
pub(super) fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    match value < -0.5 {
        true => format!("-{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{exact, figure, grouped};
    use crate::table::Unit;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(grouped(0.0), "0");
        assert_eq!(grouped(999.4), "999");
        assert_eq!(grouped(1_000.0), "1 000");
        assert_eq!(grouped(1_234_567.0), "1 234 567");
        assert_eq!(grouped(-12_345.0), "-12 345");
    }

    #[test]
    fn small_figures_keep_their_digits() {
        assert_eq!(figure(0.0784, Unit::Milliseconds), "0.078");
        assert_eq!(figure(1.684, Unit::Times), "1.68");
        assert_eq!(figure(56.78, Unit::Nanoseconds), "56.8");
        assert_eq!(figure(1_839.2, Unit::Nanoseconds), "1 839");
        assert_eq!(figure(0.0, Unit::Allocations), "0");
        assert_eq!(exact(0.15), "0.15");
        assert_eq!(exact(167.0), "167");
    }
}
