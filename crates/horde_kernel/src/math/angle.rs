//! Computes angles and decay by polynomials.
//!
//! The results are the same on every machine, unlike those of mathematics libraries. The functions
//! are also several times faster. Each function states its error.

use core::f32::consts::{FRAC_PI_2, PI};
use core::f64::consts::{LN_2, LOG2_E};
use glam::Vec2;

/// The angle from +x to `vector`, radians from minus pi to pi, positive to the left.
///
/// The length of the vector does not matter. The error is at most 4e-7 radians. The angle is 0 for
/// the zero vector and for coordinates that are not finite.
#[inline]
pub fn angle_of(vector: Vec2) -> f32 {
    // Selections instead of branches let the compiler vectorize this.
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

/// Cosine and sine of an angle of at most a quarter turn, radians. Each error is at most 3e-7.
#[inline]
pub fn cosine_and_sine(angle: f32) -> Vec2 {
    // The Taylor series, up to the terms that a quarter turn needs. The terms are added in pairs:
    // in Horner's order, each step would depend on the last.
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

/// The square of a number, or 0 if the square is too small to change a result here. Higher powers
/// of such a square can be subnormal, and slow.
#[inline]
fn square_of(number: f32) -> f32 {
    /// Below this number, 1 minus half its square rounds to 1. Above it, the eighth power is not
    /// subnormal.
    const TOO_SMALL: f32 = 1e-4;
    if number.abs() < TOO_SMALL {
        0.0
    } else {
        number * number
    }
}

/// The arc tangent of a number from 0 to 1. Source: Abramowitz and Stegun (1964), 4.4.49.
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

/// The fraction lost by exponential decay: `1 - exp(-lifetimes)`.
///
/// The error is at most one unit in the last place. Negative and NaN `lifetimes` give 0.
pub fn decayed(lifetimes: f32) -> f32 {
    /// After this many lifetimes the remainder is below single precision.
    const ALL: f64 = 40.0;
    /// The Taylor coefficients of `(exp(x) - 1) / x`, as many as half of a half-life needs.
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
    // `left` remains after the whole half-lives, and `left * exp(rest)` in the end. `growth` is
    // exp(rest) - 1.
    let left = f64::from_bits((1023 - u64::from(half_lives)) << 52);
    ((1.0 - left) - left * growth) as f32
}

#[cfg(test)]
mod tests;
