//! The system that combines contributions.

use super::{BehaviorForces, NeighborForces, SteeringContributions, Tier};
use crate::agent::{Combine, Steering, SteeringAgent};
use crate::kernel::combine::{prioritised, weighted_sum};
use crate::kernel::motion::accelerate;
use crate::kernel::vector::truncate;
use crate::kernel::velocity_limit::keep_within;
use crate::locomotion::Motion;
use crate::parallel::for_each_agent;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::trace::{ClosingLimit, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::prelude::*;

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
    let (tick, space) = (time.delta_secs(), *space);
    for_each_agent(
        &mut agents,
        |(entity, agent, state, mut own, mut games, mut steering, mut motion, mut trace)| {
            let mut asked = *own;
            if asked.has_opinion {
                *own = BehaviorForces::default();
            }
            let among = state
                .slot()
                .map(|slot| neighbors.of(slot))
                .unwrap_or_default();
            let limits = neighbors.limits(among.limits);
            if let Some(force) = among.society {
                asked.add(Tier::Society, force);
            }
            if let Some(force) = among.avoidance {
                asked.add(Tier::Avoidance, force);
            }
            let (mut tiers, mut has_opinion) = (asked.sums(), asked.has_opinion);
            if games.has_opinion() {
                let added = games.tiers().map(|force| space.to_plane(force));
                if added.iter().all(|force| force.is_finite()) {
                    for (tier, force) in tiers.iter_mut().zip(added) {
                        *tier += force;
                    }
                    has_opinion = true;
                } else {
                    warnings
                        .of(entity, "SteeringContributions")
                        .unusable("tiers", "holds a force that is not finite; it is dropped");
                }
                games.clear();
            }
            if state.is_going_on() {
                return;
            }
            if motion.presses_on != among.presses_on {
                motion.presses_on = among.presses_on;
            }
            if let Some(trace) = &mut trace {
                trace.tiers = tiers;
                trace.goal = asked.goal.map(|goal| goal.position);
            }
            let Some(agent) = agent.filter(|_| state.is_thinking()) else {
                steering.set_if_neq(Steering::default());
                return;
            };
            let ability = state.ability(tick);
            let force = match agent.combine {
                Combine::WeightedSum => weighted_sum(&tiers, ability.max_force),
                Combine::Prioritised => prioritised(&tiers, ability.max_force),
            };
            let reached = |force: Vec2| {
                accelerate(
                    state.velocity(),
                    force / state.mass(),
                    ability.max_speed,
                    ability.tick,
                )
            };
            let (mut force, mut velocity) = (force, reached(force));
            if !limits.is_empty() {
                let within = keep_within(limits, velocity, ability.max_speed);
                if within != velocity {
                    has_opinion = true;
                    let needed = ability.force_to_velocity_now(state.velocity(), within);
                    force = truncate(needed, ability.max_force);
                    velocity = reached(force);
                }
            }
            if let Some(trace) = &mut trace {
                let limits = limits.iter().map(|limit| ClosingLimit {
                    toward: limit.toward,
                    most: limit.most,
                    speed: limit.toward.dot(velocity),
                });
                trace.closing_limits.extend(limits);
            }
            *steering = Steering {
                force: space.to_world(force),
                desired_velocity: space.to_world(velocity),
                has_opinion,
            };
        },
    );
}
