//! A goal inside a solid obstacle is reached at the obstacle's surface.

use crate::obstacles::index::Obstacles;
use crate::obstacles::placed::{ObstacleId, PlacedObstacle};
use glam::Vec2;
use smallvec::SmallVec;

/// A body fits at a spot where a disc with this part of its radius fits.
const FITTING_PART: f32 = 0.98;
/// The most obstacles that count as one with the obstacle that covers a goal.
const MOST_PARTS: usize = 4;

impl Obstacles {
    /// The solid obstacle that covers `place`, the deepest of several; `None` if the place is free,
    /// or on a surface.
    #[inline]
    pub fn solid_at(&self, place: Vec2) -> Option<ObstacleId> {
        if self.is_clear_around(place, 0.0) {
            return None;
        }
        let nearest = self.nearest(place, 0.0, |obstacle| obstacle.solid)?;
        (nearest.distance < 0.0).then_some(nearest.id)
    }

    /// Whether there is a solid obstacle `id`.
    #[inline]
    pub fn is_solid(&self, id: ObstacleId) -> bool {
        self.get(id).is_some_and(|obstacle| obstacle.solid)
    }

    /// The center of a body of `radius` that touches `obstacle`, or another that covers `goal`, on
    /// its straight way from `from` to `goal`. Obstacles that leave no room there count as parts of
    /// the same one. If the way meets none of them, the spot on `obstacle` nearest to `from`.
    ///
    /// Only solid obstacles that `counts` accepts count.
    pub fn contact(
        &self,
        obstacle: ObstacleId,
        goal: Vec2,
        from: Vec2,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<Vec2> {
        let is_solid = |other: &PlacedObstacle| other.solid && counts(other);
        let mut parts = SmallVec::<[ObstacleId; MOST_PARTS]>::from_slice(&[obstacle]);
        loop {
            let hit = self.first_hit(from, goal, radius, |other| {
                let covers = || other.shape.nearest(goal).distance < 0.0;
                is_solid(other) && (parts.contains(&other.id) || covers())
            });
            let Some(hit) = hit else {
                let surface = self.nearest_on(obstacle, from)?;
                return Some(surface.point + surface.normal * radius);
            };
            let is_other = |other: &PlacedObstacle| {
                is_solid(other) && other.id != hit.id && !parts.contains(&other.id)
            };
            let covering = self.nearest(hit.position, FITTING_PART * radius, is_other);
            match covering.filter(|_| parts.len() < MOST_PARTS) {
                Some(other) if hit.distance > 0.0 => parts.push(other.id),
                _ => return Some(hit.position),
            }
        }
    }
}
