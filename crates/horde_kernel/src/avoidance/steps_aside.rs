//! Steps aside, one pair per lane: few agents of a block collide with the same neighbor.

use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::passing::PassingPairs;
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, VectorColumn};
use crate::math::vector::Side;
use glam::Vec2;
use pulp::Simd;

/// The steps aside of a block's agents, summed over all their collisions.
pub(super) struct StepsAside {
    passing_side: Side,
    agents: PassColumns,
    /// Pairs that are not in the sums yet.
    pairs: PassColumns,
    offset: VectorColumn,
    relative_velocity: VectorColumn,
    clearance: [f32; MOST_LANES],
    share: [f32; MOST_LANES],
    /// The lane of the agent of each pair.
    agent: [usize; MOST_LANES],
    count: usize,
    sums: [Option<Vec2>; MOST_LANES],
}

/// The terms of a step aside that do not depend on the pair's geometry.
#[derive(Default)]
struct PassColumns {
    horizon: [f32; MOST_LANES],
    max_speed: [f32; MOST_LANES],
    shortest_time: [f32; MOST_LANES],
    insistence: [f32; MOST_LANES],
    preferred_velocity: VectorColumn,
}

impl StepsAside {
    /// No steps, for agents in this `traffic`.
    #[inline(always)]
    pub(super) fn none<S: Simd>(context: &AvoidanceContext<S>, traffic: F32Lanes<S>) -> Self {
        Self {
            passing_side: context.passing_side,
            agents: PassColumns {
                horizon: context.avoider.horizon.to_array(),
                max_speed: context.block.observer.max_speed.to_array(),
                shortest_time: context.avoider.braking_time.to_array(),
                insistence: traffic.to_array(),
                preferred_velocity: context.own_state.preferred_velocity.to_column(),
            },
            pairs: PassColumns::default(),
            offset: VectorColumn::default(),
            relative_velocity: VectorColumn::default(),
            clearance: [0.0; MOST_LANES],
            share: [0.0; MOST_LANES],
            agent: [0; MOST_LANES],
            count: 0,
            sums: [None; MOST_LANES],
        }
    }

    /// Adds each agent's share of its step aside from one neighbor, in the lanes where they
    /// collide.
    #[inline(always)]
    pub(super) fn add<S: Simd>(
        &mut self,
        simd: S,
        collides: Mask<S>,
        passes: &PassingPairs<S>,
        share: F32Lanes<S>,
    ) {
        let (offset, velocity) = (
            passes.offset.to_column(),
            passes.relative_velocity.to_column(),
        );
        let (clearance, share) = (passes.clearance.to_array(), share.to_array());
        for agent in collides.lanes() {
            let pair = self.count;
            self.offset.set(pair, offset.get(agent));
            self.relative_velocity.set(pair, velocity.get(agent));
            (self.clearance[pair], self.share[pair]) = (clearance[agent], share[agent]);
            let (own, pairs) = (&self.agents, &mut self.pairs);
            pairs.horizon[pair] = own.horizon[agent];
            pairs.max_speed[pair] = own.max_speed[agent];
            pairs.shortest_time[pair] = own.shortest_time[agent];
            pairs.insistence[pair] = own.insistence[agent];
            pairs
                .preferred_velocity
                .set(pair, own.preferred_velocity.get(agent));
            self.agent[pair] = agent;
            self.count += 1;
            if self.count == S::F32_LANES {
                self.sum_up(simd);
            }
        }
    }

    /// The sums, agent by agent; `None` for an agent without a step aside.
    #[inline(always)]
    pub(super) fn finish<S: Simd>(&mut self, simd: S) -> [Option<Vec2>; MOST_LANES] {
        if self.count > 0 {
            self.sum_up(simd);
        }
        self.sums
    }

    #[inline(always)]
    fn sum_up<S: Simd>(&mut self, simd: S) {
        let lanes = |column: &[f32; MOST_LANES]| F32Lanes::load(simd, column);
        let passes = PassingPairs {
            offset: self.offset.lanes(simd),
            relative_velocity: self.relative_velocity.lanes(simd),
            preferred_velocity: self.pairs.preferred_velocity.lanes(simd),
            clearance: lanes(&self.clearance),
            horizon: lanes(&self.pairs.horizon),
            max_speed: lanes(&self.pairs.max_speed),
            shortest_time: lanes(&self.pairs.shortest_time),
            insistence: lanes(&self.pairs.insistence),
            passing_side: self.passing_side,
        };
        let (change, has_change) = passes.step_aside();
        let steps = (change * lanes(&self.share)).to_column();
        let count = core::mem::take(&mut self.count);
        for pair in has_change.lanes() {
            // The lanes behind the last pair hold stale values.
            if pair < count {
                *self.sums[self.agent[pair]].get_or_insert(Vec2::ZERO) += steps.get(pair);
            }
        }
    }
}
