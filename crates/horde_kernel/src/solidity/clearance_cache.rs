//! The free space around an agent, in which it needs no search for obstacles, or the place where a
//! search found no way out of them.

use crate::math::random::agent_stream;
use crate::obstacles::index::Obstacles;
use crate::obstacles::placed::ObstacleId;
use glam::Vec2;
use rand::RngExt;

/// The part by which a body may keep farther off surfaces at a dead end that it knows.
const NEARLY_THE_SAME: f32 = 1e-3;
/// The part of a distance that rounding to single precision may take.
const ROUNDING: f64 = 1e-6;

/// A disc without solid obstacles, or a dead end, kept from tick to tick.
///
/// Most bodies are far from obstacles, and in the disc they need no search. A squeezed body at a
/// dead end has no way out, and needs no search for one. The cache decides the cost of a move and
/// never its result.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ClearanceCache {
    /// The center of the disc, or the place of the body.
    pub center: Vec2,
    /// Zero while the free space is unknown. At a dead end, minus the distance that the body's
    /// center keeps from surfaces.
    pub radius: f32,
    /// The lowest bits of the obstacles' update count when the disc was found. At a dead end, the
    /// [`stamp`] of the body.
    pub stamp: u32,
}

impl ClearanceCache {
    /// Whether the cache shows that no solid obstacle comes within `reach` of `position`.
    #[inline]
    pub fn holds(&self, position: Vec2, reach: f32, obstacles: &Obstacles) -> bool {
        let slack = self.radius - reach;
        let distance_squared = self.center.distance_squared(position);
        // If both squares overflow, they are equal, and the disc would hold everywhere.
        self.stamp == obstacles.update_count() as u32
            && slack >= 0.0
            && distance_squared <= slack * slack
            && distance_squared.is_finite()
    }

    /// The largest disc round `position` without solid obstacles, with a radius up to `most`. It is
    /// empty round a body that carries an obstacle.
    pub fn around(position: Vec2, most: f32, obstacles: &Obstacles) -> Self {
        let mut radius = most;
        obstacles.visit_near(position, most, |_, obstacle| {
            if obstacle.solid {
                let shape = &obstacle.shape;
                // Squares of large coordinates overflow in single precision.
                let distance = shape.separation(position.as_dvec2()).distance;
                let rounding = f64::from(shape.rounding()) + ROUNDING * distance.abs();
                let free = (distance - rounding) as f32;
                // A NaN distance makes the disc empty. Inside of an obstacle there is no disc.
                let free = if free.is_nan() { 0.0 } else { free };
                radius = radius.min(if free < 0.0 { f32::NEG_INFINITY } else { free });
            }
        });
        Self {
            center: position,
            radius,
            stamp: obstacles.update_count() as u32,
        }
    }

    /// The place where a body has no way out of obstacles, with its center `keep_out` away from
    /// surfaces. `stamp`: see [`stamp`].
    #[inline]
    pub fn dead_end(position: Vec2, keep_out: f32, stamp: u32) -> Self {
        Self {
            center: position,
            radius: -keep_out,
            stamp,
        }
    }

    /// Whether the cache shows that the body has no way out at `position`. It may keep off surfaces
    /// by a little more than when the cache was found: rounding adds to `keep_out` where it pushes.
    pub fn is_dead_end(&self, position: Vec2, keep_out: f32, stamp: impl FnOnce() -> u32) -> bool {
        let known = -self.radius;
        (known..=known * (1.0 + NEARLY_THE_SAME)).contains(&keep_out)
            && self.center == position
            && self.stamp == stamp()
    }
}

/// A number that changes with the obstacles, and differs from body to body: bodies look for ways in
/// directions that follow from their ids, and pass the obstacles that they carry.
#[inline]
pub fn stamp(own: ObstacleId, id: u64, obstacles: &Obstacles) -> u32 {
    agent_stream(obstacles.update_count(), own.0, id).random()
}

#[cfg(test)]
mod tests;
