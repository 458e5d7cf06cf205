//! What an agent's tick ends with: `Transform`, `Velocity` and `Heading`, written.

use super::move_agents::Motion;
use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::motion::{Followers, FollowingPace, follow_heading};
use crate::kernel::vector::direction_and_length;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// Speeds below this part of the largest speed leave the heading as it was.
const STANDING_SPEED: f32 = 1e-3;

/// So many facings follow at once.
const AT_ONCE: usize = 8;

/// Everything that is written at the end of a tick.
///
/// What stays as it is is not marked as changed: who stands still costs nothing to those who look for changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Ending {
    entity: Entity,
    facing: Option<&'static Facing>,
    transform: &'static mut Transform,
    velocity: &'static mut Velocity,
    heading: &'static mut Heading,
    remainder: Option<&'static mut PositionRemainder>,
}

impl<'w> EndingItem<'w, '_> {
    /// What the position had lost to rounding before this tick.
    pub(super) fn last_remainder(&self) -> Vec2 {
        self.remainder
            .as_ref()
            .map_or(Vec2::ZERO, |remainder| remainder.0)
    }

    /// Writes where the agent is at the end of the tick, how fast, and which way it looks.
    pub(super) fn write(
        mut self,
        state: &AgentState,
        end: &Motion,
        writer: &mut EndingWriter<'_, 'w>,
    ) {
        let space = writer.space;
        let look = match direction_and_length(end.velocity) {
            Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
            _ => end.heading,
        };
        let velocity = space.with_plane(self.velocity.0, end.velocity);
        self.velocity.set_if_neq(Velocity(velocity));
        self.heading.set_if_neq(Heading(space.to_world(look)));
        if let Some(remainder) = &mut self.remainder {
            remainder.set_if_neq(PositionRemainder(end.remainder));
        }
        let rotation = self.transform.rotation;
        let translation = space.with_plane(self.transform.translation, end.position);
        let Some(facing) = self.facing.filter(|facing| facing.rotate) else {
            place(&mut self.transform, translation, rotation);
            return;
        };
        let pace = writer.pace(self.entity, facing);
        match space.half_turn(rotation) {
            Some(half) => {
                let wanted = space.seen_unturned(look);
                writer.follow(self.transform, translation, half, wanted, pace);
            }
            None => {
                let last = space.heading(rotation).unwrap_or(look);
                let rotation = space.rotation(follow_heading(last, look, pace));
                place(&mut self.transform, translation, rotation);
            }
        }
    }
}

/// Writes a transform, unless it is the same.
fn place(transform: &mut Mut<Transform>, translation: Vec3, rotation: Quat) {
    if translation != transform.translation || rotation != transform.rotation {
        transform.translation = translation;
        transform.rotation = rotation;
    }
}

/// What the ends of all agents' ticks have in common, and what one agent's has in common with the ones before.
pub(super) struct EndingWriter<'a, 'w> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    /// The legal settings by which the last facing followed: most agents have the same ones.
    settings: (f32, f32),
    pace: FollowingPace,
    /// Those whose facings are still to follow, and where they are going to be.
    waiting: [Option<(Mut<'w, Transform>, Vec3)>; AT_ONCE],
    waiting_count: usize,
    followers: Followers<AT_ONCE>,
}

impl<'a, 'w> EndingWriter<'a, 'w> {
    pub(super) fn new(tick: f32, space: MovementSpace, warnings: &'a InputWarnings) -> Self {
        Self {
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
            waiting: [const { None }; AT_ONCE],
            waiting_count: 0,
            followers: Followers::default(),
        }
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

    fn follow(
        &mut self,
        transform: Mut<'w, Transform>,
        translation: Vec3,
        half: Vec2,
        wanted: Vec2,
        pace: FollowingPace,
    ) {
        let number = self.waiting_count;
        self.waiting[number] = Some((transform, translation));
        self.followers.set(number, half, wanted, pace);
        self.waiting_count += 1;
        if self.waiting_count == AT_ONCE {
            self.write_waiting();
        }
    }

    fn write_waiting(&mut self) {
        self.followers.follow();
        for (number, waiting) in self.waiting[..self.waiting_count].iter_mut().enumerate() {
            if let Some((transform, translation)) = waiting {
                let rotation = self.space.turned_by_half(self.followers.half(number));
                place(transform, *translation, rotation);
            }
        }
        self.waiting_count = 0;
    }
}

impl Drop for EndingWriter<'_, '_> {
    /// The last of a task are written with it.
    fn drop(&mut self) {
        self.write_waiting();
    }
}
