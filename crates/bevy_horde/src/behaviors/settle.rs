//! Agents settle at their goals: see [`Settled`].

use super::settled::Settled;
use super::settled_crowd::{Group, Member, SettledCrowd};
use super::targets::Chases;
use crate::arbitration::{BehaviorForces, Goal, SettlingPlace};
use crate::math::settling::{Passer, make_way, passer_range};
use crate::math::vector::{Side, direction_and_length, truncate};
use crate::math::velocity_constraint::{VelocityConstraint, keep_within};
use crate::obstacle::ObstacleIndex;
use crate::parallel::{Cost, for_each_agent};
use crate::passing_side::PassingSide;
use crate::perception::{AgentIndex, AgentState, Body, NO_SLOT};
use crate::trace::SteeringTrace;
use bevy::prelude::*;
use smallvec::SmallVec;

/// An agent that is within this of its goal has reached it, body radii.
const AT_GOAL: f32 = 0.5;
/// An agent settles within this part of the disc that the crowd fills, and this many body radii.
const DISC: (f32, f32) = (1.08, 0.4);
/// How much of the disc more that is for each second in which the agent goes round the crowd, and
/// at most.
const MORE_DISC: (f32, f32) = (0.01, 0.07);
/// An agent comes up to the crowd within the way of this time beyond its disc, seconds.
const COMES_UP: f32 = 1.0;
/// An agent gives up its place when its goal moves by more than this, body radii.
const GOAL_MOVES: f32 = 0.5;
/// An agent gives up its place when it is pushed farther than this from its spot, body radii.
const PUSHED_AWAY: f32 = 3.0;
/// A goal that cannot be reached: an agent settles within this of it, body radii.
const NEAR_GOAL: f32 = 3.0;
/// The time for closing the gap to a settled body, seconds.
const CLOSING_TIME: f32 = 0.3;
/// The way is blocked when less than this part of the speed toward the goal is left.
const BLOCKED: f32 = 0.1;
/// How long the way has to be blocked by settled agents, seconds.
const PATIENCE: f32 = 0.25;
/// How long an agent has to stand where nothing settled blocks its way, seconds.
const STUCK: f32 = 1.0;
/// An agent stands below this part of its largest speed.
const STANDS: f32 = 0.05;
/// How long room nearer to the goal has to be free, seconds.
const ROOM_LASTS: f32 = 0.5;
/// How far an agent looks for room, body radii, and by how much at least it is nearer to the goal.
const ROOM: (f32, f32) = (1.0, 0.5);
/// The directions in which an agent looks for room, as cosine and sine from that to the goal.
const ROOM_DIRECTIONS: [(f32, f32); 5] = [
    (1.0, 0.0),
    (0.866_025_4, 0.5),
    (0.866_025_4, -0.5),
    (0.5, 0.866_025_4),
    (0.5, -0.866_025_4),
];
/// The gap that others leave round the agent that settles first, body radii: it passes them.
const STAND_OFF: f32 = 0.4;
/// An agent goes round the crowd with these parts of its largest speed: along it, and inward.
const GOES_ROUND: (f32, f32) = (0.7, 0.3);
/// How long an agent stands in the way of others before it goes round the other side, seconds.
const TURNS_BACK_AFTER: f32 = 0.5;
/// A packing is that of the bodies within this, body radii.
const NEARBY: f32 = 5.0;
/// An agent is back at its spot within this, body radii.
const AT_SPOT: f32 = 0.05;

