//! Oncoming traffic and jams: how many come the other way, and how hard bodies press on among them.

use super::vector::{Side, direction_and_length};
use bevy::math::Vec2;

/// How much harder than forward a body presses to its hand in oncoming traffic.
const HAND_PRESSURE: f32 = 3.5;
/// Somebody head-on counts as traffic in full from so many parts of the range inward.
const NEARBY: f32 = 4.0;
/// Who is farther beyond the goal than so many radii is no traffic on the way there.
const BEYOND_GOAL: f32 = 2.0;
/// How many times less than the first the second that comes may count for the two to be traffic.
const COMPANY: f32 = 8.0;

/// How much faster this body presses toward another than that one presses back, by the velocities that the two want; for two
/// in the same traffic the same but for the sign. World units per second.
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

/// How far ahead traffic matters, world units: as far as the body looks, and no farther than two of its radii beyond its goal.
///
/// With those farther beyond it a horde would swirl round its bait; without those at it two streams that aim at the same
/// doorway would stand there. `goal_distance` is infinite without a goal.
pub fn way_ahead(range: f32, goal_distance: f32, radius: f32) -> f32 {
    range.min(goal_distance + BEYOND_GOAL * radius)
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
