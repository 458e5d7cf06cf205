//! Angles by polynomials.
//!
//! They give the same on every machine, which mathematics libraries do not, and are some times
//! faster. Each function states its error.

use bevy::math::Vec2;
use core::f32::consts::{FRAC_PI_2, PI};
use core::f64::consts::{LN_2, LOG2_E};

/// The angle from +x to `vector`, radians from minus pi to pi, positive to the left; the vector's
/// length does not matter.
///
/// Wrong by 4e-7 radians at most. The zero vector has the angle 0, as has whatever is not a number.
#[inline]
pub fn angle_of(vector: Vec2) -> f32 {
    // Choices and no branches, so that compilers can compute several at once.
    let (along, aside) = (vector.x.abs(), vector.y.abs());
    let is_steep = aside > along;
    let large = if is_steep { aside } else { along };
    let small = if is_steep { along } else { aside };
    let octant = arc_tangent(small / large);
    let quadrant = if is_steep { FRAC_PI_2 - octant } else { octant };
    let is_back = vector.x < 0.0;
    let half = if is_back { PI - quadrant } else { quadrant };
    let has_direction = large > 0.0 && large < f32::INFINITY && half >= 0.0;
    let angle = if has_direction { half } else { 0.0 };
    angle.copysign(vector.y)
}

/// Cosine and sine of an angle of at most a quarter turn, radians, each wrong by 3e-7 at most.
#[inline]
pub fn cosine_and_sine(angle: f32) -> Vec2 {
    // Taylor's, as far as a quarter turn needs. In pairs, and pairs of pairs: in a sum from the
    // last term on, each step would wait for the one before.
    let square = square_of(angle);
    let fourth = square * square;
    let sine = (1.0 - square * (1.0 / 6.0))
        + fourth * (1.0 / 120.0 - square * (1.0 / 5040.0))
        + (fourth * fourth) * (1.0 / 362_880.0 - square * (1.0 / 39_916_800.0));
    let cosine = (1.0 - square * 0.5)
        + fourth * (1.0 / 24.0 - square * (1.0 / 720.0))
        + (fourth * fourth)
            * ((1.0 / 40_320.0 - square * (1.0 / 3_628_800.0)) + fourth * (1.0 / 479_001_600.0));
    Vec2::new(cosine, angle * sine)
}

/// The square of a number, zero for one so small that no polynomial here can tell. Its higher
/// powers would be subnormal, and slow.
#[inline]
fn square_of(number: f32) -> f32 {
    /// 1 minus half its square is 1, and the eighth power of a larger one is no subnormal number
    /// yet.
    const TOO_SMALL: f32 = 1e-4;
    if number.abs() < TOO_SMALL {
        0.0
    } else {
        number * number
    }
}

/// The angle whose tangent is `tangent`, from 0 to 1. Source: Abramowitz and Stegun (1964), 4.4.49.
#[inline]
fn arc_tangent(tangent: f32) -> f32 {
    let square = square_of(tangent);
    let fourth = square * square;
    let low = (1.0 - 0.333_331_45 * square) + fourth * (0.199_935_51 - 0.142_089 * square);
    let high =
        (0.106_562_64 - 0.075_289_64 * square) + fourth * (0.042_909_614 - 0.016_165_737 * square);
    let eighth = fourth * fourth;
    tangent * (low + eighth * (high + eighth * 0.002_866_225_7))
}

/// The part of something that is gone after so many of its lifetimes: `1 - exp(-lifetimes)`, wrong
/// by one unit in the last place.
///
/// Less than none of them counts as none.
pub fn decayed(lifetimes: f32) -> f32 {
    /// After so many nothing is left that a single-precision number can tell.
    const ALL: f64 = 40.0;
    /// The coefficients of `(exp(x) - 1) / x`: Taylor's, as many as half a half-life needs.
    const GROWTH: [f64; 9] = [
        1.0,
        1.0 / 2.0,
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5040.0,
        1.0 / 40_320.0,
        1.0 / 362_880.0,
    ];
    if lifetimes.is_nan() || lifetimes <= 0.0 {
        return 0.0;
    }
    let lifetimes = f64::from(lifetimes).min(ALL);
    let half_lives = (lifetimes * LOG2_E + 0.5) as u32;
    let rest = f64::from(half_lives) * LN_2 - lifetimes;
    let highest_first = GROWTH.iter().rev();
    let growth = highest_first.fold(0.0, |sum, coefficient| (sum + coefficient) * rest);
    // After the whole half-lives `left` is left, and exp(rest) of that: 1 - left (1 + growth).
    let left = f64::from_bits((1023 - u64::from(half_lives)) << 52);
    ((1.0 - left) - left * growth) as f32
}

#[cfg(test)]
mod tests;
