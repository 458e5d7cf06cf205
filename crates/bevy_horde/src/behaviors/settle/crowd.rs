//! The agents that are settled in this tick, grouped by their places.

use super::super::targets::AT_REST;
use super::super::{AvoidObstacles, DetourState};
use super::doorway::onward_goal;
use super::group::Group;
use super::{GOAL_MOVES, with_a_size};
use crate::arbitration::{BehaviorForces, Goal, Refinement, SettlingPlace};
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::settled::Settled;
use crate::trace::{Reason, SteeringTrace};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::cmp::Reverse;
use horde_kernel::behaviors::settling::Passer;
use horde_kernel::crowd::body::Body;
use horde_kernel::math::vector::direction_and_length;

/// The part of the preferred velocity in the velocity that counts for a passer. A blocked passer
/// moves too little, and a passer that turns aside has chosen its side.
const PLAN: f32 = 0.3;
/// An agent is blocked in full below the first part of its preferred speed, and not at all above
/// the second.
const BLOCKED: (f32, f32) = (0.3, 0.6);
/// The agent that settles first at a place is chosen within this distance of it, body radii.
const ELECTS_WITHIN: f32 = 8.0;
/// A goal that moves by at most this many steps of the agent is the same goal.
const STEPS_OF_GOAL: f32 = 1.5;
/// A crowd covers a place only with a body whose surface is within this distance of the place, in
/// radii of the body that comes there.
const COVERED_WITHIN: f32 = 2.0;

/// An agent, as settled agents see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The group of the settled agents with the same place; `NO_GROUP` if none has settled.
    pub(super) group: u32,
    pub(super) is_settled: bool,
    /// Whether the agent passes on through its own crowd.
    pub(super) passes_through: bool,
    /// Whether the agent goes round its crowd, or has gone round and come nearer.
    pub(super) goes_round: bool,
    /// Whether the body counts as solid. Without settled agents there is no list, and all bodies
    /// count.
    pub(super) is_solid: bool,
    /// The velocity of the agent as a passer, mixed by `PLAN`.
    pub(super) passing_velocity: Vec2,
    goal_distance: f32,
    /// How much the agent is blocked, 0 to 1.
    blocked: f32,
}

impl Member {
    pub(super) const NO_GROUP: u32 = u32::MAX;
    const ABSENT: Self = Self {
        group: Self::NO_GROUP,
        is_settled: false,
        passes_through: false,
        goes_round: false,
        is_solid: true,
        passing_velocity: Vec2::ZERO,
        goal_distance: f32::INFINITY,
        blocked: 0.0,
    };

    /// Whether the agent has not settled, is solid and passes faster than `slowest`.
    pub(super) fn is_passer(&self, slowest: f32) -> bool {
        !self.is_settled && self.passing_velocity.length_squared() > slowest * slowest
    }

    /// The agent as a body that passes through the crowd.
    pub(super) fn passer(&self, body: &Body) -> Passer {
        Passer {
            position: body.position,
            velocity: self.passing_velocity,
            goal_distance: self.goal_distance,
            radius: body.radius,
            blocked: self.blocked,
        }
    }
}

/// The agent that settles first at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    distance_squared: f32,
    pub(super) slot: u32,
    pub(super) radius: f32,
}

/// All agents, and the groups of the settled ones.
#[derive(Resource, Debug, Default)]
pub(crate) struct SettledCrowd {
    /// All agents by slot; empty when no agent has settled or begun to settle.
    members: Vec<Member>,
    groups: Vec<Group>,
    by_place: HashMap<[u32; 2], u32>,
    /// For each place where no agent has settled: the nearest agent that comes to it.
    first: HashMap<[u32; 2], First>,
    /// Whether any agent has settled, may begin to settle, has no way, or has a memory to clear.
    pub(super) matters: bool,
    /// The largest radius of a solid body, world units.
    pub(super) largest_body: f32,
    /// The largest speed of an agent as a passer, world units per second.
    pub(super) fastest_passer: f32,
}

/// An agent, and what decides whether it settles.
pub(in super::super) type Agents = (
    Entity,
    &'static AgentState,
    Option<&'static mut Settled>,
    Option<&'static mut BehaviorForces>,
    Option<&'static mut SteeringTrace>,
    Option<&'static DetourState>,
    Option<&'static AvoidObstacles>,
);

