//! A placed obstacle, and the results of searches.

use crate::space::{IntoPlane, MovementSpace};
use bevy::prelude::*;
use core::cmp::Ordering;
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::outline::Outline;

/// An obstacle in its place.
#[derive(Clone, Debug)]
pub struct PlacedObstacle {
    /// The obstacle's entity.
    pub entity: Entity,
    /// Its shape, placed, in steering coordinates.
    pub shape: Outline,
    /// Whether solid agents are kept out of it.
    pub solid: bool,
    /// Whether it blocks the line of sight.
    pub opaque: bool,
    /// The tick since which it stands there in this shape; 0 if there were no agents then. A body
    /// that it pushes never leaves through an obstacle that has stood for longer.
    pub standing_since: u64,
    /// Its velocity, world units per second: that of its [`Velocity`](crate::agent::Velocity), or
    /// without one the change of its place in this tick.
    pub velocity: Vec2,
    /// Whether it is a wall along its edges, because it touches itself.
    pub(super) is_hollow: bool,
}

impl PlacedObstacle {
    /// A solid, opaque obstacle of this shape that counts as the oldest.
    #[cfg(test)]
    pub(crate) fn of_shape(entity: Entity, shape: Outline) -> Self {
        Self {
            entity,
            shape,
            solid: true,
            opaque: true,
            standing_since: 0,
            velocity: Vec2::ZERO,
            is_hollow: false,
        }
    }

    /// The box round the shape, with a margin for rounding.
    pub(super) fn tree_bounds(&self) -> Bounds {
        self.shape.bounds().grown(self.shape.rounding())
    }

    /// An order by shape, place and flags. Entities decide only between obstacles that are equal in
    /// all of these.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        // Edges of one obstacle are often equally far, and it may have thousands.
        if core::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let stops = |obstacle: &Self| (obstacle.solid, obstacle.opaque);
        self.shape
            .order(&other.shape)
            .then_with(|| stops(self).cmp(&stops(other)))
            .then_with(|| self.entity.cmp(&other.entity))
    }
}

/// The hit of a cast on an obstacle.
///
/// Vectors are in the coordinates of the question: steering [`Vec2`] or world [`Vec3`]. A world
/// position has the height, or layer, of the start of the cast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ObstacleHit<P = Vec2> {
    /// The obstacle.
    pub entity: Entity,
    /// The distance traveled until the hit, world units.
    pub distance: f32,
    /// The center of the moving circle at the hit.
    pub position: P,
    /// The outward unit normal of the surface there.
    pub normal: P,
}

impl ObstacleHit {
    /// Returns the hit in the coordinates of `from`.
    pub(crate) fn seen_from<P: IntoPlane>(self, from: P, space: MovementSpace) -> ObstacleHit<P> {
        ObstacleHit {
            entity: self.entity,
            distance: self.distance,
            position: from.with_plane(self.position, space),
            normal: P::direction(self.normal, space),
        }
    }
}

/// The place on an obstacle's surface that is nearest to some point.
///
/// Vectors are in the coordinates of the question: steering [`Vec2`] or world [`Vec3`]. A world
/// point has the height, or layer, of the query's place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NearestObstacle<P = Vec2> {
    /// The obstacle.
    pub entity: Entity,
    /// The distance to its surface, world units; negative inside.
    pub distance: f32,
    /// The nearest point of its surface.
    pub point: P,
    /// The unit normal there: toward the query's place, or, from inside, the way out.
    pub normal: P,
}

impl NearestObstacle {
    /// Returns the answer in the coordinates of `from`.
    pub(crate) fn seen_from<P: IntoPlane>(
        self,
        from: P,
        space: MovementSpace,
    ) -> NearestObstacle<P> {
        NearestObstacle {
            entity: self.entity,
            distance: self.distance,
            point: from.with_plane(self.point, space),
            normal: P::direction(self.normal, space),
        }
    }
}
