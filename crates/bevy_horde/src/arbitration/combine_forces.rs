//! The system that combines contributions.

use super::gathered_forces::GatheredForces;
use super::neighbor_forces::ForceSource;
use super::{BehaviorForces, NeighborForces, PushStrength, SteeringContributions, SteeringGoal};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::parallel::Cost;
use crate::perception::AgentState;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{Column, Columns, ROWS_AT_ONCE, Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use horde_kernel::avoidance::velocity_constraint::keep_within;
use horde_kernel::math::lanes::VectorColumn;
use horde_kernel::math::vector::truncate;
use horde_kernel::motion::combine::weighted_sum;
use horde_kernel::motion::integrate::accelerate;
use horde_kernel::motion::rows_in_lanes::{Accelerated, prioritized_forces};
use pulp::Arch;

/// Combines each agent's contributions into one truncated force, and clears both accumulators.
pub(crate) fn combine_forces(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    simd_level: Res<SimdLevel>,
    neighbors: Res<NeighborForces>,
    // Output
    mut agents: Query<(
        Entity,
        Has<SteeringAgent>,
        &AgentState,
        Option<&mut BehaviorForces>,
        Option<&mut SteeringContributions>,
        &mut Steering,
        Option<&mut PushStrength>,
        Option<&mut SteeringTrace>,
    )>,
) {
    let (tick, space) = (time.delta_secs(), *space);
    let (arch, among) = (simd_level.arch(), neighbors.read());
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        *simd_level,
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |batch| {
            let mut combined = Combined::default();
            for (entities, is_agent, states, own, user, steering, push_strengths, mut traces) in
                batch.batches(ROWS_AT_ONCE)
            {
                let mut gathered = GatheredForces::default();
                gathered.take_builtin(states, among, own, traces.as_mut());
                if let Some(user) = user {
                    gathered.take_user(entities, user, space, &warnings, traces.as_mut());
                }
                combined.combine(arch, &gathered, states, tick);
                combined.correct_exceptions(among, states, tick, &mut gathered, traces.as_mut());
                combined.velocity.shorten(&combined.accelerated.max_speed);
                if let Some(traces) = traces {
                    record(is_agent, states, &gathered, &combined, traces);
                }
                if let Some(push_strengths) = push_strengths {
                    for (mut push_strength, state) in push_strengths.values_mut().zip(states) {
                        if !state.is_holding() {
                            let slot = state.slot();
                            let strength = slot.map_or(0.0, |slot| among.push_strength(slot));
                            push_strength.set_if_neq(PushStrength(strength));
                        }
                    }
                }
                let forces = combined.accelerated.force.iter();
                let combined_of_each = forces.zip(combined.velocity.iter());
                let gathered_of_each = gathered.has_contribution.iter().zip(&gathered.heads_for);
                let agents = steering.values_mut().zip(states).zip(combined_of_each);
                let agents = agents.zip(gathered_of_each);
                for (((mut steering, state), (force, velocity)), (has_contribution, heads_for)) in
                    agents
                {
                    if is_agent && state.is_updating() {
                        *steering = Steering {
                            force: space.to_world(force),
                            desired_velocity: space.to_world(velocity),
                            has_contribution: *has_contribution,
                            heads_for: heads_for.map(|place| space.to_world(place)),
                        };
                    } else if is_agent && state.is_thrown() {
                        *steering = Steering {
                            desired_velocity: space.to_world(state.velocity),
                            ..default()
                        };
                    } else if !state.is_holding() {
                        steering.set_if_neq(Steering::default());
                    }
                }
            }
        },
    );
}

