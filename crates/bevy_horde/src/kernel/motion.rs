//! Force to velocity, and velocity to facing.

use super::angle::{angle_of, cosine_and_sine, decayed};
use super::vector::{direction, direction_and_length, truncate};
use bevy::math::Vec2;

/// The velocity after one tick: `truncate(velocity + acceleration dt, max_speed)`.
///
/// The position then moves with the new velocity (semi-implicit Euler).
pub fn accelerate(velocity: Vec2, acceleration: Vec2, max_speed: f32, tick: f32) -> Vec2 {
    truncate(velocity + acceleration * tick, max_speed)
}

/// `position + displacement`, and what that lost to rounding: together they are the exact sum.
///
/// Far from the origin, or in short ticks, a slow body moves by less than a coordinate can tell. Source: the two-sum of
/// Knuth (1969).
pub fn add_exactly(position: Vec2, displacement: Vec2) -> (Vec2, Vec2) {
    let sum = position + displacement;
    let added = sum - position;
    let remainder = (position - (sum - added)) + (displacement - added);
    (sum, remainder)
}

/// `remainder`, where it can be what [`add_exactly`] has left at `position`; zero when the position was set since.
pub fn left_by_rounding(position: Vec2, remainder: Vec2) -> Vec2 {
    let most = position.abs() * (0.5 * f32::EPSILON);
    if remainder.abs().cmple(most).all() {
        remainder
    } else {
        Vec2::ZERO
    }
}

/// `velocity` with its direction turned no more than `largest_angle` radians away from the unit vector `heading`.
///
/// What points farther away loses the part of its length that it would have had to turn for: a body asked to reverse
/// first slows down. An infinite angle leaves the velocity as it is.
pub fn limit_turn(heading: Vec2, velocity: Vec2, largest_angle: f32) -> Vec2 {
    if largest_angle.is_nan() || largest_angle >= core::f32::consts::PI {
        return velocity;
    }
    let Some((wanted, speed)) = direction_and_length(velocity) else {
        return velocity;
    };
    let turned = turn_toward(heading, wanted, largest_angle);
    turned * (speed * turned.dot(wanted).max(0.0))
}

/// The unit vector `from` turned toward the unit vector `to` by no more than `largest_angle` radians.
///
/// Exactly opposite vectors turn to the left.
pub fn turn_toward(from: Vec2, to: Vec2, largest_angle: f32) -> Vec2 {
    let angle = angle_between(from, to);
    if angle.abs() <= largest_angle {
        return to;
    }
    let half = cosine_and_sine(0.5 * largest_angle.max(0.0).copysign(angle));
    let turned = from.rotate(half).rotate(half);
    // Many small turns must not let the length drift.
    direction(turned).unwrap_or(from)
}

/// How fast a facing follows in a tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FollowingPace {
    /// The part of the angle that is turned.
    part: f32,
    /// The largest turn, radians.
    largest: f32,
}

impl FollowingPace {
    /// Smoothed as `1 - exp(-dt / smoothing)`, and no faster than `max_turn_rate` (radians per second).
    ///
    /// The exponential form gives the same curve at any tick. A smoothing time of 0 follows at once.
    pub fn new(smoothing_time: f32, max_turn_rate: f32, tick: f32) -> Self {
        Self {
            part: if smoothing_time > 0.0 {
                decayed(tick / smoothing_time)
            } else {
                1.0
            },
            largest: if max_turn_rate.is_finite() {
                max_turn_rate.max(0.0) * tick
            } else {
                f32::INFINITY
            },
        }
    }

    /// How far to turn when `angle` is left, with its sign; `None` for all the way.
    fn turn(self, angle: f32) -> Option<f32> {
        let whole = angle.abs();
        let turn = (whole * self.part).min(self.largest);
        (turn < whole).then(|| turn.copysign(angle))
    }
}

/// The facing, a unit vector, after one tick of following the unit vector `wanted`.
pub fn follow_heading(facing: Vec2, wanted: Vec2, pace: FollowingPace) -> Vec2 {
    match pace.turn(angle_between(facing, wanted)) {
        Some(turn) => turn_toward(facing, wanted, turn.abs()),
        None => wanted,
    }
}

/// The same for a facing that is given by cosine and sine of half its angle, which are what a rotation is made of.
///
/// The cosine of the result is not negative, so that every facing has one half. Where it is there already, to the last
/// place, it comes back as it was.
pub fn follow_heading_by_half(half: Vec2, wanted: Vec2, pace: FollowingPace) -> Vec2 {
    /// A smaller turn, radians, is lost to rounding.
    const LEAST_TURN: f32 = 0.25 * f32::EPSILON;
    let facing = half.rotate(half);
    let angle = angle_between(facing, wanted);
    if angle.abs() <= LEAST_TURN {
        return half;
    }
    let Some(turn) = pace.turn(angle) else {
        return half_of(wanted);
    };
    if turn.abs() <= LEAST_TURN {
        return half;
    }
    let turned = half.rotate(cosine_and_sine(0.5 * turn));
    // One step of Newton's method: many small turns must not let the length drift.
    let near_one = turned * (1.5 - 0.5 * turned.length_squared());
    if near_one.x < 0.0 {
        -near_one
    } else {
        near_one
    }
}

/// Cosine and sine of half the angle of a unit vector; the cosine is not negative.
pub fn half_of(unit: Vec2) -> Vec2 {
    if unit.x >= 0.0 {
        let cosine = (0.5 * (1.0 + unit.x)).sqrt();
        Vec2::new(cosine, 0.5 * unit.y / cosine)
    } else {
        let sine = (0.5 * (1.0 - unit.x)).sqrt().copysign(unit.y);
        Vec2::new(0.5 * unit.y / sine, sine)
    }
}

/// The angle by which `from` has to turn to point along `to`, radians; positive to the left.
fn angle_between(from: Vec2, to: Vec2) -> f32 {
    angle_of(Vec2::new(from.dot(to), from.perp_dot(to)))
}

#[cfg(test)]
mod tests;
