//! From intents and neighbors to the decision of each agent: one truncated force.

use super::Surroundings;
use super::intent::Intents;
use super::neighbors::NeighborForces;
use crate::avoidance::velocity_constraint::keep_within;
use crate::math::lanes::VectorColumn;
use crate::math::vector::truncate;
use crate::motion::combine::{
    AVOIDANCE_TIER, Combine, FLOCKING_TIER, GOAL_TIER, TIER_COUNT, weighted_sum,
};
use crate::motion::integrate::accelerate;
use crate::motion::rows_in_lanes::{Accelerated, prioritized_forces};
use crate::step::agent::Agent;
use crate::step::crowd::Crowd;
use crate::tasks::ROWS_AT_ONCE;
use core::ops::Range;
use glam::Vec2;
use pulp::Arch;

/// What an agent does in a tick.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decision {
    /// The combined force, mass times world units per second squared.
    pub force: Vec2,
    /// The velocity to which the force leads in this tick.
    pub velocity: Vec2,
    /// The place for which the agent heads, whatever is in the way.
    pub heads_for: Option<Vec2>,
    /// How much of its velocity it keeps when others push it back, 0 to 1.
    pub push_strength: f32,
    /// Whether anything contributed. If not, the agent keeps its velocity.
    pub has_contribution: bool,
}

/// How one agent came to its force.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ForceReport {
    /// The forces by tier.
    pub tiers: [Vec2; TIER_COUNT],
    /// The force of avoidance; `None` without one.
    pub avoidance: Option<Vec2>,
    /// The velocity to which the tiers lead, before neighbors limit it.
    pub unlimited_velocity: Vec2,
    /// The velocity to which the agent's force leads.
    pub velocity: Vec2,
}

/// The inputs of all decisions.
#[derive(Clone, Copy)]
pub(super) struct Deciding<'a, I: ?Sized> {
    arch: Arch,
    /// The length of the tick, seconds.
    tick: f32,
    agents: &'a [Agent],
    /// The rank of each slot.
    ranks: &'a [u32],
    intents: &'a I,
    forces: &'a NeighborForces,
}

impl<'a, I: Intents + ?Sized> Deciding<'a, I> {
    pub(super) fn new(
        crowd: &'a Crowd,
        intents: &'a I,
        surroundings: &Surroundings,
        forces: &'a NeighborForces,
    ) -> Self {
        Self {
            arch: surroundings.arch,
            tick: surroundings.tick,
            agents: &crowd.rows.agents,
            ranks: crowd.grid().ranks(),
            intents,
            forces,
        }
    }

    /// Decides for the agents in these slots, at most [`ROWS_AT_ONCE`].
    #[inline(always)]
    pub(super) fn decide(&self, slots: Range<usize>, decisions: &mut [Decision]) {
        let agents = &self.agents[slots.clone()];
        let gathered = self.gather(slots.clone());
        let mut combined = self.combine(&gathered, agents);
        let mut has_contribution = gathered.has_contribution;
        let sums = |agent: &Agent| agent.combine == Combine::WeightedSum;
        if self.forces.has_avoidance() || agents.iter().any(sums) {
            for (number, agent) in agents.iter().enumerate() {
                self.correct(
                    (number, slots.start + number),
                    &gathered,
                    agent,
                    &mut combined,
                    &mut has_contribution[number],
                );
            }
        }
        combined.velocity.shorten(&combined.accelerated.max_speed);
        let found = combined
            .accelerated
            .force
            .iter()
            .zip(combined.velocity.iter());
        let wanted = gathered.heads_for.iter().zip(&has_contribution);
        let columns = agents.iter().zip(&self.ranks[slots.clone()]);
        let columns = columns.zip(found.zip(wanted)).zip(&mut *decisions);
        for (((agent, rank), ((force, velocity), (heads_for, has_contribution))), decision) in
            columns
        {
            let avoidance = self.forces.avoidance(*rank);
            let push_strength = avoidance.map_or(0.0, |avoidance| avoidance.push_strength);
            *decision = if agent.is_updating() {
                Decision {
                    force,
                    velocity,
                    heads_for: *heads_for,
                    push_strength,
                    has_contribution: *has_contribution,
                }
            } else {
                Decision {
                    velocity: if agent.is_moving() {
                        agent.velocity
                    } else {
                        Vec2::ZERO
                    },
                    push_strength,
                    ..Decision::default()
                }
            };
        }
        for (slot, (agent, decision)) in slots.zip(agents.iter().zip(decisions)) {
            if agent.update_ticks > 1 {
                let held = self.intents.held(slot);
                held.apply(agent, self.tick, decision);
            }
        }
    }

    /// How the agent in a slot comes to its force.
    pub(super) fn explain(&self, slot: usize) -> ForceReport {
        let gathered = self.gather(slot..slot + 1);
        let agents = &self.agents[slot..=slot];
        let mut combined = self.combine(&gathered, agents);
        if agents[0].combine == Combine::WeightedSum {
            combined.sum(0, &gathered, &agents[0], self.tick);
        }
        let unlimited_velocity = combined.velocity.get(0);
        self.correct((0, slot), &gathered, &agents[0], &mut combined, &mut false);
        combined.velocity.shorten(&combined.accelerated.max_speed);
        let avoidance = self.forces.avoidance(self.ranks[slot]);
        ForceReport {
            tiers: gathered.tiers.each_ref().map(|tier| tier.get(0)),
            avoidance: avoidance.and_then(|avoidance| avoidance.force),
            unlimited_velocity,
            velocity: combined.velocity.get(0),
        }
    }

