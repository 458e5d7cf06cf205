//! The forces of the rules about neighbors, by rank.

use crate::avoidance::force::AvoidanceForce;
use crate::avoidance::velocity_constraint::VelocityConstraint;
use glam::Vec2;

/// The forces of the rules about neighbors in this tick, by rank; empty where no rule acts.
#[derive(Debug, Default)]
pub(in crate::step) struct NeighborForces {
    /// The forces of separation, alignment and cohesion; NaN where none of them has one.
    flocking: Vec<Vec2>,
    avoidance: Vec<AvoidanceForce>,
    /// The constraints that each task found.
    constraints: Vec<Vec<VelocityConstraint>>,
}

/// The forces of the agents of one task, to be written.
pub(super) struct TaskForces<'a> {
    pub(super) flocking: &'a mut [Vec2],
    /// Empty where no agent avoids others.
    pub(super) avoidance: &'a mut [AvoidanceForce],
    pub(super) constraints: &'a mut Vec<VelocityConstraint>,
}

impl NeighborForces {
    pub(super) fn clear(&mut self) {
        self.flocking.clear();
        self.avoidance.clear();
    }

    /// Starts a tick without forces. Returns the output of each task. Avoidance is kept only if any
    /// agent `avoids`.
    pub(super) fn start(
        &mut self,
        agents: usize,
        per_task: usize,
        avoids: bool,
    ) -> impl Iterator<Item = TaskForces<'_>> {
        let avoiding = if avoids { agents } else { 0 };
        self.flocking.resize(agents, Vec2::NAN);
        self.avoidance.resize(avoiding, AvoidanceForce::default());
        let tasks = agents.div_ceil(per_task);
        if self.constraints.len() < tasks {
            self.constraints.resize_with(tasks, Vec::new);
        }
        let mut avoidance = self.avoidance.chunks_mut(per_task);
        let flocking = self.flocking.chunks_mut(per_task);
        flocking
            .zip(&mut self.constraints)
            .map(move |(flocking, constraints)| {
                constraints.clear();
                TaskForces {
                    flocking,
                    avoidance: avoidance.next().unwrap_or_default(),
                    constraints,
                }
            })
    }

    /// Whether separation, alignment or cohesion may have forces in this tick.
    pub(in crate::step) fn has_flocking(&self) -> bool {
        !self.flocking.is_empty()
    }

    /// Whether avoidance may have forces in this tick.
    pub(in crate::step) fn has_avoidance(&self) -> bool {
        !self.avoidance.is_empty()
    }

    /// The force of separation, alignment and cohesion on the agent with a rank.
    #[inline(always)]
    pub(in crate::step) fn flocking(&self, rank: u32) -> Option<Vec2> {
        let force = self.flocking.get(rank as usize).copied();
        force.filter(|force| !force.x.is_nan())
    }

    /// The avoidance of the agent with a rank.
    #[inline(always)]
    pub(in crate::step) fn avoidance(&self, rank: u32) -> Option<&AvoidanceForce> {
        self.avoidance.get(rank as usize)
    }

    /// The constraints of the velocity of the agent with a rank toward its neighbors.
    #[inline(always)]
    pub(in crate::step) fn constraints(&self, rank: u32) -> &[VelocityConstraint] {
        let Some(range) = self.avoidance(rank).map(|avoidance| avoidance.constraints) else {
            return &[];
        };
        if range.count == 0 {
            return &[];
        }
        let first = range.first as usize;
        &self.constraints[range.task as usize][first..first + range.count as usize]
    }
}
