//! The one search in which all rules about neighbours look round.

mod closest_approach;
mod rules;
mod society;
mod surroundings;
mod velocity_limits;

use super::{Alignment, AvoidAgents, AvoidanceModel, Cohesion, Flock, Separation};
use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::nearest::Neighbor;
use crate::kernel::velocity_limit::VelocityLimits;
use crate::obstacle::ObstacleIndex;
use crate::passing_hand::PassingHand;
use crate::perception::{AgentIndex, AgentState, Body, LineOfSight, Perception, UsualRange};
use crate::trace::SteeringTrace;
use crate::validation::InputWarnings;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut, TaskPool};
use closest_approach::evade;
use rules::{Courtesy, Rules, resolve};
use society::society;
use surroundings::Surroundings;
use velocity_limits::keep_clear;

/// Agents in a task, at least: fewer are not worth a task of their own.
const AGENTS_PER_TASK: usize = 256;

/// Every agent's rules about neighbours, resolved, and what came of them, by slot.
#[derive(Resource, Default)]
pub(super) struct NeighborRules {
    rules: Vec<Rules>,
    /// What others need to know of those rules. Apart, for they are read for every pair.
    courtesies: Vec<Courtesy>,
    /// The velocity that each of them wants: its goal's, or without one its own.
    wanted: Vec<Vec2>,
    /// By place in cell order.
    results: Vec<NeighborForces>,
    /// How far each agent with rules looks; scratch, kept for its memory.
    ranges: Vec<f32>,
}

/// What an agent's rules about neighbours ask for.
#[derive(Clone, Copy, Default)]
struct NeighborForces {
    society: Option<Vec2>,
    avoidance: Option<Vec2>,
    limits: VelocityLimits,
    presses_on: f32,
}

/// Separation, alignment, cohesion and agent avoidance, for every agent that has any of them.
pub(super) fn steer_among_neighbors(
    // Inputs
    time: Res<Time>,
    warnings: Res<InputWarnings>,
    hand: Res<PassingHand>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    // Local
    mut work: ResMut<NeighborRules>,
    // Output
    mut usual_range: ResMut<UsualRange>,
    mut agents: Query<(
        Entity,
        &AgentState,
        &Perception,
        Option<&Flock>,
        Option<&Separation>,
        Option<&Alignment>,
        Option<&Cohesion>,
        Option<&AvoidAgents>,
        (Option<&LineOfSight>, Has<SteeringTrace>),
        &mut BehaviorForces,
    )>,
    mut traces: Query<&mut SteeringTrace>,
) {
    let NeighborRules {
        rules,
        courtesies,
        wanted,
        results,
        ranges,
    } = &mut *work;
    courtesies.clear();
    courtesies.resize(index.len(), Courtesy::default());
    wanted.clear();
    wanted.resize(index.len(), Vec2::ZERO);
    rules.clear();
    rules.resize(index.len(), Rules::NONE);
    ranges.clear();
    for (entity, state, perception, flock, separation, alignment, cohesion, avoid, sight, forces) in
        &agents
    {
        let Some(slot) = state.slot().filter(|_| state.is_thinking()) else {
            continue;
        };
        let own = Rules {
            perceives: perception.perceives,
            flockmates: flock.map_or(u32::MAX, |flock| flock.flockmates),
            max_neighbors: perception.max_neighbors,
            heading: state.heading,
            ability: state.ability(time.delta_secs()),
            goal_distance: forces
                .goal
                .map_or(f32::INFINITY, |goal| goal.position.distance(state.position)),
            needs_sight: sight.0.is_some_and(|sight| sight.neighbors),
            is_traced: sight.1,
            ..resolve(
                state,
                flock,
                (separation, alignment, cohesion),
                avoid,
                |component| warnings.of(entity, component),
            )
        };
        if own.range > 0.0 {
            ranges.push(own.range);
        }
        wanted[slot] = forces.goal.map_or(state.velocity, |goal| goal.desired);
        courtesies[slot] = own.courtesy();
        rules[slot] = own;
    }
    if ranges.is_empty() {
        return;
    }

    results.clear();
    results.resize(index.len(), NeighborForces::default());
    let surroundings = Surroundings {
        rules,
        courtesies,
        wanted,
        index: &index,
        obstacles: &obstacles,
        hand: hand.side(),
    };
    let pool = ComputeTaskPool::get_or_init(TaskPool::default);
    let look_round = |first: usize, results: &mut [NeighborForces]| {
        let (mut found, mut lines) = (Vec::new(), Vec::new());
        for (place, result) in (first..).zip(results) {
            if let Some((body, own)) = surroundings.look_round(place, &mut found, &mut lines) {
                *result = forces(&surroundings, body, own, &found);
            }
        }
        lines
    };
    let lines = if results.len() <= AGENTS_PER_TASK {
        look_round(0, results)
    } else {
        results
            .par_chunk_map_mut(pool, AGENTS_PER_TASK, |chunk, results| {
                look_round(chunk * AGENTS_PER_TASK, results)
            })
            .concat()
    };
    for (watched, line) in lines {
        if let Ok(mut trace) = traces.get_mut(watched) {
            trace.sight_lines.push(line);
        }
    }

    for (_, state, .., mut forces) in &mut agents {
        let Some(slot) = state.slot().filter(|_| state.is_thinking()) else {
            continue;
        };
        let result = results[index.place(slot)];
        if let Some(force) = result.society {
            forces.add(Tier::Society, force);
        }
        if let Some(force) = result.avoidance {
            forces.add(Tier::Avoidance, force);
        }
        forces.limits = result.limits;
        forces.presses_on = result.presses_on;
    }
    // The next tick's cells fit this tick's searches; the median, so that one far-seeing agent does not make everyone pay.
    let middle = ranges.len() / 2;
    let (_, median, _) = ranges.select_nth_unstable_by(middle, f32::total_cmp);
    usual_range.0 = *median;
}

/// What an agent's rules ask for about the neighbours that they count.
fn forces(
    surroundings: &Surroundings,
    body: &Body,
    own: &Rules,
    found: &[Neighbor],
) -> NeighborForces {
    let mut forces = NeighborForces {
        society: society(body, own, surroundings.index, found),
        ..NeighborForces::default()
    };
    match &own.avoidance {
        Some(rule) if rule.model == AvoidanceModel::VelocityLimits => {
            let clearance = keep_clear(surroundings, body, own, rule, found);
            forces.avoidance = clearance.aside;
            forces.limits = clearance.limits;
            forces.presses_on = clearance.presses_on;
        }
        Some(rule) => forces.avoidance = evade(surroundings, body, own, rule, found),
        None => {}
    }
    forces
}
