//! The system that combines contributions.

use super::{BehaviorForces, NeighborForces, SteeringContributions, Tier};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::kernel::combine::{TIER_COUNT, prioritised, weighted_sum};
use crate::kernel::motion::accelerate;
use crate::kernel::vector::truncate;
use crate::kernel::velocity_limit::{VelocityLimit, keep_within};
use crate::locomotion::Motion;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{Column, FEW_TABLES, Written, for_each_piece};
use crate::trace::{ClosingLimit, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use smallvec::SmallVec;

/// Turns each agent's contributions into one truncated force, and empties both accumulators for the next tick.
pub(crate) fn combine_forces(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    neighbors: Res<NeighborForces>,
    // Output
    mut agents: Query<(
        Entity,
        Option<&SteeringAgent>,
        &AgentState,
        &mut BehaviorForces,
        &mut SteeringContributions,
        &mut Steering,
        &mut Motion,
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
            |(entities, agents, states, own, games, steering, motions, traces)| {
                (
                    (entities, agents, states),
                    (Written::new(own), Written::new(games)),
                    (Written::new(steering), Written::new(motions)),
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
    for_each_piece(
        count,
        columns,
        |(read, (mut own, mut games), steered, mut traces)| {
            let (entities, agents, states) = read;
            let (mut steering, mut motions) = steered;
            for (row, state) in states.iter().enumerate() {
                let sources = (&mut own, &mut games);
                let asked = combiner.take_asked(row, entities[row], state, sources);
                if state.is_going_on() {
                    continue;
                }
                if motions.get(row).presses_on != asked.presses_on {
                    motions.get_mut(row).presses_on = asked.presses_on;
                }
                let trace = traces.as_mut().map(|traces| traces.get_mut(row));
                match agents {
                    Some(agents) if state.is_thinking() => {
                        let combine = agents[row].combine;
                        steering.set(row, combiner.steer(state, combine, &asked, trace));
                    }
                    _ => {
                        if let Some(trace) = trace {
                            asked.show(trace);
                        }
                        steering.set_if_neq(row, Steering::default());
                    }
                }
            }
        },
    );
}

/// What one agent's behaviours ask for.
struct Asked<'a> {
    tiers: [Vec2; TIER_COUNT],
    has_opinion: bool,
    goal: Option<Vec2>,
    limits: &'a [VelocityLimit],
    presses_on: f32,
}

impl Asked<'_> {
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
    #[inline]
    fn take_asked(
        &self,
        row: usize,
        entity: Entity,
        state: &AgentState,
        (own, games): (
            &mut Column<BehaviorForces>,
            &mut Column<SteeringContributions>,
        ),
    ) -> Asked<'a> {
        let mut asked = Asked {
            tiers: [Vec2::ZERO; TIER_COUNT],
            has_opinion: false,
            goal: None,
            limits: &[],
            presses_on: 0.0,
        };
        let forces = own.get(row);
        if forces.has_opinion {
            asked.tiers = forces.sums();
            asked.has_opinion = true;
            asked.goal = forces.goal.map(|goal| goal.position);
            own.set_unmarked(row, BehaviorForces::default());
        }
        if let Some(slot) = state.slot() {
            let among = self.neighbors.of(slot);
            asked.limits = self.neighbors.limits(among.limits);
            asked.presses_on = among.presses_on;
            if let Some(force) = among.society {
                asked.tiers[Tier::Society as usize] += force;
                asked.has_opinion = true;
            }
            if let Some(force) = among.avoidance {
                asked.tiers[Tier::Avoidance as usize] += force;
                asked.has_opinion = true;
            }
        }
        if games.get(row).has_opinion() {
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

    /// One force within the agent's limits, and where it leads.
    #[inline]
    fn steer(
        &self,
        state: &AgentState,
        combine: Combine,
        asked: &Asked,
        mut trace: Option<&mut SteeringTrace>,
    ) -> Steering {
        if let Some(trace) = &mut trace {
            asked.show(trace);
        }
        let mut has_opinion = asked.has_opinion;
        let mut force = match combine {
            Combine::WeightedSum => weighted_sum(&asked.tiers, state.max_force),
            Combine::Prioritised => prioritised(&asked.tiers, state.max_force),
        };
        let think_time = state.think_time(self.tick);
        let reached = |force: Vec2| {
            let acceleration = force / state.mass;
            accelerate(state.velocity, acceleration, state.max_speed, think_time)
        };
        let mut velocity = reached(force);
        if !asked.limits.is_empty() {
            let within = keep_within(asked.limits, velocity, state.max_speed);
            if within != velocity {
                has_opinion = true;
                let ability = state.ability(self.tick);
                let needed = ability.force_to_velocity_now(state.velocity, within);
                force = truncate(needed, state.max_force);
                velocity = reached(force);
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
