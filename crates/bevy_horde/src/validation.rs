//! Invalid numbers and lost targets: replaced by safe values, and reported once.

mod causes;

use crate::target::Target;
use bevy::ecs::entity::Entities;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use causes::Causes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of reports that each tick may examine for despawned entities.
const LOOKED_THROUGH: usize = 256;
/// Number of lost targets that the plugin remembers: the latest ones.
const MOST_GONE: usize = 64;

/// A field with a number or a target that the plugin cannot use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct InvalidSetting {
    /// The entity with the component.
    pub entity: Entity,
    /// The name of the component.
    pub component: &'static str,
    /// The name of the field; empty for the component as a whole.
    pub field: &'static str,
}

impl core::fmt::Display for InvalidSetting {
    /// Formats it as `Seek.weight of entity 7v0`.
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self {
            entity,
            component,
            field,
        } = self;
        let dot = if field.is_empty() { "" } else { "." };
        write!(out, "{component}{dot}{field} of entity {entity}")
    }
}

/// All values that the plugin could not use, each reported once.
///
/// A non-finite or out-of-range number never stops a system, and never spreads to another agent.
/// For the tick the plugin uses the value that the field's documentation names. Other agents react
/// to that value. The first time, a warning goes to the log at the end of the tick or frame: one
/// line for each cause, with the number of entities. It comes again when that number has doubled.
/// `MinimalPlugins` has no log: add `LogPlugin` (Bevy's feature `bevy_log`), or read
/// [`reported`](Self::reported).
///
/// The plugin forgets a report after its entity is despawned, at the start of the next tick. With
/// more than 256 reports that takes up to one tick for every 256 of them. The number of reports is
/// bounded: at most twice those that the last check kept, and 256 more.
#[derive(Resource, Debug, Default)]
pub struct SteeringWarnings {
    reports: Mutex<Reports>,
}

#[derive(Debug, Default)]
struct Reports {
    /// Each invalid setting with the sentence about it.
    settings: HashMap<InvalidSetting, String>,
    causes: Causes,
    /// Lost targets, each with the component and the field that name it.
    gone: VecDeque<(&'static str, &'static str, Target)>,
    /// The number of reports that the last check kept.
    kept: usize,
    /// The number of reports that all ticks since the last check may examine.
    due: usize,
}

impl SteeringWarnings {
    /// Returns the reports that the plugin has not forgotten yet, sorted.
    pub fn reported(&self) -> Vec<InvalidSetting> {
        let mut list: Vec<_> = self.reports().settings.keys().copied().collect();
        list.sort();
        list
    }

    /// Returns the warning about a setting, with what to do; `None` without a report about it.
    pub fn text(&self, setting: &InvalidSetting) -> Option<String> {
        self.reports().settings.get(setting).cloned()
    }

    /// Forgets all reports. A value that is still bad is reported again in the next tick that uses
    /// it. Wrong use that the plugin notices only when it begins, or only once, is not.
    pub fn clear(&mut self) {
        let reports = self.reports.get_mut();
        *reports.unwrap_or_else(PoisonError::into_inner) = Reports::default();
    }

