//! Integration, swept against obstacles.

use super::advance::Ground;
use super::ending::{Ending, EndingTable, EndingWriter, Endings, Ends};
use super::motion::Motion;
use super::part_bodies::BodyParting;
use crate::agent::{ExternalLocomotion, Steering};
use crate::instructions::Instructions;
use crate::kernel::lanes::{Lanes, VectorColumn};
use crate::kernel::motion::{
    accelerate_each, add_exactly_each, left_by_rounding_each, limit_turn, turn_toward,
};
use crate::kernel::vector::direction;
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::tables::{
    Column, FEW_TABLES, PieceWork, ROWS_AT_ONCE, Written, for_each_piece_in_lanes, rows_at_once,
};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use pulp::Simd;
use smallvec::SmallVec;

/// Moves every agent by its force, sliding along what it meets. Where nothing else can move it, that is its tick.
pub(crate) fn move_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    index: Res<AgentIndex>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    // Output
    parting: Res<BodyParting>,
    mut agents: Query<
        (&AgentState, Option<&Steering>, &mut Motion, Ending),
        Without<ExternalLocomotion>,
    >,
) {
    parting.expect_nobody();
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component of a move lies in tables");
    let mut tables: SmallVec<[_; FEW_TABLES]> = tables
        .map(|(states, steering, motions, endings)| {
            (
                states,
                steering,
                Written::new(motions),
                EndingTable::new(endings),
            )
        })
        .collect();
    let count = tables.iter().map(|table| table.0.len()).sum();
    let columns = tables
        .iter_mut()
        .map(|(states, steering, motions, endings)| {
            let columns = (*states, *steering, motions.column(), endings.columns());
            (states.len(), columns)
        });
    let mover = Mover {
        tick: time.delta_secs(),
        space: *space,
        ground: Ground {
            obstacles: &obstacles,
            agents: &index,
        },
        warnings: &warnings,
        parting: &parting,
    };
    for_each_piece_in_lanes(*instructions, count, columns, mover);
}

/// What all agents are moved with.
struct Mover<'a> {
    tick: f32,
    space: MovementSpace,
    ground: Ground<'a>,
    warnings: &'a InputWarnings,
    parting: &'a BodyParting,
}

/// A piece of a table: states, forces, where solid bodies move, and what a tick ends with.
type Moving<'c> = (
    &'c [AgentState],
    Option<&'c [Steering]>,
    Column<'c, Motion>,
    Endings<'c>,
);

impl<'c> PieceWork<Moving<'c>> for Mover<'_> {
    #[inline(always)]
    fn work_on<S: Simd>(&self, simd: S, (states, steering, mut motions, mut endings): Moving<'c>) {
        let mut writer = EndingWriter::new(self.tick, self.space, self.warnings);
        let (mut starts, mut moved) = (Starts::default(), Ends::default());
        for rows in rows_at_once(states.len()) {
            let moving = &states[rows.clone()];
            starts.read(moving);
            if let Some(steering) = steering {
                let forces = steering[rows.clone()].iter();
                let forces = forces.map(|steering| self.space.to_plane(steering.force));
                starts.force.fill(forces);
            }
            if let Some(last) = endings.last_remainders(rows.clone()) {
                starts
                    .remainder
                    .fill(last.iter().map(|remainder| remainder.0));
            }
            starts.accelerate(simd, self.tick, &mut moved);
            let mut is_anybody_free = false;
            for (number, (row, state)) in rows.clone().zip(moving).enumerate() {
                let is_free = state.is_moving() && !state.solid;
                moved.is_over[number] = is_free;
                is_anybody_free |= is_free;
                if state.is_moving() && state.solid {
                    let start = Motion {
                        position: state.position,
                        velocity: moved.velocity.get(number),
                        heading: moved.heading.get(number),
                        remainder: moved.remainder.get(number),
                        open: motions.get(row).open,
                        is_squeezed: false,
                    };
                    let displacement = start.velocity * self.tick;
                    let entity = endings.entity(row);
                    let end = self.ground.advance(entity, state, start, displacement);
                    motions.set_unmarked(row, end);
                    self.parting.expect_bodies();
                }
            }
            if is_anybody_free {
                move_all_freely(simd, &starts.position, self.tick, &mut moved);
                writer.write(simd, rows, &mut moved, &mut endings);
            }
        }
    }
}

