//! Angles by polynomials.
//!
//! The same on every machine, where a system's mathematics library is a matter of its own, and some times faster. Each
//! error is stated where it is made.

use bevy::math::Vec2;
use core::f32::consts::{FRAC_PI_2, PI};
use core::f64::consts::{LN_2, LOG2_E};
use core::ops::{Add, Mul};

/// The coefficients of `atan(x) / x` in `x^2` for `x` from 0 to 1. Source: Abramowitz and Stegun (1964), 4.4.49.
const ARC_TANGENT: [f32; 9] = [
    1.0,
    -0.333_331_45,
    0.199_935_51,
    -0.142_088_99,
    0.106_562_64,
    -0.075_289_64,
    0.042_909_614,
    -0.016_165_737,
    0.002_866_225_7,
];
/// The coefficients of `sin(x) / x` in `x^2`: Taylor's, as many as a quarter turn needs.
const SINE: [f32; 6] = [
    1.0,
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
];
/// The same of `cos(x)`.
const COSINE: [f32; 7] = [
    1.0,
    -0.5,
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
];

/// The angle from +x to `vector`, radians from minus pi to pi, positive to the left; the vector's length does not matter.
///
/// Wrong by 4e-7 radians at most. The zero vector has the angle 0, as has whatever is not a number.
pub fn angle_of(vector: Vec2) -> f32 {
    let size = vector.abs();
    let (large, small) = (size.max_element(), size.min_element());
    if !(large > 0.0 && large < f32::INFINITY) {
        return 0.0;
    }
    let ratio = small / large;
    let octant = ratio * polynomial(&ARC_TANGENT, ratio * ratio);
    let quadrant = if size.y > size.x {
        FRAC_PI_2 - octant
    } else {
        octant
    };
    let half = if vector.x < 0.0 {
        PI - quadrant
    } else {
        quadrant
    };
    half.copysign(vector.y)
}

/// Cosine and sine of an angle of at most a quarter turn, radians, each wrong by 2e-7 at most.
pub fn cosine_and_sine(angle: f32) -> Vec2 {
    let square = angle * angle;
    Vec2::new(
        polynomial(&COSINE, square),
        angle * polynomial(&SINE, square),
    )
}

/// The part of something that is gone after so many of its lifetimes: `1 - exp(-lifetimes)`, wrong by one unit in the last
/// place.
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
    if !(lifetimes > 0.0) {
        return 0.0;
    }
    let lifetimes = f64::from(lifetimes).min(ALL);
    let half_lives = (lifetimes * LOG2_E + 0.5) as u32;
    let rest = f64::from(half_lives) * LN_2 - lifetimes;
    let growth = rest * polynomial(&GROWTH, rest);
    // After the whole half-lives `left` is left, and exp(rest) of that: 1 - left (1 + growth).
    let left = f64::from_bits((1023 - u64::from(half_lives)) << 52);
    ((1.0 - left) - left * growth) as f32
}

fn polynomial<N, const COUNT: usize>(coefficients: &[N; COUNT], x: N) -> N
where
    N: Copy + Default + Add<Output = N> + Mul<Output = N>,
{
    let highest_first = coefficients.iter().rev();
    highest_first.fold(N::default(), |sum, coefficient| sum * x + *coefficient)
}

#[cfg(test)]
mod tests;
