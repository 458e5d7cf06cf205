//! The system that combines contributions.

use super::asked::Asked;
use super::{BehaviorForces, NeighborForces, SteeringContributions, SteeringGoal};
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
    Column, FEW_TABLES, PieceWork, ROWS_AT_ONCE, Written, for_each_piece_in_lanes, replace,
    rows_at_once,
};
use crate::trace::{ClosingLimit, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use core::ops::Range;
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

/// Clears the accumulators of agents that were hidden before their forces were combined. Those
/// forces are of no use once the agents are shown.
pub(crate) fn forget_hidden(
    mut hidden: Query<
        (
            &mut BehaviorForces,
            &mut SteeringContributions,
            Option<&mut SteeringGoal>,
        ),
        (
            With<Disabled>,
            Or<(
                Changed<BehaviorForces>,
                Changed<SteeringContributions>,
                Changed<SteeringGoal>,
            )>,
        ),
    >,
) {
    for (mut own, mut games, goal) in &mut hidden {
        *own = BehaviorForces::default();
        games.clear();
        if let Some(mut goal) = goal {
            *goal = SteeringGoal::default();
        }
    }
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
        let (own, games) = &mut sources;
        let among = self.neighbors.read();
        let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
        for rows in rows_at_once(states.len()) {
            let (read, entities) = (&states[rows.clone()], &entities[rows.clone()]);
            let mut asked = Asked::default();
            asked.take_own(rows.clone(), read, among, own);
            asked.take_games(rows.clone(), entities, games, self.space, self.warnings);
            inputs.read(read, self.tick);
            inputs.combine(simd, &asked.tiers, &mut outputs);
            if asked.any_limits {
                self.keep_within(simd, read, &inputs, &mut asked, &mut outputs);
            }
            outputs.velocity.shorten(&inputs.max_speed);
            if let Some(traces) = &mut traces {
                self.record(rows.clone(), (is_agent, read), &asked, &outputs, traces);
            }
            let presses_on = read.iter().zip(&asked.presses_on);
            pressings.update_rows(
                rows.clone(),
                presses_on,
                #[inline(always)]
                |pressing, (state, presses_on)| {
                    !state.is_going_on() && replace(pressing, Pressing(*presses_on))
                },
            );
            let wanted = outputs.force.iter().zip(outputs.velocity.iter());
            let wanted = read.iter().zip(&asked.has_opinion).zip(wanted);
            steering.update_rows(
                rows,
                wanted,
                #[inline(always)]
                |steering, ((state, has_opinion), (force, velocity))| {
                    if is_agent && state.is_thinking() {
                        *steering = Steering {
                            force: self.space.to_world(force),
                            desired_velocity: self.space.to_world(velocity),
                            has_opinion: *has_opinion,
                        };
                        return true;
                    }
                    !state.is_going_on() && replace(steering, Steering::default())
                },
            );
        }
    }
}

/// What the forces of agents in rows side by side are combined from, beside what is asked of them.
struct Inputs {
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
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
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
    fn combine<S: Simd>(
        &self,
        simd: S,
        tiers: &[VectorColumn<ROWS_AT_ONCE>; TIER_COUNT],
        outputs: &mut Outputs,
    ) {
        for first in (0..ROWS_AT_ONCE).step_by(S::F32_LANES) {
            let lanes = |column: &[f32]| Lanes::load_from(simd, column, first);
            let tiers = tiers.each_ref();
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

/// What all agents' contributions are combined with.
struct Combiner<'a> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    neighbors: &'a NeighborForces,
}

impl Combiner<'_> {
    /// Changes the forces of those who would break limits, and where they lead: that is an opinion, too.
    #[inline(always)]
    fn keep_within<S: Simd>(
        &self,
        // Inputs
        simd: S,
        states: &[AgentState],
        inputs: &Inputs,
        // Local
        asked: &mut Asked,
        // Output
        outputs: &mut Outputs,
    ) {
        for (block, agents) in states.chunks(S::F32_LANES).enumerate() {
            let first = block * S::F32_LANES;
            let limits = &asked.limits[first..first + agents.len()];
            if limits.iter().all(|limits| limits.count == 0) {
                continue;
            }
            let of_agents = limits.iter().map(|limits| self.neighbors.limits(*limits));
            let columns = LimitColumns::new(of_agents);
            let velocity = outputs.velocity.lanes_from(simd, first);
            let max_speed = Lanes::load_from(simd, &inputs.max_speed, first);
            let within = keep_within_each(&columns, velocity, max_speed).to_column();
            for (lane, (state, limits)) in agents.iter().zip(limits).enumerate() {
                let (number, within) = (first + lane, within.get(lane));
                if limits.count > 0 && within != outputs.velocity.get(number) {
                    asked.has_opinion[number] = true;
                    let (force, end) = self.force_to(within, state);
                    outputs.force.set(number, force);
                    outputs.velocity.set(number, end);
                }
            }
        }
    }

    /// The force that leads to a velocity, or as near to it as the agent can come, and where it leads.
    fn force_to(&self, wanted: Vec2, state: &AgentState) -> (Vec2, Vec2) {
        let ability = state.ability(self.tick);
        let needed = ability.force_to_velocity_now(state.velocity, wanted);
        let force = truncate(needed, state.max_force);
        let acceleration = force / state.mass;
        let think_time = state.think_time(self.tick);
        let velocity = accelerate(state.velocity, acceleration, state.max_speed, think_time);
        (force, velocity)
    }

    /// Notes what agents have been asked for, and how fast they may come nearer to whom.
    #[inline(never)]
    fn record(
        &self,
        rows: Range<usize>,
        (is_agent, states): (bool, &[AgentState]),
        asked: &Asked,
        outputs: &Outputs,
        traces: &mut Column<SteeringTrace>,
    ) {
        for (number, (row, state)) in rows.zip(states).enumerate() {
            if state.is_going_on() {
                continue;
            }
            let trace = traces.get_mut(row);
            trace.tiers = asked.tiers.each_ref().map(|tier| tier.get(number));
            trace.goal = asked.goal[number];
            if is_agent && state.is_thinking() {
                let velocity = outputs.velocity.get(number);
                let limits = self.neighbors.limits(asked.limits[number]).iter();
                let limits = limits.map(|limit| ClosingLimit {
                    toward: limit.toward,
                    most: limit.most,
                    speed: limit.toward.dot(velocity),
                });
                trace.closing_limits.extend(limits);
            }
        }
    }
}
