//! The settings of avoidance, checked and in world units.

use super::AvoidAgents;
use crate::perception::AgentState;
use crate::validation::FieldCheck;
use horde_kernel::avoidance::rule::{AvoidanceRule, braking_time};

/// Resolves and checks the settings of a component.
pub(crate) fn avoidance_rule(
    avoid: &AvoidAgents,
    state: &AgentState,
    check: FieldCheck,
) -> AvoidanceRule {
    let radius = state.body_radius;
    let usual = AvoidAgents::default();
    let least_time = check.at_least_zero("braking_time", avoid.braking_time, usual.braking_time);
    let range = check.at_least_zero("range", avoid.range.resolve(radius), 0.0);
    let weight = check.at_least_zero("weight", avoid.weight, 0.0);
    AvoidanceRule {
        range: if weight > 0.0 { range } else { 0.0 },
        margin: check.at_least_zero("margin", avoid.margin.resolve(radius), 0.0),
        horizon: check.above_zero("horizon", avoid.horizon, usual.horizon),
        braking_time: braking_time(least_time, radius, state.max_speed),
        assertiveness: check.part("assertiveness", avoid.assertiveness, 0.0),
        weight,
        idle_responsibility: check.part("idle_responsibility", avoid.idle_responsibility, 0.0),
        priority: avoid.priority,
        has_constraints: least_time > 0.0,
        avoids_target: avoid.avoid_target,
    }
}
