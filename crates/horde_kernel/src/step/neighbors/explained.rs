//! The neighbors of one agent: which rule adds which force, and which neighbor limits it.
//!
//! The search for all agents keeps only sums. So this search runs again, for one agent.

use super::task::RuleViews;
use super::{NeighborSearch, Neighborhood, TaskScratch, locked};
use crate::avoidance::keep_clear::constraints_by_neighbor;
use crate::avoidance::records::AvoidanceRecord;
use crate::avoidance::velocity_constraint::VelocityConstraint;
use crate::crowd::columns::InLanes;
use crate::flocking::sum::Flocking;
use crate::step::Surroundings;
use crate::step::crowd::Crowd;
use crate::step::intent::Intents;
use glam::Vec2;
use pulp::Scalar;

/// The neighbors of one agent: which rule adds which force, and which neighbor limits it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NeighborReport {
    /// The weighted force of each flocking rule that has one, with the rule's name.
    pub flocking: Vec<(&'static str, Vec2)>,
    /// The constraints of its velocity, each with the slot of the neighbor.
    pub constraints: Vec<(u32, VelocityConstraint)>,
    /// The lines of sight that were tested: from where, to where, and whether each is clear.
    pub sight_lines: Vec<(Vec2, Vec2, bool)>,
}

impl NeighborSearch {
    /// Searches again for the agent in a slot.
    pub(in crate::step) fn explain<I: Intents + ?Sized>(
        &self,
        slot: usize,
        crowd: &Crowd,
        intents: &I,
        surroundings: &Surroundings,
    ) -> NeighborReport {
        if !crowd.summary.ranges.any_agent_searches() {
            return NeighborReport::default();
        }
        let neighborhood = self.neighborhood(crowd, intents, surroundings);
        let mut scratch = locked(&self.scratches).pop().unwrap_or_default();
        let report = neighborhood.report(crowd.grid().ranks()[slot] as usize, &mut scratch);
        locked(&self.scratches).push(scratch);
        report
    }
}

impl<I: Intents + ?Sized> Neighborhood<'_, I> {
    /// Searches for the agent with a rank alone.
    fn report(&self, rank: usize, scratch: &mut TaskScratch) -> NeighborReport {
        let (neighborhood, crowd) = (self, self.crowd);
        let mut report = NeighborReport::default();
        scratch.chunk.fetch(rank..rank + 1, neighborhood);
        if scratch.chunk.count == 0 {
            return report;
        }
        let group = scratch.chunk.group_of_one(0);
        let (block, rules) = scratch.chunk.load(Scalar, &group);
        let avoid_ranges = &scratch.chunk.avoidance_records.avoider.range;
        let avoid_range_squared = neighborhood
            .avoids()
            .then(|| group.squared_ranges(Scalar, avoid_ranges));
        let views = RuleViews {
            rules: &rules,
            avoid_range_squared,
        };
        let cutoff = neighborhood.search(&group, &block, &views, scratch, |from, to, is_clear| {
            report.sight_lines.push((from, to, is_clear));
        });
        scratch.search.take_candidates_examined();
        let candidates = scratch.search.candidates();
        let flocking = Flocking {
            agents: &block,
            rules: &rules,
            candidates,
            cutoff: &cutoff,
            ids: &crowd.rows.ids,
        };
        flocking.each_force(|rule, force| report.flocking.push((rule, force)));
        if let Some(range_squared) = avoid_range_squared {
            let columns = &scratch.chunk.avoidance_records;
            let record = AvoidanceRecord::load(columns, Scalar, group.first);
            let context = neighborhood.context(&block, record, range_squared, candidates, &cutoff);
            let constraints = constraints_by_neighbor(&context, &mut scratch.pairs);
            report.constraints = constraints.into_iter().collect();
        }
        report
    }
}
