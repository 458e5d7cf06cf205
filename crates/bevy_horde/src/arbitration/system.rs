//! The system that combines contributions.

use super::neighbor_forces::ForceSource;
use super::{BehaviorForces, LimitRange, NeighborForces, SteeringContributions, Tier};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::instructions::Instructions;
use crate::kernel::combine::{TIER_COUNT, prioritised_each, weighted_sums};
use crate::kernel::lanes::{Lanes, VectorColumn};
use crate::kernel::motion::{accelerate, accelerate_each};
use crate::kernel::vector::truncate;
use crate::kernel::velocity_limit::{LimitColumns, keep_within_each};
use crate::locomotion::Pressing;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{
    Column, FEW_TABLES, PieceWork, ROWS_AT_ONCE, Written, for_each_piece_in_lanes, rows_at_once,
};
use crate::trace::{ClosingLimit, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use pulp::Simd;
use smallvec::SmallVec;

/// Turns each agent's contributions into one truncated force, and empties both accumulators for the next tick.
pub(crate) fn combine_forces(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    neighbors: Res<NeighborForces>,
    // Output
    mut agents: Query<(
        Entity,
        Has<SteeringAgent>,
        &AgentState,
        &mut BehaviorForces,
        &mut SteeringContributions,
        &mut Steering,
        &mut Pressing,
        Option<&mut SteeringTrace>,
    )>,
) {
    let combiner = Combiner {
        tick: time.delta_secs(),
        space: *space,
        warnings: &warnings,
        neighbors: &neighbors,
    };
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component that is combined lies in tables");
    let mut tables: SmallVec<[_; FEW_TABLES]> = tables
        .map(
            |(entities, is_agent, states, own, games, steering, pressings, traces)| {
                (
                    (entities, is_agent, states),
                    (Written::new(own), Written::new(games)),
                    (Written::new(steering), Written::new(pressings)),
                    traces.map(Written::new),
                )
            },
        )
        .collect();
    let count = tables.iter().map(|table| table.0.0.len()).sum();
    let columns = tables.iter_mut().map(|(read, asked, steered, traces)| {
        let asked = (asked.0.column(), asked.1.column());
        let steered = (steered.0.column(), steered.1.column());
        let traces = traces.as_mut().map(Written::column);
        (read.0.len(), (*read, asked, steered, traces))
    });
    for_each_piece_in_lanes(*instructions, count, columns, combiner);
}

/// What is read of a piece of a table: entities, whether they are agents, and their states.
type Read<'a> = (&'a [Entity], bool, &'a [AgentState]);
/// What behaviours, the plugin's and the game's, ask for.
type AskedColumns<'a> = (
    Column<'a, BehaviorForces>,
    Column<'a, SteeringContributions>,
);
/// What comes of it.
type SteeredColumns<'a> = (Column<'a, Steering>, Column<'a, Pressing>);

/// A piece of a table.
type Combined<'c> = (
    Read<'c>,
    AskedColumns<'c>,
    SteeredColumns<'c>,
    Option<Column<'c, SteeringTrace>>,
);

impl<'c> PieceWork<Combined<'c>> for Combiner<'_> {
    #[inline(always)]
    fn work_on<S: Simd>(
        &self,
        simd: S,
        ((entities, is_agent, states), mut sources, steered, mut traces): Combined<'c>,
    ) {
        let (mut steering, mut pressings) = steered;
        let among = self.neighbors.read();
        let mut asked = [Asked::NOTHING; ROWS_AT_ONCE];
        let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
        for rows in rows_at_once(states.len()) {
            let read = states[rows.clone()].iter().zip(&entities[rows.clone()]);
            for (((number, row), asked), (state, entity)) in
                rows.clone().enumerate().zip(&mut asked).zip(read)
            {
                let tiers;
                (*asked, tiers) = self.take_asked(row, *entity, state, among, &mut sources);
                for (column, tier) in inputs.tiers.iter_mut().zip(tiers) {
                    column.set(number, tier);
                }
            }
            inputs.read(&states[rows.clone()], self.tick);
            inputs.combine(simd, &mut outputs);
            self.keep_within(simd, &asked[..rows.len()], &inputs, &mut outputs);
            for ((number, row), asked) in rows.enumerate().zip(&asked) {
                let state = &states[row];
                if state.is_going_on() {
                    continue;
                }
                if pressings.get(row).0 != asked.presses_on {
                    pressings.set(row, Pressing(asked.presses_on));
                }
                let mut trace = traces.as_mut().map(|traces| traces.get_mut(row));
                if let Some(trace) = &mut trace {
                    trace.tiers = inputs.tiers.each_ref().map(|tier| tier.get(number));
                    trace.goal = asked.goal;
                }
                if is_agent && state.is_thinking() {
                    let wanted = (outputs.force.get(number), outputs.velocity.get(number));
                    let within = outputs.within.get(number);
                    steering.set(row, self.steer(state, asked, wanted, within, trace));
                } else {
                    steering.set_if_neq(row, Steering::default());
                }
            }
        }
    }
}

