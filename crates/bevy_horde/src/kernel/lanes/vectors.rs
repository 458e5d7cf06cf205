//! Vectors of the plane, one in each lane.

use super::{Lanes, MOST_LANES, Mask};
use crate::kernel::vector::{SHORTEST_LENGTH, Side};
use bevy::math::Vec2;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use pulp::{Scalar, Simd};

/// A vector of the plane in every lane.
#[derive(Clone, Copy, Debug)]
pub struct Vectors<S: Simd> {
    /// Coordinates along the first axis.
    pub x: Lanes<S>,
    /// Coordinates along the second axis.
    pub y: Lanes<S>,
}

impl<S: Simd> Vectors<S> {
    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(simd: S, vector: Vec2) -> Self {
        Self {
            x: Lanes::splat(simd, vector.x),
            y: Lanes::splat(simd, vector.y),
        }
    }

    /// The first vectors of two columns of coordinates.
    #[inline(always)]
    pub fn load(simd: S, x: &[f32; MOST_LANES], y: &[f32; MOST_LANES]) -> Self {
        Self {
            x: Lanes::load(simd, x),
            y: Lanes::load(simd, y),
        }
    }

    /// Dot products.
    #[inline(always)]
    pub fn dot(self, other: Self) -> Lanes<S> {
        self.x * other.x + self.y * other.y
    }

    /// The dot products of `other` and these turned a quarter turn counter-clockwise.
    #[inline(always)]
    pub fn perp_dot(self, other: Self) -> Lanes<S> {
        self.x * other.y - self.y * other.x
    }

    /// Squared lengths.
    #[inline(always)]
    pub fn length_squared(self) -> Lanes<S> {
        self.dot(self)
    }

    /// Lengths; infinite where the square overflows.
    #[inline(always)]
    pub fn length(self) -> Lanes<S> {
        self.length_squared().sqrt()
    }

    /// The side of these at `hand`, a quarter turn away.
    #[inline(always)]
    pub fn side(self, hand: Side) -> Self {
        match hand {
            Side::Left => Self {
                x: -self.y,
                y: self.x,
            },
            Side::Right => Self {
                x: self.y,
                y: -self.x,
            },
        }
    }

    /// Directions, lengths, and where there is a direction: see
    /// [`direction_and_length`](crate::kernel::vector::direction_and_length).
    #[inline(always)]
    pub fn direction_and_length(self) -> (Self, Lanes<S>, Mask<S>) {
        let like = |value: f32| self.x.like(value);
        let squared = self.length_squared();
        // Powers of two, so that nothing is rounded.
        let (small, large) = (
            squared.is_below(like(SAFE_SQUARES.start)),
            squared.is_at_least(like(SAFE_SQUARES.end)),
        );
        let scale = small.select(like(SCALE_UP), large.select(like(SCALE_DOWN), like(1.0)));
        let back = small.select(
            like(1.0 / SCALE_UP),
            large.select(like(1.0 / SCALE_DOWN), like(1.0)),
        );
        let scaled = self * scale;
        let length = scaled.length();
        let largest = self.x.abs().max(self.y.abs());
        let has_direction =
            largest.is_at_least(like(SHORTEST_LENGTH)) & length.is_below(like(f32::INFINITY));
        (scaled / length, length * back, has_direction)
    }

    /// The same for the lanes in `wanted`; what the other lanes get is meaningless, but that they have no direction.
    ///
    /// Quicker where no length is extreme, which is almost always.
    #[inline(always)]
    pub fn direction_and_length_where(self, wanted: Mask<S>) -> (Self, Lanes<S>, Mask<S>) {
        let squared = self.length_squared();
        let usual = squared.is_at_least(squared.like(SAFE_SQUARES.start))
            & squared.is_below(squared.like(SAFE_SQUARES.end));
        if (wanted & !usual).any() {
            let (direction, length, has_direction) = self.direction_and_length();
            (direction, length, wanted & has_direction)
        } else {
            let length = squared.sqrt();
            (self / length, length, wanted)
        }
    }

    /// These, shortened to `limit` where they are longer: see [`truncate`](crate::kernel::vector::truncate).
    #[inline(always)]
    pub fn truncate(self, limit: Lanes<S>) -> Self {
        let (direction, length, has_direction) = self.direction_and_length();
        let fits = length.is_at_most(limit);
        let limit_is_usable = limit.is_above(limit.like(0.0));
        let cut = fits.select_vectors(self, direction * limit);
        (has_direction & limit_is_usable).keep_vectors(cut)
    }
}

/// Squared lengths that are far from under- and overflow.
const SAFE_SQUARES: core::ops::Range<f32> = 1e-12..1e30;
/// Makes vectors whose squares vanish long enough.
const SCALE_UP: f32 = (1_u64 << 40) as f32;
/// Makes vectors whose squares overflow short enough.
const SCALE_DOWN: f32 = 1.0 / ((1_u128 << 80) as f32);

impl Vectors<Scalar> {
    /// One vector in one lane.
    #[inline(always)]
    pub fn one(vector: Vec2) -> Self {
        Self::splat(Scalar, vector)
    }

    /// The vector in the only lane.
    #[inline(always)]
    pub fn only(self) -> Vec2 {
        Vec2::new(self.x.only(), self.y.only())
    }
}

impl<S: Simd> Mask<S> {
    /// The `yes` vectors where this holds, else the `no` vectors.
    #[inline(always)]
    pub fn select_vectors(self, yes: Vectors<S>, no: Vectors<S>) -> Vectors<S> {
        Vectors {
            x: self.select(yes.x, no.x),
            y: self.select(yes.y, no.y),
        }
    }

    /// `vectors` where this holds, else zero.
    #[inline(always)]
    pub fn keep_vectors(self, vectors: Vectors<S>) -> Vectors<S> {
        Vectors {
            x: self.keep(vectors.x),
            y: self.keep(vectors.y),
        }
    }
}

impl<S: Simd> Add for Vectors<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl<S: Simd> AddAssign for Vectors<S> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<S: Simd> Sub for Vectors<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl<S: Simd> Mul<Lanes<S>> for Vectors<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: Lanes<S>) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }
}

impl<S: Simd> Div<Lanes<S>> for Vectors<S> {
    type Output = Self;

    #[inline(always)]
    fn div(self, divisor: Lanes<S>) -> Self {
        Self {
            x: self.x / divisor,
            y: self.y / divisor,
        }
    }
}

impl<S: Simd> Neg for Vectors<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }
}
