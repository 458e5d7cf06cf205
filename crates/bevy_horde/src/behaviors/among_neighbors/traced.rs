//! The neighbors of a traced agent: which rule adds which force, and which neighbor limits it.
//!
//! The search for all agents keeps only sums. So this search runs again, for one traced agent at a
//! time.

use super::task::RuleViews;
use super::{Neighborhood, TaskScratch};
use crate::arbitration::{ForceSource, Tier};
use crate::avoidance::AvoidAgents;
use crate::perception::AgentState;
use crate::trace::{ApproachLimit, SteeringTrace};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use horde_kernel::avoidance::keep_clear::constraints_by_neighbor;
use horde_kernel::avoidance::records::AvoidanceRecord;
use horde_kernel::crowd::columns::InLanes;
use horde_kernel::flocking::sum::Flocking;
use pulp::Scalar;

/// Records the forces, the constraints and the lines of sight of the updating agents with a trace.
///
/// The speeds of the constraints are known only after all forces are combined.
pub(super) fn record(
    // Inputs
    neighborhood: &Neighborhood,
    forces: ForceSource,
    // Local
    scratch: &mut TaskScratch,
    // Output
    traces: &mut Query<(Entity, &AgentState, &mut SteeringTrace)>,
) {
    let index = neighborhood.index;
    for (entity, state, mut trace) in traces {
        let slot = index.slot_of(entity, state);
        let Some(slot) = slot.filter(|_| state.is_updating()) else {
            continue;
        };
        // Bodies lie in the order of the cells. Only a search over the bodies finds the rank of a
        // slot.
        let mut ranks = 0..0;
        index
            .crowd()
            .visit_within(state.position, 0.0, |rank, body, _| {
                if body.slot as usize == slot {
                    ranks = rank..rank + 1;
                }
            });
        scratch.chunk.fetch(ranks, neighborhood, |_| ());
        if scratch.chunk.count == 0 {
            continue;
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
        let cutoff = neighborhood.search(&group, &block, &views, scratch, |line| {
            trace.sight_lines.push(line);
        });
        scratch.search.take_candidates_examined();
        let candidates = scratch.search.candidates();
        let flocking = Flocking {
            agents: &block,
            rules: &rules,
            candidates,
            cutoff: &cutoff,
            ids: index.ids(),
        };
        flocking.each_force(|rule, force| trace.add(rule, Tier::Flocking, force));
        let Some(range_squared) = avoid_range_squared else {
            continue;
        };
        if let Some(force) = forces.avoidance(slot) {
            trace.add(AvoidAgents::short_type_path(), Tier::Avoidance, force);
        }
        let record = AvoidanceRecord::load(&scratch.chunk.avoidance_records, Scalar, group.first);
        let context = neighborhood.context(&block, record, range_squared, candidates, &cutoff);
        let constraints = constraints_by_neighbor(&context, &mut scratch.pairs);
        trace
            .approach_limits
            .extend(
                constraints
                    .into_iter()
                    .map(|(slot, constraint)| ApproachLimit {
                        neighbor: index.entities()[slot as usize],
                        toward: constraint.toward,
                        max_speed: constraint.max_speed,
                        unlimited_speed: 0.0,
                        speed: 0.0,
                    }),
            );
    }
}
