//! Passing beside other bodies: how much to step aside, and to which side.

use super::vector::{Side, direction_and_length, left, right};
use bevy::math::{Vec2, ops};

/// Bodies look at least so many clearances ahead, whatever the horizon: slow and large ones need longer than a person.
const LEAST_CLEARANCES_AHEAD: f32 = 6.0;
/// How much harder than forward a body presses to its hand in oncoming traffic.
const HAND_PRESSURE: f32 = 3.5;
/// Somebody head-on counts as traffic in full from so many parts of the range inward.
const NEARBY: f32 = 4.0;
/// How many times less than the first the second that comes may count for the two to be traffic.
const COMPANY: f32 = 8.0;
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
    /// As much as is missing, and no more: it fades to nothing as the pass becomes free, so that nothing chatters. The
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

/// How much faster this body presses toward another than that one presses back, by the velocities that the two want; the
/// same for both but for the sign. World units per second.
///
/// `toward` is the unit vector to the other. In `traffic` (see [`Traffic`]) both press to the `hand`, too: where everybody
/// waits for the next one, all begin to turn.
pub fn pressure(wanted: Vec2, theirs: Vec2, toward: Vec2, traffic: f32, hand: Side) -> f32 {
    let plan = |wanted: Vec2| wanted + hand.of(wanted) * (HAND_PRESSURE * traffic);
    let presses = toward.dot(plan(wanted)).max(0.0) - (-toward.dot(plan(theirs))).max(0.0);
    // One that goes the same way is queued behind, not pressed: but a jam is no queue.
    presses * against(wanted, theirs).max(jam(traffic))
}

/// How much `traffic` (see [`Traffic`]) is a jam, 0 to 1: streams that cross are none, head-on ones are.
pub fn jam(traffic: f32) -> f32 {
    (2.0 * traffic - 1.0).max(0.0)
}

/// How much two go against each other, by the velocities that they want: 0 the same way, 1 head-on, a half across or when
/// one of them stands. The same for both.
fn against(wanted: Vec2, theirs: Vec2) -> f32 {
    match (direction_and_length(wanted), direction_and_length(theirs)) {
        (Some((own, _)), Some((other, _))) => (0.5 - 0.5 * own.dot(other)).max(0.0),
        _ => 0.5,
    }
}

/// The traffic that comes the other way, from all that a body meets.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Traffic {
    most: f32,
    second: f32,
}

impl Traffic {
    /// Adds one that counts so much, see [`oncoming`].
    pub fn meet(&mut self, counts: f32) {
        if counts > self.most {
            self.second = self.most;
            self.most = counts;
        } else {
            self.second = self.second.max(counts);
        }
    }

    /// How much traffic that is, 0 to 1: as much as the one that counts most. One alone is none: a pair passes on the
    /// shorter way.
    pub fn amount(&self) -> f32 {
        self.most.min(COMPANY * self.second)
    }
}

/// How much somebody counts as traffic that comes the other way, 0 to 1.
///
/// `wanted` and `theirs` are the velocities that the two want, `offset` leads to the other. Somebody who stands counts
/// half, one that goes the same way not at all; nor does who is behind or beside, or as far off as `range`.
pub fn oncoming(wanted: Vec2, theirs: Vec2, offset: Vec2, range: f32) -> f32 {
    let (Some((way, _)), Some((toward, distance))) =
        (direction_and_length(wanted), direction_and_length(offset))
    else {
        return 0.0;
    };
    let against = against(wanted, theirs);
    let ahead = toward.dot(way).max(0.0);
    let near = (1.0 - distance / range).max(0.0);
    against * (NEARBY * near * ahead).min(1.0)
}

#[cfg(test)]
mod tests;
