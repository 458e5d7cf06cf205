//! Integration, swept against obstacles.

use super::depenetrate_bodies::BodyDepenetration;
use super::push_out::{FindPushOut, push_of_tick};
use super::transform_writeback::{MovedAgents, TransformChange, TransformWriteback, toward_goal};
use crate::agent::{ExternalLocomotion, Steering};
use crate::behaviors::LookAt;
use crate::obstacle::{ObstacleIndex, entity_of};
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{Columns, ROWS_AT_ONCE, Tables, for_each_batch};
use crate::trace::{self, SteeringTrace};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::math::lanes::VectorColumn;
use horde_kernel::math::vector::{direction_and_length, is_finite};
use horde_kernel::motion::integrate::{
    STANDING_SPEED, add_exactly, left_by_rounding, limit_turn, turn_toward,
};
use horde_kernel::motion::rows_in_lanes::Accelerated;
use horde_kernel::solidity::advance::{Ground, Motion, MovingBody};
use horde_kernel::solidity::clearance_cache::ClearanceCache;
use pulp::Arch;

/// Moves every agent by its force, sliding along obstacles, and finishes agents that are not solid.
pub(crate) fn move_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    index: Res<AgentIndex>,
    warnings: Res<SteeringWarnings>,
    simd_level: Res<SimdLevel>,
    steering_tick: Res<SteeringTick>,
    push_out: FindPushOut,
    // Output
    mut depenetration: ResMut<BodyDepenetration>,
    mut agents: Query<
        (
            &AgentState,
            Option<&Steering>,
            TransformChange,
            Option<&mut SteeringTrace>,
        ),
        Without<ExternalLocomotion>,
    >,
) {
    depenetration.expect_no_bodies(&index);
    let depenetration = &*depenetration;
    let (arch, tick, space) = (simd_level.arch(), time.delta_secs(), *space);
    let ground = Ground {
        obstacles: &obstacles,
        tick: steering_tick.0,
        push: push_of_tick(&push_out, tick, &warnings),
    };
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        *simd_level,
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |batch| {
            let mut writer = TransformWriteback::new(arch, tick, space, &warnings);
            let (mut starts, mut moved) = (Starts::new(tick), MovedAgents::default());
            for (states, steering, columns, mut traces) in batch.batches(ROWS_AT_ONCE) {
                starts.read(states);
                if let Some(steering) = steering {
                    let forces = steering
                        .iter()
                        .map(|steering| space.to_plane(steering.force));
                    starts.accelerated.force.fill(forces);
                }
                let (entities, _, looks, .., last_remainders) = &columns;
                if let Some(last) = last_remainders {
                    let remainders = last.values().iter().map(|remainder| remainder.0);
                    starts.remainder.fill(remainders);
                }
                starts.accelerate(arch, &mut moved);
                starts.limit_turns(states, steering, *looks, (tick, space), &mut moved);
                let (mut is_any_free, mut is_any_solid) = (false, false);
                for (number, state) in states.iter().enumerate() {
                    let is_free = state.is_moving() && !state.solid;
                    moved.is_written[number] = is_free;
                    is_any_free |= is_free;
                    if let Some(slot) = state.slot().filter(|_| state.is_moving() && state.solid) {
                        let mut trace = traces.as_mut().map(|traces| traces.get_mut(number));
                        let start = moved.motion(number, state.position, depenetration.open(slot));
                        let end = advance_body(
                            &ground,
                            &index.moving_body(entities[number], state),
                            start,
                            tick,
                            trace.as_deref_mut(),
                        );
                        depenetration.set_motion(slot, &end);
                        is_any_solid = true;
                    }
                }
                if is_any_solid {
                    depenetration.expect_bodies();
                }
                if is_any_free {
                    move_all_freely(&starts.position, tick, &mut moved);
                    writer.write(states, steering, &mut moved, columns);
                }
            }
        },
    );
}

/// Moves one solid body, sliding along obstacles.
#[inline(always)]
fn advance_body(
    ground: &Ground,
    body: &MovingBody,
    start: Motion,
    tick: f32,
    mut trace: Option<&mut SteeringTrace>,
) -> Motion {
    let displacement = start.velocity * tick;
    ground.advance(body, start, displacement, |slide| {
        if let Some(trace) = &mut trace {
            trace.slide = Some(trace::Slide {
                obstacle: entity_of(slide.obstacle),
                removed: slide.removed,
            });
        }
    })
}

