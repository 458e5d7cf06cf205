//! Avoidance of moving bodies by their predicted closest approach.

use super::vector::{Side, direction_and_length};
use bevy::math::{Vec2, ops};

/// Passes that are predicted nearer to the centre than this part of the clearance count as head-on.
const HEAD_ON: f32 = 1e-3;

/// Two bodies, seen from one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// From this body to the other.
    pub offset: Vec2,
    /// The other's velocity less this one's.
    pub relative_velocity: Vec2,
    /// The distance that the two centres have to keep: both radii and the safety margin, world units.
    pub clearance: f32,
    /// How far ahead a collision matters, seconds.
    pub horizon: f32,
    /// The hand to which a head-on pair turn.
    pub hand: Side,
}

impl Encounter {
    /// The time until the two come within the clearance of each other, or `None` when they never do.
    ///
    /// Zero when they are within it already.
    pub fn time_to_collision(&self) -> Option<f32> {
        let distance_squared = self.offset.length_squared();
        let gap = distance_squared - self.clearance * self.clearance;
        if gap < 0.0 {
            return Some(0.0);
        }
        let approach = self.offset.dot(self.relative_velocity);
        if approach >= 0.0 {
            return None;
        }
        let speed_squared = self.relative_velocity.length_squared();
        let discriminant = approach * approach - speed_squared * gap;
        // Beyond what can be squared nothing is near.
        if discriminant <= 0.0 || !discriminant.is_finite() {
            return None;
        }
        Some(((-approach - ops::sqrt(discriminant)) / speed_squared).max(0.0))
    }

    /// The push that this body needs, as a part of its maximum force, or `None` when it has nothing to fear.
    ///
    /// Within the clearance: straight away from the other, by how deep they are in it. Before: away from where the other
    /// will pass, stronger the sooner. Everything is relative, so that the level's origin does not matter. `parting` is
    /// the direction to take when the two coincide; `heading` is this body's, and a head-on pair both turn to the same hand.
    pub fn push(&self, heading: Vec2, parting: impl FnOnce() -> Vec2) -> Option<Vec2> {
        let time = self.time_to_collision()?;
        if time <= 0.0 {
            return Some(match direction_and_length(self.offset) {
                Some((toward, distance)) => -toward * (1.0 - distance / self.clearance),
                None => parting(),
            });
        }
        if time > self.horizon {
            return None;
        }
        let speed_squared = self.relative_velocity.length_squared();
        let nearest_time = -self.offset.dot(self.relative_velocity) / speed_squared;
        let passing = self.offset + self.relative_velocity * nearest_time;
        let away = match direction_and_length(passing) {
            Some((toward, distance)) if distance > HEAD_ON * self.clearance => -toward,
            // Only whoever has the other ahead turns: one that is overtaken must not swerve to the same side.
            _ if self.offset.dot(heading) >= 0.0 => self.hand.of(heading),
            _ => return None,
        };
        Some(away * (1.0 - time / self.horizon))
    }
}

/// How much of the avoidance a body takes on itself, given the two readiness values: `own / (own + other)`.
///
/// Two alike take half each; against one that does not avoid at all (0) it is everything; one with right of way (0)
/// against one that yields takes nothing; and when neither yields, nothing.
pub fn responsibility(own_readiness: f32, other_readiness: f32) -> f32 {
    let total = own_readiness + other_readiness;
    if total > 0.0 {
        own_readiness / total
    } else {
        0.0
    }
}

/// The readiness to avoid of a body that moves at `speed`: 1 from a quarter of its largest speed on, `standing` at rest.
///
/// Bodies that stand (arrived, waiting) leave most of the work to those that walk.
pub fn readiness(speed: f32, max_speed: f32, standing: f32) -> f32 {
    let quarter = 0.25 * max_speed;
    if quarter > 0.0 {
        standing + (1.0 - standing) * (speed / quarter).clamp(0.0, 1.0)
    } else {
        standing
    }
}

#[cfg(test)]
mod tests;
