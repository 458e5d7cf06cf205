//! The end of an agent's tick: writes `Transform`, `Velocity` and `Heading`.

use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::behaviors::LookAt;
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::step::CrowdStep;
use crate::tables::{Column, ROWS_AT_ONCE};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::math::lanes::VectorColumn;
use horde_kernel::math::vector::direction;
use horde_kernel::motion::integrate::{
    Followers, FollowingPace, follow_heading, turn_toward, turn_while_slow,
};
use horde_kernel::motion::rows_in_lanes::look;
use horde_kernel::step::moves::{End, toward_goal};
use pulp::Arch;

/// The components that the writeback reads and writes.
pub(super) type TransformChange = (
    Option<&'static Facing>,
    Option<&'static mut Transform>,
    Option<&'static mut Velocity>,
    Option<&'static mut Heading>,
    Option<&'static mut PositionRemainder>,
);

/// The columns of these components that are written, for rows side by side.
///
/// Unchanged values are not marked as changed, so that systems with change detection skip standing
/// agents.
pub(super) type TransformColumns<'a> = (
    Column<'a, Transform>,
    Column<'a, Velocity>,
    Column<'a, Heading>,
    Option<Column<'a, PositionRemainder>>,
);

/// Where the moves of agents in rows side by side end.
pub(super) struct Ends {
    /// Whether an agent is written. Entries beyond the last row do not count.
    is_written: [bool; ROWS_AT_ONCE],
    max_speed: [f32; ROWS_AT_ONCE],
    slow_speed: [f32; ROWS_AT_ONCE],
    position: VectorColumn<ROWS_AT_ONCE>,
    velocity: VectorColumn<ROWS_AT_ONCE>,
    /// The headings of slow agents before they turn.
    heading: VectorColumn<ROWS_AT_ONCE>,
    remainder: VectorColumn<ROWS_AT_ONCE>,
    /// The places for which agents head.
    heads_for: [Option<Vec2>; ROWS_AT_ONCE],
}

impl Default for Ends {
    /// No agent is written.
    fn default() -> Self {
        Self {
            is_written: [false; ROWS_AT_ONCE],
            max_speed: [0.0; ROWS_AT_ONCE],
            slow_speed: [0.0; ROWS_AT_ONCE],
            position: default(),
            velocity: default(),
            heading: default(),
            remainder: default(),
            heads_for: [None; ROWS_AT_ONCE],
        }
    }
}

impl Ends {
    /// Reads the ends of these agents.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        (entities, states): (&[Entity], &[AgentState]),
        index: &AgentIndex,
        step: &CrowdStep,
    ) {
        self.is_written = [false; ROWS_AT_ONCE];
        let mut ends = [End::default(); ROWS_AT_ONCE];
        let limits = self.max_speed.iter_mut().zip(&mut self.slow_speed);
        let columns = limits.zip(&mut self.heads_for).zip(&mut self.is_written);
        let columns = columns.zip(&mut ends).zip(entities.iter().zip(states));
        for (((((max_speed, slow_speed), heads_for), is_written), end), (entity, state)) in columns
        {
            let slot = index.slot_of(*entity, state);
            if let Some(slot) = slot.filter(|_| state.is_moved()) {
                *is_written = true;
                *end = step.ends()[slot];
                *heads_for = step.decisions()[slot].heads_for;
            }
            *max_speed = state.speed_limit();
            *slow_speed = state.slow_limit();
        }
        self.position.fill(ends.iter().map(|end| end.position));
        self.velocity.fill(ends.iter().map(|end| end.velocity));
        self.heading.fill(ends.iter().map(|end| end.heading));
        self.remainder.fill(ends.iter().map(|end| end.remainder));
    }

    /// Whether an agent is written and may turn toward what it heads for: it is slow, and turns at
    /// any rate.
    fn turns_slowly(&self, number: usize, state: &AgentState) -> bool {
        let slow = self.slow_speed[number];
        self.is_written[number]
            && !state.is_thrown()
            && self.velocity.get(number).length_squared() <= slow * slow
            && state.max_turn_rate == f32::INFINITY
    }
}

/// The inputs that all agents share, and the pace of the last agent's facing.
pub(super) struct TransformWriteback<'a> {
    arch: Arch,
    tick: f32,
    space: MovementSpace,
    warnings: &'a SteeringWarnings,
    /// The legal settings of the last agent's facing: most agents have the same ones.
    settings: (f32, f32),
    pace: FollowingPace,
    // Scratch.
    followers: Followers<ROWS_AT_ONCE>,
}

impl<'a> TransformWriteback<'a> {
    pub(super) fn new(
        arch: Arch,
        tick: f32,
        space: MovementSpace,
        warnings: &'a SteeringWarnings,
    ) -> Self {
        Self {
            arch,
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
            followers: default(),
        }
    }