/// Settles agents, lets the settled ones stand and make way, and wakes those with more room.
pub(super) fn settle(
    // Inputs
    time: Res<Time>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    passing_side: Res<PassingSide>,
    chases: Res<Chases>,
    // Local
    mut crowd: Local<SettledCrowd>,
    // Output
    mut agents: Query<(
        Entity,
        &'static AgentState,
        Option<&'static mut Settled>,
        Option<&'static mut BehaviorForces>,
        Option<&'static mut SteeringTrace>,
    )>,
) {
    if !crowd.read(&index, agents.as_readonly()) {
        return;
    }
    let settling = Settling {
        tick: time.delta_secs(),
        index: &index,
        obstacles: &obstacles,
        passing_side: passing_side.side(),
        crowd: &crowd,
    };
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(_, state, settled, forces, mut trace)| {
            let (Some(mut settled), Some(mut forces)) = (settled, forces) else {
                return;
            };
            if !state.is_updating() {
                return;
            }
            let (Some(place), Some(goal), Some(slot)) = (forces.place, forces.goal, state.slot())
            else {
                settled.set_if_neq(Settled::default());
                return;
            };
            let agent = Agent {
                settling: &settling,
                state,
                slot: slot as u32,
                place,
                time: state.update_time(settling.tick),
            };
            let (memory, turned) = agent.settle(&settled, &goal);
            settled.set_if_neq(memory);
            let crowd = agent.crowd(&memory);
            if crowd != NO_SLOT {
                forces.place = Some(SettlingPlace { crowd, ..place });
                chases.note();
            }
            if let Some((position, desired, force)) = turned {
                let mut forces = forces.of("Settled", trace.as_deref_mut());
                forces.move_goal(position, desired, force);
            }
        },
    );
}

/// What agents see of the crowd and the level.
struct Settling<'a> {
    tick: f32,
    index: &'a AgentIndex,
    obstacles: &'a ObstacleIndex,
    passing_side: Side,
    crowd: &'a SettledCrowd,
}

/// An agent with a place where it may settle.
struct Agent<'a> {
    settling: &'a Settling<'a>,
    state: &'a AgentState,
    slot: u32,
    place: SettlingPlace,
    /// The time until its next update, seconds.
    time: f32,
}

/// A goal that settling changes: where, with which preferred velocity, by which force.
type Turned = (Vec2, Vec2, Vec2);

