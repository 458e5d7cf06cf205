//! What an agent's tick ends with: `Transform`, `Velocity` and `Heading`, written.

use super::move_agents::Motion;
use crate::agent::{Facing, Heading, PositionRemainder, Velocity};
use crate::kernel::motion::{FollowingPace, follow_heading, follow_heading_by_half};
use crate::kernel::vector::direction_and_length;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// Speeds below this part of the largest speed leave the heading as it was.
const STANDING_SPEED: f32 = 1e-3;

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

impl EndingItem<'_, '_> {
    /// What the position had lost to rounding before this tick.
    pub(super) fn last_remainder(&self) -> Vec2 {
        self.remainder
            .as_ref()
            .map_or(Vec2::ZERO, |remainder| remainder.0)
    }

    /// Writes where the agent is at the end of the tick, how fast, and which way it looks.
    pub(super) fn write(&mut self, state: &AgentState, end: &Motion, writer: &mut EndingWriter) {
        let space = writer.space;
        let look = match direction_and_length(end.velocity) {
            Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
            _ => end.heading,
        };
        let mut rotation = self.transform.rotation;
        if let Some(facing) = self.facing.filter(|facing| facing.rotate) {
            let pace = writer.pace(self.entity, facing);
            rotation = match space.half_turn(rotation) {
                Some(half) => {
                    let wanted = space.from_unturned(look);
                    space.turned_by_half(follow_heading_by_half(half, wanted, pace))
                }
                None => {
                    let last = space.heading(rotation).unwrap_or(look);
                    space.rotation(follow_heading(last, look, pace))
                }
            };
        }
        let translation = space.with_plane(self.transform.translation, end.position);
        if (translation, rotation) != (self.transform.translation, self.transform.rotation) {
            self.transform.translation = translation;
            self.transform.rotation = rotation;
        }
        let velocity = space.with_plane(self.velocity.0, end.velocity);
        self.velocity.set_if_neq(Velocity(velocity));
        self.heading.set_if_neq(Heading(space.to_world(look)));
        if let Some(remainder) = &mut self.remainder {
            remainder.set_if_neq(PositionRemainder(end.remainder));
        }
    }
}

/// What the ends of all agents' ticks have in common, and what one agent's has in common with the one before.
#[derive(Clone)]
pub(super) struct EndingWriter<'a> {
    tick: f32,
    space: MovementSpace,
    warnings: &'a InputWarnings,
    /// The legal settings by which the last facing followed: most agents have the same ones.
    settings: (f32, f32),
    pace: FollowingPace,
}

impl<'a> EndingWriter<'a> {
    pub(super) fn new(tick: f32, space: MovementSpace, warnings: &'a InputWarnings) -> Self {
        Self {
            tick,
            space,
            warnings,
            settings: (0.0, f32::INFINITY),
            pace: FollowingPace::new(0.0, f32::INFINITY, tick),
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
}
