//! The force of avoidance, and its velocity constraints, for a block of agents.

use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::keep_clear::keep_clear;
use crate::avoidance::pairs::Pair;
use crate::avoidance::velocity_constraint::{TightestConstraints, VelocityConstraint};
use glam::Vec2;
use pulp::Simd;

/// The avoidance of one agent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AvoidanceForce {
    /// The force of the steps aside; `None` without a step.
    pub force: Option<Vec2>,
    /// How much the agent keeps of its velocity when others push it back, 0 to 1.
    pub push_strength: f32,
    /// Its velocity constraints.
    pub constraints: ConstraintRange,
}

/// The constraints of one agent: `count` of them from `first` on, in the list of `task`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConstraintRange {
    /// The task that steered the agent.
    pub task: u32,
    /// The first of the constraints.
    pub first: u32,
    /// How many there are.
    pub count: u32,
}

/// Stores the velocity constraints of the agents of a task.
pub struct ConstraintSink<'a> {
    /// The task.
    pub task: u32,
    /// The initial capacity for constraints.
    pub usual: usize,
    /// The constraints that are kept.
    pub kept: &'a mut Vec<VelocityConstraint>,
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
pub fn avoid<S: Simd>(
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
        let clearance = keep_clear(context, pairs, &mut own_constraints);
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
