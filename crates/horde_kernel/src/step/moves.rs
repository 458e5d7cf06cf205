//! From decisions to the ends of all moves, sliding along obstacles.

use super::decide::Decision;
use super::intent::Intents;
use super::{Note, Notes, Surroundings};
use crate::math::lanes::VectorColumn;
use crate::math::vector::{direction_and_length, is_finite};
use crate::motion::integrate::{
    STANDING_SPEED, add_exactly, left_by_rounding, limit_turn, turn_toward,
};
use crate::motion::rows_in_lanes::Accelerated;
use crate::solidity::advance::{Ground, Motion};
use crate::solidity::clearance_cache::ClearanceCache;
use crate::step::agent::Agent;
use crate::step::crowd::Crowd;
use crate::tasks::ROWS_AT_ONCE;
use core::ops::Range;
use glam::Vec2;
use pulp::Arch;

/// Where an agent's move ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct End {
    /// The center.
    pub position: Vec2,
    /// The velocity, world units per second.
    pub velocity: Vec2,
    /// The direction of a slow agent before it turns toward what it heads for.
    pub heading: Vec2,
    /// The rounding error of the position.
    pub remainder: Vec2,
}

/// What a solid body knows of the obstacles around it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Clearance {
    pub(super) open: ClearanceCache,
    /// Whether the body overlaps an obstacle without a way out.
    pub(super) is_squeezed: bool,
}

impl End {
    /// The end as the motion of a solid body.
    #[inline(always)]
    pub(super) fn motion(&self, clearance: &Clearance) -> Motion {
        Motion {
            position: self.position,
            velocity: self.velocity,
            heading: self.heading,
            remainder: self.remainder,
            open: clearance.open,
            is_squeezed: clearance.is_squeezed,
        }
    }

    /// Sets the end, and what the body knows of obstacles, to those of a motion.
    #[inline(always)]
    pub(super) fn set(&mut self, clearance: &mut Clearance, motion: &Motion) {
        *self = Self {
            position: motion.position,
            velocity: motion.velocity,
            heading: motion.heading,
            remainder: motion.remainder,
        };
        *clearance = Clearance {
            open: motion.open,
            is_squeezed: motion.is_squeezed,
        };
    }
}

/// The inputs of all moves.
#[derive(Clone, Copy)]
pub(super) struct Moving<'a, I: ?Sized> {
    pub(super) crowd: &'a Crowd,
    pub(super) intents: &'a I,
    pub(super) surroundings: &'a Surroundings<'a>,
    pub(super) ground: Ground<'a>,
    pub(super) notes: &'a Notes<'a>,
}

impl<I: Intents + ?Sized> Moving<'_, I> {
    /// Moves the agents in these slots, at most [`ROWS_AT_ONCE`]. `clearances` is empty where no
    /// agent is solid. Returns whether any solid body moves.
    #[inline(always)]
    pub(super) fn move_agents(
        &self,
        // Inputs
        slots: Range<usize>,
        decisions: &[Decision],
        // Local
        starts: &mut Starts,
        // Output
        ends: &mut [End],
        clearances: &mut [Clearance],
    ) -> bool {
        let Surroundings { arch, tick, .. } = *self.surroundings;
        let mut any_solid = false;
        let agents = &self.crowd.rows.agents[slots.clone()];
        starts.read(
            agents,
            decisions,
            &self.crowd.rows.remainders[slots.clone()],
        );
        let mut moved = starts.accelerate(arch);
        self.limit_turns(slots.start, agents, decisions, &mut moved);
        let is_any_free = (agents.iter()).any(|agent| !agent.solid & agent.is_moved());
        if is_any_free {
            move_freely(&starts.position, tick, &mut moved);
        }
        let places = moved.position.iter().zip(moved.remainder.iter());
        let motions = moved.velocity.iter().zip(moved.heading.iter());
        for (end, (place, motion)) in ends.iter_mut().zip(places.zip(motions)) {
            ((end.position, end.remainder), (end.velocity, end.heading)) = (place, motion);
        }
        let bodies = agents.iter().zip(ends).zip(starts.left.iter());
        let bodies = bodies.zip(clearances);
        for (slot, (((agent, end), left), clearance)) in slots.zip(bodies) {
            if agent.solid && agent.is_moved() {
                any_solid = true;
                (end.position, end.remainder) = (agent.position, left);
                self.advance(slot, end, clearance);
            } else {
                clearance.is_squeezed = false;
            }
        }
        any_solid
    }

    /// Moves one solid body, sliding along obstacles.
    #[inline(always)]
    fn advance(&self, slot: usize, end: &mut End, clearance: &mut Clearance) {
        let own = (self.surroundings.obstacle_on)(slot as u32);
        let body = self.crowd.moving_body(slot, own);
        let start = end.motion(clearance);
        let displacement = start.velocity * self.surroundings.tick;
        let moved = self.ground.advance(&body, start, displacement, |slide| {
            self.notes.add(slot, Note::Slide(slide));
        });
        end.set(clearance, &moved);
    }

    /// Limits the turns of agents with a largest turn rate that look along their motion.
    #[inline(always)]
    fn limit_turns(
        &self,
        first: usize,
        agents: &[Agent],
        decisions: &[Decision],
        moved: &mut Moved,
    ) {
        for (number, (agent, decision)) in agents.iter().zip(decisions).enumerate() {
            let turn = agent.turn_limit() * self.surroundings.tick;
            let looks_elsewhere = || self.intents.of(first + number).looks_elsewhere;
            if turn < core::f32::consts::PI && !looks_elsewhere() {
                turn_one(number, agent, decision.heads_for, turn, moved);
            }
        }
    }
}