/// Clears the accumulators of agents that were hidden before their forces were combined. Their
/// forces are of no use once the agents are shown.
pub(crate) fn forget_hidden(
    mut hidden: Query<
        (
            Option<&mut BehaviorForces>,
            Option<&mut SteeringContributions>,
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
    for (own, user, goal) in &mut hidden {
        if let Some(mut own) = own {
            *own = BehaviorForces::default();
        }
        if let Some(mut user) = user {
            user.clear();
        }
        if let Some(mut goal) = goal {
            *goal = SteeringGoal::default();
        }
    }
}

/// The combined forces of agents in rows side by side, and the velocities to which they lead.
struct Combined {
    accelerated: Accelerated<ROWS_AT_ONCE>,
    max_force: [f32; ROWS_AT_ONCE],
    /// The velocities after the force.
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
    /// Combines forces as if all agents prioritized them and none had constraints.
    #[inline(always)]
    fn combine(&mut self, arch: Arch, gathered: &GatheredForces, states: &[AgentState], tick: f32) {
        let own = &mut self.accelerated;
        own.velocity.fill(states.iter().map(|state| state.velocity));
        let numbers = own.mass.iter_mut().zip(&mut own.max_speed);
        let numbers = numbers.zip(&mut own.time).zip(&mut self.max_force);
        for ((((mass, max_speed), time), max_force), state) in numbers.zip(states) {
            *mass = state.mass;
            *max_speed = state.max_speed;
            *time = state.update_time(tick);
            *max_force = state.max_force;
        }
        own.force = prioritized_forces(arch, &gathered.tiers, &self.max_force);
        self.velocity = own.velocities(arch);
    }

    /// Corrects the few agents that use a weighted sum or break a constraint.
    #[inline(always)]
    fn correct_exceptions(
        &mut self,
        // Inputs
        among: ForceSource,
        states: &[AgentState],
        tick: f32,
        // Output
        gathered: &mut GatheredForces,
        mut traces: Option<&mut Column<SteeringTrace>>,
    ) {
        for (number, state) in states.iter().enumerate() {
            if state.combine == Combine::WeightedSum {
                let tiers = gathered.tiers.each_ref().map(|tier| tier.get(number));
                self.set_force(number, weighted_sum(&tiers, state.max_force), state, tick);
            }
            if let Some(traces) = &mut traces {
                let velocity = self.velocity.get(number);
                for limit in &mut traces.get_mut(number).approach_limits {
                    limit.unlimited_speed = limit.toward.dot(velocity);
                }
            }
            if !state.is_updating() {
                continue;
            }
            let constraints = among.constraints(state.slot as usize);
            if constraints.is_empty() {
                continue;
            }
            let velocity = self.velocity.get(number);
            let within = keep_within(constraints, velocity, state.max_speed);
            if within != velocity {
                // The force leads as near to `within` as the agent can come. It is a contribution,
                // too.
                let motion_limits = state.motion_limits(tick);
                let needed = motion_limits.force_to_velocity_now(state.velocity, within);
                self.set_force(number, truncate(needed, state.max_force), state, tick);
                gathered.has_contribution[number] = true;
            }
        }
    }

    /// Sets an agent's force, and the velocity to which it leads.
    fn set_force(&mut self, number: usize, force: Vec2, state: &AgentState, tick: f32) {
        let acceleration = force / state.mass;
        let update_time = state.update_time(tick);
        let velocity = accelerate(state.velocity, acceleration, state.max_speed, update_time);
        self.accelerated.force.set(number, force);
        self.velocity.set(number, velocity);
    }
}

/// Records the forces of agents by tier, and their speeds toward neighbors.
#[inline(never)]
fn record(
    is_agent: bool,
    states: &[AgentState],
    gathered: &GatheredForces,
    combined: &Combined,
    traces: Column<SteeringTrace>,
) {
    for (number, (mut trace, state)) in traces.values_mut().zip(states).enumerate() {
        if state.is_holding() {
            continue;
        }
        trace.tiers = gathered.tiers.each_ref().map(|tier| tier.get(number));
        if is_agent {
            let velocity = combined.velocity.get(number);
            for limit in &mut trace.approach_limits {
                limit.speed = limit.toward.dot(velocity);
            }
        } else {
            trace.approach_limits.clear();
        }
    }
}
