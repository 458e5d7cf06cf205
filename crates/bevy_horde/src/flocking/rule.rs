//! The settings of a flocking rule.

use crate::perception::View;
use crate::validation::FieldCheck;
use horde_kernel::flocking::rule::FlockRule;

/// The settings of a rule, checked.
pub(super) fn checked_rule(
    view: &View,
    weight: f32,
    body_radius: f32,
    check: FieldCheck<'_>,
) -> FlockRule {
    let mut view = view.resolve(body_radius, check);
    let weight = check.at_least_zero("weight", weight, 0.0);
    if weight <= 0.0 {
        view.range = 0.0;
    }
    FlockRule { view, weight }
}

/// The settings of a rule.
pub(super) trait FlockRuleSettings {
    /// The settings, checked, for a body of this radius.
    fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> FlockRule;
}
