//! What an agent's tick ends with: `Transform`, `Velocity` and `Heading`, written.

use super::motion::Motion;
use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::lanes::{Lanes, VectorColumn};
use crate::kernel::motion::{Followers, FollowingPace, STANDING_SPEED, follow_heading};
use crate::space::MovementSpace;
use crate::tables::{Column, Columns, ROWS_AT_ONCE, Written};
use crate::validation::InputWarnings;
use bevy::ecs::query::ContiguousQueryData;
use bevy::prelude::*;
use core::ops::Range;
use pulp::Simd;

/// So many facings follow together.
const FOLLOWERS_AT_ONCE: usize = 8;

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
    /// What the positions of the agents in these rows had lost to rounding before this tick; `None` where nobody keeps that.
    pub(super) fn last_remainders(&self, rows: Range<usize>) -> Option<&[PositionRemainder]> {
        let remainders = self.remainders.as_ref()?;
        Some(remainders.rows(rows))
    }

    /// Writes a transform, unless it is the same.
    #[inline(always)]
    fn place(&mut self, row: usize, translation: Vec3, rotation: Quat) {
        let transform = self.transforms.get(row);
        if translation != transform.translation || rotation != transform.rotation {
            let transform = self.transforms.get_mut(row);
            transform.translation = translation;
            transform.rotation = rotation;
        }
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
    /// The rows of those whose facings are to follow, and where they are going to be.
    waiting: [(usize, Vec3); ROWS_AT_ONCE],
    followers: [Followers<FOLLOWERS_AT_ONCE>; ROWS_AT_ONCE / FOLLOWERS_AT_ONCE],
}

impl<'a> EndingWriter<'a> {
    pub(super) fn new(tick: f32, space: MovementSpace, warnings: &'a InputWarnings) -> Self {
        Self {
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
            waiting: [(0, Vec3::ZERO); ROWS_AT_ONCE],
            followers: default(),
        }
    }

    /// Writes where the agents in these rows are at the end of the tick, how fast, and which way they look.
    #[inline(always)]
    pub(super) fn write<S: Simd>(
        &mut self,
        simd: S,
        rows: Range<usize>,
        ends: &Ends,
        endings: &mut Endings,
    ) {
        let space = self.space;
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
        let mut waiting = 0;
        let places = ends
            .is_over
            .iter()
            .zip(ends.position.iter())
            .zip(look.iter());
        for (row, ((is_over, position), look)) in rows.zip(places) {
            if !is_over {
                continue;
            }
            let transform = endings.transforms.get(row);
            let rotation = transform.rotation;
            let translation = space.with_plane(transform.translation, position);
            let facing = endings.facings.map(|facings| &facings[row]);
            let Some(facing) = facing.filter(|facing| facing.rotate) else {
                endings.place(row, translation, rotation);
                continue;
            };
            if (facing.smoothing_time, facing.max_turn_rate) != self.settings {
                self.change_pace(endings.entities[row], facing);
            }
            if let Some(half) = space.half_turn(rotation) {
                self.waiting[waiting] = (row, translation);
                let wanted = space.seen_unturned(look);
                let (group, number) = (waiting / FOLLOWERS_AT_ONCE, waiting % FOLLOWERS_AT_ONCE);
                self.followers[group].set(number, half, wanted, self.pace);
                waiting += 1;
            } else {
                let last = space.heading(rotation).unwrap_or(look);
                let rotation = space.rotation(follow_heading(last, look, self.pace));
                endings.place(row, translation, rotation);
            }
        }
        let waiting = self.waiting[..waiting].chunks(FOLLOWERS_AT_ONCE);
        // No group waits for the one before.
        let groups = &mut self.followers[..waiting.len()];
        for followers in groups.iter_mut() {
            followers.follow();
        }
        for (waiting, followers) in waiting.zip(groups) {
            for (number, (row, translation)) in waiting.iter().enumerate() {
                let rotation = space.turned_by_half(followers.half(number));
                endings.place(*row, *translation, rotation);
            }
        }
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

/// Replaces a value; `false` when the new one is the same.
#[inline(always)]
fn replace<T: PartialEq>(value: &mut T, new: T) -> bool {
    let differs = *value != new;
    if differs {
        *value = new;
    }
    differs
}