    /// Gathers the forces of behaviors and of the rules about neighbors.
    #[inline(always)]
    fn gather(&self, slots: Range<usize>) -> Gathered {
        let mut gathered = Gathered::default();
        if !self.intents.is_empty() {
            for (number, slot) in slots.clone().enumerate() {
                let intent = self.intents.of(slot);
                let mut tiers = intent.tiers;
                if let Some(goal) = intent.goal {
                    tiers[GOAL_TIER] += goal.force(&self.agents[slot], self.tick);
                }
                for (column, tier) in gathered.tiers.iter_mut().zip(tiers) {
                    column.set(number, tier);
                }
                gathered.heads_for[number] = intent.heads_for;
                gathered.has_contribution[number] =
                    intent.has_contribution || intent.goal.is_some();
            }
        }
        // Short loops, so that the loads of the forces of many agents overlap.
        let ranks = &self.ranks[slots];
        if self.forces.has_flocking() {
            let force = |rank| self.forces.flocking(rank);
            gathered.add(FLOCKING_TIER, ranks, force);
        }
        if self.forces.has_avoidance() {
            let force = |rank| self.forces.avoidance(rank)?.force;
            gathered.add(AVOIDANCE_TIER, ranks, force);
        }
        gathered
    }

    /// Combines forces as if all agents prioritized them and none had constraints.
    #[inline(always)]
    fn combine(&self, gathered: &Gathered, agents: &[Agent]) -> Combined {
        let mut combined = Combined::default();
        let own = &mut combined.accelerated;
        let mut max_forces = [0.0; ROWS_AT_ONCE];
        own.velocity.fill(agents.iter().map(|agent| agent.velocity));
        let numbers = own.mass.iter_mut().zip(&mut own.max_speed);
        let numbers = numbers.zip(&mut own.time).zip(&mut max_forces);
        for ((((mass, max_speed), time), max_force), agent) in numbers.zip(agents) {
            *mass = agent.mass;
            *max_speed = agent.max_speed;
            *time = agent.update_time(self.tick);
            *max_force = agent.max_force;
        }
        own.force = prioritized_forces(self.arch, &gathered.tiers, &max_forces);
        combined.velocity = own.velocities(self.arch);
        combined
    }

    /// Corrects the decision of an agent that uses a weighted sum or breaks a constraint.
    #[inline(always)]
    fn correct(
        &self,
        // Inputs
        (number, slot): (usize, usize),
        gathered: &Gathered,
        agent: &Agent,
        // Output
        combined: &mut Combined,
        has_contribution: &mut bool,
    ) {
        if agent.combine == Combine::WeightedSum {
            combined.sum(number, gathered, agent, self.tick);
        }
        if !agent.is_updating() {
            return;
        }
        let constraints = self.forces.constraints(self.ranks[slot]);
        if constraints.is_empty() {
            return;
        }
        let velocity = combined.velocity.get(number);
        let within = keep_within(constraints, velocity, agent.max_speed);
        if within != velocity {
            // The force leads as near to `within` as the agent can come. It is a contribution, too.
            let motion_limits = agent.motion_limits(self.tick);
            let needed = motion_limits.force_to_velocity_now(agent.velocity, within);
            combined.set_force(number, truncate(needed, agent.max_force), agent, self.tick);
            *has_contribution = true;
        }
    }
}

/// The forces of agents side by side. Entries behind the last agent are zero.
struct Gathered {
    tiers: [VectorColumn<ROWS_AT_ONCE>; TIER_COUNT],
    has_contribution: [bool; ROWS_AT_ONCE],
    heads_for: [Option<Vec2>; ROWS_AT_ONCE],
}

impl Default for Gathered {
    #[inline(always)]
    fn default() -> Self {
        Self {
            tiers: Default::default(),
            has_contribution: [false; ROWS_AT_ONCE],
            heads_for: [None; ROWS_AT_ONCE],
        }
    }
}

impl Gathered {
    /// Adds the forces of the agents with these ranks to a tier.
    #[inline(always)]
    fn add(&mut self, tier: usize, ranks: &[u32], force: impl Fn(u32) -> Option<Vec2>) {
        let tier = &mut self.tiers[tier];
        for (number, rank) in ranks.iter().enumerate() {
            if let Some(force) = force(*rank) {
                tier.set(number, tier.get(number) + force);
                self.has_contribution[number] = true;
            }
        }
    }
}

/// The combined forces of agents side by side, and the velocities to which they lead.
#[derive(Default)]
struct Combined {
    accelerated: Accelerated<ROWS_AT_ONCE>,
    /// The velocities after the force.
    velocity: VectorColumn<ROWS_AT_ONCE>,
}

impl Combined {
    /// Combines an agent's forces by a weighted sum.
    fn sum(&mut self, number: usize, gathered: &Gathered, agent: &Agent, tick: f32) {
        let tiers = gathered.tiers.each_ref().map(|tier| tier.get(number));
        self.set_force(number, weighted_sum(&tiers, agent.max_force), agent, tick);
    }

    /// Sets an agent's force, and the velocity to which it leads.
    fn set_force(&mut self, number: usize, force: Vec2, agent: &Agent, tick: f32) {
        let acceleration = force / agent.mass;
        let update_time = agent.update_time(tick);
        let velocity = accelerate(agent.velocity, acceleration, agent.max_speed, update_time);
        self.accelerated.force.set(number, force);
        self.velocity.set(number, velocity);
    }
}
