//! The system that combines contributions.

use super::{BehaviorForces, NeighborForces, SteeringContributions, Tier};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::instructions::Instructions;
use crate::kernel::combine::{TIER_COUNT, prioritised_each, weighted_sums};
use crate::kernel::lanes::{Lanes, MOST_LANES, VectorColumn};
use crate::kernel::motion::{accelerate, accelerate_each};
use crate::kernel::vector::truncate;
use crate::kernel::velocity_limit::{VelocityLimit, keep_within};
use crate::locomotion::Pressing;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{Column, FEW_TABLES, PieceWork, Written, for_each_piece_in_lanes};
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

impl<'c>
    PieceWork<(
        Read<'c>,
        AskedColumns<'c>,
        SteeredColumns<'c>,
        Option<Column<'c, SteeringTrace>>,
    )> for Combiner<'_>
{
    #[inline(always)]
    fn work_on<S: Simd>(
        &self,
        simd: S,
        (read, mut sources, steered, mut traces): (
            Read<'c>,
            AskedColumns<'c>,
            SteeredColumns<'c>,
            Option<Column<'c, SteeringTrace>>,
        ),
    ) {
        let (entities, is_agent, states) = read;
        let (mut steering, mut pressings) = steered;
        for first in (0..states.len()).step_by(S::F32_LANES) {
            let rows = first..(first + S::F32_LANES).min(states.len());
            let mut inputs = Inputs::default();
            let mut asked = [Asked::NOTHING; MOST_LANES];
            for (lane, row) in rows.clone().enumerate() {
                let state = &states[row];
                asked[lane] = self.take_asked(row, entities[row], state, &mut sources);
                inputs.set(lane, state, &asked[lane].tiers, self.tick);
            }
            let (forces, velocities) = inputs.combine(simd);
            for (lane, row) in rows.enumerate() {
                let (state, asked) = (&states[row], &asked[lane]);
                if state.is_going_on() {
                    continue;
                }
                if pressings.get(row).0 != asked.presses_on {
                    pressings.set(row, Pressing(asked.presses_on));
                }
                let trace = traces.as_mut().map(|traces| traces.get_mut(row));
                if is_agent && state.is_thinking() {
                    let wanted = (forces.get(lane), velocities.get(lane));
                    steering.set(row, self.steer(state, asked, wanted, trace));
                } else {
                    if let Some(trace) = trace {
                        asked.show(trace);
                    }
                    steering.set_if_neq(row, Steering::default());
                }
            }
        }
    }
}

/// What the forces of several agents are combined from.
struct Inputs {
    tiers: [VectorColumn; TIER_COUNT],
    velocity: VectorColumn,
    max_force: [f32; MOST_LANES],
    max_speed: [f32; MOST_LANES],
    mass: [f32; MOST_LANES],
    think_time: [f32; MOST_LANES],
    /// 1 where tiers are served one after the other, 0 where they are added up.
    is_prioritised: [f32; MOST_LANES],
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
            tiers: default(),
            velocity: default(),
            max_force: [0.0; MOST_LANES],
            max_speed: [0.0; MOST_LANES],
            mass: [1.0; MOST_LANES],
            think_time: [0.0; MOST_LANES],
            is_prioritised: [1.0; MOST_LANES],
        }
    }
}

impl Inputs {
    #[inline(always)]
    fn set(&mut self, lane: usize, state: &AgentState, tiers: &[Vec2; TIER_COUNT], tick: f32) {
        for (column, tier) in self.tiers.iter_mut().zip(tiers) {
            column.set(lane, *tier);
        }
        self.velocity.set(lane, state.velocity);
        self.max_force[lane] = state.max_force;
        self.max_speed[lane] = state.max_speed;
        self.mass[lane] = state.mass;
        self.think_time[lane] = state.think_time(tick);
        self.is_prioritised[lane] = match state.combine {
            Combine::Prioritised => 1.0,
            Combine::WeightedSum => 0.0,
        };
    }