/// What the forces of agents in rows side by side are combined from.
struct Inputs {
    tiers: [VectorColumn<ROWS_AT_ONCE>; TIER_COUNT],
    velocity: VectorColumn<ROWS_AT_ONCE>,
    max_force: [f32; ROWS_AT_ONCE],
    max_speed: [f32; ROWS_AT_ONCE],
    mass: [f32; ROWS_AT_ONCE],
    think_time: [f32; ROWS_AT_ONCE],
    /// 1 where tiers are served one after the other, 0 where they are added up.
    is_prioritised: [f32; ROWS_AT_ONCE],
}

/// The combined forces, and the velocities to which they lead.
#[derive(Default)]
struct Outputs {
    force: VectorColumn<ROWS_AT_ONCE>,
    velocity: VectorColumn<ROWS_AT_ONCE>,
    /// The velocities within what neighbours allow; meaningless where they do not limit anything.
    within: VectorColumn<ROWS_AT_ONCE>,
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
            tiers: default(),
            velocity: default(),
            max_force: [0.0; ROWS_AT_ONCE],
            max_speed: [0.0; ROWS_AT_ONCE],
            mass: [1.0; ROWS_AT_ONCE],
            think_time: [0.0; ROWS_AT_ONCE],
            is_prioritised: [1.0; ROWS_AT_ONCE],
        }
    }
}

impl Inputs {
    /// All but what is asked for.
    #[inline(always)]
    fn read(&mut self, states: &[AgentState], tick: f32) {
        self.velocity
            .fill(states.iter().map(|state| state.velocity));
        let limits = self.max_force.iter_mut().zip(&mut self.max_speed);
        let limits = limits.zip(&mut self.mass).zip(&mut self.think_time);
        let limits = limits.zip(&mut self.is_prioritised);
        for (((((max_force, max_speed), mass), think_time), is_prioritised), state) in
            limits.zip(states)
        {
            *max_force = state.max_force;
            *max_speed = state.max_speed;
            *mass = state.mass;
            *think_time = state.think_time(tick);
            *is_prioritised = match state.combine {
                Combine::Prioritised => 1.0,
                Combine::WeightedSum => 0.0,
            };
        }
    }

    #[inline(always)]
    fn combine<S: Simd>(&self, simd: S, outputs: &mut Outputs) {
        for first in (0..ROWS_AT_ONCE).step_by(S::F32_LANES) {
            let lanes = |column: &[f32]| Lanes::load_from(simd, column, first);
            let tiers = self.tiers.each_ref();
            let tiers = tiers.map(|tier| tier.lanes_from(simd, first));
            let max_force = lanes(&self.max_force);
            let is_prioritised = lanes(&self.is_prioritised).is_above(max_force.like(0.0));
            let mut forces = prioritised_each(&tiers, max_force);
            if (!is_prioritised).any() {
                let sums = weighted_sums(&tiers, max_force);
                forces = is_prioritised.select_vectors(forces, sums);
            }
            let velocities = accelerate_each(
                self.velocity.lanes_from(simd, first),
                forces / lanes(&self.mass),
                lanes(&self.max_speed),
                lanes(&self.think_time),
            );
            outputs.force.set_lanes(first, forces);
            outputs.velocity.set_lanes(first, velocities);
        }
    }
}

/// What one agent's behaviours ask for, beside forces.
#[derive(Clone, Copy)]
struct Asked {
    has_opinion: bool,
    goal: Option<Vec2>,
    limits: LimitRange,
    presses_on: f32,
}

