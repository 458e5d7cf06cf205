//! Bad numbers and targets that are gone: made harmless, and named once.

use bevy::ecs::entity::Entities;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many reports are looked through in a tick for entities that have been despawned.
const LOOKED_THROUGH: usize = 256;
/// So many targets that are gone are remembered, the latest.
const MOST_GONE: usize = 64;

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
/// A non-finite or out-of-range number never stops a system, and is never copied to another agent.
/// It is replaced for the tick by the value that the field's documentation names. Other agents
/// react to that value. A warning goes to the log the first time.
/// `MinimalPlugins` has no log: add `LogPlugin` (Bevy's feature `bevy_log`), or ask [`reported`](Self::reported).
///
/// The plugin forgets a report when its entity is despawned. It does so at the start of the next
/// tick or, with more than 256 reports, within one tick for every 256 of them. After
/// that there are never more reports than twice those about entities that existed when it looked
/// last, and 256.
#[derive(Resource, Debug, Default)]
pub struct InputWarnings {
    reports: Mutex<Reports>,
}

#[derive(Debug, Default)]
struct Reports {
    inputs: HashSet<BadInput>,
    /// Targets that are gone, and in which field of which component they were named.
    gone: VecDeque<(&'static str, &'static str, Entity)>,
    /// How many there were when they had all been looked through.
    kept: usize,
    /// How many more could have been looked through since.
    due: usize,
}

impl InputWarnings {
    /// What has been reported of entities that still exist, sorted.
    pub fn reported(&self) -> Vec<BadInput> {
        let mut list: Vec<_> = self.reports().inputs.iter().copied().collect();
        list.sort();
        list
    }

    /// Reports `input` with a sentence, unless it has been reported before.
    pub fn report(&self, input: BadInput, what: impl core::fmt::Display) {
        let is_new = self.reports().inputs.insert(input);
        if is_new {
            log::warn!(
                "{}.{} of entity {} {what}",
                input.component,
                input.field,
                input.entity
            );
        }
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anything has been reported.
    pub(crate) fn any_reported(warnings: Res<Self>) -> bool {
        !warnings.reports().inputs.is_empty()
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

/// Forgets what was reported of entities that have been despawned.
pub(crate) fn forget_despawned(warnings: Res<InputWarnings>, entities: &Entities) {
    let mut reports = warnings.reports();
    reports.due += LOOKED_THROUGH;
    let count = reports.inputs.len();
    if reports.due >= count || count > 2 * reports.kept + LOOKED_THROUGH {
        let inputs = &mut reports.inputs;
        inputs.retain(|input| entities.contains_spawned(input.entity));
        if inputs.capacity() > 4 * (inputs.len() + LOOKED_THROUGH) {
            inputs.shrink_to_fit();
        }
        (reports.kept, reports.due) = (inputs.len(), 0);
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

    /// Reports a target that is gone: of the agents that share it, one names it.
    pub(crate) fn gone(&self, field: &'static str, target: Entity) {
        let named = (self.component, field, target);
        {
            let gone = &mut self.warnings.reports().gone;
            if gone.contains(&named) {
                return;
            }
            if gone.len() == MOST_GONE {
                gone.pop_front();
            }
            gone.push_back(named);
        }
        self.unusable(
            field,
            format_args!(
                "is entity {target}, which is gone or has no Transform; the behaviour asks for nothing, and an agent without \
                 another runs on"
            ),
        );
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