impl SettledCrowd {
    /// Reads all agents, and sends agents without a way to the place nearest to their goal.
    pub(super) fn read(
        &mut self,
        index: &AgentIndex,
        obstacles: &ObstacleIndex,
        agents: &mut Query<Agents>,
        tick: f32,
    ) {
        // A quick pass over columns: in most ticks no more is to do.
        let tables = agents.as_readonly();
        let tables = tables.contiguous_iter();
        let tables = tables.expect("every component that is read lies in tables");
        let (mut any_settled, mut any_begins, mut any_enclosed) = (false, false, false);
        for (_, _, settled, forces, _, detours, _) in tables {
            let mut settled = settled.unwrap_or_default().iter();
            any_settled = any_settled || settled.any(Settled::holds_something);
            let mut forces = forces.unwrap_or_default().iter();
            any_begins = any_begins || forces.any(BehaviorForces::begins_to_settle);
            let mut detours = detours.unwrap_or_default().iter();
            any_enclosed = any_enclosed || detours.any(DetourState::is_enclosed);
        }
        self.members.clear();
        self.groups.clear();
        self.by_place.clear();
        self.first.clear();
        (self.largest_body, self.fastest_passer) = (0.0, 0.0);
        if any_settled {
            self.members.resize(index.len(), Member::ABSENT);
            for (entity, state, settled, forces, _, detour, _) in agents.iter() {
                let settled = settled.filter(|settled| settled.is_settled);
                if let (Some(settled), Some(slot)) = (settled, index.slot_of(entity, state)) {
                    let state = &*with_a_size(state);
                    let is_enclosed = detour.is_some_and(DetourState::is_enclosed);
                    // An agent stays settled for a goal that creeps along.
                    let most = GOAL_MOVES * state.body_radius;
                    let place = place_of(forces).map(|place| place.position);
                    let place = place.filter(|it| it.distance(settled.goal) <= most);
                    let place = place.filter(|_| !is_enclosed).unwrap_or(settled.goal);
                    let group = self.settled_at(place, slot, state, is_enclosed);
                    self.members[slot].group = group;
                    self.members[slot].is_settled = true;
                }
            }
        }
        if any_enclosed {
            self.head_for_nearest_places(index, agents, tick);
        }
        if any_settled {
            for (entity, state, settled, forces, ..) in agents.iter() {
                if let Some(slot) = index.slot_of(entity, state) {
                    let state = &*with_a_size(state);
                    let onward = settled.filter(|settled| settled.passes_through);
                    let onward = onward.map(|it| onward_goal(state, it.spot, obstacles, tick));
                    self.add(slot, state, settled, forces, onward);
                }
            }
        }
        if any_begins || any_enclosed {
            for (_, state, _, forces, ..) in agents.iter() {
                self.elect(&with_a_size(state), forces);
            }
        }
        self.matters = any_settled || any_begins || any_enclosed;
    }

    /// Sends each agent without a way to the place nearest to its goal. If a crowd has settled
    /// there, the agent heads for the place of the crowd.
    fn head_for_nearest_places(&self, index: &AgentIndex, agents: &mut Query<Agents>, tick: f32) {
        for (_, state, mut settled, forces, trace, detour, avoid) in agents.iter_mut() {
            let (Some(mut forces), Some(detour), Some(avoid)) = (forces, detour, avoid) else {
                continue;
            };
            let Some(goal) = forces.goal.filter(|_| avoid.is_on() && state.is_updating()) else {
                continue;
            };
            let radius = with_a_size(state).body_radius;
            let step = state.max_speed * state.update_time(tick);
            let moves = radius.max(STEPS_OF_GOAL * step);
            let Some(nearest) = detour.nearest_place_to(goal.position, moves) else {
                continue;
            };
            // A goal that moves on stays without a way until a search finds one. The agent does
            // not settle before the goal rests.
            let known = detour.unreachable_goal.unwrap_or(goal.position);
            let rests = known.distance(goal.position) <= AT_REST * step;
            let position = self.crowd_at(index, nearest, radius).unwrap_or(nearest);
            if let Some(settled) = &mut settled
                && settled.goal != position
                && self
                    .group_at(settled.goal)
                    .is_some_and(|own| own.covers(nearest, radius))
            {
                // Two crowds that have grown together are one.
                settled.goal = position;
            }
            let place = forces.place.unwrap_or(SettlingPlace::at(position, radius));
            let surface = place.surface.filter(|spot| *spot == goal.position);
            forces.place = Some(SettlingPlace {
                gap: place.gap,
                make_way: place.make_way,
                is_nearest: true,
                goal: surface.map_or(goal.position, |_| place.goal),
                surface,
                begins: rests,
                ..SettlingPlace::at(position, radius)
            });
            let there = Goal::arrive(state, tick, position, Vec2::ZERO);
            let mut forces = forces.of("AvoidObstacles", (state, tick), trace.map(Mut::into_inner));
            let nearest = Some(position);
            forces.refine(Refinement::new(there, Reason::NoWay { nearest }));
        }
    }

    /// Of the crowds without a way to their goal that cover `place`: the place of the largest.
    fn crowd_at(&self, index: &AgentIndex, place: Vec2, radius: f32) -> Option<Vec2> {
        let mut largest: Option<&Group> = None;
        let near = COVERED_WITHIN * radius;
        let range = near + self.largest_body;
        index
            .bodies()
            .visit_within(place, range, |_, body, distance_squared| {
                let reach = near + body.radius;
                let group = self
                    .members
                    .get(body.slot as usize)
                    .map(|member| member.group);
                let group = group.and_then(|number| self.groups.get(number as usize));
                let is_near = distance_squared <= reach * reach;
                let Some(group) = group.filter(|group| is_near && group.is_enclosed()) else {
                    return;
                };
                let rank = |group: &Group| (group.squared_radii(), Reverse(group.nearest_slot()));
                if group.covers(place, radius)
                    && largest.is_none_or(|largest| rank(group) > rank(largest))
                {
                    largest = Some(group);
                }
            });
        largest.map(Group::place)
    }

