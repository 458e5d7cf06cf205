//! A flocking rule: its settings, the neighbors that it sums, and the force that results.

use crate::crowd::body::{Body, tie_break_direction};
use crate::crowd::columns::in_lanes;
use crate::math::lanes::{Mask, VectorLanes};
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use crate::search::view::{Bearings, ViewCone};
use glam::Vec2;
use pulp::Simd;

in_lanes! {
    /// The settings of one rule for one agent, checked and in world units.
    #[derive(PartialEq, Default)]
    pub struct FlockRule / FlockRuleColumns / FlockRuleLanes {
        /// The view of the rule; its range is 0 when the rule is off.
        view: ViewCone,
        /// The factor on the force.
        weight: f32,
    }
}

/// A neighbor, as the agents in the lanes see it.
pub struct Neighbor<'a, S: Simd, V: Vector = Vec2> {
    /// The neighbor.
    pub body: &'a Body<V>,
    /// The offset from each agent to it.
    pub offset: V::Lanes<S>,
    /// Its bearings from the agents.
    pub bearings: Bearings<S>,
    /// The agents that head for the neighbor.
    pub is_target: Mask<S>,
    /// `Some` if the block is a single agent, for which the neighbor may be degenerate: the slot of
    /// the agent, and the stable ids of all slots.
    pub exact: Option<(u32, &'a [u64])>,
}

impl<S: Simd, V: Vector> Neighbor<'_, S, V> {
    /// Whether the neighbor may be degenerate for the only agent.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// The direction in which the only agent leaves the neighbor when the two coincide.
    pub fn tie_break(&self) -> V::Lanes<S> {
        let tie_break = self.exact.map_or(V::ZERO, |(own, ids)| {
            tie_break_direction(ids, own, self.body.slot)
        });
        V::Lanes::splat(self.offset.simd(), tie_break)
    }

    /// The neighbor's velocity, the same in every lane.
    #[inline(always)]
    pub fn velocity(&self) -> V::Lanes<S> {
        V::Lanes::splat(self.offset.simd(), self.body.velocity)
    }
}

/// A rule for a block of agents: sums over their neighbors, and the forces from these sums.
pub trait FlockingRule<S: Simd, V: Vector = Vec2>: Sized {
    /// Whether flockmates alone count, and not every neighbor.
    const OF_FLOCKMATES: bool;

    /// The sum over no neighbors.
    fn new(simd: S, rule: &FlockRuleLanes<S>) -> Self;

    /// Adds a neighbor to the sums of the agents in `seen_by`.
    fn add(&mut self, seen_by: Mask<S>, neighbor: &Neighbor<S, V>);

    /// The agents for which [`add`](Self::add) may have added meaningless values.
    #[inline(always)]
    fn is_degenerate(&self, agents: &Block<S, V>) -> Mask<S> {
        Mask::none(agents.simd)
    }

    /// The forces, not yet weighted, and the agents on which the rule has a force.
    fn force(&self, agents: &Block<S, V>, rule: &FlockRuleLanes<S>) -> (V::Lanes<S>, Mask<S>);
}
