//! The one search in which all rules about neighbours look round.

use super::neighbor_rules::{Avoidance, Courtesy, Rules, resolve};
use super::{Alignment, AvoidAgents, AvoidanceModel, Cohesion, Flock, Separation};
use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::agent_avoidance::{Encounter, responsibility};
use crate::kernel::flock;
use crate::kernel::nearest::{Neighbor, keep_nearest, keep_nearest_seen};
use crate::kernel::passing::{Pass, jam, oncoming, pressure};
use crate::kernel::pursuit::Ability;
use crate::kernel::vector::{Side, direction_and_length};
use crate::kernel::velocity_limit::{Approach, VelocityLimit, VelocityLimits};
use crate::kernel::view::{Bearing, ViewCone};
use crate::obstacle::ObstacleIndex;
use crate::passing_hand::PassingHand;
use crate::perception::{
    AgentIndex, AgentState, Body, LineOfSight, Perception, UsualRange, is_in_sight,
};
use crate::trace::{SightLine, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut, TaskPool};
use core::cmp::Ordering;

/// Agents in a task, at least: fewer are not worth a task of their own.
const AGENTS_PER_TASK: usize = 256;

/// What bodies keep free between them when they stand in a crowd, in radii: rounding is not to make them touch.
const CONTACT_GAP: f32 = 0.05;

/// The push at the moment of a collision, as a part of the largest force: several times that, lest it come too late.
const URGENCY: f32 = 3.0;

// The rules for which a neighbour counts, one bit each.
const SEPARATES: u8 = 1;
const ALIGNS: u8 = 2;
const COHERES: u8 = 4;
const AVOIDS: u8 = 8;

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
            *result = surroundings.forces(place, &mut found, &mut lines);
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
    }
    // The next tick's cells fit this tick's searches; the median, so that one far-seeing agent does not make everyone pay.
    let middle = ranges.len() / 2;
    let (_, median, _) = ranges.select_nth_unstable_by(middle, f32::total_cmp);
    usual_range.0 = *median;
}

/// Everything that an agent's rules look at.
struct Surroundings<'a> {
    rules: &'a [Rules],
    courtesies: &'a [Courtesy],
    wanted: &'a [Vec2],
    index: &'a AgentIndex,
    obstacles: &'a ObstacleIndex,
    hand: Side,
}

impl Surroundings<'_> {
    fn forces(
        &self,
        place: usize,
        found: &mut Vec<Neighbor>,
        lines: &mut Vec<(Entity, SightLine)>,
    ) -> NeighborForces {
        let index = self.index;
        let body = &index.bodies()[place];
        let own = &self.rules[body.slot as usize];
        if own.range <= 0.0 || own.max_neighbors == 0 {
            return NeighborForces::default();
        }
        found.clear();
        index.visit_within(
            body.position,
            own.range,
            |other_place, other, distance_squared| {
                if other_place == place || own.perceives & other.memberships == 0 {
                    return;
                }
                let counts_for = rules_that_see(own, other, other.position - body.position);
                if counts_for != 0 {
                    found.push(Neighbor {
                        distance_squared,
                        index: other.slot,
                        rules: counts_for,
                    });
                }
            },
        );
        let most = own.max_neighbors as usize;
        if own.needs_sight {
            let entity = |slot: u32| index.entities()[slot as usize];
            let looker = entity(body.slot);
            keep_nearest_seen(found, most, |neighbor| {
                let (from, to) = (body.position, body_in(index, neighbor).position);
                let other = entity(neighbor.index);
                let is_clear = is_in_sight(self.obstacles, (looker, from), (other, to));
                if own.is_traced {
                    lines.push((looker, SightLine { from, to, is_clear }));
                }
                is_clear
            });
        } else if found.len() > most {
            keep_nearest(found, most);
        } else {
            // The order of the search depends on who else is where, and so would the sums.
            found.sort_unstable_by_key(|neighbor| neighbor.index);
        }
        let mut forces = society(body, own, index, found);
        if let Some(rule) = &own.avoidance {
            match rule.model {
                AvoidanceModel::VelocityLimits => {
                    self.keep_clear(body, own, rule, found, &mut forces)
                }
                AvoidanceModel::ClosestApproach => self.evade(body, own, rule, found, &mut forces),
            }
        }
        forces
    }

    /// The part of the work that a body takes on against another, and whether the other takes the rest.
    fn share(&self, body: &Body, rule: &Avoidance, other: &Body) -> (f32, bool) {
        let theirs = &self.courtesies[other.slot as usize];
        if theirs.heeds & body.memberships == 0 {
            // One that does not heed this agent leaves it all the work.
            return (1.0, false);
        }
        match theirs.priority.cmp(&rule.priority) {
            Ordering::Greater => (1.0, false),
            Ordering::Less => (0.0, false),
            Ordering::Equal => (responsibility(rule.readiness, theirs.readiness), true),
        }
    }

    /// Steps aside, and closes in on nobody faster than the gap allows.
    fn keep_clear(
        &self,
        body: &Body,
        own: &Rules,
        rule: &Avoidance,
        found: &[Neighbor],
        forces: &mut NeighborForces,
    ) {
        let ability = own.ability;
        let wanted = self.wanted[body.slot as usize];
        let avoided = || found.iter().filter(|neighbor| neighbor.rules & AVOIDS != 0);
        let traffic = avoided()
            .map(|neighbor| {
                let offset = body_in(self.index, neighbor).position - body.position;
                oncoming(
                    wanted,
                    self.wanted[neighbor.index as usize],
                    offset,
                    rule.range,
                )
            })
            .fold(0.0, f32::max);
        forces.limits.jam = if rule.shove > 0.0 { jam(traffic) } else { 0.0 };
        let mut aside: Option<Vec2> = None;
        for neighbor in avoided() {
            let other = body_in(self.index, neighbor);
            let (share, is_shared) = self.share(body, rule, other);
            if share <= 0.0 {
                continue;
            }
            let offset = other.position - body.position;
            let pass = Pass {
                offset,
                relative_velocity: other.velocity - wanted,
                clearance: body.radius + other.radius + rule.margin,
                horizon: rule.horizon,
                max_speed: ability.max_speed,
                shortest_time: rule.braking_time,
                insistence: traffic,
                hand: self.hand,
            };
            if let Some(change) = pass.step_aside() {
                aside = Some(aside.unwrap_or(Vec2::ZERO) + change * share);
            }
            let (toward, distance) = direction_and_length(offset)
                .unwrap_or_else(|| (-self.index.parting_direction(body.slot, other.slot), 0.0));
            let theirs = self.wanted[neighbor.index as usize];
            let gap = distance - body.radius - other.radius - CONTACT_GAP * body.radius;
            let pressure = pressure(wanted, theirs, toward, traffic, self.hand);
            // Not into each other: in full until they touch, and no more once they overlap by a twentieth.
            let room = (2.0 + gap / (CONTACT_GAP * body.radius)).clamp(0.0, 1.0);
            let approach = Approach {
                gap,
                their_speed: -toward.dot(other.velocity),
                braking_time: rule.braking_time,
                shove: rule.shove * pressure * if room.is_nan() { 0.0 } else { room },
                is_shared,
            };
            let most = approach.most();
            if most < ability.max_speed {
                forces.limits.add(VelocityLimit { toward, most });
            }
        }
        forces.avoidance =
            aside.map(|change| ability.force_toward_velocity(Vec2::ZERO, change * rule.weight));
    }

    /// Is pushed away from where the others will pass.
    fn evade(
        &self,
        body: &Body,
        own: &Rules,
        rule: &Avoidance,
        found: &[Neighbor],
        forces: &mut NeighborForces,
    ) {
        let mut evasion: Option<Vec2> = None;
        for neighbor in found.iter().filter(|neighbor| neighbor.rules & AVOIDS != 0) {
            let other = body_in(self.index, neighbor);
            let (share, _) = self.share(body, rule, other);
            if share <= 0.0 {
                continue;
            }
            let encounter = Encounter {
                offset: other.position - body.position,
                relative_velocity: other.velocity - body.velocity,
                clearance: body.radius + other.radius + rule.margin,
                horizon: rule.horizon,
                hand: self.hand,
            };
            let parting = || self.index.parting_direction(body.slot, other.slot);
            if let Some(push) = encounter.push(own.heading, parting) {
                evasion =
                    Some(evasion.unwrap_or(Vec2::ZERO) + push * (URGENCY * share * rule.weight));
            }
        }
        forces.avoidance = evasion.map(|push| push * own.ability.max_force);
    }
}

