//! The task of a range of ranks: search, flocking and avoidance, group by group.

use super::forces::TaskForces;
use super::{CONSTRAINTS_PER_AGENT, Neighborhood, TaskScratch};
use crate::avoidance::force::{AvoidanceForce, ConstraintSink, avoid};
use crate::avoidance::records::AvoidanceRecord;
use crate::crowd::body::Body;
use crate::crowd::columns::{AGENTS_PER_CHUNK, InLanes};
use crate::flocking::rules::FlockLanes;
use crate::flocking::sum::Flocking;
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, U32Lanes};
use crate::neighbors::block::Block;
use crate::neighbors::cutoff::NeighborCutoff;
use crate::neighbors::group::Group;
use crate::neighbors::search::Views;
use crate::search::view::Bearings;
use crate::step::intent::Intents;
use pulp::{Scalar, Simd, WithSimd};

/// The agents in the ranks of one task.
pub(super) struct Task<'a, I: ?Sized> {
    pub(super) neighborhood: &'a Neighborhood<'a, I>,
    pub(super) task: usize,
    /// The number of agents in each task; the last may have fewer.
    pub(super) per_task: usize,
    pub(super) forces: TaskForces<'a>,
    pub(super) scratch: &'a mut TaskScratch,
}

impl<I: Intents + ?Sized> WithSimd for Task<'_, I> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let first = self.task * self.per_task;
        let end = (first + self.per_task).min(self.neighborhood.crowd.len());
        for first in (first..end).step_by(AGENTS_PER_CHUNK) {
            let last = (first + AGENTS_PER_CHUNK).min(end);
            self.scratch.chunk.fetch(first..last, self.neighborhood);
            let mut number = 0;
            while number < self.scratch.chunk.count {
                let group = self.scratch.chunk.group(simd, number);
                self.steer(simd, &group);
                number += group.count;
            }
        }
    }
}

impl<I: Intents + ?Sized> Task<'_, I> {
    /// Steers the agents of a group.
    #[inline(always)]
    fn steer<S: Simd>(&mut self, simd: S, group: &Group) {
        let neighborhood = self.neighborhood;
        let chunk = &*self.scratch.chunk;
        let (block, rules) = chunk.load(simd, group);
        let avoid_ranges = &chunk.avoidance_records.avoider.range;
        let views = RuleViews {
            rules: &rules,
            avoid_range_squared: neighborhood
                .avoids()
                .then(|| group.squared_ranges(simd, avoid_ranges)),
        };
        let cutoff = neighborhood.search(group, &block, &views, self.scratch, |_, _, _| ());
        self.flock(group, &block, &rules, &cutoff);
        if let Some(range_squared) = views.avoid_range_squared {
            self.avoid(group, &block, range_squared, &cutoff);
        }
    }

    /// Writes the forces of the flocking rules.
    #[inline(always)]
    fn flock<S: Simd>(
        &mut self,
        group: &Group,
        block: &Block<S>,
        rules: &FlockLanes<S>,
        cutoff: &NeighborCutoff<S>,
    ) {
        let (ids, chunk) = (&*self.neighborhood.crowd.rows.ids, &*self.scratch.chunk);
        let candidates = self.scratch.search.candidates();
        let flocking = Flocking {
            agents: block,
            rules,
            candidates,
            cutoff,
            ids,
        };
        let (forces, is_degenerate) = flocking.forces();
        let mut forces = forces.to_column();
        for lane in is_degenerate.lanes() {
            if lane < group.count {
                let alone = chunk.group_of_one(group.first + lane);
                let (block, rules) = chunk.load(Scalar, &alone);
                let alone = Flocking {
                    agents: &block,
                    rules: &rules,
                    candidates,
                    cutoff: &cutoff.in_lane(lane),
                    ids,
                };
                forces.set(lane, alone.exact_force());
            }
        }
        let first = self.task * self.per_task;
        for (lane, rank) in chunk.ranks(group).iter().enumerate() {
            self.forces.flocking[*rank as usize - first] = forces.get(lane);
        }
    }

    /// Writes the forces and constraints of avoidance.
    #[inline(always)]
    fn avoid<S: Simd>(
        &mut self,
        group: &Group,
        block: &Block<S>,
        range_squared: F32Lanes<S>,
        cutoff: &NeighborCutoff<S>,
    ) {
        let (neighborhood, scratch) = (self.neighborhood, &mut *self.scratch);
        let record =
            AvoidanceRecord::load(&scratch.chunk.avoidance_records, block.simd, group.first);
        let candidates = scratch.search.candidates();
        let context = neighborhood.context(block, record, range_squared, candidates, cutoff);
        let constraints = ConstraintSink {
            task: self.task as u32,
            usual: CONSTRAINTS_PER_AGENT * self.per_task,
            kept: self.forces.constraints,
        };
        let mut found = [AvoidanceForce::default(); MOST_LANES];
        let found = &mut found[..group.count];
        avoid(&context, &mut scratch.pairs, constraints, found);
        let first = self.task * self.per_task;
        for (rank, avoidance) in scratch.chunk.ranks(group).iter().zip(found) {
            self.forces.avoidance[*rank as usize - first] = *avoidance;
        }
    }
}

/// What the rules of a group see.
pub(super) struct RuleViews<'a, S: Simd> {
    pub(super) rules: &'a FlockLanes<S>,
    /// The squares of the ranges of avoidance, if any agent avoids others.
    pub(super) avoid_range_squared: Option<F32Lanes<S>>,
}

impl<S: Simd> Views<S> for RuleViews<'_, S> {
    #[inline(always)]
    fn admits(&self, bearings: &Bearings<S>, candidate: &Body) -> Mask<S> {
        let memberships = U32Lanes::splat(bearings.distance.simd(), candidate.memberships);
        let are_mates = self.rules.flockmates.overlaps(memberships);
        let admits = self.rules.admits(bearings, are_mates);
        match self.avoid_range_squared {
            Some(range_squared) => admits | bearings.distance_squared.is_at_most(range_squared),
            None => admits,
        }
    }
}
