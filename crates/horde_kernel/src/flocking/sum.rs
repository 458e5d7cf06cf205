//! Flocking forces, from the neighbors that count.

use crate::crowd::body::Body;
use crate::flocking::rule::Neighbor;
use crate::flocking::rules::{FlockLanes, RuleSums};
use crate::math::lanes::{Mask, U32Lanes, VectorLanes};
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use crate::neighbors::cutoff::NeighborCutoff;
use crate::search::view::Bearings;
use glam::Vec2;
use pulp::{Scalar, Simd};

/// A block of agents, and the bodies that may be their neighbors.
pub struct Flocking<'a, S: Simd, V: Vector = Vec2> {
    /// The agents.
    pub agents: &'a Block<S, V>,
    /// Their rules.
    pub rules: &'a FlockLanes<S>,
    /// The bodies near them.
    pub candidates: &'a [Body<V>],
    /// Which of these count.
    pub cutoff: &'a NeighborCutoff<S>,
    /// The stable ids of all slots.
    pub ids: &'a [u64],
}

impl<V: Vector> Flocking<'_, Scalar, V> {
    /// The force on a single agent that coincides with a neighbor, or has a range too large to
    /// square. Both are rare, and a test for them would slow down every other pair.
    #[cold]
    #[inline(never)]
    pub fn exact_force(&self) -> V {
        let sums = self.sum_up::<true, true, true, true>();
        sums.force(self.agents, self.rules).to_vectors()[0]
    }

    /// Calls `record` with the name and the weighted force of each rule that has a force on the
    /// agent.
    #[cold]
    pub fn each_force(&self, record: impl FnMut(&'static str, V)) {
        if self.rules.any(self.agents).any() {
            let sums = self.sum_up::<true, true, true, true>();
            sums.each_force(self.agents, self.rules, record);
        }
    }
}

impl<S: Simd, V: Vector> Flocking<'_, S, V> {
    /// The forces on the agents, NaN where no rule has one; and the agents that need
    /// [`exact_force`](Flocking::exact_force) instead.
    #[inline(always)]
    pub fn forces(&self) -> (V::Lanes<S>, Mask<S>) {
        let (agents, rules) = (self.agents, self.rules);
        if !rules.any(agents).any() {
            let no_force = V::Lanes::splat(agents.simd, V::NAN);
            return (no_force, Mask::none(agents.simd));
        }
        let sums = match (self.cutoff.is_all, agents.common.has_no_groups) {
            _ if agents.chase.is_some() => self.sum_up::<true, true, true, false>(),
            (true, true) => self.sum_up::<false, false, false, false>(),
            (true, false) => self.sum_up::<false, true, false, false>(),
            (false, true) => self.sum_up::<true, false, false, false>(),
            (false, false) => self.sum_up::<true, true, false, false>(),
        };
        (sums.force(agents, rules), sums.is_degenerate(agents))
    }

    /// Sums over the candidates. `CAPPED`: not every agent in view counts. `GROUPED`: some agents
    /// are not in the flock, or not perceived. `CHASING`: some agents head for agents. `EXACT`:
    /// there is one agent, and a neighbor may be degenerate for it.
    #[inline(always)]
    fn sum_up<const CAPPED: bool, const GROUPED: bool, const CHASING: bool, const EXACT: bool>(
        &self,
    ) -> RuleSums<S, V> {
        let (agents, rules) = (self.agents, self.rules);
        let simd = agents.simd;
        let all = !Mask::none(simd);
        let mut sums = RuleSums::new(simd, rules);
        for body in self.candidates {
            let offset = V::Lanes::splat(simd, body.position) - agents.body.position;
            let bearings = Bearings::new(agents.observer.heading, offset);
            let bearings = bearings.except(agents.is_self(body));
            let mut counts = all;
            if CAPPED {
                counts = self.cutoff.counts(bearings.distance_squared, body.slot);
                // In a pile few of the many candidates count. Blocks of agents are better off
                // without the branch.
                if EXACT && !counts.any() {
                    continue;
                }
            }
            let mut are_mates = counts;
            if GROUPED {
                let memberships = U32Lanes::splat(simd, body.memberships);
                counts = counts & agents.observer.filters.overlaps(memberships);
                are_mates = counts & rules.flockmates.overlaps(memberships);
            }
            let is_target = match agents.chase {
                Some(chase) if CHASING => chase.target.is_equal(U32Lanes::splat(simd, body.slot)),
                _ => Mask::none(simd),
            };
            let exact = EXACT.then(|| (agents.body.slot.to_array()[0], self.ids));
            let neighbor = Neighbor {
                body,
                offset,
                bearings,
                is_target,
                exact,
            };
            sums.add(counts, are_mates, &neighbor, rules);
        }
        sums
    }
}
