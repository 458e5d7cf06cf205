//! Passing beside other bodies: how much to step aside, and to which side.

use super::vector::{Side, direction_and_length, left, right};
use bevy::math::{Vec2, ops};

/// Bodies look at least so many clearances ahead, whatever the horizon: slow and large ones need longer than a person.
const LEAST_CLEARANCES_AHEAD: f32 = 6.0;
/// A step aside is made in full from so many parts of the horizon inward.
const PROMPTNESS: f32 = 2.0;

/// A body in the way, seen from one that would go round it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pass {
    /// From this body to the other.
    pub offset: Vec2,
    /// The other's velocity, less the velocity that this body *wants*: one that is held up still plans its way.
    pub relative_velocity: Vec2,
    /// The distance that the two centres have to keep: both radii and the safety margin, world units.
    pub clearance: f32,
    /// How far ahead a pass matters, seconds; at least six clearances at full speed.
    pub horizon: f32,
    /// This body's largest speed, world units per second.
    pub max_speed: f32,
    /// Passes that come sooner than this count as coming then, seconds: no step aside is made faster.
    pub shortest_time: f32,
    /// How much of the clearance the other may pass on the wrong side and still be crossed in front of, 0 to 1. One that
    /// comes dead ahead is passed by the hand in any case.
    pub insistence: f32,
    /// The hand to turn to.
    pub hand: Side,
}

impl Pass {
    /// The change of velocity, across the way on which the other comes, that lets the two pass at the clearance; `None`
    /// when they do, or not within the horizon.
    ///
    /// As much as is missing, and no more: it fades to nothing as the pass becomes free on the side that is taken. The
    /// other sees the same pass from the other end and steps to its own side of it.
    pub fn step_aside(&self) -> Option<Vec2> {
        let (course, speed) = direction_and_length(self.relative_velocity)?;
        let approach = -self.offset.dot(course);
        if approach <= 0.0 {
            return None;
        }
        let nearest = self.offset + course * approach;
        let missed_by = nearest.length();
        if missed_by.is_nan() || missed_by >= self.clearance {
            return None;
        }
        let chord = ops::sqrt((self.clearance * self.clearance - missed_by * missed_by).max(0.0));
        let contact = ((approach - chord) / speed).max(0.0);
        let patience = LEAST_CLEARANCES_AHEAD * self.clearance / self.max_speed;
        let horizon = if patience.is_finite() {
            self.horizon.max(patience)
        } else {
            self.horizon
        };
        if contact >= horizon {
            return None;
        }
        // Whoever comes straight at this body has its own right hand on this body's left.
        let aside = match self.hand {
            Side::Right => left(course),
            Side::Left => right(course),
        };
        let room = -nearest.dot(aside);
        let (aside, room) =
            if room > -self.insistence * self.clearance || room >= -1e-3 * self.clearance {
                (aside, room)
            } else {
                (-aside, -room)
            };
        let time = (approach / speed).max(self.shortest_time);
        if time.is_nan() || time <= 0.0 {
            return None;
        }
        let urgency = (PROMPTNESS * (1.0 - contact / horizon)).min(1.0);
        Some(aside * ((self.clearance - room) / time * urgency))
    }
}

#[cfg(test)]
mod tests;
