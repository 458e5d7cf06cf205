//! The agents that have settled in this tick, by the place for which they have settled.

use super::settled::Settled;
use crate::arbitration::{BehaviorForces, SettlingPlace};
use crate::math::settling::{Passer, filled_radius, filled_radius_within};
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState, Body};
use crate::trace::SteeringTrace;
use bevy::math::{DVec2, ops};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::f32::consts::TAU;

/// The number of directions in which a crowd measures how much room its walls leave.
const DIRECTIONS: usize = 32;
/// How far it measures, in radii of the disc that it fills in the open.
const FARTHEST: f32 = 5.0;

/// How much the preferred velocity of a passer counts beside its velocity. A blocked passer still
/// shows where it has to pass, and one that turns aside shows on which side.
const PLAN: f32 = 0.3;
/// A crowd elects the agent that settles first within this of its place, body radii.
const ELECTS_WITHIN: f32 = 8.0;

/// What an agent is to settled agents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The group of agents with the same place, if any of them has settled.
    pub(super) group: u32,
    pub(super) is_settled: bool,
    /// The velocity with which it passes.
    pub(super) wanted: Vec2,
    goal_distance: f32,
}

impl Member {
    pub(super) const NO_GROUP: u32 = u32::MAX;
    const ABSENT: Self = Self {
        group: Self::NO_GROUP,
        is_settled: false,
        wanted: Vec2::ZERO,
        goal_distance: f32::INFINITY,
    };

    /// The agent as one that passes through the crowd.
    pub(super) fn passer(&self, body: &Body) -> Passer {
        Passer {
            position: body.position,
            velocity: self.wanted,
            goal_distance: self.goal_distance,
            radius: body.radius,
        }
    }
}

/// The agents that have settled for one place.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) number: u32,
    /// The sum of their squared radii.
    squared_radii: f64,
    /// The sum of their offsets from the place, each times its squared radius.
    offsets: DVec2,
    /// How far the farthest one is from the place.
    reach: f32,
    /// The one nearest to the place.
    nearest: Nearest,
}

/// The agent of a group that is nearest to the place.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    distance_squared: f32,
    slot: u32,
    position: Vec2,
    heading: Vec2,
}

impl Group {
    /// The slot of the agent nearest to the place.
    pub(super) fn nearest_slot(&self) -> u32 {
        self.nearest.slot
    }

    /// How far the farthest agent of the group is from the place.
    pub(super) fn reach(&self) -> f32 {
        self.reach
    }

    /// How far the middle of the group is from its place.
    pub(super) fn lean(&self) -> Vec2 {
        (self.offsets / self.squared_radii).as_vec2()
    }

    /// The radius of the disc that the group fills in the open together with `more` squared radii.
    pub(super) fn disc(&self, more: f32) -> f32 {
        filled_radius(self.squared_radii as f32 + more)
    }

