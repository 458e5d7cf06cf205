//! Bad numbers and targets that are gone: made harmless, and named once.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use std::sync::{Mutex, PoisonError};

/// One number or target that could not be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BadInput {
    /// Whose component it is.
    pub entity: Entity,
    /// The component.
    pub component: &'static str,
    /// The field.
    pub field: &'static str,
}

/// Everything that was found to be unusable, each reported once.
///
/// A non-finite or out-of-range number never stops a system, never changes another agent, and is never written on. It is
/// replaced for the tick by the value that the field's documentation names, and a warning goes to the log the first time.
/// `MinimalPlugins` has no log: add `LogPlugin` (Bevy's feature `bevy_log`), or ask [`reported`](Self::reported).
#[derive(Resource, Debug, Default)]
pub struct InputWarnings {
    reported: Mutex<HashSet<BadInput>>,
}

impl InputWarnings {
    /// What has been reported so far, sorted.
    pub fn reported(&self) -> Vec<BadInput> {
        let reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let mut list: Vec<_> = reported.iter().copied().collect();
        list.sort();
        list
    }

    /// Reports `input` with a sentence, unless it has been reported before.
    pub fn report(&self, input: BadInput, what: impl core::fmt::Display) {
        let is_new = self
            .reported
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(input);
        if is_new {
            log::warn!(
                "{}.{} of entity {} {what}",
                input.component,
                input.field,
                input.entity
            );
        }
    }

    /// A checker for the fields of one component of one entity.
    pub(crate) fn of(&self, entity: Entity, component: &'static str) -> FieldCheck<'_> {
        FieldCheck {
            warnings: self,
            entity,
            component,
        }
    }
}

/// Checks the fields of one component of one entity.
#[derive(Clone, Copy)]
pub(crate) struct FieldCheck<'a> {
    warnings: &'a InputWarnings,
    entity: Entity,
    component: &'static str,
}

impl FieldCheck<'_> {
    /// `value` when finite and at least 0, else `fallback`.
    pub(crate) fn at_least_zero(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if (0.0..f32::INFINITY).contains(&value) {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// `value` when within 0 to 1, 1 when above, else `fallback`.
    pub(crate) fn part(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if (0.0..=1.0).contains(&value) {
            value
        } else if value > 1.0 {
            self.replaced(field, value, 1.0)
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// `value` when finite and above 0, else `fallback`.
    pub(crate) fn above_zero(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if value > 0.0 && value < f32::INFINITY {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// `value` when at least 0, infinity included, else `fallback`.
    pub(crate) fn at_least_zero_or_infinite(
        &self,
        field: &'static str,
        value: f32,
        fallback: f32,
    ) -> f32 {
        if value >= 0.0 {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// `value` when finite, else `fallback`.
    pub(crate) fn finite(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if value.is_finite() {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// Reports that a field could not be used.
    pub(crate) fn unusable(&self, field: &'static str, what: impl core::fmt::Display) {
        let input = BadInput {
            entity: self.entity,
            component: self.component,
            field,
        };
        self.warnings.report(input, what);
    }

    #[cold]
    fn replaced(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        self.unusable(
            field,
            format_args!("is {value}; {fallback} is used instead"),
        );
        fallback
    }
}
