//! The room that a formation has between obstacles.

use super::frame::Marching;
use crate::obstacle::{PlacedObstacle, entity_of};
use bevy::prelude::*;
use horde_kernel::formation::marching::{Free, in_frame};
use horde_kernel::math::vector::{left, right};
use horde_kernel::obstacles::placed::ObstacleHit;

/// Gap to an obstacle beside or ahead, as a part of the body radius.
pub(super) const SURFACE_GAP: f32 = 0.05;

impl Marching<'_> {
    /// Whether no obstacle is between the leader and any slot, if the shape faces along `heading`.
    pub(super) fn has_room_along(&self, heading: Vec2, slots: &[Vec2]) -> bool {
        let from = self.leader.position;
        let radius = (1.0 - SURFACE_GAP) * self.radius;
        let is_free = |slot: &Vec2| {
            let place = in_frame(from, heading, *slot);
            self.first_hit(from, place, radius).is_none()
        };
        slots.iter().all(is_free)
    }

    /// Whether the whole shape has room.
    pub(super) fn has_room(&self, free: Free) -> bool {
        match self.files {
            0 => free.holds(self.extent.least.y, self.extent.most.y),
            files => free.files(self.spacing) >= files,
        }
    }

    pub(super) fn first_hit(&self, from: Vec2, to: Vec2, radius: f32) -> Option<ObstacleHit> {
        let is_in_the_way =
            |obstacle: &PlacedObstacle| !self.bodies.contains(&entity_of(obstacle.id));
        self.obstacles.first_hit(from, to, radius, is_in_the_way)
    }

    /// The free distances to both sides, as far as the shape needs them.
    pub(super) fn free(&self, from: Vec2, forward: Vec2) -> Free {
        let far = self.extent.most.y.max(-self.extent.least.y).max(0.0) + self.spacing;
        let radius = (1.0 - SURFACE_GAP) * self.radius;
        let side = |aside: Vec2| {
            let hit = self.first_hit(from, from + aside * far, radius);
            hit.map_or(far, |hit| hit.distance)
        };
        Free {
            left: side(left(forward)),
            right: side(right(forward)),
        }
    }
}