    /// Writes the positions, the velocities and the directions of the agents in these rows.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        (entities, states): (&[Entity], &[AgentState]),
        ends: &mut Ends,
        (facings, looks): (Option<&[Facing]>, Option<&[LookAt]>),
        (transforms, velocities, headings, remainders): TransformColumns,
    ) {
        let space = self.space;
        // Limits the speeds to the last bit, however the velocities were made.
        ends.velocity.shorten(&ends.max_speed);
        let mut look = look(self.arch, &ends.velocity, &ends.slow_speed, &ends.heading);
        for (number, state) in states.iter().enumerate() {
            if ends.turns_slowly(number, state) {
                let smoothing_time = facings.map_or(Facing::DEFAULT.smoothing_time, |facings| {
                    facings[number].smoothing_time
                });
                let smoothing_time = smoothing_time.max(0.0);
                let toward = toward_goal(
                    state,
                    ends.position.get(number),
                    ends.heads_for[number],
                    smoothing_time,
                );
                let slow_speed = ends.slow_speed[number].max(f32::MIN_POSITIVE);
                let heading = turn_while_slow(
                    ends.heading.get(number),
                    ends.velocity.get(number) / slow_speed,
                    toward,
                    smoothing_time,
                    self.tick,
                );
                look.set(number, heading);
            }
        }
        for (number, look_at) in looks.into_iter().flatten().enumerate() {
            if let Some(place) = look_at.place.filter(|_| ends.is_written[number]) {
                let (state, last) = (&states[number], space.to_plane(headings.get(number).0));
                let last = direction(last).unwrap_or(state.heading);
                let toward = direction(place - ends.position.get(number)).unwrap_or(last);
                look.set(
                    number,
                    turn_toward(last, toward, state.max_turn_rate * self.tick),
                );
            }
        }
        let written = velocities.values_mut().zip(&ends.is_written);
        for ((mut velocity, is_written), end) in written.zip(ends.velocity.iter()) {
            if *is_written {
                let end = space.with_plane(velocity.0, end);
                velocity.set_if_neq(Velocity(end));
            }
        }
        let written = headings.values_mut().zip(&ends.is_written);
        for ((mut heading, is_written), look) in written.zip(look.iter()) {
            if *is_written {
                heading.set_if_neq(Heading(space.to_world(look)));
            }
        }
        if let Some(remainders) = remainders {
            let written = remainders.values_mut().zip(&ends.is_written);
            for ((mut remainder, is_written), end) in written.zip(ends.remainder.iter()) {
                if *is_written {
                    remainder.set_if_neq(PositionRemainder(end));
                }
            }
        }
        let mut follows = [false; ROWS_AT_ONCE];
        if let Some(facings) = facings {
            follows = self.turn(entities, facings, transforms.values(), ends, &look);
        }
        let written = transforms.values_mut().zip(&ends.is_written).zip(&follows);
        let written = written.zip(ends.position.iter()).enumerate();
        for (number, (((mut transform, is_written), follows), position)) in written {
            if !is_written {
                continue;
            }
            let rotation = if *follows {
                space.turned_by_half(self.followers.half(number))
            } else if facings.is_some_and(|facings| facings[number].rotate) {
                let pace = self.followers.pace(number);
                turn_into_plane(transform.rotation, look.get(number), pace, space)
            } else {
                transform.rotation
            };
            let translation = space.with_plane(transform.translation, position);
            if translation != transform.translation || rotation != transform.rotation {
                (transform.translation, transform.rotation) = (translation, rotation);
            }
        }
    }

    /// Turns the facings in `followers`. Returns which agents follow: those that rotate, and only
    /// in the plane.
    #[inline(always)]
    fn turn(
        &mut self,
        entities: &[Entity],
        facings: &[Facing],
        transforms: &[Transform],
        ends: &Ends,
        look: &VectorColumn<ROWS_AT_ONCE>,
    ) -> [bool; ROWS_AT_ONCE] {
        let mut follows = [false; ROWS_AT_ONCE];
        let mut does_any = false;
        let turning = facings.iter().zip(transforms).zip(look.iter());
        for (number, ((facing, transform), look)) in turning.enumerate() {
            let turns = ends.is_written[number] & facing.rotate;
            if turns && (facing.smoothing_time, facing.max_turn_rate) != self.settings {
                self.change_pace(entities[number], facing);
            }
            let (half, is_in_plane) = self.space.half_turn(transform.rotation);
            let heading = self.space.seen_unturned(look);
            self.followers.set(number, half, heading, self.pace);
            follows[number] = turns & is_in_plane;
            does_any |= follows[number];
        }
        if does_any {
            self.followers.follow();
        }
        follows
    }

    /// Sets the pace at which facings follow.
    #[inline(never)]
    fn change_pace(&mut self, entity: Entity, facing: &Facing) {
        let check = self.warnings.of(entity, "Facing");
        let smoothing = check.at_least_zero("smoothing_time", facing.smoothing_time, 0.0);
        let fastest =
            check.at_least_zero_or_infinite("max_turn_rate", facing.max_turn_rate, f32::INFINITY);
        self.settings = (smoothing, fastest);
        self.pace = FollowingPace::new(smoothing, fastest, self.tick);
    }
}

/// The rotation of an agent that was turned out of the plane, or has an invalid rotation.
#[inline(never)]
fn turn_into_plane(rotation: Quat, look: Vec2, pace: FollowingPace, space: MovementSpace) -> Quat {
    let last = space.heading(rotation).unwrap_or(look);
    space.rotation(follow_heading(last, look, pace))
}