    fn remember_size(&mut self, state: &AgentState) {
        if state.solid {
            self.largest_body = self.largest_body.max(state.body_radius);
        }
    }

    fn settled_at(
        &mut self,
        place: Vec2,
        slot: usize,
        state: &AgentState,
        is_enclosed: bool,
    ) -> u32 {
        let next = self.groups.len() as u32;
        let number = *self.by_place.entry(key(place)).or_insert(next);
        if number == next {
            self.groups.push(Group::new(number, place));
        }
        self.groups[number as usize].add(slot as u32, state, is_enclosed);
        self.remember_size(state);
        number
    }

    fn add(
        &mut self,
        slot: usize,
        state: &AgentState,
        settled: Option<&Settled>,
        forces: Option<&BehaviorForces>,
        onward: Option<Option<Goal>>,
    ) {
        let known = place_of(forces).and_then(|place| self.group_at(place.position));
        let known = known.map(|group| group.number);
        self.remember_size(state);
        let member = &mut self.members[slot];
        member.is_solid = state.solid;
        if member.is_settled {
            return;
        }
        if let Some(group) = known {
            member.group = group;
        }
        if !state.is_moving() || !state.solid {
            return;
        }
        member.goes_round =
            settled.is_some_and(|settled| settled.room_for > 0.0 && !settled.passes_through);
        (member.passing_velocity, member.goal_distance) = (state.velocity, f32::INFINITY);
        member.passes_through = onward.is_some();
        // While its free place is out of sight, an agent that passes on heads for its goal.
        let goal = onward.flatten().or(forces.and_then(|forces| forces.goal));
        if let Some(goal) = goal {
            member.passing_velocity = state.velocity.lerp(goal.preferred_velocity, PLAN);
            member.goal_distance = goal.position.distance(state.position);
            member.blocked = blocked(state.velocity, goal.preferred_velocity);
        }
        self.fastest_passer = self.fastest_passer.max(member.passing_velocity.length());
    }

    /// Makes an agent the first one at its place, if it is the nearest so far.
    fn elect(&mut self, state: &AgentState, forces: Option<&BehaviorForces>) {
        let place = place_of(forces).filter(|place| place.begins && state.solid);
        let (Some(place), Some(slot)) = (place, state.slot()) else {
            return;
        };
        let first = First {
            distance_squared: state.position.distance_squared(place.position),
            slot: slot as u32,
            radius: state.body_radius,
        };
        let within = ELECTS_WITHIN * state.body_radius;
        if first.distance_squared > within * within
            || self.group_at(place.position).is_some_and(Group::is_solid)
        {
            return;
        }
        let known = self.first.entry(key(place.position)).or_insert(first);
        let rank = |first: &First| (first.distance_squared, first.slot);
        if rank(&first) < rank(known) {
            *known = first;
        }
    }

    /// The agent that settles first at a place.
    pub(super) fn first_at(&self, place: Vec2) -> Option<&First> {
        self.first.get(&key(place))
    }

    /// The agents that have settled for a place.
    pub(super) fn group_at(&self, place: Vec2) -> Option<&Group> {
        let number = self.by_place.get(&key(place))?;
        Some(&self.groups[*number as usize])
    }

    /// The agent in a slot.
    pub(super) fn member(&self, slot: u32) -> &Member {
        self.members.get(slot as usize).unwrap_or(&Member::ABSENT)
    }
}

/// How much an agent with this preferred velocity is blocked, 0 to 1.
fn blocked(velocity: Vec2, preferred: Vec2) -> f32 {
    let Some((heading, speed)) = direction_and_length(preferred) else {
        return 0.0;
    };
    let part = velocity.dot(heading) / speed;
    ((BLOCKED.1 - part) / (BLOCKED.1 - BLOCKED.0)).clamp(0.0, 1.0)
}

fn place_of(forces: Option<&BehaviorForces>) -> Option<SettlingPlace> {
    forces.and_then(|forces| forces.place)
}

/// The key of a place. Equal places have equal keys; -0 counts as 0.
fn key(place: Vec2) -> [u32; 2] {
    (place + Vec2::ZERO).to_array().map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_blocked_by_degrees() {
        // Parts of a preferred speed of 2, and how much the agent is blocked.
        for (part, expected) in [
            (-1.0, 1.0),
            (0.0, 1.0),
            (0.3, 1.0),
            (0.45, 0.5),
            (0.6, 0.0),
            (1.0, 0.0),
        ] {
            let found = blocked(Vec2::new(2.0 * part, 1.0), Vec2::X * 2.0);
            assert!((found - expected).abs() < 1e-6, "{part}: {found}");
        }
        assert_eq!(blocked(Vec2::X, Vec2::ZERO), 0.0);
    }
}
