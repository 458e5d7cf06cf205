//! The results of searches, in the coordinates of the question.

use super::index::entity_of;
use crate::space::{IntoPlane, MovementSpace};
use bevy::prelude::*;
use horde_kernel::obstacles::placed;

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

impl<P: IntoPlane> ObstacleHit<P> {
    /// The hit in the coordinates of `from`.
    pub(crate) fn seen_from(hit: placed::ObstacleHit, from: P, space: MovementSpace) -> Self {
        Self {
            entity: entity_of(hit.id),
            distance: hit.distance,
            position: from.with_plane(hit.position, space),
            normal: P::direction(hit.normal, space),
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

impl<P: IntoPlane> NearestObstacle<P> {
    /// The answer in the coordinates of `from`.
    pub(crate) fn seen_from(
        nearest: placed::NearestObstacle,
        from: P,
        space: MovementSpace,
    ) -> Self {
        Self {
            entity: entity_of(nearest.id),
            distance: nearest.distance,
            point: from.with_plane(nearest.point, space),
            normal: P::direction(nearest.normal, space),
        }
    }
}
