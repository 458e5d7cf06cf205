//! Integrates force to velocity, and turns the facing along the velocity.

use crate::math::angle::{angle_of, cosine_and_sine, decayed};
use crate::math::lanes::{F32Lanes, Vec2Lanes, VectorLanes};
use crate::math::vector::{direction, direction_and_length, shorten_wide, truncate};
use glam::Vec2;
use pulp::Simd;

/// Speeds below this fraction of the largest speed count as standing.
pub const STANDING_SPEED: f32 = 1e-3;
/// A slow body looks where it turns to within this angle, radians.
const LOOKS_THERE: f32 = 1e-4;

/// The velocity after one tick: `truncate(velocity + acceleration dt, max_speed)`.
///
/// The position then moves with the new velocity (semi-implicit Euler).
#[inline]
pub fn accelerate(velocity: Vec2, acceleration: Vec2, max_speed: f32, tick: f32) -> Vec2 {
    let sum = velocity + acceleration * tick;
    if sum.is_finite() {
        truncate(sum, max_speed)
    } else {
        accelerate_beyond(velocity, acceleration, max_speed, tick)
    }
}

/// [`accelerate`] where the sum is too large for single precision.
#[cold]
fn accelerate_beyond(velocity: Vec2, acceleration: Vec2, max_speed: f32, tick: f32) -> Vec2 {
    let sum = velocity.as_dvec2() + acceleration.as_dvec2() * f64::from(tick);
    shorten_wide(sum.to_array(), max_speed).into()
}

impl<S: Simd> Vec2Lanes<S> {
    /// The SIMD form of [`accelerate`], equal to the last bit.
    #[inline(always)]
    pub fn accelerate(self, acceleration: Self, max_speed: F32Lanes<S>, tick: F32Lanes<S>) -> Self {
        let sum = self + acceleration * tick;
        if (!sum.is_finite()).any() {
            return self.accelerate_one_by_one(acceleration, max_speed, tick);
        }
        sum.truncate(max_speed)
    }

    #[cold]
    #[inline(never)]
    fn accelerate_one_by_one(
        self,
        acceleration: Self,
        max_speed: F32Lanes<S>,
        tick: F32Lanes<S>,
    ) -> Self {
        let (mut velocities, accelerations) = (self.to_column(), acceleration.to_column());
        let limits = max_speed.to_array().into_iter().zip(tick.to_array());
        for (lane, (max_speed, tick)) in limits.enumerate() {
            let (velocity, acceleration) = (velocities.get(lane), accelerations.get(lane));
            velocities.set(lane, accelerate(velocity, acceleration, max_speed, tick));
        }
        velocities.lanes(max_speed.simd())
    }
}

/// `position + displacement` and its rounding error. Together they are the exact sum.
///
/// Far from the origin or in short ticks, the displacement of a slow body is below the resolution
/// of a coordinate. Source: the two-sum of Knuth (1969).
#[inline]
pub fn add_exactly(position: Vec2, displacement: Vec2) -> (Vec2, Vec2) {
    let sum = position + displacement;
    let added = sum - position;
    let remainder = (position - (sum - added)) + (displacement - added);
    (sum, remainder)
}

/// `remainder` if it is a possible result of [`add_exactly`] at `position`. Else zero, because
/// something has set the position since that addition.
#[inline]
pub fn left_by_rounding(position: Vec2, remainder: Vec2) -> Vec2 {
    let most = position.abs() * (0.5 * f32::EPSILON);
    if remainder.abs().cmple(most).all() {
        remainder
    } else {
        Vec2::ZERO
    }
}

/// Turns `velocity` to within `largest_angle` radians of the unit vector `heading`.
///
/// The component of the velocity beyond that angle is lost, so a body with a reversed target first
/// slows down. An angle of half a turn or more, or NaN, leaves the velocity unchanged.
#[inline]
pub fn limit_turn(heading: Vec2, velocity: Vec2, largest_angle: f32) -> Vec2 {
    if largest_angle.is_nan() || largest_angle >= core::f32::consts::PI {
        return velocity;
    }
    let Some((forward, speed)) = direction_and_length(velocity) else {
        return velocity;
    };
    let turned = turn_toward(heading, forward, largest_angle);
    turned * (speed * turned.dot(forward).max(0.0))
}

/// Turns the unit vector `from` toward the unit vector `to` by at most `largest_angle` radians.
///
/// Exactly opposite vectors turn to the left.
#[inline]
pub fn turn_toward(from: Vec2, to: Vec2, largest_angle: f32) -> Vec2 {
    let angle = angle_between(from, to);
    if angle.abs() <= largest_angle {
        return to;
    }
    let half = cosine_and_sine(0.5 * largest_angle.max(0.0).copysign(angle));
    let turned = from.rotate(half).rotate(half);
    // Renormalize, or the length drifts over many small turns.
    direction(turned).unwrap_or(from)
}

/// How fast a facing follows its heading in one tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FollowingPace {
    /// The part of the angle to turn in a tick.
    part: f32,
    /// The largest turn, radians.
    largest: f32,
}

impl FollowingPace {
    /// Smooths as `1 - exp(-dt / smoothing)`, at no more than `max_turn_rate` radians per second.
    ///
    /// The exponential form gives the same curve at any tick. A smoothing time of 0 follows at
    /// once.
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

    /// The signed turn in one tick toward a heading at `angle`; `None` for the whole angle.
    fn turn(self, angle: f32) -> Option<f32> {
        let whole = angle.abs();
        let turn = (whole * self.part).min(self.largest);
        (turn < whole).then(|| turn.copysign(angle))
    }
}

