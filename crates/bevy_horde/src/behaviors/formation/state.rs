//! The memory of a formation, and the places of its slots.

use crate::behaviors::Progress;
use bevy::prelude::*;
use horde_kernel::formation::marching::{Free, beside_trail, in_frame, place_on};
use horde_kernel::math::vector::left;

/// The slot of a member. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct FormationSlot {
    /// The number of the member's slot, from the front to the back; `None` without a formation.
    pub slot: Option<u32>,
    /// How far the member is from its slot, world units; 0 while it waits for its turn.
    pub lag: f32,
    /// How long the member has lagged without progress, and where.
    pub progress: Progress,
}

/// How a formation marches. Memory, written by the plugin.
///
/// Left is here the side of y, as seen along x: on the ground of a 3D game an agent's right.
#[derive(Component, Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct FormationState {
    /// Whether the march has begun.
    pub is_marching: bool,
    /// Where the leader was, in the plane.
    pub leader_position: Vec2,
    /// The leader's velocity, smoothed over 0.3 s, world units per second.
    pub leader_velocity: Vec2,
    /// The origin of the slots, in the plane.
    pub position: Vec2,
    /// The velocity of the origin, world units per second.
    pub velocity: Vec2,
    /// The unit vector along which the formation faces.
    pub heading: Vec2,
    /// How fast the formation turns to the left, radians per second.
    pub turn_rate: f32,
    /// How far the leader still has to walk to the front after the formation turned about, world
    /// units.
    pub turn_offset: f32,
    /// The way from the leader to the origin of the slots; zero unless the formation turned about.
    pub offset: Vec2,
    /// The pace: the largest speed at which the leader may go, world units per second.
    pub leader_max_speed: f32,
    /// Whether the leader moves, or the formation is about to face its final direction.
    pub is_moving: bool,
    /// Whether the leader moves or prefers to, or the formation has just got a new shape or
    /// direction. Members arrive at their slots once it is not under way.
    pub is_under_way: bool,
    /// The unit vector along which the formation is to face when its leader stands; zero for none.
    pub facing: Vec2,
    /// Whether the leader had settled or preferred to stand when it last updated.
    pub leader_rests: bool,
    /// How long the leader has stood before the formation faces this way, seconds.
    pub stood_for: f32,
    /// Whether an obstacle kept the formation from facing this way.
    pub lacks_room: bool,
    /// Distance between neighbors of the largest size, world units.
    pub spacing: f32,
    /// The slots if all members had the largest size.
    pub pattern: Vec<Vec2>,
    /// The slots: `x` ahead of the origin, `y` to the left, world units.
    pub slots: Vec<Vec2>,
    /// The number of files of the column on the trail; 0 while the members keep their shape.
    pub column_files: u32,
    /// The places of the slots in the column: `x` along the trail, `y` to the left.
    pub column: Vec<Vec2>,
    /// Points on the way of the leader, the oldest first.
    pub trail: Vec<TrailPoint>,
    /// The least free distances to the left and right since the last trail point, world units.
    pub clearance: Vec2,
    /// The time since the last check of the assignment, seconds.
    pub assigned_for: f32,
    /// The slot that the assignment of a large formation checks next.
    pub next_slot: u32,
    /// How many slots of a large formation are still to be checked for a shorter way.
    pub unchecked_slots: u32,
}

/// A point on the way of a leader. Left is here the side of y, as in [`FormationState`].
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct TrailPoint {
    /// Where the point is, in the plane.
    pub position: Vec2,
    /// The least free distance to the left on the way from the previous point, world units.
    pub left: f32,
    /// The same to the right.
    pub right: f32,
}

impl TrailPoint {
    pub(super) fn free(&self) -> Free {
        Free {
            left: self.left,
            right: self.right,
        }
    }
}

/// Where a slot is.
pub(crate) struct SlotPlace {
    pub(crate) position: Vec2,
    pub(super) velocity: Vec2,
    /// In a column, the direction of the trail and the number of the trail point behind the place.
    pub(super) on_trail: Option<(Vec2, usize)>,
}

impl FormationState {
    /// Whether the members march on the trail of the leader.
    pub fn is_column(&self) -> bool {
        self.column_files > 0
    }

    /// The place of a slot; `None` for a number that no slot has.
    pub(crate) fn place(&self, slot: usize) -> Option<SlotPlace> {
        if self.is_column() {
            return self.place_in_column(*self.column.get(slot)?);
        }
        let slot = *self.slots.get(slot)?;
        let position = in_frame(self.position, self.heading, slot);
        let turning = left(position - self.position) * self.turn_rate;
        Some(SlotPlace {
            position,
            velocity: self.velocity + turning,
            on_trail: None,
        })
    }

    /// A position beside the trail: `x` along the trail to its head, `y` to the left.
    pub(super) fn beside_trail(&self, position: Vec2) -> Vec2 {
        let points = self.trail.iter().map(|point| point.position);
        beside_trail(points, self.position, self.heading, position)
    }

    fn place_in_column(&self, place: Vec2) -> Option<SlotPlace> {
        let points = self.trail.iter().map(|point| point.position);
        let on = place_on(points, self.position, self.heading, -place.x);
        let behind = self.trail.get(on.point).map(TrailPoint::free);
        let before = self.trail.get(on.point + 1).map(TrailPoint::free);
        let newest = Free {
            left: self.clearance.x,
            right: self.clearance.y,
        };
        let free = behind.unwrap_or(newest).min(before.unwrap_or(newest));
        let files = (self.column_files as usize).min(self.column.len());
        let half_width = 0.5 * files.saturating_sub(1) as f32 * self.spacing;
        let aside = free.aside(place.y, half_width);
        Some(SlotPlace {
            position: on.position + left(on.along) * aside,
            velocity: on.along * self.velocity.length(),
            on_trail: Some((on.along, on.point)),
        })
    }
}