    /// Reports `setting` with the sentence `what`, unless it has been reported before. Returns
    /// whether it is new.
    pub fn report(&self, setting: InvalidSetting, what: impl core::fmt::Display) -> bool {
        if self.reports().settings.contains_key(&setting) {
            return false;
        }
        let what = what.to_string();
        let mut reports = self.reports();
        let text = format!("{setting} {what}");
        let is_new = reports.settings.insert(setting, text).is_none();
        if is_new {
            reports.causes.add(setting, &what);
        }
        is_new
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anything has been reported.
    pub(crate) fn any_reported(warnings: Res<Self>) -> bool {
        !warnings.reports().settings.is_empty()
    }

    /// Whether the log lacks a line.
    pub(crate) fn has_news(warnings: Res<Self>) -> bool {
        warnings.reports().causes.has_news()
    }

    /// Returns a checker for the fields of one component of one entity.
    pub(crate) fn of(&self, entity: Entity, component: &'static str) -> FieldCheck<'_> {
        FieldCheck {
            warnings: self,
            entity,
            component,
        }
    }
}

/// Forgets the reports about entities that have been despawned.
pub(crate) fn forget_despawned(warnings: Res<SteeringWarnings>, entities: &Entities) {
    let mut reports = warnings.reports();
    reports.due += LOOKED_THROUGH;
    let count = reports.settings.len();
    if reports.due >= count || count > 2 * reports.kept + LOOKED_THROUGH {
        let settings = &mut reports.settings;
        settings.retain(|setting, _| entities.contains_spawned(setting.entity));
        if settings.capacity() > 4 * (settings.len() + LOOKED_THROUGH) {
            settings.shrink_to_fit();
        }
        (reports.kept, reports.due) = (settings.len(), 0);
    }
}

/// Writes the new warnings to the log.
pub(crate) fn log_warnings(warnings: Res<SteeringWarnings>) {
    let lines = warnings.reports().causes.take_lines();
    for line in lines {
        log::warn!("{line}");
    }
}

/// Checks the fields of one component of one entity.
#[derive(Clone, Copy)]
pub(crate) struct FieldCheck<'a> {
    warnings: &'a SteeringWarnings,
    entity: Entity,
    component: &'static str,
}

impl FieldCheck<'_> {
    /// The name of the component.
    pub(crate) fn component(&self) -> &'static str {
        self.component
    }

    /// Returns `value` when it is finite and at least 0, else `fallback`.
    #[inline(always)]
    pub(crate) fn at_least_zero(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        // One comparison: the bits of numbers from 0 up grow with the numbers, and a sign is the
        // highest bit.
        if value.to_bits() < f32::INFINITY.to_bits() || value == 0.0 {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// Returns `value` when it is within 0 to 1, 1 when it is above, else `fallback`.
    pub(crate) fn part(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if (0.0..=1.0).contains(&value) {
            value
        } else if value > 1.0 {
            self.replaced(field, value, 1.0)
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// Returns `value` when it is finite and above 0, else `fallback`.
    pub(crate) fn above_zero(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if value > 0.0 && value < f32::INFINITY {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// Returns `value` when it is at least 0, infinity included, else `fallback`.
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

    /// Returns `value` when it is finite, else `fallback`.
    pub(crate) fn finite(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        if value.is_finite() {
            value
        } else {
            self.replaced(field, value, fallback)
        }
    }

    /// Reports a field that cannot be used.
    pub(crate) fn unusable(&self, field: &'static str, what: impl core::fmt::Display) {
        let setting = InvalidSetting {
            entity: self.entity,
            component: self.component,
            field,
        };
        self.warnings.report(setting, what);
    }

    /// Reports a target that is the agent itself.
    #[cold]
    pub(crate) fn is_itself(&self, field: &'static str) {
        self.unusable(
            field,
            "is the agent itself, so the behavior does nothing; set another target",
        );
    }

    /// Reports a lost target. One report serves all agents that share the target.
    pub(crate) fn gone(&self, field: &'static str, target: Entity) {
        self.lost(
            field,
            Target::Entity(target),
            format_args!("is entity {target}, which is despawned or has no Transform"),
        );
    }

    /// Reports a target with a place that is not finite, as [`gone`](Self::gone) reports a lost
    /// target.
    #[cold]
    pub(crate) fn report_not_finite(&self, field: &'static str, target: Entity) {
        self.lost(
            field,
            Target::Entity(target),
            format_args!("is entity {target}, whose Transform is not finite"),
        );
    }

    /// Reports groups without another agent, as [`gone`](Self::gone) reports a lost target.
    #[cold]
    pub(crate) fn no_member(&self, field: &'static str, groups: u32) {
        self.lost(
            field,
            Target::NearestOf(groups),
            format_args!("is the nearest of the groups {groups:#b}, which have no other agent"),
        );
    }

    fn lost(&self, field: &'static str, target: Target, what: core::fmt::Arguments<'_>) {
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
                "{what}; \
                 the behavior adds no force, and an agent without another one keeps its velocity; \
                 set another target, or remove the component"
            ),
        );
    }

    #[cold]
    fn replaced(&self, field: &'static str, value: f32, fallback: f32) -> f32 {
        self.unusable(
            field,
            format_args!("is {value}, which is not legal; {fallback} is used until it changes"),
        );
        fallback
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_from_zero_up_are_legal_where_zero_is() {
        let warnings = SteeringWarnings::default();
        let check = warnings.of(Entity::PLACEHOLDER, "Seek");
        for legal in [0.0, -0.0, 1e-45, 1.0, f32::MAX] {
            let value = check.at_least_zero("weight", legal, 7.0);
            assert_eq!(value.to_bits(), legal.to_bits(), "{legal}");
        }
        assert_eq!(warnings.reported(), []);
        for illegal in [
            -1e-45,
            -1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            -f32::NAN,
        ] {
            let field = if illegal < 0.0 { "below" } else { "beyond" };
            assert_eq!(check.at_least_zero(field, illegal, 7.0), 7.0, "{illegal}");
        }
        let fields = warnings.reported().into_iter().map(|setting| setting.field);
        assert_eq!(fields.collect::<Vec<_>>(), ["below", "beyond"]);
        let [below, _] = warnings.reported()[..] else {
            panic!("two reports");
        };
        let text = warnings.text(&below).expect("a report");
        let named = format!("Seek.below of entity {} is -", Entity::PLACEHOLDER);
        assert!(text.starts_with(&named), "{text}");
    }
}
