//! Vector helpers that never divide by zero and never return a non-finite number.

use crate::math::lanes::{Vec2Lanes, Vec3Lanes, VectorColumn, VectorLanes};
use crate::math::portable::unit_at;
use core::f32::consts::TAU;
use core::fmt::Debug;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use glam::{Vec2, Vec3};
use pulp::Simd;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

/// A vector with a direction has a coordinate of at least this size. Any other counts as zero.
pub const SHORTEST_LENGTH: f32 = 1e-9;

/// Squared lengths far from under- and overflow, as almost all are in practice.
pub const SAFE_SQUARES: core::ops::Range<f32> = 1e-12..1e30;

/// A vector of the plane or of space. Rules that need no plane are written over it, once.
pub trait Vector:
    Copy
    + PartialEq
    + Debug
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f32, Output = Self>
    + Div<f32, Output = Self>
    + AddAssign
    + Sum
{
    /// The zero vector.
    const ZERO: Self;

    /// The vector whose coordinates are not numbers.
    const NAN: Self;

    /// One vector per lane.
    type Lanes<S: Simd>: VectorLanes<S, Vector = Self>;

    /// A column of `COUNT` vectors, for loading into lanes.
    type Column<const COUNT: usize>: Copy + Debug + Default;

    /// Sets the vector at the index `number` of a column.
    fn set_in<const COUNT: usize>(self, column: &mut Self::Column<COUNT>, number: usize);

    /// The vector at the index `number` of a column.
    fn get_from<const COUNT: usize>(column: &Self::Column<COUNT>, number: usize) -> Self;

    /// Loads one vector per lane of a column, starting at `first`.
    fn load_from<S: Simd, const COUNT: usize>(
        column: &Self::Column<COUNT>,
        simd: S,
        first: usize,
    ) -> Self::Lanes<S>;

    /// Stores one vector per lane in a column, starting at `first`.
    fn store_to<S: Simd, const COUNT: usize>(
        vectors: Self::Lanes<S>,
        column: &mut Self::Column<COUNT>,
        first: usize,
    );

    /// The first two coordinates. Searches sort by them, whatever the space.
    fn on_plane(self) -> Vec2;

    /// Draws a unit vector; all directions are equally likely.
    fn draw_direction(stream: &mut SplitMix64) -> Self;

    /// The dot product.
    fn dot(self, other: Self) -> f32;

    /// The largest absolute value of a coordinate; may miss a NaN.
    fn largest_size(self) -> f32;

    /// Whether all coordinates are finite.
    fn is_finite(self) -> bool;

    /// The vector, shortened to `limit` where it is longer, with the smallest loss that rounding
    /// allows.
    ///
    /// Unlike [`truncate`], the result never exceeds `limit`, not even by the last bit. A limit
    /// that is zero, negative or NaN gives zero, and so does a vector that is not finite.
    fn shorten(self, limit: f32) -> Self;

    /// The squared length.
    #[inline(always)]
    fn length_squared(self) -> f32 {
        self.dot(self)
    }

    /// The length; infinite where the square overflows.
    #[inline(always)]
    fn length(self) -> f32 {
        self.length_squared().sqrt()
    }
}

macro_rules! vectors {
    ($($Vector:ident, $AXES:literal, $Lanes:ident, $on_plane:expr, $draw_direction:ident;)*) => {$(
        impl Vector for $Vector {
            const ZERO: Self = Self::ZERO;

            const NAN: Self = Self::NAN;

            type Lanes<S: Simd> = $Lanes<S>;

            type Column<const COUNT: usize> = VectorColumn<COUNT, $AXES>;

            #[inline(always)]
            fn set_in<const COUNT: usize>(self, column: &mut Self::Column<COUNT>, number: usize) {
                column.set_coordinates(number, self.to_array());
            }

            #[inline(always)]
            fn get_from<const COUNT: usize>(column: &Self::Column<COUNT>, number: usize) -> Self {
                column.coordinates(number).into()
            }

            #[inline(always)]
            fn load_from<S: Simd, const COUNT: usize>(
                column: &Self::Column<COUNT>,
                simd: S,
                first: usize,
            ) -> $Lanes<S> {
                $Lanes::load_from(simd, column, first)
            }

            #[inline(always)]
            fn store_to<S: Simd, const COUNT: usize>(
                vectors: $Lanes<S>,
                column: &mut Self::Column<COUNT>,
                first: usize,
            ) {
                vectors.store_to(column, first);
            }

            #[inline(always)]
            fn on_plane(self) -> Vec2 {
                $on_plane(self)
            }

            fn draw_direction(stream: &mut SplitMix64) -> Self {
                $draw_direction(stream)
            }

            #[inline(always)]
            fn dot(self, other: Self) -> f32 {
                self.dot(other)
            }

            #[inline(always)]
            fn largest_size(self) -> f32 {
                self.abs().max_element()
            }

            #[inline(always)]
            fn is_finite(self) -> bool {
                self.is_finite()
            }

            #[inline(always)]
            fn shorten(self, limit: f32) -> Self {
                shorten(self.to_array(), limit).into()
            }
        }
    )*};
}

