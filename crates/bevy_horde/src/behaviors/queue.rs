//! Queue: wait in order at a doorway.

use super::refine::{GoalRefiner, RefinedAgent};
use super::targets::Targets;
use crate::arbitration::{BehaviorForces, Goal, Refinement};
use crate::length::Length;
use crate::perception::{AgentIndex, AgentState};
use crate::schedule::SteeringTick;
use crate::target::Target;
use crate::trace::Reason;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::math::vector::direction;

/// An agent within this distance of the doorway has reached it, body radii.
const ARRIVAL_DISTANCE: f32 = 1.5;
/// An agent farther from the doorway than this many ranges leaves the queue.
const LEAVING_RANGES: f32 = 1.25;

/// Waits at a doorway behind the agents that came before.
///
/// Acts on an agent within `range` of the doorway if another behavior sets a goal for it. The first
/// agent goes on to its goal. Each later agent goes to the place behind the agent before it, and
/// moves up with it. So a line forms. Where many come from all sides at once, a later agent may
/// still slip through before an earlier one. An agent that has come to the doorway leaves the
/// queue. An agent that goes farther away than 1.25 times `range` loses its place. The default
/// range holds a line of about seven. Agents with the same `doorway` are one queue. Agents without
/// a goal, and disabled ones, keep their places, and no agent waits for them. Used alone the
/// behavior does nothing: the goal comes from [`Seek`](super::Seek),
/// [`FollowPath`](super::FollowPath) or another behavior. When the doorway is gone there is no
/// queue.
///
/// Source: queuing, Reynolds (1999). Published forms brake for any agent ahead. So agents that come
/// from two sides wait for each other, and the strongest push goes first. Here the first to come
/// goes first.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `doorway` | where the queue begins | the origin | any | - | - |
/// | `range` | how near to it agents join | 15 radii | 0 and up | joins earlier, holds a longer line | 0, or remove |
/// | `gap` | gap to the body ahead | 0.5 radii | 0 and up | a longer line | 0 |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, QueueState)]
pub struct Queue {
    /// Where the queue begins.
    #[entities]
    pub doorway: Target,
    /// How near to the doorway agents join the queue.
    pub range: Length,
    /// Gap to the body ahead.
    pub gap: Length,
}

impl Queue {
    /// Queues at a doorway.
    pub fn at(doorway: impl Into<Target>) -> Self {
        Self {
            doorway: doorway.into(),
            ..default()
        }
    }
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            doorway: Target::default(),
            range: Length::Radii(15.0),
            gap: Length::Radii(0.5),
        }
    }
}

/// The place of an agent in a queue. Memory, written by the plugin.
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct QueueState {
    /// The doorway of the queue; `None` before the first tick.
    #[entities]
    pub doorway: Option<Target>,
    /// The tick in which the agent joined; `None` while it is in no queue.
    pub joined: Option<u64>,
    /// Whether the agent has reached the doorway, and has not gone away from it since.
    pub has_passed: bool,
    /// Whether the agent had a goal in its last update. No agent waits for an agent without one.
    pub has_goal: bool,
}

/// The agents that wait in queues.
#[derive(Resource, Default)]
pub struct QueueLines {
    waiting: Vec<Waiting>,
    /// The agents with another before them, in the order of the slots.
    followers: Vec<Follower>,
}

/// An agent with another before it: its slot, and the numbers of the two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Follower {
    slot: u32,
    number: usize,
    ahead: usize,
}

/// An agent in a queue.
struct Waiting {
    doorway: Target,
    joined: u64,
    /// The distance to the doorway, world units.
    distance: f32,
    slot: u32,
    entity: Entity,
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    gap: f32,
}

/// Lets agents join and leave queues, and orders them.
pub(crate) fn line_up(
    // Inputs
    targets: Targets,
    index: Res<AgentIndex>,
    warnings: Res<SteeringWarnings>,
    tick: Res<SteeringTick>,
    // Output
    mut lines: ResMut<QueueLines>,
    mut agents: Query<(
        Entity,
        &Queue,
        &AgentState,
        &mut QueueState,
        &BehaviorForces,
    )>,
) {
    let QueueLines { waiting, followers } = &mut *lines;
    waiting.clear();
    for (entity, queue, state, mut memory, forces) in &mut agents {
        let slot = index.slot_of(entity, state);
        let Some(slot) = slot.filter(|_| state.is_moving()) else {
            continue;
        };
        let check = warnings.of(entity, "Queue");
        let length = |field, length: Length| {
            check.at_least_zero(field, length.resolve(state.body_radius), 0.0)
        };
        let (range, gap) = (length("range", queue.range), length("gap", queue.gap));
        let doorway = targets.find(entity, queue.doorway, check, "doorway");
        let distance = doorway.map_or(f32::INFINITY, |at| at.position.distance(state.position));
        let known = if memory.doorway == Some(queue.doorway) {
            *memory
        } else {
            QueueState {
                doorway: Some(queue.doorway),
                ..default()
            }
        };
        let mut next = known.then(distance, range, state.body_radius, tick.0);
        if state.is_updating() {
            next.has_goal = forces.goal.is_some();
        }
        memory.set_if_neq(next);
        if let Some(joined) = next.joined.filter(|_| next.has_goal) {
            waiting.push(Waiting {
                doorway: queue.doorway,
                joined,
                distance,
                slot: slot as u32,
                entity,
                position: state.position,
                velocity: state.velocity,
                radius: state.body_radius,
                gap,
            });
        }
    }
    waiting.sort_unstable_by(|one, other| {
        (one.joined.cmp(&other.joined))
            .then(one.distance.total_cmp(&other.distance))
            .then(one.slot.cmp(&other.slot))
    });
    followers.clear();
    for (number, own) in waiting.iter().enumerate() {
        let mut before = (0..number).rev();
        let ahead = before.find(|other| waiting[*other].doorway == own.doorway);
        followers.extend(ahead.map(|ahead| Follower {
            slot: own.slot,
            number,
            ahead,
        }));
    }
    followers.sort_unstable();
}

impl GoalRefiner for Queue {
    type Inputs = Res<'static, QueueLines>;
    type Data = &'static Self;

    fn refine(agent: &mut RefinedAgent, _: &Self, lines: &Res<QueueLines>) -> Option<Refinement> {
        let state = agent.state;
        let slot = state.slot()? as u32;
        let followers = &lines.followers;
        let found = followers.binary_search_by_key(&slot, |follower| follower.slot);
        let follower = followers[found.ok()?];
        let own = &lines.waiting[follower.number];
        let ahead = &lines.waiting[follower.ahead];
        let toward = direction(ahead.position - own.position).unwrap_or(state.heading);
        let place = ahead.position - toward * (ahead.radius + own.radius + own.gap);
        let behind = ahead.entity;
        Some(Refinement::wait_at(
            Goal::arrive(state, agent.tick, place, ahead.velocity),
            Reason::Queues { behind },
        ))
    }
}

impl QueueState {
    /// The memory of the next tick, at `distance` from the doorway, world units.
    fn then(self, distance: f32, range: f32, radius: f32, tick: u64) -> Self {
        let is_away = distance > LEAVING_RANGES * range;
        if self.has_passed {
            return Self {
                has_passed: !is_away,
                joined: None,
                ..self
            };
        }
        let has_passed = distance <= ARRIVAL_DISTANCE * radius && range > 0.0;
        let stays = self.joined.filter(|_| !is_away && !has_passed);
        let joins = (distance <= range && range > 0.0 && !has_passed).then_some(tick);
        Self {
            joined: stays.or(joins),
            has_passed,
            ..self
        }
    }
}