/// The rules of an agent for which a neighbour at `offset` counts.
#[inline]
fn rules_that_see(own: &Rules, other: &Body, offset: Vec2) -> u8 {
    let bearing = Bearing::new(own.heading, offset);
    let sees = |(cone, weight): &(ViewCone, f32)| *weight > 0.0 && cone.admits(&bearing);
    let is_flockmate = own.flockmates & other.memberships != 0;
    let mut bits = 0;
    if sees(&own.separation) {
        bits |= SEPARATES;
    }
    if is_flockmate && sees(&own.alignment) {
        bits |= ALIGNS;
    }
    if is_flockmate && sees(&own.cohesion) {
        bits |= COHERES;
    }
    if own.avoidance.is_some_and(|rule| {
        rule.weight > 0.0 && bearing.distance_squared <= rule.range * rule.range
    }) {
        bits |= AVOIDS;
    }
    bits
}

fn body_in<'a>(index: &'a AgentIndex, neighbor: &Neighbor) -> &'a Body {
    &index.bodies()[index.place(neighbor.index as usize)]
}

/// Separation, alignment and cohesion.
fn society(body: &Body, own: &Rules, index: &AgentIndex, found: &[Neighbor]) -> NeighborForces {
    let mut pushes = Vec2::ZERO;
    let (mut velocities, mut aligned) = (Vec2::ZERO, 0.0);
    let (mut offsets, mut cohering) = (Vec2::ZERO, 0.0);
    let mut separates = false;
    for neighbor in found {
        let other = body_in(index, neighbor);
        let offset = other.position - body.position;
        let parting = || index.parting_direction(body.slot, other.slot);
        if neighbor.rules & SEPARATES != 0 {
            separates = true;
            pushes += flock::separation_push(offset, own.separation.0.range, parting);
        }
        if neighbor.rules & ALIGNS != 0 {
            velocities += other.velocity;
            aligned += 1.0;
        }
        if neighbor.rules & COHERES != 0 {
            offsets += offset;
            cohering += 1.0;
        }
    }

    let Ability {
        max_speed,
        max_force,
        ..
    } = own.ability;
    let mut society: Option<Vec2> = None;
    let mut join = |force: Vec2| society = Some(society.unwrap_or(Vec2::ZERO) + force);
    if separates {
        join(flock::separation(pushes, max_force) * own.separation.1);
    }
    if aligned > 0.0 {
        let mean = velocities / aligned;
        join(flock::alignment(mean, body.velocity, max_speed, max_force) * own.alignment.1);
    }
    if cohering > 0.0 {
        let centre = offsets / cohering;
        join(flock::cohesion(centre, own.cohesion.0.range, max_force) * own.cohesion.1);
    }
    NeighborForces {
        society,
        ..NeighborForces::default()
    }
}
