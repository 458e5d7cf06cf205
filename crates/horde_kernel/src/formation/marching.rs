//! How the frame of a formation moves: turning, the trail of its leader, narrow places, the pace.

use crate::math::angle::{angle_of, cosine_and_sine};
use crate::math::vector::{direction_and_length, left};
use core::f32::consts::FRAC_PI_2;
use glam::Vec2;

/// A frame turns about if the angle to its course exceeds a quarter circle plus this, radians.
const BEYOND_A_QUARTER: f32 = 0.15;
/// The frame turns at a rate of the angle to its course divided by this time, seconds.
const TURNING_TIME: f32 = 0.25;
/// The largest part of the speed that the outermost member uses, and the leader loses, for turning.
const TURNING_PART: f32 = 0.5;
/// At this angle between frame and course, turning slows the leader most, radians.
const FULL_TURN: f32 = 0.5;
/// The largest part of the pace that the leader loses when many members lag.
const LAG_OF_MANY: f32 = 0.8;
/// The mean lag at which the leader loses that part, spacings.
const FULL_LAG: f32 = 4.0;
/// The largest part of the pace that the leader loses when one member lags.
const LAG_OF_ONE: f32 = 0.4;
/// The lag of that member at which the leader loses that part, spacings.
const FULL_LAG_OF_ONE: f32 = 2.0;

/// How the frame turns toward the course of its leader.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turn {
    /// The frame wheels to the left at this rate, radians per second; negative to the right.
    Wheel(f32),
    /// The frame faces the course at once, and the slots are assigned anew.
    About,
}

/// Turns the frame from `heading` toward the unit vector `course`. A member at `reach` from the
/// leader uses at most half of `speed` for the turn.
#[inline]
pub fn turn(heading: Vec2, course: Vec2, reach: f32, speed: f32, tick: f32) -> Turn {
    let angle = angle_to(heading, course);
    if angle.abs() > FRAC_PI_2 + BEYOND_A_QUARTER {
        return Turn::About;
    }
    let most = TURNING_PART * speed / reach.max(f32::MIN_POSITIVE);
    Turn::Wheel((angle / TURNING_TIME.max(tick)).clamp(-most, most))
}

/// The angle from one unit vector to another, radians; positive to the left.
#[inline]
pub fn angle_to(from: Vec2, to: Vec2) -> f32 {
    angle_of(Vec2::new(from.dot(to), from.perp_dot(to)))
}

/// A unit vector turned to the left by `angle` radians, clamped to a quarter turn either way.
#[inline]
pub fn turned(heading: Vec2, angle: f32) -> Vec2 {
    let turned = heading.rotate(cosine_and_sine(angle.clamp(-FRAC_PI_2, FRAC_PI_2)));
    direction_and_length(turned).map_or(heading, |(direction, _)| direction)
}

/// How far members are from their slots.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lag {
    /// The largest distance, world units.
    pub most: f32,
    /// The root of the mean square of the distances, world units.
    pub mean: f32,
}

impl Lag {
    /// The lag of members at these distances.
    #[inline]
    pub fn of(distances: impl Iterator<Item = f32>) -> Self {
        let (mut most, mut sum, mut count) = (0.0_f32, 0.0, 0.0_f32);
        for distance in distances {
            most = most.max(distance);
            sum += distance * distance;
            count += 1.0;
        }
        Self {
            most,
            mean: (sum / count.max(1.0)).sqrt(),
        }
    }
}

/// The pace of a leader: the speed of the slowest member, less while members lag or the frame
/// wheels.
///
/// `angle` is the angle between frame and course, radians. The largest lag slows the leader to no
/// less than 0.6 of its pace, the mean lag to 0.2, and a turn to 0.5. The three factors multiply.
#[inline]
pub fn pace(slowest: f32, angle: f32, reach: f32, lag: Lag, spacing: f32) -> f32 {
    let wheels = (angle.abs() / FULL_TURN).min(1.0) * (reach / (4.0 * spacing)).min(1.0);
    let many = (lag.mean / (FULL_LAG * spacing)).min(1.0);
    let one = (lag.most / (FULL_LAG_OF_ONE * spacing)).min(1.0);
    let part =
        (1.0 - TURNING_PART * wheels) * (1.0 - LAG_OF_MANY * many) * (1.0 - LAG_OF_ONE * one);
    slowest * if part.is_finite() { part } else { 1.0 }
}