/// What agents in rows side by side are moved by.
struct Starts {
    position: VectorColumn<ROWS_AT_ONCE>,
    velocity: VectorColumn<ROWS_AT_ONCE>,
    heading: VectorColumn<ROWS_AT_ONCE>,
    force: VectorColumn<ROWS_AT_ONCE>,
    /// What the positions had lost to rounding before this tick.
    remainder: VectorColumn<ROWS_AT_ONCE>,
    mass: [f32; ROWS_AT_ONCE],
    max_speed: [f32; ROWS_AT_ONCE],
    max_turn_rate: [f32; ROWS_AT_ONCE],
}

impl Default for Starts {
    fn default() -> Self {
        Self {
            position: default(),
            velocity: default(),
            heading: default(),
            force: default(),
            remainder: default(),
            mass: [1.0; ROWS_AT_ONCE],
            max_speed: [0.0; ROWS_AT_ONCE],
            max_turn_rate: [f32::INFINITY; ROWS_AT_ONCE],
        }
    }
}

impl Starts {
    #[inline(always)]
    fn read(&mut self, states: &[AgentState]) {
        let positions = states.iter().map(|state| state.position);
        self.position.fill(positions);
        let velocities = states.iter().map(|state| state.velocity);
        self.velocity.fill(velocities);
        let headings = states.iter().map(|state| state.heading);
        self.heading.fill(headings);
        let limits = self.mass.iter_mut().zip(&mut self.max_speed);
        let limits = limits.zip(&mut self.max_turn_rate);
        for (((mass, max_speed), max_turn_rate), state) in limits.zip(states) {
            *mass = state.mass;
            *max_speed = state.max_speed;
            *max_turn_rate = state.max_turn_rate;
        }
    }

    /// The agents with the velocities and the headings that their forces give them; they are not moved yet.
    #[inline(always)]
    fn accelerate<S: Simd>(&self, simd: S, tick: f32, moved: &mut Ends) {
        moved.max_speed = self.max_speed;
        moved.heading = self.heading;
        for first in (0..ROWS_AT_ONCE).step_by(S::F32_LANES) {
            let lanes = |column: &[f32]| Lanes::load_from(simd, column, first);
            let acceleration = self.force.lanes_from(simd, first) / lanes(&self.mass);
            let velocity = self.velocity.lanes_from(simd, first);
            let max_speed = lanes(&self.max_speed);
            let wanted = accelerate_each(velocity, acceleration, max_speed, max_speed.like(tick));
            moved.velocity.set_lanes(first, wanted);
            let position = self.position.lanes_from(simd, first);
            let remainder = self.remainder.lanes_from(simd, first);
            let remainder = left_by_rounding_each(position, remainder);
            moved.remainder.set_lanes(first, remainder);
            let turn = lanes(&self.max_turn_rate) * tick;
            let is_limited = turn.is_below(turn.like(core::f32::consts::PI));
            if is_limited.any() {
                let turn = turn.to_array();
                is_limited.for_each_lane(|lane| turn_one(first + lane, turn[lane], moved));
            }
        }
    }
}

/// Turns one agent's velocity and heading no farther than it can.
#[inline(never)]
fn turn_one(number: usize, turn: f32, moved: &mut Ends) {
    let (heading, wanted) = (moved.heading.get(number), moved.velocity.get(number));
    moved
        .velocity
        .set(number, limit_turn(heading, wanted, turn));
    if let Some(wanted) = direction(wanted) {
        moved
            .heading
            .set(number, turn_toward(heading, wanted, turn));
    }
}

/// Moves agents on from where they were, where nothing is in the way: see [`Ground::advance`].
#[inline(always)]
fn move_all_freely<S: Simd>(
    simd: S,
    starts: &VectorColumn<ROWS_AT_ONCE>,
    tick: f32,
    moved: &mut Ends,
) {
    for first in (0..ROWS_AT_ONCE).step_by(S::F32_LANES) {
        let start = starts.lanes_from(simd, first);
        let velocity = moved.velocity.lanes_from(simd, first);
        let remainder = moved.remainder.lanes_from(simd, first);
        let displacement = velocity * velocity.x.like(tick) + remainder;
        let (position, remainder) = add_exactly_each(start, displacement);
        let is_finite = position.is_finite() & remainder.is_finite();
        let position = is_finite.select_vectors(position, start);
        moved.position.set_lanes(first, position);
        let remainder = is_finite.keep_vectors(remainder);
        moved.remainder.set_lanes(first, remainder);
    }
}