    /// The combined forces, and the velocities to which they lead.
    #[inline(always)]
    fn combine<S: Simd>(&self, simd: S) -> (VectorColumn, VectorColumn) {
        let tiers = self.tiers.each_ref().map(|tier| tier.lanes(simd));
        let lanes = |column| Lanes::load(simd, column);
        let max_force = lanes(&self.max_force);
        let is_prioritised = lanes(&self.is_prioritised).is_above(max_force.like(0.0));
        let mut forces = prioritised_each(&tiers, max_force);
        if (!is_prioritised).any() {
            let sums = weighted_sums(&tiers, max_force);
            forces = is_prioritised.select_vectors(forces, sums);
        }
        let velocities = accelerate_each(
            self.velocity.lanes(simd),
            forces / lanes(&self.mass),
            lanes(&self.max_speed),
            lanes(&self.think_time),
        );
        (forces.to_column(), velocities.to_column())
    }
}

/// What one agent's behaviours ask for.
#[derive(Clone, Copy)]
struct Asked<'a> {
    tiers: [Vec2; TIER_COUNT],
    has_opinion: bool,
    goal: Option<Vec2>,
    limits: &'a [VelocityLimit],
    presses_on: f32,
}

impl Asked<'_> {
    const NOTHING: Self = Self {
        tiers: [Vec2::ZERO; TIER_COUNT],
        has_opinion: false,
        goal: None,
        limits: &[],
        presses_on: 0.0,
    };

    fn show(&self, trace: &mut SteeringTrace) {
        trace.tiers = self.tiers;
        trace.goal = self.goal;
    }
}

/// What all agents' contributions are combined with.
struct Combiner<'a> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    neighbors: &'a NeighborForces,
}

impl<'a> Combiner<'a> {
    /// Adds up what an agent's behaviours ask for, the plugin's and the game's, and empties where that was.
    #[inline(always)]
    fn take_asked(
        &self,
        row: usize,
        entity: Entity,
        state: &AgentState,
        (own, games): &mut AskedColumns,
    ) -> Asked<'a> {
        let mut asked = Asked::NOTHING;
        // To see that nobody has asked costs a look at when the component changed, and not the component.
        let forces = own.get_changed(row).filter(|forces| forces.has_opinion);
        if let Some(forces) = forces {
            asked.tiers = forces.sums();
            asked.has_opinion = true;
            asked.goal = forces.goal.map(|goal| goal.position);
            own.set_unmarked(row, BehaviorForces::default());
        }
        if let Some(slot) = state.slot() {
            let among = self.neighbors.of(slot);
            let avoidance = among.avoidance;
            asked.limits = self.neighbors.limits(avoidance.limits);
            asked.presses_on = avoidance.presses_on;
            if let Some(force) = among.society {
                asked.tiers[Tier::Society as usize] += force;
                asked.has_opinion = true;
            }
            if let Some(force) = avoidance.force {
                asked.tiers[Tier::Avoidance as usize] += force;
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
                for (tier, force) in asked.tiers.iter_mut().zip(added) {
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
        asked
    }

    /// The combined force within what its neighbours allow, and where that leads.
    #[inline(always)]
    fn steer(
        &self,
        state: &AgentState,
        asked: &Asked,
        (mut force, mut velocity): (Vec2, Vec2),
        mut trace: Option<&mut SteeringTrace>,
    ) -> Steering {
        if let Some(trace) = &mut trace {
            asked.show(trace);
        }
        let mut has_opinion = asked.has_opinion;
        if !asked.limits.is_empty() {
            let within = keep_within(asked.limits, velocity, state.max_speed);
            if within != velocity {
                has_opinion = true;
                let ability = state.ability(self.tick);
                let needed = ability.force_to_velocity_now(state.velocity, within);
                force = truncate(needed, state.max_force);
                let acceleration = force / state.mass;
                let think_time = state.think_time(self.tick);
                velocity = accelerate(state.velocity, acceleration, state.max_speed, think_time);
            }
        }
        if let Some(trace) = trace {
            let limits = asked.limits.iter().map(|limit| ClosingLimit {
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
