//! Summaries of a field over many agents.

use super::fields::{Field, FieldKind};
use super::number::read_number;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectPath, ReflectRef};
use bevy_horde::length::Length;
use bevy_horde::target::Target;

/// The summary of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct NumberSummary {
    /// The smallest and the largest finite number.
    pub(crate) min: f64,
    pub(crate) max: f64,
    sum: f64,
    pub(crate) finite: usize,
    pub(crate) infinite: usize,
    /// Count of NaN values.
    pub(crate) not_a_number: usize,
}

impl Default for NumberSummary {
    fn default() -> Self {
        Self {
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            sum: 0.0,
            finite: 0,
            infinite: 0,
            not_a_number: 0,
        }
    }
}

impl NumberSummary {
    pub(crate) fn add(&mut self, number: f64) {
        if number.is_finite() {
            self.min = self.min.min(number);
            self.max = self.max.max(number);
            self.sum += number;
            self.finite += 1;
        } else if number.is_nan() {
            self.not_a_number += 1;
        } else {
            self.infinite += 1;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.finite + self.infinite + self.not_a_number
    }

    /// The finite number that all agents have, if they have the same.
    pub(crate) fn common(&self) -> Option<f64> {
        (self.finite > 0 && self.finite == self.count() && self.min == self.max).then_some(self.min)
    }

    pub(crate) fn all_infinite(&self) -> bool {
        self.infinite > 0 && self.infinite == self.count()
    }

    /// Whether the agents have different numbers. NaN counts as different.
    pub(crate) fn is_mixed(&self) -> bool {
        self.common().is_none() && !self.all_infinite()
    }

    /// The mean of the finite numbers; 0 without any.
    pub(crate) fn mean(&self) -> f64 {
        if self.finite == 0 {
            0.0
        } else {
            (self.sum / self.finite as f64).clamp(self.min, self.max)
        }
    }
}

/// The summary of a field over all agents that were read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Summary {
    /// No agent was read yet, or only some agents have the field.
    Unknown,
    Section,
    Number(NumberSummary),
    /// The bits that are set on all agents, and the bits that are set on any agent.
    Groups {
        all: u32,
        any: u32,
    },
    Flag {
        on: usize,
        off: usize,
    },
    Length {
        radii: NumberSummary,
        world: NumberSummary,
    },
    Target {
        first: Target,
        mixed: bool,
    },
    Choice {
        first: String,
        mixed: bool,
    },
    Other {
        first: String,
        mixed: bool,
    },
}

impl Summary {
    /// Whether all agents have the value that `default` summarizes.
    pub(crate) fn agrees_with(&self, default: &Self) -> bool {
        let same = |ours: &NumberSummary, theirs: &NumberSummary| {
            ours.common() == theirs.common()
                && ours.all_infinite() == theirs.all_infinite()
                && (ours.count() > 0) == (theirs.count() > 0)
        };
        if self.is_mixed() {
            return false;
        }
        match (self, default) {
            (Self::Number(ours), Self::Number(theirs)) => same(ours, theirs),
            (Self::Flag { on, .. }, Self::Flag { on: default, .. }) => (*on > 0) == (*default > 0),
            (
                Self::Length { radii, world },
                Self::Length {
                    radii: default_radii,
                    world: default_world,
                },
            ) => same(radii, default_radii) && same(world, default_world),
            _ => self == default,
        }
    }

    /// Whether the agents differ in the field. NaN counts as different.
    pub(crate) fn is_mixed(&self) -> bool {
        match self {
            Self::Unknown | Self::Section => false,
            Self::Number(numbers) => numbers.is_mixed(),
            Self::Groups { all, any } => all != any,
            Self::Flag { on, off } => *on > 0 && *off > 0,
            Self::Length { radii, world } => {
                let units = [radii, world].into_iter().filter(|unit| unit.count() > 0);
                units.clone().count() > 1 || units.clone().any(NumberSummary::is_mixed)
            }
            Self::Target { mixed, .. } | Self::Choice { mixed, .. } | Self::Other { mixed, .. } => {
                *mixed
            }
        }
    }
}

/// Adds one agent's component to the summaries of its fields.
pub(crate) fn summarize_value(
    component: &dyn PartialReflect,
    fields: &[Field],
    summaries: &mut Vec<Summary>,
) {
    let is_first = summaries.is_empty();
    if is_first {
        summaries.resize(fields.len(), Summary::Unknown);
    }
    for (field, summary) in fields.iter().zip(summaries) {
        match (&field.parsed).reflect_element(component) {
            Ok(value) if is_first => *summary = first_summary(value, field.kind),
            Ok(value) => add_value(value, summary),
            // The agents have different variants, so there is no common field to edit.
            Err(_) => *summary = Summary::Unknown,
        }
    }
}

fn first_summary(value: &dyn PartialReflect, kind: FieldKind) -> Summary {
    let mut summary = match kind {
        FieldKind::Section => return Summary::Section,
        FieldKind::Number { .. } => Summary::Number(NumberSummary::default()),
        FieldKind::Groups => Summary::Groups {
            all: u32::MAX,
            any: 0,
        },
        FieldKind::Flag => Summary::Flag { on: 0, off: 0 },
        FieldKind::Length => Summary::Length {
            radii: NumberSummary::default(),
            world: NumberSummary::default(),
        },
        FieldKind::Target => match value.try_downcast_ref::<Target>() {
            Some(&first) => Summary::Target {
                first,
                mixed: false,
            },
            None => Summary::Unknown,
        },
        FieldKind::Choice => Summary::Choice {
            first: variant_name(value).to_owned(),
            mixed: false,
        },
        FieldKind::Other => Summary::Other {
            first: format!("{value:?}"),
            mixed: false,
        },
    };
    add_value(value, &mut summary);
    summary
}

fn add_value(value: &dyn PartialReflect, summary: &mut Summary) {
    match summary {
        Summary::Unknown | Summary::Section => {}
        Summary::Number(numbers) => {
            if let Some(number) = read_number(value) {
                numbers.add(number);
            }
        }
        Summary::Groups { all, any } => {
            if let Some(&bits) = value.try_downcast_ref::<u32>() {
                *all &= bits;
                *any |= bits;
            }
        }
        Summary::Flag { on, off } => match value.try_downcast_ref::<bool>() {
            Some(true) => *on += 1,
            Some(false) => *off += 1,
            None => {}
        },
        Summary::Length { radii, world } => match value.try_downcast_ref::<Length>() {
            Some(&Length::Radii(count)) => radii.add(count.into()),
            Some(&Length::World(units)) => world.add(units.into()),
            None => {}
        },
        Summary::Target { first, mixed } => {
            *mixed |= value.try_downcast_ref::<Target>() != Some(first);
        }
        Summary::Choice { first, mixed } => *mixed |= variant_name(value) != first,
        Summary::Other { first, mixed } => {
            if !*mixed {
                *mixed = format!("{value:?}") != *first;
            }
        }
    }
}

fn variant_name(value: &dyn PartialReflect) -> &str {
    match value.reflect_ref() {
        ReflectRef::Enum(choice) => choice.variant_name(),
        _ => "",
    }
}
