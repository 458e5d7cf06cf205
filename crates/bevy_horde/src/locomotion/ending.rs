//! What an agent's tick ends with: `Transform`, `Velocity` and `Heading`, written.

use super::motion::Motion;
use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::lanes::{Lanes, VectorColumn};
use crate::kernel::motion::{Followers, FollowingPace, STANDING_SPEED, follow_heading};
use crate::space::MovementSpace;
use crate::tables::{Column, Columns, ROWS_AT_ONCE, Written, replace};
use crate::validation::InputWarnings;
use bevy::ecs::query::ContiguousQueryData;
use bevy::prelude::*;
use core::ops::Range;
use pulp::Simd;

/// Everything that is written at the end of a tick.
pub(crate) type Ending = (
    Entity,
    Option<&'static Facing>,
    &'static mut Transform,
    &'static mut Velocity,
    &'static mut Heading,
    Option<&'static mut PositionRemainder>,
);

/// The same of a whole table.
pub(super) struct EndingTable<'a> {
    entities: &'a [Entity],
    facings: Option<&'a [Facing]>,
    transforms: Written<'a, Transform>,
    velocities: Written<'a, Velocity>,
    headings: Written<'a, Heading>,
    remainders: Option<Written<'a, PositionRemainder>>,
}

/// A part of a table.
///
/// What stays as it is is not marked as changed: who stands still costs nothing to those who look for changes.
pub(super) struct Endings<'a> {
    entities: &'a [Entity],
    facings: Option<&'a [Facing]>,
    transforms: Column<'a, Transform>,
    velocities: Column<'a, Velocity>,
    headings: Column<'a, Heading>,
    remainders: Option<Column<'a, PositionRemainder>>,
}

impl<'a> EndingTable<'a> {
    pub(super) fn new(
        (entities, facings, transforms, velocities, headings, remainders): <Ending as ContiguousQueryData>::Contiguous<'a, '_>,
    ) -> Self {
        Self {
            entities,
            facings,
            transforms: Written::new(transforms),
            velocities: Written::new(velocities),
            headings: Written::new(headings),
            remainders: remainders.map(Written::new),
        }
    }

    pub(super) fn columns(&mut self) -> Endings<'_> {
        Endings {
            entities: self.entities,
            facings: self.facings,
            transforms: self.transforms.column(),
            velocities: self.velocities.column(),
            headings: self.headings.column(),
            remainders: self.remainders.as_mut().map(Written::column),
        }
    }
}

impl Columns for Endings<'_> {
    fn split_at(self, row: usize) -> (Self, Self) {
        let (entities, later_entities) = self.entities.split_at(row);
        let (facings, later_facings) = self.facings.split_at(row);
        let (transforms, later_transforms) = self.transforms.split_at(row);
        let (velocities, later_velocities) = self.velocities.split_at(row);
        let (headings, later_headings) = self.headings.split_at(row);
        let (remainders, later_remainders) = self.remainders.split_at(row);
        let first = Self {
            entities,
            facings,
            transforms,
            velocities,
            headings,
            remainders,
        };
        let later = Self {
            entities: later_entities,
            facings: later_facings,
            transforms: later_transforms,
            velocities: later_velocities,
            headings: later_headings,
            remainders: later_remainders,
        };
        (first, later)
    }
}

impl Endings<'_> {
    /// The agent in a row.
    pub(super) fn entity(&self, row: usize) -> Entity {
        self.entities[row]
    }

    /// What the positions of the agents in these rows had lost to rounding before this tick; `None` where nobody keeps that.
    pub(super) fn last_remainders(&self, rows: Range<usize>) -> Option<&[PositionRemainder]> {
        let remainders = self.remainders.as_ref()?;
        Some(remainders.rows(rows))
    }
}

/// How the ticks of agents in rows side by side end.
pub(super) struct Ends {
    /// Whose tick ends with this; what lies behind the last row is not looked at.
    pub(super) is_over: [bool; ROWS_AT_ONCE],
    pub(super) max_speed: [f32; ROWS_AT_ONCE],
    pub(super) position: VectorColumn<ROWS_AT_ONCE>,
    pub(super) velocity: VectorColumn<ROWS_AT_ONCE>,
    /// Where they look while they stand.
    pub(super) heading: VectorColumn<ROWS_AT_ONCE>,
    pub(super) remainder: VectorColumn<ROWS_AT_ONCE>,
}

impl Default for Ends {
    /// Nobody's tick ends.
    fn default() -> Self {
        Self {
            is_over: [false; ROWS_AT_ONCE],
            max_speed: [0.0; ROWS_AT_ONCE],
            position: default(),
            velocity: default(),
            heading: default(),
            remainder: default(),
        }
    }
}

impl Ends {
    /// Sets how one agent's tick ends.
    #[inline(always)]
    pub(super) fn set(&mut self, number: usize, max_speed: f32, end: &Motion) {
        self.is_over[number] = true;
        self.max_speed[number] = max_speed;
        self.position.set(number, end.position);
        self.velocity.set(number, end.velocity);
        self.heading.set(number, end.heading);
        self.remainder.set(number, end.remainder);
    }