/// The free distances to both sides of a place, for the center of a body, world units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Free {
    /// The free distance to the left.
    pub left: f32,
    /// The free distance to the right.
    pub right: f32,
}

impl Free {
    /// How many bodies fit side by side at this `spacing`, at least 1.
    #[inline]
    pub fn files(self, spacing: f32) -> usize {
        // Rounding must not cost a file that just fits.
        let gaps = (self.left + self.right) / spacing + 1e-3;
        (gaps as usize).saturating_add(1)
    }

    /// On each side, the smaller of the two free distances.
    #[inline]
    pub fn min(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.min(other.right),
        }
    }

    /// Whether slots from `least` to `most` fit, offsets to the left; negative to the right.
    #[inline]
    pub fn holds(self, least: f32, most: f32) -> bool {
        self.left >= most && self.right >= -least
    }

    /// The offset to the left of a member that stands at `aside` in a column of this half width.
    /// The column moves aside from walls, and narrows where it does not fit.
    #[inline]
    pub fn aside(self, aside: f32, half_width: f32) -> f32 {
        let (from, to) = (half_width - self.right, self.left - half_width);
        if from <= to {
            return aside + 0.0_f32.clamp(from, to);
        }
        let part = (self.left + self.right) / (2.0 * half_width);
        0.5 * (from + to) + aside * part.clamp(0.0, 1.0)
    }
}

/// A place on a trail.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrailPlace {
    /// The position of the place.
    pub position: Vec2,
    /// The unit vector along which the trail leads there.
    pub along: Vec2,
    /// The index of the trail point behind the place; 0 beyond the oldest point.
    pub point: usize,
}

/// The place on a trail at the distance `way` behind its `head`. The first point is the oldest.
/// Beyond its oldest point the trail continues straight. A trail without length has the direction
/// `heading`.
pub fn place_on(
    trail: impl DoubleEndedIterator<Item = Vec2> + ExactSizeIterator,
    head: Vec2,
    heading: Vec2,
    way: f32,
) -> TrailPlace {
    let (mut before, mut along, mut rest) = (head, heading, way);
    for (number, point) in trail.enumerate().rev() {
        let Some((direction, length)) = direction_and_length(before - point) else {
            continue;
        };
        along = direction;
        if rest <= length {
            return TrailPlace {
                position: before - direction * rest,
                along,
                point: number,
            };
        }
        rest -= length;
        before = point;
    }
    TrailPlace {
        position: before - along * rest,
        along,
        point: 0,
    }
}

/// The coordinates of a position along a trail, see [`place_on`]: `x` is negative behind the head,
/// `y` is to the left. The nearest place of the trail counts; on a tie, the one nearer to the head.
pub fn beside_trail(
    trail: impl DoubleEndedIterator<Item = Vec2>,
    head: Vec2,
    heading: Vec2,
    position: Vec2,
) -> Vec2 {
    let mut nearest = (f32::INFINITY, Vec2::ZERO);
    let mut compare = |front: Vec2, along: Vec2, way: f32, least: f32, most: f32| {
        let behind = along.dot(front - position).clamp(least, most);
        let aside = position - (front - along * behind);
        let distance = aside.length_squared();
        if distance < nearest.0 {
            nearest = (distance, Vec2::new(-(way + behind), along.perp_dot(aside)));
        }
    };
    let (mut front, mut along, mut way) = (head, heading, 0.0);
    compare(head, heading, 0.0, f32::NEG_INFINITY, 0.0);
    for point in trail.rev() {
        let Some((direction, length)) = direction_and_length(front - point) else {
            continue;
        };
        compare(front, direction, way, 0.0, length);
        (front, along, way) = (point, direction, way + length);
    }
    compare(front, along, way, 0.0, f32::INFINITY);
    nearest.1
}

/// The position of a `slot` in a frame: `x` is ahead of `position`, `y` to the left.
#[inline]
pub fn in_frame(position: Vec2, heading: Vec2, slot: Vec2) -> Vec2 {
    position + heading * slot.x + left(heading) * slot.y
}

#[cfg(test)]
mod tests;
