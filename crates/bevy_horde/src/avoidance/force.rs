//! The force of `AvoidAgents`, and its velocity constraints, for a block of agents.

use super::pairs::Pair;
use super::{AvoidanceContext, velocity_constraints};
use crate::arbitration::{AvoidanceForce, ConstraintRange};
use horde_kernel::avoidance::velocity_constraint::{TightestConstraints, VelocityConstraint};
use pulp::Simd;

/// Stores the velocity constraints of the agents of a task.
pub(crate) struct ConstraintSink<'a> {
    pub(crate) task: u32,
    /// The initial capacity for constraints.
    pub(crate) usual: usize,
    pub(crate) kept: &'a mut Vec<VelocityConstraint>,
}

impl ConstraintSink<'_> {
    fn store(&mut self, constraints: impl Iterator<Item = VelocityConstraint>) -> ConstraintRange {
        if self.kept.is_empty() {
            self.kept.reserve(self.usual);
        }
        let first = self.kept.len() as u32;
        self.kept.extend(constraints);
        ConstraintRange {
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
    mut constraints: ConstraintSink,
    found: &mut [AvoidanceForce],
) {
    let zero = context.range_squared.splat_like(0.0);
    if context.range_squared.is_above(zero).any() {
        let mut own_constraints = TightestConstraints::default();
        let clearance = velocity_constraints::keep_clear(context, pairs, &mut own_constraints);
        let force_per_speed = context.avoider.force_per_speed.to_array();
        let push_strength = clearance.push_strength.to_array();
        for (lane, found) in found.iter_mut().enumerate() {
            *found = AvoidanceForce {
                force: clearance.steps[lane].map(|change| change * force_per_speed[lane]),
                push_strength: push_strength[lane],
                constraints: ConstraintRange::default(),
            };
        }
        for lane in clearance.binds.lanes() {
            found[lane].constraints = constraints.store(own_constraints.kept(lane));
        }
    }
}
