//! What an agent's tick ends with: `Transform`, `Velocity` and `Heading`, written.

use super::motion::Motion;
use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::motion::{Followers, FollowingPace, follow_heading};
use crate::kernel::vector::direction_and_length;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{Column, Columns, Written};
use crate::validation::InputWarnings;
use bevy::ecs::query::ContiguousQueryData;
use bevy::prelude::*;

/// Speeds below this part of the largest speed leave the heading as it was.
const STANDING_SPEED: f32 = 1e-3;

/// So many facings follow at once.
const AT_ONCE: usize = 8;

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
    /// What the position of the agent in a row had lost to rounding before this tick.
    pub(super) fn last_remainder(&self, row: usize) -> Vec2 {
        self.remainders
            .as_ref()
            .map_or(Vec2::ZERO, |remainders| remainders.get(row).0)
    }

    /// Writes a transform, unless it is the same.
    fn place(&mut self, row: usize, translation: Vec3, rotation: Quat) {
        let transform = self.transforms.get(row);
        if translation != transform.translation || rotation != transform.rotation {
            let transform = self.transforms.get_mut(row);
            transform.translation = translation;
            transform.rotation = rotation;
        }
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
    /// The rows of those whose facings are still to follow, and where they are going to be.
    waiting: [(usize, Vec3); AT_ONCE],
    waiting_count: usize,
    followers: Followers<AT_ONCE>,
}

impl<'a> EndingWriter<'a> {
    pub(super) fn new(tick: f32, space: MovementSpace, warnings: &'a InputWarnings) -> Self {
        Self {
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
            waiting: [(0, Vec3::ZERO); AT_ONCE],
            waiting_count: 0,
            followers: Followers::default(),
        }
    }

    /// Writes where the agent in a row is at the end of the tick, how fast, and which way it looks; the last few only with
    /// [`finish`](Self::finish).
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        row: usize,
        state: &AgentState,
        end: &Motion,
        endings: &mut Endings,
    ) {
        let space = self.space;
        let look = match direction_and_length(end.velocity) {
            Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
            _ => end.heading,
        };
        let velocity = space.with_plane(endings.velocities.get(row).0, end.velocity);
        endings.velocities.set_if_neq(row, Velocity(velocity));
        let heading = Heading(space.to_world(look));
        endings.headings.set_if_neq(row, heading);
        if let Some(remainders) = &mut endings.remainders {
            remainders.set_if_neq(row, PositionRemainder(end.remainder));
        }
        let transform = endings.transforms.get(row);
        let rotation = transform.rotation;
        let translation = space.with_plane(transform.translation, end.position);
        let facing = endings.facings.map(|facings| &facings[row]);
        let Some(facing) = facing.filter(|facing| facing.rotate) else {
            endings.place(row, translation, rotation);
            return;
        };
        let pace = self.pace(endings.entities[row], facing);
        match space.half_turn(rotation) {
            Some(half) => {
                let number = self.waiting_count;
                self.waiting[number] = (row, translation);
                let wanted = space.seen_unturned(look);
                self.followers.set(number, half, wanted, pace);
                self.waiting_count += 1;
                if self.waiting_count == AT_ONCE {
                    self.finish(endings);
                }
            }
            None => {
                let last = space.heading(rotation).unwrap_or(look);
                let rotation = space.rotation(follow_heading(last, look, pace));
                endings.place(row, translation, rotation);
            }
        }
    }

    /// Writes those whose facings are still to follow.
    #[inline(always)]
    pub(super) fn finish(&mut self, endings: &mut Endings) {
        self.followers.follow();
        for (number, (row, translation)) in self.waiting[..self.waiting_count].iter().enumerate() {
            let rotation = self.space.turned_by_half(self.followers.half(number));
            endings.place(*row, *translation, rotation);
        }
        self.waiting_count = 0;
    }

    fn pace(&mut self, entity: Entity, facing: &Facing) -> FollowingPace {
        if (facing.smoothing_time, facing.max_turn_rate) == self.settings {
            return self.pace;
        }
        let check = self.warnings.of(entity, "Facing");
        let smoothing = check.at_least_zero("smoothing_time", facing.smoothing_time, 0.0);
        let fastest =
            check.at_least_zero_or_infinite("max_turn_rate", facing.max_turn_rate, f32::INFINITY);
        self.settings = (smoothing, fastest);
        self.pace = FollowingPace::new(smoothing, fastest, self.tick);
        self.pace
    }
}

impl Drop for EndingWriter<'_> {
    fn drop(&mut self) {
        debug_assert!(
            self.waiting_count == 0 || std::thread::panicking(),
            "the last few have to be written with `finish`"
        );
    }
}
