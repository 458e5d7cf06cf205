//! A value in a preset.

use crate::documentation::FieldDocumentation;
use crate::editing::{Edit, Field, FieldKind, NumberSummary, Summary};
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// The value of a setting in a preset.
#[derive(Clone, PartialEq, Debug)]
pub enum PresetValue {
    /// On or off.
    Flag(bool),
    /// A number, or the bits of a mask of groups.
    Number(f64),
    /// The smallest and the largest number, where agents differ.
    Range(f64, f64),
    /// The name of a choice, or a length such as `0.5 radii` or `12 units`.
    Text(String),
}

const RADII: &str = "radii";
const UNITS: &str = "units";

impl PresetValue {
    /// The value of all agents, or the range of their numbers; `None` if a preset cannot hold it.
    pub(crate) fn of(summary: &Summary) -> Option<Self> {
        match summary {
            Summary::Number(numbers) => number(numbers),
            Summary::Groups { all, any } => (all == any).then(|| Self::Number((*all).into())),
            Summary::Flag { on, off } => (*on == 0 || *off == 0).then_some(Self::Flag(*on > 0)),
            Summary::Length { radii, world } => match (radii.count(), world.count()) {
                (_, 0) => length(radii, RADII),
                (0, _) => length(world, UNITS),
                _ => None,
            },
            Summary::Choice {
                first,
                mixed: false,
            } => Some(Self::Text(first.clone())),
            _ => None,
        }
    }

    /// The edits that set a field: the unit of a length, and the value. A range gives no edits.
    ///
    /// # Errors
    ///
    /// What the value must be.
    pub(crate) fn edits(&self, field: &Field) -> Result<Vec<Edit>, String> {
        match (field.kind, self) {
            (FieldKind::Number { .. }, Self::Number(number)) => {
                check(*number, field.documentation)?;
                Ok(vec![Edit::Set(*number)])
            }
            (FieldKind::Number { .. }, Self::Range(min, max)) => {
                check(*min, field.documentation)?;
                check(*max, field.documentation)?;
                if !(max - min >= 0.0 && max.is_finite()) {
                    return Err("its smallest and its largest finite value".into());
                }
                Ok(Vec::new())
            }
            (FieldKind::Number { .. }, _) => Err("a number or a range of numbers".into()),
            (FieldKind::Groups, Self::Number(bits))
                if (0.0..=u32::MAX.into()).contains(bits) && bits.fract() == 0.0 =>
            {
                let bits = *bits as u32;
                let bit = |bit| Edit::Bit { bit, on: true };
                let set = (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1).map(bit);
                Ok(core::iter::once(Edit::AllBits(false)).chain(set).collect())
            }
            (FieldKind::Groups, _) => Err("a whole number, one bit for each group".into()),
            (FieldKind::Flag, Self::Flag(on)) => Ok(vec![Edit::Switch(*on)]),
            (FieldKind::Flag, _) => Err("`true` or `false`".into()),
            (FieldKind::Length, Self::Text(text)) => {
                let (number, in_radii) = parse_length(text).ok_or(LENGTH)?;
                check(number, field.documentation)?;
                Ok(vec![Edit::InRadii(in_radii), Edit::Set(number)])
            }
            (FieldKind::Length, _) => Err(LENGTH.into()),
            (FieldKind::Choice, Self::Text(name)) => Ok(vec![Edit::Choose(name.clone())]),
            (FieldKind::Choice, _) => Err("the name of a choice, in quotes".into()),
            (FieldKind::Section | FieldKind::Target | FieldKind::Other, _) => {
                Err("left out: a preset cannot hold it".into())
            }
        }
    }
}

const LENGTH: &str = "a length such as \"0.5 radii\" or \"12 units\"";

fn number(numbers: &NumberSummary) -> Option<PresetValue> {
    if numbers.all_infinite() {
        return Some(PresetValue::Number(f64::INFINITY));
    }
    if numbers.finite != numbers.count() || numbers.finite == 0 {
        return None;
    }
    let (min, max) = (shortest(numbers.min), shortest(numbers.max));
    Some(match numbers.common() {
        Some(_) => PresetValue::Number(min),
        None => PresetValue::Range(min, max),
    })
}

fn length(numbers: &NumberSummary, unit: &str) -> Option<PresetValue> {
    let number = numbers.common()?;
    Some(PresetValue::Text(format!("{} {unit}", shortest(number))))
}

fn parse_length(text: &str) -> Option<(f64, bool)> {
    let (number, unit) = text.trim().rsplit_once(' ')?;
    let number = number.trim().parse().ok()?;
    match unit {
        RADII => Some((number, true)),
        UNITS => Some((number, false)),
        _ => None,
    }
}

/// The number with the fewest digits that is the same `f32`.
fn shortest(number: f64) -> f64 {
    let single = number as f32;
    if f64::from(single) == number {
        single.to_string().parse().unwrap_or(number)
    } else {
        number
    }
}

fn check(number: f64, documentation: Option<FieldDocumentation>) -> Result<(), String> {
    if number.is_nan() {
        return Err("a number".into());
    }
    if number.is_finite() && (number as f32).is_infinite() {
        return Err(format!("a number up to {:e}", f32::MAX));
    }
    let Some(text) = documentation else {
        return Ok(());
    };
    if number.is_infinite() && (number < 0.0 || text.finite.is_none()) {
        return Err("a finite number".into());
    }
    // The limits of angles are `f32` numbers, so the number rounded to `f32` may be legal, too.
    let single = f64::from(number as f32);
    if (text.min..=text.max).contains(&number) || (text.min..=text.max).contains(&single) {
        return Ok(());
    }
    Err(if text.max.is_finite() {
        format!("a number from {} to {}", text.min, text.max)
    } else {
        format!("{} or more", text.min)
    })
}

impl fmt::Display for PresetValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(on) => write!(formatter, "{on}"),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Range(min, max) => write!(formatter, "{min} to {max}"),
            Self::Text(text) => write!(formatter, "{text}"),
        }
    }
}

impl Serialize for PresetValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Flag(on) => serializer.serialize_bool(*on),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Range(min, max) => {
                let mut range = serializer.serialize_tuple(2)?;
                range.serialize_element(min)?;
                range.serialize_element(max)?;
                range.end()
            }
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for PresetValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = PresetValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number, a range such as (1, 2), true, false, or a text in quotes")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<PresetValue, E> {
        Ok(PresetValue::Flag(on))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<PresetValue, E> {
        Ok(PresetValue::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<PresetValue, E> {
        Ok(PresetValue::Number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<PresetValue, E> {
        Ok(PresetValue::Number(shortest(number)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PresetValue, E> {
        Ok(PresetValue::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<PresetValue, A::Error> {
        let missing = |count| A::Error::invalid_length(count, &self);
        let min = numbers.next_element()?.ok_or_else(|| missing(0))?;
        let max = numbers.next_element()?.ok_or_else(|| missing(1))?;
        match numbers.next_element::<f64>()? {
            Some(_) => Err(missing(3)),
            None => Ok(PresetValue::Range(min, max)),
        }
    }
}
