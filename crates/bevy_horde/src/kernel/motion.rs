//! Force to velocity, and velocity to facing.

use super::vector::{direction, direction_and_length, truncate};
use bevy::math::{Vec2, ops};

/// The velocity after one tick: `truncate(velocity + acceleration dt, max_speed)`.
///
/// The position then moves with the new velocity (semi-implicit Euler).
pub fn accelerate(velocity: Vec2, acceleration: Vec2, max_speed: f32, tick: f32) -> Vec2 {
    truncate(velocity + acceleration * tick, max_speed)
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
    let angle = ops::atan2(from.perp_dot(to), from.dot(to));
    if angle.abs() <= largest_angle {
        return to;
    }
    let step = largest_angle.max(0.0).copysign(angle);
    let turned = from.rotate(Vec2::new(ops::cos(step), ops::sin(step)));
    // Many small turns must not let the length drift.
    direction(turned).unwrap_or(from)
}

/// The facing after one tick of following `wanted`: smoothed as `1 - exp(-dt / smoothing)` and turned no faster than
/// `max_turn_rate` (radians per second).
///
/// The exponential form gives the same curve at any tick. A smoothing time of 0 follows at once.
pub fn follow_heading(
    facing: Vec2,
    wanted: Vec2,
    smoothing_time: f32,
    max_turn_rate: f32,
    tick: f32,
) -> Vec2 {
    let angle = ops::atan2(facing.perp_dot(wanted), facing.dot(wanted));
    let part = if smoothing_time > 0.0 {
        1.0 - ops::exp(-tick / smoothing_time)
    } else {
        1.0
    };
    let smoothed = (angle * part).abs();
    let fastest = if max_turn_rate.is_finite() {
        max_turn_rate.max(0.0) * tick
    } else {
        f32::INFINITY
    };
    turn_toward(facing, wanted, smoothed.min(fastest))
}