    /// The same between walls.
    pub(super) fn disc_within(&self, more: f32, obstacles: &ObstacleIndex) -> f32 {
        let disc = self.disc(more);
        let (from, heading) = (self.nearest.position, self.nearest.heading);
        if obstacles.is_clear_around(from, disc) {
            return disc;
        }
        let mut sight = [0.0; DIRECTIONS];
        for (number, sight) in sight.iter_mut().enumerate() {
            // Evenly to both sides of the heading, so that a mirrored crowd sees the same.
            let angle = TAU * (number as f32 + 0.5) / DIRECTIONS as f32;
            let direction = Vec2::new(ops::cos(angle), ops::sin(angle)).rotate(heading);
            let far = from + direction * (disc * FARTHEST);
            let hit = obstacles.first_hit(from, far, 0.0, |_| true);
            *sight = hit.map_or(disc * FARTHEST, |hit| hit.distance);
        }
        filled_radius_within(self.squared_radii as f32 + more, &mut sight)
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
#[derive(Debug, Default)]
pub(super) struct SettledCrowd {
    /// By slot; empty when no agent has settled.
    members: Vec<Member>,
    groups: Vec<Group>,
    by_place: HashMap<[u32; 2], u32>,
    /// By place where no agent has settled: the nearest of the agents that come to it.
    first: HashMap<[u32; 2], First>,
    /// The largest radius of any body.
    pub(super) largest_body: f32,
    /// The largest preferred speed of an agent that has not settled.
    pub(super) fastest_passer: f32,
}

type Agents = (
    Entity,
    &'static AgentState,
    Option<&'static Settled>,
    Option<&'static BehaviorForces>,
    Option<&'static SteeringTrace>,
);

impl SettledCrowd {
    /// Reads all agents. Returns whether any has settled, may begin to, or has something to forget.
    pub(super) fn read(&mut self, index: &AgentIndex, agents: Query<Agents>) -> bool {
        // Column by column: in most ticks this is all.
        let tables = agents.contiguous_iter();
        let tables = tables.expect("every component that is read lies in tables");
        let (mut any_settled, mut any_begins) = (false, false);
        for (_, _, settled, forces, _) in tables {
            let mut settled = settled.unwrap_or_default().iter();
            any_settled = any_settled || settled.any(Settled::holds_something);
            let mut forces = forces.unwrap_or_default().iter();
            any_begins = any_begins || forces.any(BehaviorForces::begins_to_settle);
        }
        let agents = agents.iter();
        self.members.clear();
        self.groups.clear();
        self.by_place.clear();
        self.first.clear();
        (self.largest_body, self.fastest_passer) = (0.0, 0.0);
        if any_settled {
            self.members.resize(index.len(), Member::ABSENT);
            for (entity, state, settled, ..) in agents.clone() {
                let settled = settled.filter(|settled| settled.is_settled);
                if let (Some(settled), Some(slot)) = (settled, index.slot_of(entity, state)) {
                    let group = self.settled_at(settled.goal, slot, state);
                    self.members[slot].group = group;
                    self.members[slot].is_settled = true;
                }
            }
            for (entity, state, _, forces, _) in agents.clone() {
                if let Some(slot) = index.slot_of(entity, state) {
                    self.add(slot, state, forces);
                }
            }
        }
        if any_begins {
            for (_, state, _, forces, _) in agents {
                self.elect(state, forces);
            }
        }
        any_settled || any_begins
    }

    fn settled_at(&mut self, place: Vec2, slot: usize, state: &AgentState) -> u32 {
        let next = self.groups.len() as u32;
        let number = *self.by_place.entry(key(place)).or_insert(next);
        let nearest = Nearest {
            distance_squared: state.position.distance_squared(place),
            slot: slot as u32,
            position: state.position,
            heading: state.heading,
        };
        if number == next {
            self.groups.push(Group {
                number,
                squared_radii: 0.0,
                offsets: DVec2::ZERO,
                reach: 0.0,
                nearest,
            });
        }
        let group = &mut self.groups[number as usize];
        let squared_radius = state.body_radius * state.body_radius;
        group.squared_radii += f64::from(squared_radius);
        group.offsets += ((state.position - place) * squared_radius).as_dvec2();
        group.reach = group.reach.max(ops::sqrt(nearest.distance_squared));
        let rank = |nearest: &Nearest| (nearest.distance_squared, nearest.slot);
        if rank(&nearest) < rank(&group.nearest) {
            group.nearest = nearest;
        }
        number
    }

    fn add(&mut self, slot: usize, state: &AgentState, forces: Option<&BehaviorForces>) {
        let known = place_of(forces).and_then(|place| self.group_at(place.position));
        let known = known.map(|group| group.number);
        if state.solid {
            self.largest_body = self.largest_body.max(state.body_radius);
        }
        let member = &mut self.members[slot];
        if member.is_settled {
            return;
        }
        if let Some(group) = known {
            member.group = group;
        }
        if !state.is_moving() || !state.solid {
            return;
        }
        (member.wanted, member.goal_distance) = match forces.and_then(|forces| forces.goal.as_ref())
        {
            Some(goal) => (
                state.velocity.lerp(goal.preferred_velocity, PLAN),
                goal.position.distance(state.position),
            ),
            None => (state.velocity, f32::INFINITY),
        };
        self.fastest_passer = self.fastest_passer.max(member.wanted.length());
    }

    /// Lets an agent stand for the first one at its place.
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
        if first.distance_squared > within * within || self.group_at(place.position).is_some() {
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

fn place_of(forces: Option<&BehaviorForces>) -> Option<SettlingPlace> {
    forces.and_then(|forces| forces.place)
}

/// The same for places that are equal; -0 is 0.
fn key(place: Vec2) -> [u32; 2] {
    (place + Vec2::ZERO).to_array().map(f32::to_bits)
}