/// Limits the turn of one agent's velocity and heading to `turn`, radians. An agent that stands
/// turns toward the place for which it heads.
#[inline(never)]
fn turn_one(number: usize, agent: &Agent, heads_for: Option<Vec2>, turn: f32, moved: &mut Moved) {
    let (heading, velocity) = (moved.heading.get(number), moved.velocity.get(number));
    moved
        .velocity
        .set(number, limit_turn(heading, velocity, turn));
    let moving = direction_and_length(velocity);
    let moving = moving.filter(|(_, speed)| *speed > STANDING_SPEED * agent.max_speed);
    let forward = match moving {
        Some((forward, _)) => Some(forward),
        None => toward_goal(agent, agent.position, heads_for, 0.0),
    };
    if let Some(forward) = forward {
        moved
            .heading
            .set(number, turn_toward(heading, forward, turn));
    }
}

/// The direction from `position` to the place for which an agent heads; `None` without one, and for
/// a body that stands on it.
///
/// `within` is a time, seconds: a place that a slow agent reaches within it is as near as one on
/// which it stands. Else the heading of a body without a size would turn over at its goal.
pub fn toward_goal(
    agent: &Agent,
    position: Vec2,
    heads_for: Option<Vec2>,
    within: f32,
) -> Option<Vec2> {
    let (toward, distance) = direction_and_length(heads_for? - position)?;
    let near = agent.body_radius.max(agent.slow_speed() * within);
    (distance > near).then_some(toward)
}

/// The moves of agents side by side.
struct Moved {
    position: VectorColumn<ROWS_AT_ONCE>,
    velocity: VectorColumn<ROWS_AT_ONCE>,
    heading: VectorColumn<ROWS_AT_ONCE>,
    remainder: VectorColumn<ROWS_AT_ONCE>,
}

/// The inputs of the moves of agents side by side.
pub(super) struct Starts {
    accelerated: Accelerated<ROWS_AT_ONCE>,
    position: VectorColumn<ROWS_AT_ONCE>,
    heading: VectorColumn<ROWS_AT_ONCE>,
    /// The rounding errors of the positions before this tick, unless the game moved the agents.
    left: VectorColumn<ROWS_AT_ONCE>,
}

impl Starts {
    /// Agents at rest, for a tick of this length, seconds.
    pub(super) fn new(tick: f32) -> Self {
        Self {
            accelerated: Accelerated {
                time: [tick; ROWS_AT_ONCE],
                ..Accelerated::default()
            },
            position: VectorColumn::default(),
            heading: VectorColumn::default(),
            left: VectorColumn::default(),
        }
    }

    #[inline(always)]
    fn read(&mut self, agents: &[Agent], decisions: &[Decision], remainders: &[Vec2]) {
        let own = &mut self.accelerated;
        self.position
            .fill(agents.iter().map(|agent| agent.position));
        own.velocity.fill(agents.iter().map(|agent| agent.velocity));
        self.heading.fill(agents.iter().map(|agent| agent.heading));
        own.force
            .fill(decisions.iter().map(|decision| decision.force));
        let limits = own.mass.iter_mut().zip(&mut own.max_speed);
        for ((mass, max_speed), agent) in limits.zip(agents) {
            *mass = agent.mass;
            *max_speed = agent.speed_limit();
        }
        self.left.fill(remainders.iter().copied());
        for number in 0..ROWS_AT_ONCE {
            let (position, remainder) = (self.position.get(number), self.left.get(number));
            self.left.set(number, left_by_rounding(position, remainder));
        }
    }

    /// The velocities and headings that the forces give; positions stay.
    #[inline(always)]
    fn accelerate(&self, arch: Arch) -> Moved {
        Moved {
            position: self.position,
            velocity: self.accelerated.velocities(arch),
            heading: self.heading,
            remainder: self.left,
        }
    }
}

/// Moves agents from their positions without obstacles: see [`Ground::advance`].
#[inline(always)]
fn move_freely(starts: &VectorColumn<ROWS_AT_ONCE>, tick: f32, moved: &mut Moved) {
    // No branches, so that compilers can vectorize it.
    for number in 0..ROWS_AT_ONCE {
        let start = starts.get(number);
        let displacement = moved.velocity.get(number) * tick + moved.remainder.get(number);
        let (position, remainder) = add_exactly(start, displacement);
        let is_there = is_finite(position) & is_finite(remainder);
        moved
            .position
            .set(number, if is_there { position } else { start });
        let left = if is_there { remainder } else { Vec2::ZERO };
        moved.remainder.set(number, left);
    }
}
