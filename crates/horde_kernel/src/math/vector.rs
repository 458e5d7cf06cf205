//! Vector helpers that never divide by zero and never return a non-finite number.

use glam::{DVec2, Vec2};

/// A vector with a direction has a coordinate of at least this size. Any other counts as zero.
pub const SHORTEST_LENGTH: f32 = 1e-9;

/// Squared lengths far from under- and overflow, as almost all are in practice.
pub const SAFE_SQUARES: core::ops::Range<f32> = 1e-12..1e30;

/// Returns the direction of `vector` and its length, or `None` when it is too short or not finite.
///
/// The largest coordinate scales tiny and huge vectors first, so that their squares do not under-
/// or overflow.
#[inline]
pub fn direction_and_length(vector: Vec2) -> Option<(Vec2, f32)> {
    let squared = vector.length_squared();
    if SAFE_SQUARES.contains(&squared) {
        let length = squared.sqrt();
        return Some((vector / length, length));
    }
    let largest = vector.abs().max_element();
    // `max_element` can miss a NaN, so `is_finite` checks for one.
    if !vector.is_finite() || largest < SHORTEST_LENGTH {
        return None;
    }
    let scaled = vector / largest;
    let scaled_length = scaled.length();
    Some((scaled / scaled_length, scaled_length * largest))
}

/// Returns the direction of `vector`, or `None` when it is too short or not finite.
#[inline]
pub fn direction(vector: Vec2) -> Option<Vec2> {
    direction_and_length(vector).map(|(direction, _)| direction)
}

/// Whether both coordinates are finite, in one comparison; the standard test takes several.
#[inline(always)]
pub fn is_finite(vector: Vec2) -> bool {
    // Zero times a number that is not finite is NaN.
    let nothing = vector * 0.0;
    nothing.x + nothing.y == 0.0
}

/// Returns `vector`, shortened to `limit` when it is longer. Its direction is kept.
///
/// A limit that is zero, negative or NaN gives zero, and so does a vector that is not finite. An
/// infinite limit gives any other vector itself.
pub fn truncate(vector: Vec2, limit: f32) -> Vec2 {
    if limit.is_nan() || limit <= 0.0 {
        return Vec2::ZERO;
    }
    let limit_squared = limit * limit;
    if limit_squared < SAFE_SQUARES.start {
        return shorten(vector, limit);
    }
    // Most vectors are far inside the limit and need no square root.
    let length_squared = vector.length_squared();
    if length_squared <= limit_squared && length_squared.is_finite() {
        return vector;
    }
    match direction_and_length(vector) {
        Some((direction, length)) if length > limit => direction * limit,
        Some(_) => vector,
        None => Vec2::ZERO,
    }
}

/// Whether `vector` is at most as long as `limit`, compared in double precision. `limit` is not
/// negative.
#[inline(always)]
pub fn is_within(vector: Vec2, limit: f32) -> bool {
    // The squares are exact in double precision, without overflow or underflow.
    let limit = f64::from(limit);
    vector.as_dvec2().length_squared() <= limit * limit
}

/// Returns `vector`, shortened to `limit` where it is longer, with the smallest loss that rounding
/// allows.
///
/// Unlike [`truncate`], the result never exceeds `limit`, not even by the last bit. A limit that is
/// zero, negative or NaN gives zero, and so does a vector that is not finite.
#[inline(always)]
pub fn shorten(vector: Vec2, limit: f32) -> Vec2 {
    if limit > 0.0 && is_within(vector, limit) && vector.is_finite() {
        vector
    } else {
        shorten_wide(vector.as_dvec2(), limit)
    }
}

/// The case of [`shorten`] where `vector` is longer than `limit`. `vector` may exceed single
/// precision.
#[cold]
pub fn shorten_wide(vector: DVec2, limit: f32) -> Vec2 {
    let is_limit = limit > 0.0;
    if !is_limit || !vector.is_finite() {
        return Vec2::ZERO;
    }
    let limit = limit.min(f32::MAX);
    let exact = vector * (f64::from(limit) / vector.length());
    let mut short = Vec2::new(rounded_to_zero(exact.x), rounded_to_zero(exact.y));
    while !is_within(short, limit) {
        let larger = if short.x.abs() >= short.y.abs() {
            &mut short.x
        } else {
            &mut short.y
        };
        *larger = next_to_zero(*larger);
    }
    short
}

/// Returns the single-precision number next to `exact`, no farther from zero.
fn rounded_to_zero(exact: f64) -> f32 {
    let nearest = exact as f32;
    if f64::from(nearest).abs() > exact.abs() {
        next_to_zero(nearest)
    } else {
        nearest
    }
}

/// Returns the next number toward zero, for a number that is not zero.
fn next_to_zero(number: f32) -> f32 {
    f32::from_bits(number.to_bits() - 1)
}

/// Returns `vector` turned a quarter turn counter-clockwise: its left-hand side.
#[inline]
pub fn left(vector: Vec2) -> Vec2 {
    Vec2::new(-vector.y, vector.x)
}

/// Returns `vector` turned a quarter turn clockwise: its right-hand side.
#[inline]
pub fn right(vector: Vec2) -> Vec2 {
    Vec2::new(vector.y, -vector.x)
}

/// One of the two sides of a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// Counter-clockwise of the heading.
    Left,
    /// Clockwise of the heading.
    Right,
}

impl Side {
    /// Returns the other side.
    #[inline]
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the unit vector that points to this side of `heading`.
    #[inline]
    pub fn of(self, heading: Vec2) -> Vec2 {
        match self {
            Self::Left => left(heading),
            Self::Right => right(heading),
        }
    }

    /// Returns the side of `heading` where `offset` lies. `None` within `tolerance`, a distance, of
    /// the line of the heading.
    #[inline]
    pub fn containing(heading: Vec2, offset: Vec2, tolerance: f32) -> Option<Self> {
        let lateral = heading.perp_dot(offset);
        if lateral > tolerance {
            Some(Self::Left)
        } else if lateral < -tolerance {
            Some(Self::Right)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
