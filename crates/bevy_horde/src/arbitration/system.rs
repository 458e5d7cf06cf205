//! The system that combines contributions.

use super::asked::Asked;
use super::{BehaviorForces, NeighborForces, Pressing, SteeringContributions, SteeringGoal};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::instructions::Instructions;
use crate::kernel::columns::{Accelerated, prioritised_forces};
use crate::kernel::combine::weighted_sum;
use crate::kernel::lanes::VectorColumn;
use crate::kernel::motion::accelerate;
use crate::kernel::vector::truncate;
use crate::kernel::velocity_limit::keep_within;
use crate::parallel::Cost;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{Column, Columns, ROWS_AT_ONCE, columns, for_each_piece, hold};
use crate::trace::{ClosingLimit, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use pulp::Arch;

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
    let (tick, space) = (time.delta_secs(), *space);
    let (arch, among) = (instructions.arch(), neighbors.read());
    let mut tables = hold(agents.contiguous_iter_mut());
    for_each_piece(
        *instructions,
        Cost::Low,
        columns(&mut tables),
        #[inline(always)]
        |piece| {
            let mut combined = Combined::default();
            for (entities, is_agent, states, own, games, steering, pressings, traces) in
                piece.pieces(ROWS_AT_ONCE)
            {
                let mut asked = Asked::default();
                asked.take_own(states, among, own);
                asked.take_games(entities, games, space, &warnings);
                combined.combine(arch, &asked, states, tick);
                combined.correct_exceptions(&neighbors, states, tick, &mut asked);
                combined.velocity.shorten(&combined.accelerated.max_speed);
                if let Some(traces) = traces {
                    record(is_agent, states, &neighbors, &asked, &combined, traces);
                }
                let agents = pressings.values_mut().zip(states).zip(&asked.presses_on);
                for ((mut pressing, state), presses_on) in agents {
                    if !state.is_going_on() {
                        pressing.set_if_neq(Pressing(*presses_on));
                    }
                }
                let forces = combined.accelerated.force.iter();
                let wanted = forces.zip(combined.velocity.iter());
                let wanted = wanted.zip(&asked.has_opinion);
                let agents = steering.values_mut().zip(states).zip(wanted);
                for ((mut steering, state), ((force, velocity), has_opinion)) in agents {
                    if is_agent && state.is_thinking() {
                        *steering = Steering {
                            force: space.to_world(force),
                            desired_velocity: space.to_world(velocity),
                            has_opinion: *has_opinion,
                        };
                    } else if !state.is_going_on() {
                        steering.set_if_neq(Steering::default());
                    }
                }
            }
        },
    );
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

/// The combined forces of agents in rows side by side, and the velocities to which they lead.
struct Combined {
    accelerated: Accelerated<ROWS_AT_ONCE>,
    max_force: [f32; ROWS_AT_ONCE],
    /// How fast the agents are afterwards.
    velocity: VectorColumn<ROWS_AT_ONCE>,
}

impl Default for Combined {
    fn default() -> Self {
        Self {
            accelerated: default(),
            max_force: [0.0; ROWS_AT_ONCE],
            velocity: default(),
        }
    }
}

impl Combined {
    /// Combines forces as if all were prioritised and none had limits.
    #[inline(always)]
    fn combine(&mut self, arch: Arch, asked: &Asked, states: &[AgentState], tick: f32) {
        let own = &mut self.accelerated;
        own.velocity.fill(states.iter().map(|state| state.velocity));
        let numbers = own.mass.iter_mut().zip(&mut own.max_speed);
        let numbers = numbers.zip(&mut own.time).zip(&mut self.max_force);
        for ((((mass, max_speed), time), max_force), state) in numbers.zip(states) {
            *mass = state.mass;
            *max_speed = state.max_speed;
            *time = state.think_time(tick);
            *max_force = state.max_force;
        }
        own.force = prioritised_forces(arch, &asked.tiers, &self.max_force);
        self.velocity = own.velocities(arch);
    }

    /// Corrects the few agents whose forces are added up, or that would break a limit.
    #[inline(always)]
    fn correct_exceptions(
        &mut self,
        // Inputs
        neighbors: &NeighborForces,
        states: &[AgentState],
        tick: f32,
        // Output
        asked: &mut Asked,
    ) {
        for (number, state) in states.iter().enumerate() {
            if state.combine == Combine::WeightedSum {
                let tiers = asked.tiers.each_ref().map(|tier| tier.get(number));
                self.set_force(number, weighted_sum(&tiers, state.max_force), state, tick);
            }
            let limits = neighbors.limits(asked.limits[number]);
            if limits.is_empty() {
                continue;
            }
            let velocity = self.velocity.get(number);
            let within = keep_within(limits, velocity, state.max_speed);
            if within != velocity {
                // As near to it as the agent can come. That is an opinion, too.
                let ability = state.ability(tick);
                let needed = ability.force_to_velocity_now(state.velocity, within);
                self.set_force(number, truncate(needed, state.max_force), state, tick);
                asked.has_opinion[number] = true;
            }
        }
    }

    /// Sets an agent's force, and the velocity to which it leads.
    fn set_force(&mut self, number: usize, force: Vec2, state: &AgentState, tick: f32) {
        let acceleration = force / state.mass;
        let think_time = state.think_time(tick);
        let velocity = accelerate(state.velocity, acceleration, state.max_speed, think_time);
        self.accelerated.force.set(number, force);
        self.velocity.set(number, velocity);
    }
}

/// Notes what agents are asked for and, if they think, how fast they may come nearer to neighbors.
#[inline(never)]
fn record(
    is_agent: bool,
    states: &[AgentState],
    neighbors: &NeighborForces,
    asked: &Asked,
    combined: &Combined,
    traces: Column<SteeringTrace>,
) {
    for (number, (mut trace, state)) in traces.values_mut().zip(states).enumerate() {
        if state.is_going_on() {
            continue;
        }
        trace.tiers = asked.tiers.each_ref().map(|tier| tier.get(number));
        trace.goal = asked.goal[number];
        if is_agent && state.is_thinking() {
            let velocity = combined.velocity.get(number);
            let limits = neighbors.limits(asked.limits[number]).iter();
            let limits = limits.map(|limit| ClosingLimit {
                toward: limit.toward,
                most: limit.most,
                speed: limit.toward.dot(velocity),
            });
            trace.closing_limits.extend(limits);
        }
    }
}