/// The facing, a unit vector, after one tick of following the unit vector `heading`.
#[inline]
pub fn follow_heading(facing: Vec2, heading: Vec2, pace: FollowingPace) -> Vec2 {
    match pace.turn(angle_between(facing, heading)) {
        Some(turn) => turn_toward(facing, heading, turn.abs()),
        None => heading,
    }
}

/// The heading of a slow body after one tick: between the direction of its velocity and `toward`,
/// the unit vector to what it heads for. Without that it keeps its heading.
///
/// `part` is the velocity over the speed from which the heading is along the velocity. The velocity
/// counts by the square of that, and the body turns the faster, too. So the heading is continuous,
/// and neither the direction of a body that trembles nor that of rounding errors turns it.
pub fn turn_while_slow(
    heading: Vec2,
    part: Vec2,
    toward: Option<Vec2>,
    smoothing_time: f32,
    tick: f32,
) -> Vec2 {
    let share = part.length_squared().min(1.0);
    let along = direction(part).unwrap_or(heading);
    let at_rest = toward.unwrap_or(heading);
    let mixed = along * share + at_rest * (1.0 - share);
    let aim = direction(mixed).unwrap_or(at_rest);
    if heading.dot(aim) > 0.0 && heading.perp_dot(aim).abs() <= LOOKS_THERE {
        return heading;
    }
    let smoothing_time = smoothing_time * (1.0 - share);
    let pace = FollowingPace::new(smoothing_time, f32::INFINITY, tick);
    follow_heading(heading, aim, pace)
}

/// The facings of several agents that follow their headings.
///
/// The computation of one facing is a long chain of dependent steps; several fill the pipeline of
/// the CPU. The cosine and sine of half the angle represent a facing, as in a quaternion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Followers<const COUNT: usize> {
    half_cosine: [f32; COUNT],
    half_sine: [f32; COUNT],
    heading_x: [f32; COUNT],
    heading_y: [f32; COUNT],
    part: [f32; COUNT],
    largest: [f32; COUNT],
}

impl<const COUNT: usize> Default for Followers<COUNT> {
    /// All facings are along +x, and constant.
    fn default() -> Self {
        Self {
            half_cosine: [1.0; COUNT],
            half_sine: [0.0; COUNT],
            heading_x: [1.0; COUNT],
            heading_y: [0.0; COUNT],
            part: [0.0; COUNT],
            largest: [0.0; COUNT],
        }
    }
}

impl<const COUNT: usize> Followers<COUNT> {
    /// Sets one facing, the unit vector that it follows, and its pace.
    #[inline]
    pub fn set(&mut self, number: usize, half: Vec2, heading: Vec2, pace: FollowingPace) {
        self.half_cosine[number] = half.x;
        self.half_sine[number] = half.y;
        self.heading_x[number] = heading.x;
        self.heading_y[number] = heading.y;
        self.part[number] = pace.part;
        self.largest[number] = pace.largest;
    }

    /// The pace of one facing.
    #[inline]
    pub fn pace(&self, number: usize) -> FollowingPace {
        FollowingPace {
            part: self.part[number],
            largest: self.largest[number],
        }
    }

    /// One facing, as cosine and sine of half its angle.
    #[inline(always)]
    pub fn half(&self, number: usize) -> Vec2 {
        Vec2::new(self.half_cosine[number], self.half_sine[number])
    }

    /// Advances all facings by one tick.
    ///
    /// The cosine of half the angle is not negative for a facing that turns, so its half angle is
    /// unique. A facing that already points along its heading, within rounding, stays unchanged.
    #[inline(always)]
    pub fn follow(&mut self) {
        /// Below this angle, radians, rounding loses the turn.
        const LEAST_TURN: f32 = 0.25 * f32::EPSILON;
        // Selections instead of branches let the compiler vectorize this.
        for number in 0..COUNT {
            let half = self.half(number);
            let heading = Vec2::new(self.heading_x[number], self.heading_y[number]);
            let angle = angle_between(half.rotate(half), heading);
            let whole = angle.abs();
            let smoothed = whole * self.part[number];
            let largest = self.largest[number];
            let turn = if smoothed < largest {
                smoothed
            } else {
                largest
            };
            let turned = half.rotate(cosine_and_sine(0.5 * turn.copysign(angle)));
            // One step of Newton's method keeps the length from drifting over many small turns.
            let to_unit = 1.5 - 0.5 * turned.length_squared();
            let scale = if turned.x < 0.0 { -to_unit } else { to_unit };
            let (is_lost, is_there) = (turn <= LEAST_TURN, turn >= whole);
            let there = half_of(heading);
            let cosine = if is_lost { half.x } else { turned.x * scale };
            let sine = if is_lost { half.y } else { turned.y * scale };
            self.half_cosine[number] = if is_there { there.x } else { cosine };
            self.half_sine[number] = if is_there { there.y } else { sine };
        }
    }
}

/// Cosine and sine of half the angle of a unit vector. The cosine is not negative.
#[inline]
pub fn half_of(unit: Vec2) -> Vec2 {
    // Compute the component that is not near zero first, because it is the divisor of the other.
    let larger = (0.5 * (1.0 + unit.x.abs())).sqrt();
    let smaller = 0.5 * unit.y / larger;
    if unit.x >= 0.0 {
        Vec2::new(larger, smaller)
    } else {
        Vec2::new(smaller.abs(), larger.copysign(unit.y))
    }
}

/// The angle from `from` to `to`, radians; positive to the left.
#[inline]
fn angle_between(from: Vec2, to: Vec2) -> f32 {
    angle_of(Vec2::new(from.dot(to), from.perp_dot(to)))
}

#[cfg(test)]
mod tests;
