//! Where an agent need not look for obstacles.

use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;

/// The part of a distance that rounding to single precision may take.
const ROUNDING: f64 = 1e-6;

/// A disc without solid obstacles, remembered from tick to tick: most bodies are nowhere near one, and while they stay in
/// the disc no search is needed.
///
/// It decides what a move costs and never where it leads.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct ClearanceCache {
    center: Vec2,
    /// Zero while nothing is known.
    radius: f32,
    /// When this was found, in changes of obstacles; the lowest bits will do.
    update_count: u32,
}

impl ClearanceCache {
    /// Whether no solid obstacle comes within `reach` of `position`, as far as is remembered.
    pub(super) fn holds(&self, position: Vec2, reach: f32, obstacles: &ObstacleIndex) -> bool {
        let room = self.radius - reach;
        let distance_squared = self.center.distance_squared(position);
        // Squares that overflow would hold everywhere.
        self.update_count == obstacles.update_count() as u32
            && room >= 0.0
            && distance_squared <= room * room
            && distance_squared.is_finite()
    }

    /// The largest disc round `position` that is open to `body`, up to `most`. The body's own
    /// obstacle does not count.
    pub(super) fn around(
        position: Vec2,
        most: f32,
        body: Entity,
        obstacles: &ObstacleIndex,
    ) -> Self {
        let mut radius = most;
        obstacles.visit_near(position, most, |_, obstacle| {
            if obstacle.solid && obstacle.entity != body {
                let shape = &obstacle.shape;
                // Squares of large coordinates overflow in single precision.
                let distance = shape.separation(position.as_dvec2()).distance;
                let rounding = f64::from(shape.rounding()) + ROUNDING * distance.abs();
                let room = (distance - rounding) as f32;
                // Where the distance is no number, nothing is known to be open.
                radius = radius.min(if room.is_nan() { 0.0 } else { room });
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
