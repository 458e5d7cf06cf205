//! Passing beside other bodies: how much to step aside, and to which side.

use super::lanes::{Lanes, Mask, Vectors};
use super::vector::{SAFE_SQUARES, Side};
use bevy::math::Vec2;
use pulp::{Scalar, Simd};

/// Bodies look at least so many clearances ahead, whatever the horizon: slow and large ones need longer than a person.
const LEAST_CLEARANCES_AHEAD: f32 = 6.0;
/// A step aside is made in full from so many parts of the horizon inward.
const PROMPTNESS: f32 = 2.0;
/// Who passes nearer to the centre than this part of the clearance comes dead ahead.
const DEAD_AHEAD: f32 = 1e-3;
/// Of a distance, so that rounding, which is less, does not make it longer than it is.
const NEARLY_ALL: f32 = 1.0 - 1e-4;

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
        let (step, steps) = self.in_one_lane().step_aside();
        steps.only().then(|| step.only())
    }

    fn in_one_lane(&self) -> Passes<Scalar> {
        Passes {
            offset: Vectors::one(self.offset),
            relative_velocity: Vectors::one(self.relative_velocity),
            clearance: Lanes::one(self.clearance),
            horizon: Lanes::one(self.horizon),
            max_speed: Lanes::one(self.max_speed),
            shortest_time: Lanes::one(self.shortest_time),
            insistence: Lanes::one(self.insistence),
            hand: self.hand,
        }
    }
}

/// Passes of several bodies, one in each lane; see [`Pass`].
#[derive(Clone, Copy, Debug)]
pub struct Passes<S: Simd> {
    /// From these bodies to the others.
    pub offset: Vectors<S>,
    /// The others' velocities, less the velocities that these want.
    pub relative_velocity: Vectors<S>,
    /// The distances that the centres have to keep, world units.
    pub clearance: Lanes<S>,
    /// How far ahead a pass matters, seconds.
    pub horizon: Lanes<S>,
    /// These bodies' largest speeds, world units per second.
    pub max_speed: Lanes<S>,
    /// Passes that come sooner than this count as coming then, seconds.
    pub shortest_time: Lanes<S>,
    /// How much of the clearance the others may pass on the wrong side and still be crossed in front of, 0 to 1.
    pub insistence: Lanes<S>,
    /// The hand to turn to.
    pub hand: Side,
}

impl<S: Simd> Passes<S> {
    /// Where the two come nearer to each other than the clearance, at whatever time: cheaper to ask than the step, and there
    /// is none elsewhere.
    #[inline(always)]
    pub fn collides(&self) -> Mask<S> {
        let velocity = self.relative_velocity;
        let across = self.offset.perp_dot(velocity);
        let near = self.clearance * self.clearance * velocity.length_squared();
        let comes = self.offset.dot(velocity).is_below(across.like(0.0));
        comes & (across * across).is_at_most(near)
    }

    /// Where the two may come to the clearance within the horizon: cheaper to ask than when, and there is no step elsewhere.
    /// `distance` is the length of the offset.
    #[inline(always)]
    pub fn may_come_in_time(&self, distance: Lanes<S>) -> Mask<S> {
        let (clearance, max_speed) = (self.clearance, self.max_speed);
        // They have to come at least so much nearer. Both ways times the largest speed, which spares divisions.
        let least_way = (distance * NEARLY_ALL - clearance).max(clearance.like(0.0));
        let least_way = least_way * max_speed;
        let longest_way = (self.horizon * max_speed).max(clearance * LEAST_CLEARANCES_AHEAD);
        let longest_squared = longest_way * longest_way;
        let speed_squared = self.relative_velocity.length_squared();
        let is_too_far = (least_way * least_way).is_above(longest_squared * speed_squared);
        // The square of next to nothing is not exact.
        !(is_too_far & longest_squared.is_at_least(clearance.like(SAFE_SQUARES.start)))
    }

    /// The steps aside, and where there is one: see [`Pass::step_aside`].
    #[inline(always)]
    pub fn step_aside(&self) -> (Vectors<S>, Mask<S>) {
        let clearance = self.clearance;
        let (zero, one) = (clearance.like(0.0), clearance.like(1.0));
        let (course, speed, moves) = self.relative_velocity.direction_and_length();
        let approach = -self.offset.dot(course);
        let nearest = self.offset + course * approach;
        let missed_by = nearest.length();
        let chord = (clearance * clearance - missed_by * missed_by)
            .max(zero)
            .sqrt();
        let contact = ((approach - chord) / speed).max(zero);
        let patience = clearance * LEAST_CLEARANCES_AHEAD / self.max_speed;
        let longest = self.horizon.max(patience);
        let horizon = patience.is_finite().select(longest, self.horizon);
        // Whoever comes straight at this body has its own right hand on this body's left.
        let aside = course.side(self.hand.opposite());
        let room = -nearest.dot(aside);
        let keeps_to_hand =
            room.is_above(-self.insistence * clearance) | room.is_at_least(clearance * -DEAD_AHEAD);
        let aside = keeps_to_hand.select_vectors(aside, -aside);
        let room = keeps_to_hand.select(room, -room);
        let time = (approach / speed).max(self.shortest_time);
        let urgency = ((one - contact / horizon) * PROMPTNESS).min(one);
        let steps = moves
            & approach.is_above(zero)
            & missed_by.is_below(clearance)
            & contact.is_below(horizon)
            & time.is_above(zero);
        (aside * ((clearance - room) / time * urgency), steps)
    }
}

#[cfg(test)]
mod tests;
