//! The free space around an agent, in which it needs no search for obstacles, or the place where a
//! search found no way out of them.

use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;

/// The part of a distance that rounding to single precision may take.
const ROUNDING: f64 = 1e-6;

/// A disc without solid obstacles, or a dead end, kept from tick to tick.
///
/// Most bodies are far from obstacles, and in the disc they need no search. A squeezed body at a
/// dead end has no way out, and needs no search for one. The cache decides the cost of a move and
/// never its result.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct ClearanceCache {
    pub(super) center: Vec2,
    /// Zero while the free space is unknown. At a dead end, minus the distance that the body's
    /// center keeps from surfaces.
    pub(super) radius: f32,
    /// The lowest bits of the obstacles' update count when the disc was found. At a dead end, mixed
    /// with the entity of the body: other bodies look for ways in other directions.
    pub(super) update_count: u32,
}

impl ClearanceCache {
    /// Whether the cache shows that no solid obstacle comes within `reach` of `position`.
    pub(super) fn holds(&self, position: Vec2, reach: f32, obstacles: &ObstacleIndex) -> bool {
        let slack = self.radius - reach;
        let distance_squared = self.center.distance_squared(position);
        // If both squares overflow, they are equal, and the disc would hold everywhere.
        self.update_count == obstacles.update_count() as u32
            && slack >= 0.0
            && distance_squared <= slack * slack
            && distance_squared.is_finite()
    }

    /// The largest disc round `position` without solid obstacles, with a radius up to `most`. It is
    /// empty round a body that carries an obstacle.
    pub(super) fn around(position: Vec2, most: f32, obstacles: &ObstacleIndex) -> Self {
        let mut radius = most;
        obstacles.visit_near(position, most, |_, obstacle| {
            if obstacle.solid {
                let shape = &obstacle.shape;
                // Squares of large coordinates overflow in single precision.
                let distance = shape.separation(position.as_dvec2()).distance;
                let rounding = f64::from(shape.rounding()) + ROUNDING * distance.abs();
                let free = (distance - rounding) as f32;
                // A NaN distance makes the disc empty.
                radius = radius.min(if free.is_nan() { 0.0 } else { free });
            }
        });
        Self {
            center: position,
            radius,
            update_count: obstacles.update_count() as u32,
        }
    }

    /// The place where `body` has no way out of obstacles, with its center `keep_out` away from
    /// surfaces.
    pub(super) fn dead_end(
        body: Entity,
        position: Vec2,
        keep_out: f32,
        obstacles: &ObstacleIndex,
    ) -> Self {
        Self {
            center: position,
            radius: -keep_out,
            update_count: stamp(body, obstacles),
        }
    }

    /// Whether the cache shows that `body` has no way out at `position`, `keep_out` away from
    /// surfaces. Where it has none, it has none with a larger distance.
    pub(super) fn is_dead_end(
        &self,
        body: Entity,
        position: Vec2,
        keep_out: f32,
        obstacles: &ObstacleIndex,
    ) -> bool {
        (-keep_out..0.0).contains(&self.radius)
            && self.center == position
            && self.update_count == stamp(body, obstacles)
    }
}

/// The lowest bits of the obstacles' update count, mixed with an entity.
fn stamp(body: Entity, obstacles: &ObstacleIndex) -> u32 {
    let own = body.to_bits();
    let mixed = own as u32 ^ ((own >> 32) as u32).rotate_left(16);
    mixed ^ obstacles.update_count() as u32
}

#[cfg(test)]
mod tests;