impl MovedAgents {
    /// The motion of one agent that is still at `position`.
    #[inline(always)]
    fn motion(&self, number: usize, position: Vec2, open: ClearanceCache) -> Motion {
        Motion {
            position,
            velocity: self.velocity.get(number),
            heading: self.heading.get(number),
            remainder: self.remainder.get(number),
            open,
            is_squeezed: false,
        }
    }
}

/// The inputs of the move of agents in rows side by side.
struct Starts {
    accelerated: Accelerated<ROWS_AT_ONCE>,
    position: VectorColumn<ROWS_AT_ONCE>,
    heading: VectorColumn<ROWS_AT_ONCE>,
    /// The rounding errors of the positions before this tick.
    remainder: VectorColumn<ROWS_AT_ONCE>,
    slow_speed: [f32; ROWS_AT_ONCE],
}

impl Starts {
    /// Agents at rest, for a tick of this length, seconds.
    fn new(tick: f32) -> Self {
        Self {
            accelerated: Accelerated {
                time: [tick; ROWS_AT_ONCE],
                ..default()
            },
            position: default(),
            heading: default(),
            remainder: default(),
            slow_speed: [0.0; ROWS_AT_ONCE],
        }
    }

    #[inline(always)]
    fn read(&mut self, states: &[AgentState]) {
        let own = &mut self.accelerated;
        let positions = states.iter().map(|state| state.position);
        self.position.fill(positions);
        let velocities = states.iter().map(|state| state.velocity);
        own.velocity.fill(velocities);
        let headings = states.iter().map(|state| state.heading);
        self.heading.fill(headings);
        let limits = own.mass.iter_mut().zip(&mut own.max_speed);
        let limits = limits.zip(&mut self.slow_speed);
        for (((mass, max_speed), slow_speed), state) in limits.zip(states) {
            *mass = state.mass;
            *max_speed = state.speed_limit();
            *slow_speed = state.slow_limit();
        }
    }

    /// Fills `moved` with the velocities and headings that the forces give; positions stay.
    #[inline(always)]
    fn accelerate(&self, arch: Arch, moved: &mut MovedAgents) {
        moved.max_speed = self.accelerated.max_speed;
        moved.slow_speed = self.slow_speed;
        moved.heading = self.heading;
        moved.velocity = self.accelerated.velocities(arch);
        for number in 0..ROWS_AT_ONCE {
            let (position, remainder) = (self.position.get(number), self.remainder.get(number));
            let left = left_by_rounding(position, remainder);
            moved.remainder.set(number, left);
        }
    }

    /// Limits the turns of agents with a largest turn rate that look along their motion.
    #[inline(always)]
    fn limit_turns(
        &self,
        states: &[AgentState],
        steering: Option<&[Steering]>,
        looks: Option<&[LookAt]>,
        (tick, space): (f32, MovementSpace),
        moved: &mut MovedAgents,
    ) {
        for (number, state) in states.iter().enumerate() {
            let turn = state.turn_limit() * tick;
            let looks_elsewhere = || looks.is_some_and(|looks| looks[number].place.is_some());
            if turn < core::f32::consts::PI && !looks_elsewhere() {
                let heads_for = steering.and_then(|steering| steering[number].heads_for);
                let heads_for = heads_for.map(|place| space.to_plane(place));
                turn_one(number, state, heads_for, turn, moved);
            }
        }
    }
}

/// Limits the turn of one agent's velocity and heading to `turn`, radians. An agent that stands
/// turns toward the place for which it heads.
#[inline(never)]
fn turn_one(
    number: usize,
    state: &AgentState,
    heads_for: Option<Vec2>,
    turn: f32,
    moved: &mut MovedAgents,
) {
    let (heading, velocity) = (moved.heading.get(number), moved.velocity.get(number));
    moved
        .velocity
        .set(number, limit_turn(heading, velocity, turn));
    let moving = direction_and_length(velocity);
    let moving = moving.filter(|(_, speed)| *speed > STANDING_SPEED * state.max_speed);
    let forward = match moving {
        Some((forward, _)) => Some(forward),
        None => toward_goal(state, state.position, heads_for, 0.0),
    };
    if let Some(forward) = forward {
        moved
            .heading
            .set(number, turn_toward(heading, forward, turn));
    }
}

/// Moves agents from their positions without obstacles: see [`Ground::advance`].
#[inline(always)]
fn move_all_freely(starts: &VectorColumn<ROWS_AT_ONCE>, tick: f32, moved: &mut MovedAgents) {
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
