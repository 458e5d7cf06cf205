//! The force of `AvoidAgents`, and its velocity constraints, for a block of agents.

use super::pairs::Pair;
use super::{AvoidanceContext, velocity_constraints};
use crate::arbitration::{AvoidanceForce, LimitRange};
use crate::math::velocity_constraint::{TightestConstraints, VelocityConstraint};
use pulp::Simd;

/// The storage of the limits of a task's agents.
pub(crate) struct LimitSink<'a> {
    pub(crate) task: u32,
    /// The initial capacity for limits.
    pub(crate) usual: usize,
    pub(crate) kept: &'a mut Vec<VelocityConstraint>,
}

impl LimitSink<'_> {
    fn store(&mut self, limits: impl Iterator<Item = VelocityConstraint>) -> LimitRange {
        if self.kept.is_empty() {
            self.kept.reserve(self.usual);
        }
        let first = self.kept.len() as u32;
        self.kept.extend(limits);
        LimitRange {
            task: self.task,
            first,
            count: self.kept.len() as u32 - first,
        }
    }
}

/// Computes the avoidance of the agents of a group and writes it to `found`, lane by lane.
#[inline(always)]
pub(crate) fn avoid<S: Simd>(
    // Inputs
    context: &AvoidanceContext<S>,
    // Local
    pairs: &mut Vec<Pair>,
    // Output
    mut limits: LimitSink,
    found: &mut [AvoidanceForce],
) {
    let zero = context.range_squared.splat_like(0.0);
    if context.range_squared.is_above(zero).any() {
        let mut own_limits = TightestConstraints::default();
        let clearance = velocity_constraints::keep_clear(context, pairs, &mut own_limits);
        let force_per_speed = context.avoider.force_per_speed.to_array();
        let push_strength = clearance.push_strength.to_array();
        for (lane, found) in found.iter_mut().enumerate() {
            *found = AvoidanceForce {
                force: clearance.steps[lane].map(|change| change * force_per_speed[lane]),
                push_strength: push_strength[lane],
                limits: LimitRange::default(),
            };
        }
        for lane in clearance.binds.lanes() {
            found[lane].limits = limits.store(own_limits.kept(lane));
        }
    }
}