    /// Which way they look in the end.
    #[inline(always)]
    fn look<S: Simd>(&self, simd: S) -> VectorColumn<ROWS_AT_ONCE> {
        let mut look = VectorColumn::default();
        for first in (0..ROWS_AT_ONCE).step_by(S::F32_LANES) {
            let standing_speed = Lanes::load_from(simd, &self.max_speed, first) * STANDING_SPEED;
            let velocity = self.velocity.lanes_from(simd, first);
            let (along, moves) = velocity.directions_of_longer(standing_speed);
            let heading = self.heading.lanes_from(simd, first);
            look.set_lanes(first, moves.select_vectors(along, heading));
        }
        look
    }
}

/// What the ends of all agents' ticks have in common, and what one agent's has in common with the ones before.
pub(super) struct EndingWriter<'a> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    /// The legal settings by which the last facing followed: most agents have the same ones.
    settings: (f32, f32),
    pace: FollowingPace,
    // Scratch.
    followers: Followers<ROWS_AT_ONCE>,
}

impl<'a> EndingWriter<'a> {
    pub(super) fn new(tick: f32, space: MovementSpace, warnings: &'a InputWarnings) -> Self {
        Self {
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
            followers: default(),
        }
    }

    /// Writes where the agents in these rows are at the end of the tick, how fast, and which way they look.
    #[inline(always)]
    pub(super) fn write<S: Simd>(
        &mut self,
        simd: S,
        rows: Range<usize>,
        ends: &mut Ends,
        endings: &mut Endings,
    ) {
        let space = self.space;
        // Whatever has made the velocities: each is the speed limit's to the last bit.
        ends.velocity.shorten(&ends.max_speed);
        let look = ends.look(simd);
        let velocities = ends.is_over.iter().zip(ends.velocity.iter());
        endings.velocities.update_rows(
            rows.clone(),
            velocities,
            #[inline(always)]
            |velocity, (is_over, end)| {
                let end = Velocity(space.with_plane(velocity.0, end));
                *is_over && replace(velocity, end)
            },
        );
        let headings = ends.is_over.iter().zip(look.iter());
        endings.headings.update_rows(
            rows.clone(),
            headings,
            #[inline(always)]
            |heading, (is_over, look)| *is_over && replace(heading, Heading(space.to_world(look))),
        );
        if let Some(remainders) = &mut endings.remainders {
            let lost = ends.is_over.iter().zip(ends.remainder.iter());
            remainders.update_rows(
                rows.clone(),
                lost,
                #[inline(always)]
                |remainder, (is_over, end)| *is_over && replace(remainder, PositionRemainder(end)),
            );
        }
        self.place(rows, ends, &look, endings);
    }

    /// Writes where agents are and how they are turned.
    #[inline(always)]
    fn place(
        &mut self,
        rows: Range<usize>,
        ends: &Ends,
        look: &VectorColumn<ROWS_AT_ONCE>,
        endings: &mut Endings,
    ) {
        let space = self.space;
        let facings = endings.facings.map(|facings| &facings[rows.clone()]);
        // No closure: it would be compiled without the machine's instructions.
        let mut follows = [false; ROWS_AT_ONCE];
        if let Some(facings) = facings {
            let transforms = endings.transforms.rows(rows.clone());
            let entities = &endings.entities[rows.clone()];
            follows = self.turn(entities, facings, transforms, ends, look);
        }
        let ends = ends.is_over.iter().zip(ends.position.iter()).enumerate();
        let followers = &self.followers;
        endings.transforms.update_rows(
            rows,
            ends.zip(&follows),
            #[inline(always)]
            |transform, ((number, (is_over, position)), follows)| {
                if !is_over {
                    return false;
                }
                let rotation = if *follows {
                    space.turned_by_half(followers.half(number))
                } else if facings.is_some_and(|facings| facings[number].rotate) {
                    let pace = followers.pace(number);
                    turn_into_plane(transform.rotation, look.get(number), pace, space)
                } else {
                    transform.rotation
                };
                let translation = space.with_plane(transform.translation, position);
                let differs =
                    translation != transform.translation || rotation != transform.rotation;
                if differs {
                    (transform.translation, transform.rotation) = (translation, rotation);
                }
                differs
            },
        );
    }

    /// Lets the facings among `followers` follow; returns whose those are: who turns, and in the plane.
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
            let turns = ends.is_over[number] & facing.rotate;
            if turns && (facing.smoothing_time, facing.max_turn_rate) != self.settings {
                self.change_pace(entities[number], facing);
            }
            let (half, is_in_plane) = self.space.half_turn(transform.rotation);
            let wanted = self.space.seen_unturned(look);
            self.followers.set(number, half, wanted, self.pace);
            follows[number] = turns & is_in_plane;
            does_any |= follows[number];
        }
        if does_any {
            self.followers.follow();
        }
        follows
    }

    /// Facings follow by these settings from now on.
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

/// How somebody is turned who was turned out of the plane, or by what is no rotation.
#[inline(never)]
fn turn_into_plane(rotation: Quat, look: Vec2, pace: FollowingPace, space: MovementSpace) -> Quat {
    let last = space.heading(rotation).unwrap_or(look);
    space.rotation(follow_heading(last, look, pace))
}
