//! An obstacle in its place.

use crate::obstacles::bounds::Bounds;
use crate::obstacles::outline::Outline;
use core::cmp::Ordering;
use glam::Vec2;

/// The number of an obstacle. The owner of the obstacles chooses it; a body that carries an
/// obstacle has the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObstacleId(pub u64);

/// An obstacle in its place.
#[derive(Clone, Debug)]
pub struct PlacedObstacle {
    /// The obstacle's number.
    pub id: ObstacleId,
    /// Its shape, placed, in the plane.
    pub shape: Outline,
    /// Whether solid agents are kept out of it.
    pub solid: bool,
    /// Whether it blocks the line of sight.
    pub opaque: bool,
    /// The tick since which it stands there in this shape; 0 if there were no agents then. A body
    /// that it pushes never leaves through an obstacle that has stood for longer.
    pub standing_since: u64,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
}

impl PlacedObstacle {
    /// A solid, opaque obstacle of this shape that rests and counts as the oldest.
    #[inline]
    pub fn of_shape(id: ObstacleId, shape: Outline) -> Self {
        Self {
            id,
            shape,
            solid: true,
            opaque: true,
            standing_since: 0,
            velocity: Vec2::ZERO,
        }
    }

    /// The box round the shape, with a margin for rounding.
    #[inline]
    pub(super) fn tree_bounds(&self) -> Bounds {
        self.shape.bounds().grown(self.shape.rounding())
    }

    /// An order by shape, place and flags. Ids decide only between obstacles that are equal in all
    /// of these.
    #[inline]
    pub fn order(&self, other: &Self) -> Ordering {
        // Edges of one obstacle are often equally far, and it may have thousands.
        if core::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let stops = |obstacle: &Self| (obstacle.solid, obstacle.opaque);
        self.shape
            .order(&other.shape)
            .then_with(|| stops(self).cmp(&stops(other)))
            .then_with(|| self.id.cmp(&other.id))
    }
}

/// The hit of a cast on an obstacle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ObstacleHit {
    /// The obstacle.
    pub id: ObstacleId,
    /// The distance traveled until the hit, world units.
    pub distance: f32,
    /// The center of the moving circle at the hit.
    pub position: Vec2,
    /// The outward unit normal of the surface there.
    pub normal: Vec2,
}

/// The place on an obstacle's surface that is nearest to some point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NearestObstacle {
    /// The obstacle.
    pub id: ObstacleId,
    /// The distance to its surface, world units; negative inside.
    pub distance: f32,
    /// The nearest point of its surface.
    pub point: Vec2,
    /// The unit normal there: toward the query's place, or, from inside, the way out.
    pub normal: Vec2,
}
