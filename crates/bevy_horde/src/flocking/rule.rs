//! A flocking rule: its settings, the neighbors that it sums, and the force that results.

use crate::perception::{AgentIndex, View};
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::crowd::body::Body;
use horde_kernel::crowd::columns::in_lanes;
use horde_kernel::math::lanes::{Mask, Vec2Lanes};
use horde_kernel::neighbors::block::Block;
use horde_kernel::search::view::{Bearings, ViewCone};
use pulp::Simd;

in_lanes! {
    /// The settings of one rule for one agent, checked and in world units.
    #[derive(PartialEq, Default)]
    pub(crate) struct FlockRule / FlockRuleColumns / FlockRuleLanes {
        /// The view of the rule; its range is 0 when the rule is off.
        view: ViewCone,
        weight: f32,
    }
}

impl FlockRule {
    pub(super) fn new(view: &View, weight: f32, body_radius: f32, check: FieldCheck<'_>) -> Self {
        let mut view = view.resolve(body_radius, check);
        let weight = check.at_least_zero("weight", weight, 0.0);
        if weight <= 0.0 {
            view.range = 0.0;
        }
        Self { view, weight }
    }
}

/// The settings of a rule.
pub(super) trait FlockRuleSettings {
    /// The settings, checked, for a body of this radius.
    fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> FlockRule;
}

/// A neighbor, as the agents in the lanes see it.
pub(super) struct Neighbor<'a, S: Simd> {
    pub(super) body: &'a Body,
    pub(super) offset: Vec2Lanes<S>,
    pub(super) bearings: Bearings<S>,
    /// The agents that head for the neighbor.
    pub(super) is_target: Mask<S>,
    /// `Some` if the block is a single agent, for which the neighbor may be degenerate: the slot of
    /// the agent, and the index.
    pub(super) exact: Option<(u32, &'a AgentIndex)>,
}

impl<S: Simd> Neighbor<'_, S> {
    /// Whether the neighbor may be degenerate for the only agent.
    #[inline(always)]
    pub(super) fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// The direction in which the only agent leaves the neighbor when the two coincide.
    pub(super) fn tie_break(&self) -> Vec2Lanes<S> {
        let tie_break = self.exact.map_or(Vec2::ZERO, |(own, index)| {
            index.tie_break_direction(own, self.body.slot)
        });
        Vec2Lanes::splat(self.offset.x.simd(), tie_break)
    }

    /// The neighbor's velocity, the same in every lane.
    #[inline(always)]
    pub(super) fn velocity(&self) -> Vec2Lanes<S> {
        Vec2Lanes::splat(self.offset.x.simd(), self.body.velocity)
    }
}

/// A rule for a block of agents: sums over their neighbors, and the forces from these sums.
pub(super) trait FlockingRule<S: Simd>: Sized {
    /// Whether flockmates alone count, and not every neighbor.
    const OF_FLOCKMATES: bool;

    /// The sum over no neighbors.
    fn new(simd: S, rule: &FlockRuleLanes<S>) -> Self;

    /// Adds a neighbor to the sums of the agents in `seen_by`.
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S>);

    /// The agents for which [`add`](Self::add) may have added meaningless values.
    #[inline(always)]
    fn is_degenerate(&self, agents: &Block<S>) -> Mask<S> {
        Mask::none(agents.simd)
    }

    /// The forces, not yet weighted, and the agents on which the rule has a force.
    fn force(&self, agents: &Block<S>, rule: &FlockRuleLanes<S>) -> (Vec2Lanes<S>, Mask<S>);
}
