//! A few agents that look round together, one in each lane.

use super::columns::{AvoidanceColumns, ChunkColumn, ChunkColumns, Common, RuleColumns};
use super::group::Group;
use crate::kernel::lanes::{Lanes, Mask, Vectors, Words};
use crate::kernel::traffic::Wishes;
use crate::kernel::view::ViewCones;
use pulp::Simd;

/// The agents of a group, as columns.
pub(super) struct Block<S: Simd> {
    pub(super) simd: S,
    pub(super) places: Words<S>,
    pub(super) position: Vectors<S>,
    pub(super) velocity: Vectors<S>,
    pub(super) heading: Vectors<S>,
    pub(super) max_speed: Lanes<S>,
    pub(super) max_force: Lanes<S>,
    pub(super) perceives: Words<S>,
    pub(super) common: Common,
    pub(super) flockmates: Words<S>,
    pub(super) most_neighbors: Words<S>,
    /// For which agents these head; `None` where none of the chunk heads for an agent.
    pub(super) chases: Option<ChaseBlock<S>>,
    /// The square of the farthest that any rule looks; negative in lanes without an agent of the group. All else may be
    /// another agent's there.
    pub(super) range_squared: Lanes<S>,
    pub(super) separation: RuleLanes<S>,
    pub(super) alignment: RuleLanes<S>,
    pub(super) cohesion: RuleLanes<S>,
}

/// For which agents those of a group head, as columns; see [`Chase`](super::chases::Chase).
#[derive(Clone, Copy)]
pub(super) struct ChaseBlock<S: Simd> {
    pub(super) targets: Words<S>,
    pub(super) beside: Words<S>,
}

/// A rule of several agents.
pub(super) struct RuleLanes<S: Simd> {
    pub(super) view: ViewCones<S>,
    pub(super) range: Lanes<S>,
    pub(super) weight: Lanes<S>,
}

impl<S: Simd> Block<S> {
    /// The agents of `group`.
    #[inline(always)]
    pub(super) fn load(simd: S, group: &Group, agents: &ChunkColumns) -> Self {
        let first = group.first;
        let lane_range = ranges_in_group(simd, group, &agents.range);
        Self {
            simd,
            places: agents.place.words(simd, first),
            position: agents.position.lanes(simd, first),
            velocity: agents.velocity.lanes(simd, first),
            heading: agents.heading.lanes(simd, first),
            max_speed: agents.max_speed.lanes(simd, first),
            max_force: agents.max_force.lanes(simd, first),
            perceives: agents.perceives.words(simd, first),
            common: agents.common,
            flockmates: agents.flockmates.words(simd, first),
            most_neighbors: agents.most_neighbors.words(simd, first),
            chases: agents.common.has_chases.then(|| ChaseBlock {
                targets: agents.target.words(simd, first),
                beside: agents.beside.words(simd, first),
            }),
            range_squared: squared_where_above_zero(lane_range),
            separation: RuleLanes::load(simd, first, &agents.separation),
            alignment: RuleLanes::load(simd, first, &agents.alignment),
            cohesion: RuleLanes::load(simd, first, &agents.cohesion),
        }
    }
}

/// How far each agent of a group looks; 0 in lanes without an agent, whatever lies there.
#[inline(always)]
fn ranges_in_group<S: Simd>(simd: S, group: &Group, ranges: &ChunkColumn<f32>) -> Lanes<S> {
    let count = Words::splat(simd, group.count as u32);
    let is_there = Words::counting_from(simd, 0).is_below(count);
    is_there.keep(ranges.lanes(simd, group.first))
}

#[inline(always)]
fn squared_where_above_zero<S: Simd>(range: Lanes<S>) -> Lanes<S> {
    let looks = range.is_above(range.like(0.0));
    looks.select(range * range, range.like(-1.0))
}

impl<S: Simd> RuleLanes<S> {
    #[inline(always)]
    fn load(simd: S, first: usize, agents: &RuleColumns) -> Self {
        let range = agents.range.lanes(simd, first);
        Self {
            view: ViewCones::new(range, agents.least_cosine.lanes(simd, first)),
            range,
            weight: agents.weight.lanes(simd, first),
        }
    }
}

/// How the agents of a group avoid others, as columns.
pub(super) struct AvoiderBlock<S: Simd> {
    /// Negative where the rule is off.
    pub(super) range_squared: Lanes<S>,
    pub(super) keeps_limits: Mask<S>,
    pub(super) way: Lanes<S>,
    pub(super) margin: Lanes<S>,
    pub(super) horizon: Lanes<S>,
    pub(super) braking_time: Lanes<S>,
    pub(super) shove: Lanes<S>,
    pub(super) force: Lanes<S>,
    pub(super) most_change: Lanes<S>,
    pub(super) radius: Lanes<S>,
    pub(super) memberships: Words<S>,
    pub(super) readiness: Lanes<S>,
    pub(super) priority: Words<S>,
    pub(super) wishes: Wishes<S>,
}

impl<S: Simd> AvoiderBlock<S> {
    /// The agents of `group`.
    #[inline(always)]
    pub(super) fn load(simd: S, group: &Group, agents: &AvoidanceColumns) -> Self {
        let first = group.first;
        let keeps_limits = agents.keeps_limits.lanes(simd, first);
        Self {
            range_squared: squared_where_above_zero(ranges_in_group(simd, group, &agents.range)),
            keeps_limits: keeps_limits.is_above(keeps_limits.like(0.0)),
            way: agents.way.lanes(simd, first),
            margin: agents.margin.lanes(simd, first),
            horizon: agents.horizon.lanes(simd, first),
            braking_time: agents.braking_time.lanes(simd, first),
            shove: agents.shove.lanes(simd, first),
            force: agents.force.lanes(simd, first),
            most_change: agents.most_change.lanes(simd, first),
            radius: agents.radius.lanes(simd, first),
            memberships: agents.memberships.words(simd, first),
            readiness: agents.readiness.lanes(simd, first),
            priority: agents.priority.words(simd, first),
            wishes: Wishes {
                velocity: agents.wanted.lanes(simd, first),
                direction: agents.direction.lanes(simd, first),
            },
        }
    }
}
