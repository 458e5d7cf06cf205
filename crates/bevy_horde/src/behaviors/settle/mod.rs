//! Agents settle at their goals: see [`Settled`].

mod approach;
mod crowd;
mod doorway;
mod group;
mod home;
mod stand;

use super::refine::{GoalRefiner, RefinedAgent};
use crate::arbitration::{Goal, Refinement, Response, SettlingPlace};
use crate::obstacle::ObstacleIndex;
use crate::passing_side::PassingSide;
use crate::perception::{AgentIndex, AgentState};
use crate::settled::Settled;
use crate::space::MovementSpace;
use crate::trace::Reason;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use crowd::Agents;
pub(crate) use crowd::SettledCrowd;
use group::Group;
use horde_kernel::avoidance::velocity_constraint::VelocityConstraint;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::vector::{Side, direction_and_length};
use smallvec::SmallVec;
use std::borrow::Cow;

/// An agent comes up to a crowd from this many seconds away, at its largest speed.
const COMES_UP: f32 = 1.5;
/// A goal that has moved by more than this counts as another goal, body radii.
const GOAL_MOVES: f32 = 0.5;
/// The time for closing the gap to a body of the crowd, seconds.
const CLOSING_TIME: f32 = 0.3;
/// An agent settles in the crowd after it has come no nearer to its goal for this time, seconds. An
/// agent that passes on looks for another free place after its own was taken for this time.
const PATIENCE: f32 = 0.5;
/// An agent follows another round the crowd unless the other is farther from the goal by more than
/// this, body radii.
const HARDLY_FARTHER: f32 = 0.5;
/// How long an agent without progress keeps trying before it stays, seconds.
const STUCK: f32 = 2.0;

/// A body without a size counts as one whose radius is its way in this time at its largest speed,
/// seconds: bodies without a size fill no disc.
const POINT_SIZE: f32 = 0.01;

/// Constraints of the velocity toward bodies of the crowd.
type Constraints = SmallVec<[VelocityConstraint; 8]>;

/// The effect of bodies beside an agent that belong to its crowd.
#[derive(Default)]
struct Beside {
    constraints: Constraints,
    /// Whether a settled body is near.
    touches: bool,
    /// Whether a body is near that goes round the crowd, and is nearer to the goal or hardly
    /// farther.
    follows: bool,
}

/// Reads the crowds that have settled, and sends agents without a way to the place nearest to their
/// goal.
pub(crate) fn read_settled_crowds(
    // Inputs
    time: Res<Time>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut crowd: ResMut<SettledCrowd>,
    mut agents: Query<Agents>,
) {
    crowd.read(&index, &obstacles, &mut agents, time.delta_secs());
}

/// Whether any agent may settle, stand or leave in this tick.
pub(crate) fn any_may_settle(crowd: Res<SettledCrowd>) -> bool {
    crowd.matters
}

/// What all agents that settle read.
#[derive(SystemParam)]
pub struct SettlingInputs<'w> {
    index: Res<'w, AgentIndex>,
    obstacles: Res<'w, ObstacleIndex>,
    space: Res<'w, MovementSpace>,
    passing_side: Res<'w, PassingSide>,
    crowd: Res<'w, SettledCrowd>,
}

/// Settles agents. Settled agents stand, make way, and move up when there is room nearer to the
/// goal.
impl GoalRefiner for Settled {
    type Inputs = SettlingInputs<'static>;
    type Data = &'static mut Self;

    fn refine(
        refined: &mut RefinedAgent,
        mut settled: Mut<Self>,
        inputs: &SettlingInputs,
    ) -> Option<Refinement> {
        let (state, forces) = (refined.state, &mut refined.forces);
        let (Some(place), Some(goal), Some(slot)) = (forces.place, forces.goal, state.slot())
        else {
            settled.set_if_neq(Self::default());
            return None;
        };
        let settling = Settling {
            tick: refined.tick,
            index: &inputs.index,
            obstacles: &inputs.obstacles,
            passing_side: inputs.passing_side.side(*inputs.space),
            crowd: &inputs.crowd,
        };
        let agent = Agent {
            settling: &settling,
            state: &with_a_size(state),
            slot: slot as u32,
            place,
            time: state.update_time(refined.tick),
        };
        let (memory, turned) = if settled.is_settled && forces.steps_aside {
            (*settled, None)
        } else {
            agent.settle(&settled, &goal)
        };
        settled.set_if_neq(memory);
        forces.is_settled = memory.is_settled;
        let crowd = agent.crowd(&memory);
        if crowd != NO_SLOT {
            forces.place = Some(SettlingPlace { crowd, ..place });
        }
        turned.map(|goal| Refinement::new(goal, reason(&memory, &place)))
    }
}

/// The inputs that all agents share.
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

/// The agent, with a body that has a size.
pub(super) fn with_a_size(state: &AgentState) -> Cow<'_, AgentState> {
    if state.body_radius > 0.0 {
        return Cow::Borrowed(state);
    }
    let mut sized = *state;
    sized.0.body_radius = POINT_SIZE * state.max_speed;
    Cow::Owned(sized)
}

