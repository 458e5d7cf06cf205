//! The free space around an agent, in which it needs no search for obstacles.

use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;

/// The part of a distance that rounding to single precision may take.
const ROUNDING: f64 = 1e-6;

/// A disc without solid obstacles, kept from tick to tick.
///
/// Most bodies are far from obstacles, and in the disc they need no search. It decides the cost of
/// a move and never its result.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct ClearanceCache {
    pub(super) center: Vec2,
    /// Zero while the free space is unknown.
    pub(super) radius: f32,
    /// The lowest bits of the obstacles' update count when the disc was found.
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
}

#[cfg(test)]
mod tests;