vectors! {
    Vec2, 2, Vec2Lanes, |vector| vector, draw_on_circle;
    Vec3, 3, Vec3Lanes, Vec3::truncate, draw_on_sphere;
}

fn draw_on_circle(stream: &mut SplitMix64) -> Vec2 {
    unit_at(stream.random_range(0.0..TAU))
}

/// Slices of a sphere of equal thickness have equal areas (Archimedes).
fn draw_on_sphere(stream: &mut SplitMix64) -> Vec3 {
    let circle = draw_on_circle(stream);
    let height: f32 = stream.random_range(-1.0..1.0);
    (circle * (1.0 - height * height).sqrt()).extend(height)
}

/// Returns the direction of `vector` and its length, or `None` when it is too short or not finite.
///
/// The largest coordinate scales tiny and huge vectors first, so that their squares do not under-
/// or overflow.
#[inline]
pub fn direction_and_length<V: Vector>(vector: V) -> Option<(V, f32)> {
    let squared = vector.length_squared();
    if SAFE_SQUARES.contains(&squared) {
        let length = squared.sqrt();
        return Some((vector / length, length));
    }
    let largest = vector.largest_size();
    // The largest size can miss a NaN, so `is_finite` checks for one.
    if !vector.is_finite() || largest < SHORTEST_LENGTH {
        return None;
    }
    let scaled = vector / largest;
    let scaled_length = scaled.length();
    Some((scaled / scaled_length, scaled_length * largest))
}

/// Returns the direction of `vector`, or `None` when it is too short or not finite.
#[inline]
pub fn direction<V: Vector>(vector: V) -> Option<V> {
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
pub fn truncate<V: Vector>(vector: V, limit: f32) -> V {
    if limit.is_nan() || limit <= 0.0 {
        return V::ZERO;
    }
    let limit_squared = limit * limit;
    if limit_squared < SAFE_SQUARES.start {
        return vector.shorten(limit);
    }
    // Most vectors are far inside the limit and need no square root.
    let length_squared = vector.length_squared();
    if length_squared <= limit_squared && length_squared.is_finite() {
        return vector;
    }
    match direction_and_length(vector) {
        Some((direction, length)) if length > limit => direction * limit,
        Some(_) => vector,
        None => V::ZERO,
    }
}

/// Whether `vector` is at most as long as `limit`, compared in double precision. `limit` is not
/// negative.
#[inline(always)]
pub fn is_within<const AXES: usize>(vector: [f32; AXES], limit: f32) -> bool {
    // The squares are exact in double precision, without overflow or underflow.
    let (limit, mut squares) = (f64::from(limit), 0.0);
    for number in vector.map(f64::from) {
        squares += number * number;
    }
    squares <= limit * limit
}

#[inline(always)]
fn shorten<const AXES: usize>(vector: [f32; AXES], limit: f32) -> [f32; AXES] {
    let is_finite = || vector.iter().all(|number| number.is_finite());
    if limit > 0.0 && is_within(vector, limit) && is_finite() {
        vector
    } else {
        shorten_wide(vector.map(f64::from), limit)
    }
}

/// The case of [`Vector::shorten`] where `exact` is longer than `limit`. `exact` may exceed single
/// precision.
#[cold]
pub fn shorten_wide<const AXES: usize>(exact: [f64; AXES], limit: f32) -> [f32; AXES] {
    let is_limit = limit > 0.0;
    if !is_limit || !exact.iter().all(|number| number.is_finite()) {
        return [0.0; AXES];
    }
    let limit = limit.min(f32::MAX);
    let squares: f64 = exact.iter().map(|number| number * number).sum();
    let factor = f64::from(limit) / squares.sqrt();
    let mut short = exact.map(|number| rounded_to_zero(number * factor));
    while !is_within(short, limit) {
        let sizes = short.iter_mut().rev();
        let larger = sizes.max_by(|one, other| one.abs().total_cmp(&other.abs()));
        let larger = larger.expect("a vector has coordinates");
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