/// Why settling changes a goal.
fn reason(memory: &Settled, place: &SettlingPlace) -> Reason {
    let spot = memory.spot;
    if memory.is_settled {
        Reason::Settled { place: spot }
    } else if memory.passes_through {
        Reason::PassesOn { place: spot }
    } else {
        Reason::ComesUp {
            place: place.position,
        }
    }
}

impl Agent<'_> {
    /// The memory of the next tick, and the goal if it changes.
    fn settle(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Goal>) {
        if settled.is_settled {
            self.stand(settled, goal)
        } else {
            self.approach(settled, goal)
        }
    }

    /// Whether the agent is near enough to a crowd to come up to it.
    fn is_near(&self, group: &Group) -> bool {
        let comes_up = self.state.max_speed * COMES_UP;
        let reach = group.reach() + comes_up.max(self.beside_range());
        self.state.position.distance(self.place.position) <= reach
    }

    /// The memory of an agent that settles at a spot.
    fn settles_at(&self, spot: Vec2) -> Settled {
        Settled {
            is_settled: true,
            goal: self.place.position,
            spot,
            ..Settled::default()
        }
    }

    /// The slot that identifies the agent's crowd: agents of one crowd do not avoid each other.
    /// `NO_SLOT` far from the crowd, for an agent that comes up out of sight of the goal, and for a
    /// body that is not solid.
    fn crowd(&self, memory: &Settled) -> u32 {
        let (state, place) = (self.state, &self.place);
        let Some(group) = self.settling.crowd.group_at(place.position) else {
            return NO_SLOT;
        };
        let comes_up = || self.is_near(group) && self.is_in_sight_of_goal(state.position);
        if !state.solid || !(memory.is_settled || comes_up()) {
            NO_SLOT
        } else if place.slot == NO_SLOT {
            group.nearest_slot()
        } else {
            place.slot
        }
    }

    /// How far away the center of a body beside the agent may be, world units.
    fn beside_range(&self) -> f32 {
        let (state, crowd) = (self.state, self.settling.crowd);
        let closing = state.max_speed * CLOSING_TIME + self.place.gap;
        state.body_radius + crowd.largest_body + closing
    }

    /// The effect of the bodies of `group` beside the agent.
    fn beside(&self, group: &Group) -> Beside {
        let (state, place) = (self.state, &self.place);
        let distance = place.position.distance(state.position);
        let mut beside = Beside::default();
        if !state.solid {
            return beside;
        }
        let crowd = self.settling.crowd;
        self.settling.index.bodies().visit_within(
            state.position,
            self.beside_range(),
            |_, body, _| {
                let other = crowd.member(body.slot);
                if other.group != group.number || body.slot == self.slot || !other.is_solid {
                    return;
                }
                // Of two agents that come up, the nearer one goes first.
                let lead = distance - body.position.distance(place.position);
                let yields = if other.is_settled {
                    1.0
                } else {
                    (1.0 + lead / state.body_radius).clamp(0.0, 1.0)
                };
                let is_near = self.constrain(
                    &mut beside.constraints,
                    body.position,
                    body.radius,
                    place.gap,
                    yields,
                );
                beside.touches |= is_near && other.is_settled;
                let leads = lead > -HARDLY_FARTHER * state.body_radius;
                beside.follows |= is_near && other.goes_round && leads;
            },
        );
        beside
    }

    /// Constrains the velocity toward a body. Returns whether the body is near. `yields` is how far
    /// the agent leaves the way to the body, 0 to 1.
    fn constrain(
        &self,
        constraints: &mut Constraints,
        at: Vec2,
        radius: f32,
        gap: f32,
        yields: f32,
    ) -> bool {
        let state = self.state;
        let Some((toward, apart)) = direction_and_length(at - state.position) else {
            return false;
        };
        let free = apart - state.body_radius - radius - gap;
        let is_near = free < state.max_speed * CLOSING_TIME;
        if is_near {
            let max_speed = free.max(0.0) / CLOSING_TIME + (1.0 - yields) * state.max_speed;
            constraints.push(VelocityConstraint { toward, max_speed });
        }
        is_near
    }

    /// Whether each other solid body is at least `part` of the sum of the two radii away from a
    /// spot.
    fn bodies_leave_room(&self, spot: Vec2, part: f32) -> bool {
        let (radius, crowd) = (self.state.body_radius, self.settling.crowd);
        let range = radius + crowd.largest_body;
        let mut is_free = true;
        self.settling
            .index
            .bodies()
            .visit_within(spot, range, |_, body, distance_squared| {
                let apart = part * (radius + body.radius);
                let counts = body.slot != self.slot && crowd.member(body.slot).is_solid;
                is_free &= !counts || distance_squared >= apart * apart;
            });
        is_free
    }

    /// The goal with `velocity` in place of `preferred`; `None` if they are equal.
    fn turned(&self, goal: &Goal, preferred: Vec2, velocity: Vec2) -> Option<Goal> {
        if velocity == preferred {
            return None;
        }
        Some(Goal::new(goal.position, velocity).with_response(Response::WithinTick))
    }
}