impl Agent<'_> {
    /// The memory of the next tick, and the changed goal, if it changes.
    fn settle(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Turned>) {
        if !settled.is_settled {
            return self.approach(settled, goal);
        }
        let radius = self.state.body_radius;
        let goal_moves = settled.goal.distance(self.place.position);
        let pushed = settled.spot.distance(self.state.position);
        let stays = goal_moves <= GOAL_MOVES * radius && pushed <= PUSHED_AWAY * radius;
        let has_room = stays && self.has_room_nearer();
        let room_for = if has_room {
            settled.room_for + self.time
        } else {
            0.0
        };
        if !stays || room_for > ROOM_LASTS {
            return self.approach(&Settled::default(), goal);
        }
        let mut settled = Settled {
            goal: self.place.position,
            room_for,
            ..*settled
        };
        let aside = self.step_aside(settled.spot);
        let is_back = pushed <= AT_SPOT * radius;
        let stands = self.state.velocity.length() < STANDS * self.state.max_speed;
        let is_blocked = aside == Vec2::ZERO && !is_back && stands;
        settled.blocked_for = if is_blocked {
            settled.blocked_for + self.time
        } else {
            0.0
        };
        if settled.blocked_for > STUCK {
            (settled.spot, settled.blocked_for) = (self.state.position, 0.0);
        }
        if aside == Vec2::ZERO && settled.spot == self.place.position {
            return (settled, None);
        }
        let spot = settled.spot + aside;
        let there = Goal::arrive(self.state, self.settling.tick, spot, Vec2::ZERO);
        (settled, Some((spot, there.preferred_velocity, there.force)))
    }

    /// Whether the agent comes up to a crowd.
    fn is_near(&self, group: &Group) -> bool {
        let reach = group.disc(0.0) + self.state.max_speed * COMES_UP;
        self.state.position.distance(self.place.position) <= reach
    }

    /// The slot that the agents of its crowd have in common; `NO_SLOT` far from the crowd.
    fn crowd(&self, memory: &Settled) -> u32 {
        let (state, place) = (self.state, &self.place);
        let Some(group) = self.settling.crowd.group_at(place.position) else {
            return NO_SLOT;
        };
        if !state.solid || !(memory.is_settled || self.is_near(group)) {
            NO_SLOT
        } else if place.slot == NO_SLOT {
            group.nearest_slot()
        } else {
            place.slot
        }
    }

    /// Comes up to the crowd.
    fn approach(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Turned>) {
        let (state, place) = (self.state, &self.place);
        let radius = state.body_radius;
        let offset = place.position - state.position;
        let distance = offset.length();
        let wanted = goal.preferred_velocity;
        let group = self.settling.crowd.group_at(place.position);
        let mut touches = false;
        let mut limits = SmallVec::<[VelocityConstraint; 8]>::new();
        if state.solid {
            let longest = state.max_speed * CLOSING_TIME + place.gap;
            // `yields` is the part of the way that the agent leaves to the other.
            let mut limit_at = |position: Vec2, their_radius: f32, gap: f32, yields: f32| {
                let Some((toward, apart)) = direction_and_length(position - state.position) else {
                    return false;
                };
                let free = apart - radius - their_radius - gap;
                let is_near = free < state.max_speed * CLOSING_TIME;
                if is_near {
                    let most = free.max(0.0) / CLOSING_TIME + (1.0 - yields) * state.max_speed;
                    limits.push(VelocityConstraint { toward, most });
                }
                is_near
            };
            let mut limit =
                |body: &Body, yields| limit_at(body.position, body.radius, place.gap, yields);
            if let Some(group) = group.filter(|group| self.is_near(group)) {
                let range = radius + self.settling.crowd.largest_body + longest;
                let index = self.settling.index;
                index.visit_within(state.position, range, |_, body, _| {
                    let other = self.settling.crowd.member(body.slot);
                    if other.group != group.number || body.slot == self.slot {
                        return;
                    }
                    // Of two that come up, the nearer one goes first.
                    let lead = distance - body.position.distance(place.position);
                    let yields = (0.5 + lead / radius).clamp(0.0, 1.0);
                    let is_near = limit(body, if other.is_settled { 1.0 } else { yields });
                    touches |= is_near && other.is_settled;
                });
            }
            if place.begins && place.slot != NO_SLOT {
                touches |= limit(self.settling.index.body_of(place.slot), 1.0);
            } else if group.is_none() {
                let first = self.settling.crowd.first_at(place.position);
                if let Some(first) = first.filter(|first| first.slot != self.slot) {
                    let gap = place.gap + STAND_OFF * radius;
                    limit_at(place.position, first.radius, gap, 1.0);
                }
            }
        }
        let within = keep_within(&limits, wanted, state.max_speed);
        let settles_at = |spot| Settled {
            is_settled: true,
            goal: place.position,
            spot,
            ..Settled::default()
        };
        if place.begins && place.slot == NO_SLOT && distance <= AT_GOAL * radius {
            return (settles_at(place.position), None);
        }
        let progress = within.dot(wanted);
        let is_blocked = touches && progress < BLOCKED * wanted.length_squared();
        let stands = state.velocity.length() < STANDS * state.max_speed;
        let their_radius = match place.slot {
            NO_SLOT => 0.0,
            slot => self.settling.index.body_of(slot).radius,
        };
        let longer = |is_longer: bool| {
            if is_longer {
                settled.blocked_for + self.time
            } else {
                0.0
            }
        };
        let memory = |blocked_for: f32| Settled {
            blocked_for,
            turns_back: settled.turns_back && touches,
            ..Settled::default()
        };
        let Some(group) = group else {
            let reached = place.slot != NO_SLOT && is_blocked;
            let nearest = NEAR_GOAL * radius + their_radius;
            let blocked_for = longer(reached || (place.begins && distance <= nearest && stands));
            let patience = if reached { PATIENCE } else { STUCK };
            if blocked_for > patience {
                return (settles_at(state.position), None);
            }
            return (memory(blocked_for), self.turned(goal, wanted, within));
        };
        if !touches {
            return (memory(0.0), self.turned(goal, wanted, within));
        }
        let own = radius * radius + their_radius * their_radius;
        let more = (MORE_DISC.0 * settled.room_for).min(MORE_DISC.1);
        let reaches = |disc: f32| distance <= (DISC.0 + more) * disc + DISC.1 * radius;
        let obstacles = self.settling.obstacles;
        if reaches(group.disc(own)) || reaches(group.disc_within(own, obstacles)) {
            let blocked_for = longer(is_blocked);
            if blocked_for > PATIENCE {
                return (settles_at(state.position), None);
            }
            let memory = Settled {
                room_for: settled.room_for,
                ..memory(blocked_for)
            };
            return (memory, self.turned(goal, wanted, within));
        }
        // Round the crowd, to where it reaches less far.
        let mut memory = memory(longer(stands));
        memory.room_for = settled.room_for + self.time;
        if memory.blocked_for > TURNS_BACK_AFTER {
            (memory.blocked_for, memory.turns_back) = (0.0, !memory.turns_back);
        }
        let side = self.settling.passing_side;
        let side = if memory.turns_back {
            side.opposite()
        } else {
            side
        };
        let inward = offset / distance;
        let round = side.of(inward) * GOES_ROUND.0 + inward * GOES_ROUND.1;
        let round = keep_within(&limits, round * state.max_speed, state.max_speed);
        (memory, self.turned(goal, wanted, round))
    }

    /// The goal with another preferred velocity, if that differs.
    fn turned(&self, goal: &Goal, wanted: Vec2, velocity: Vec2) -> Option<Turned> {
        if velocity == wanted {
            return None;
        }
        let state = self.state;
        let motion_limits = state.motion_limits(self.settling.tick);
        let force = motion_limits.force_to_velocity_now(state.velocity, velocity);
        Some((goal.position, velocity, truncate(force, state.max_force)))
    }

    /// Whether the body would fit nearer to the goal.
    fn has_room_nearer(&self) -> bool {
        let (state, place) = (self.state, &self.place);
        let radius = state.body_radius;
        let Some((inward, distance)) = direction_and_length(place.position - state.position) else {
            return false;
        };
        let (step, nearer) = (ROOM.0 * radius, ROOM.1 * radius);
        if distance < nearer {
            return false;
        }
        let mut spots = SmallVec::<[Vec2; 5]>::new();
        for (cosine, sine) in ROOM_DIRECTIONS {
            let spot = state.position + Vec2::new(cosine, sine).rotate(inward) * step.min(distance);
            if spot.distance(place.position) <= distance - nearer {
                spots.push(spot);
            }
        }
        let range = step + radius + self.settling.crowd.largest_body + place.gap;
        self.settling
            .index
            .visit_within(state.position, range, |_, body, _| {
                if state.solid && body.slot != self.slot {
                    let free = radius + body.radius + place.gap;
                    spots.retain(|spot| body.position.distance(*spot) >= free);
                }
            });
        let obstacles = self.settling.obstacles;
        spots.iter().any(|spot| {
            let hit = obstacles.first_hit(state.position, *spot, radius, |_| true);
            hit.is_none()
        })
    }

    /// How far the agent steps off its spot for others.
    fn step_aside(&self, spot: Vec2) -> Vec2 {
        let (state, place, crowd) = (self.state, &self.place, self.settling.crowd);
        if !(crowd.fastest_passer > 0.0 && place.make_way > 0.0 && state.solid) {
            return Vec2::ZERO;
        }
        let radius = state.body_radius;
        let widest = radius + crowd.largest_body + place.gap;
        let range = passer_range(widest, place.make_way, crowd.fastest_passer);
        let mut passers = SmallVec::<[(Passer, f32); 4]>::new();
        let mut filled = 0.0;
        let nearby = NEARBY * radius;
        let own = crowd.member(self.slot).group;
        let slowest = STANDS * state.max_speed;
        self.settling.index.visit_within(spot, range, |_, body, _| {
            let other = crowd.member(body.slot);
            let passes = !other.is_settled
                && (other.group == Member::NO_GROUP || other.group != own)
                && body.slot != self.slot
                && other.wanted.length_squared() > slowest * slowest;
            if passes {
                let width = radius + body.radius + place.gap;
                passers.push((other.passer(body), width));
            } else if body.position.distance_squared(spot) <= nearby * nearby {
                filled += body.radius * body.radius;
            }
        });
        let packing = filled / (nearby * nearby);
        let side = self.settling.passing_side.opposite();
        let step = |(passer, width): &(Passer, f32)| {
            make_way(
                spot,
                state.position,
                *width,
                place.make_way,
                packing,
                passer,
                side,
            )
        };
        let sum: Vec2 = passers.iter().map(step).sum();
        truncate(sum, PUSHED_AWAY * radius * 0.8)
    }
}