impl Asked {
    const NOTHING: Self = Self {
        has_opinion: false,
        goal: None,
        limits: LimitRange::NONE,
        presses_on: 0.0,
    };
}

/// What all agents' contributions are combined with.
struct Combiner<'a> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    neighbors: &'a NeighborForces,
}

impl Combiner<'_> {
    /// Adds up what an agent's behaviours ask for, the plugin's and the game's, and empties where that was. Forces are by tier.
    #[inline(always)]
    fn take_asked(
        &self,
        row: usize,
        entity: Entity,
        state: &AgentState,
        among: ForceSource,
        (own, games): &mut AskedColumns,
    ) -> (Asked, [Vec2; TIER_COUNT]) {
        let mut asked = Asked::NOTHING;
        let mut tiers = [Vec2::ZERO; TIER_COUNT];
        // To see that nobody has asked costs a look at when the component changed, and not the component.
        let forces = own.get_changed(row).filter(|forces| forces.has_opinion);
        if let Some(forces) = forces {
            tiers = forces.sums();
            asked.has_opinion = true;
            asked.goal = forces.goal.map(|goal| goal.position);
            own.set_unmarked(row, BehaviorForces::default());
        }
        if let Some(slot) = state.slot() {
            let avoidance = among.avoidance(slot);
            asked.limits = avoidance.limits;
            asked.presses_on = avoidance.presses_on;
            if let Some(force) = among.society(slot) {
                tiers[Tier::Society as usize] += force;
                asked.has_opinion = true;
            }
            if let Some(force) = avoidance.force {
                tiers[Tier::Avoidance as usize] += force;
                asked.has_opinion = true;
            }
        }
        if games
            .get_changed(row)
            .is_some_and(SteeringContributions::has_opinion)
        {
            let games = games.get_mut(row);
            let added = games.tiers().map(|force| self.space.to_plane(force));
            if added.iter().all(|force| force.is_finite()) {
                for (tier, force) in tiers.iter_mut().zip(added) {
                    *tier += force;
                }
                asked.has_opinion = true;
            } else {
                self.warnings
                    .of(entity, "SteeringContributions")
                    .unusable("tiers", "holds a force that is not finite; it is dropped");
            }
            games.clear();
        }
        (asked, tiers)
    }

    /// Finds velocities within the limits of those who have any.
    #[inline(always)]
    fn keep_within<S: Simd>(
        &self,
        simd: S,
        asked: &[Asked],
        inputs: &Inputs,
        outputs: &mut Outputs,
    ) {
        for (number, asked) in asked.chunks(S::F32_LANES).enumerate() {
            if asked.iter().all(|asked| asked.limits.count == 0) {
                continue;
            }
            let first = number * S::F32_LANES;
            let limits = asked
                .iter()
                .map(|asked| self.neighbors.limits(asked.limits));
            let limits = LimitColumns::new(limits);
            let velocity = outputs.velocity.lanes_from(simd, first);
            let max_speed = Lanes::load_from(simd, &inputs.max_speed, first);
            let within = keep_within_each(&limits, velocity, max_speed);
            outputs.within.set_lanes(first, within);
        }
    }

    /// The combined force within what its neighbours allow, and where that leads.
    #[inline(always)]
    fn steer(
        &self,
        state: &AgentState,
        asked: &Asked,
        (mut force, mut velocity): (Vec2, Vec2),
        within: Vec2,
        trace: Option<&mut SteeringTrace>,
    ) -> Steering {
        let mut has_opinion = asked.has_opinion;
        let limits = self.neighbors.limits(asked.limits);
        if !limits.is_empty() && within != velocity {
            has_opinion = true;
            let ability = state.ability(self.tick);
            let needed = ability.force_to_velocity_now(state.velocity, within);
            force = truncate(needed, state.max_force);
            let acceleration = force / state.mass;
            let think_time = state.think_time(self.tick);
            velocity = accelerate(state.velocity, acceleration, state.max_speed, think_time);
        }
        if let Some(trace) = trace {
            let limits = limits.iter().map(|limit| ClosingLimit {
                toward: limit.toward,
                most: limit.most,
                speed: limit.toward.dot(velocity),
            });
            trace.closing_limits.extend(limits);
        }
        Steering {
            force: self.space.to_world(force),
            desired_velocity: self.space.to_world(velocity),
            has_opinion,
        }
    }
}
