//! SIMD vectors of the plane, one per lane.

use super::{F32Lanes, MOST_LANES, Mask};
use crate::math::vector::{
    SAFE_SQUARES, SHORTEST_LENGTH, Side, direction_and_length, is_within, shorten, truncate,
};
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use glam::Vec2;
use pulp::{Scalar, Simd};

/// A column of vectors for loading into lanes. `COUNT` is a multiple of every lane count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VectorColumn<const COUNT: usize = MOST_LANES> {
    x: [f32; COUNT],
    y: [f32; COUNT],
}

impl<const COUNT: usize> Default for VectorColumn<COUNT> {
    /// Returns a column of zero vectors.
    fn default() -> Self {
        Self {
            x: [0.0; COUNT],
            y: [0.0; COUNT],
        }
    }
}

impl<const COUNT: usize> VectorColumn<COUNT> {
    /// Sets the vector at the index `number`.
    #[inline(always)]
    pub fn set(&mut self, number: usize, vector: Vec2) {
        (self.x[number], self.y[number]) = (vector.x, vector.y);
    }

    /// The vector at the index `number`.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Vec2 {
        Vec2::new(self.x[number], self.y[number])
    }

    /// Sets the first vectors, as many as `vectors` yields.
    #[inline(always)]
    pub fn fill(&mut self, vectors: impl Iterator<Item = Vec2>) {
        for ((x, y), vector) in self.x.iter_mut().zip(&mut self.y).zip(vectors) {
            (*x, *y) = (vector.x, vector.y);
        }
    }

    /// The vectors in order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Vec2> {
        self.x.iter().zip(&self.y).map(|(x, y)| Vec2::new(*x, *y))
    }

    /// Shortens the vectors that exceed their limits, see [`shorten`]. The limits are not negative.
    #[inline(always)]
    pub fn shorten(&mut self, limits: &[f32; COUNT]) {
        let mut is_longer = [false; COUNT];
        let mut is_any_longer = false;
        // Without branches, the compiler can vectorize the comparison.
        for number in 0..COUNT {
            is_longer[number] = !is_within(self.get(number), limits[number]);
            is_any_longer |= is_longer[number];
        }
        if is_any_longer {
            for number in 0..COUNT {
                if is_longer[number] {
                    self.set(number, shorten(self.get(number), limits[number]));
                }
            }
        }
    }

    /// Loads the first vectors, one per lane.
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S) -> Vec2Lanes<S> {
        self.lanes_from(simd, 0)
    }

    /// Loads one vector per lane, starting at `first`.
    #[inline(always)]
    pub fn lanes_from<S: Simd>(&self, simd: S, first: usize) -> Vec2Lanes<S> {
        Vec2Lanes {
            x: F32Lanes::load_from(simd, &self.x, first),
            y: F32Lanes::load_from(simd, &self.y, first),
        }
    }

    /// Stores one vector per lane, starting at `first`.
    #[inline(always)]
    pub fn set_lanes<S: Simd>(&mut self, first: usize, vectors: Vec2Lanes<S>) {
        vectors.x.store_to(&mut self.x, first);
        vectors.y.store_to(&mut self.y, first);
    }
}

/// One vector of the plane per lane.
#[derive(Clone, Copy, Debug)]
pub struct Vec2Lanes<S: Simd> {
    /// Coordinates along the first axis.
    pub x: F32Lanes<S>,
    /// Coordinates along the second axis.
    pub y: F32Lanes<S>,
}

impl<S: Simd> Vec2Lanes<S> {
    /// Copies one vector to every lane.
    #[inline(always)]
    pub fn splat(simd: S, vector: Vec2) -> Self {
        Self {
            x: F32Lanes::splat(simd, vector.x),
            y: F32Lanes::splat(simd, vector.y),
        }
    }

    /// Loads the first vectors of two columns of coordinates.
    #[inline(always)]
    pub fn load(simd: S, x: &[f32; MOST_LANES], y: &[f32; MOST_LANES]) -> Self {
        Self {
            x: F32Lanes::load(simd, x),
            y: F32Lanes::load(simd, y),
        }
    }

    /// The vectors by lane. Entries beyond the last lane are zero.
    #[inline(always)]
    pub fn to_column(self) -> VectorColumn {
        VectorColumn {
            x: self.x.to_array(),
            y: self.y.to_array(),
        }
    }

    /// Dot products.
    #[inline(always)]
    pub fn dot(self, other: Self) -> F32Lanes<S> {
        self.x * other.x + self.y * other.y
    }

    /// The dot products of `other` with these vectors turned left by a quarter turn.
    #[inline(always)]
    pub fn perp_dot(self, other: Self) -> F32Lanes<S> {
        self.x * other.y - self.y * other.x
    }

    /// Absolute values of the coordinates.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self {
            x: self.x.abs(),
            y: self.y.abs(),
        }
    }

    /// Where both coordinates are finite.
    #[inline(always)]
    pub fn is_finite(self) -> Mask<S> {
        self.x.is_finite() & self.y.is_finite()
    }

    /// Squared lengths.
    #[inline(always)]
    pub fn length_squared(self) -> F32Lanes<S> {
        self.dot(self)
    }

    /// Lengths; infinite where the square overflows.
    #[inline(always)]
    pub fn length(self) -> F32Lanes<S> {
        self.length_squared().sqrt()
    }

    /// The vectors turned by a quarter turn toward `passing_side`.
    #[inline(always)]
    pub fn side(self, passing_side: Side) -> Self {
        match passing_side {
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

    /// Directions, lengths, and the lanes with a direction. See [`direction_and_length`].
    #[inline(always)]
    pub fn direction_and_length(self) -> (Self, F32Lanes<S>, Mask<S>) {
        let like = |value: f32| self.x.splat_like(value);
        let squared = self.length_squared();
        // Powers of two cause no rounding.
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

    /// The directions and lengths of the vectors in `lanes`.
    ///
    /// The results equal [`direction_and_length`] to the last bit. The other lanes have no
    /// direction and arbitrary values. This is faster when no length is extreme, the usual case.
    #[inline(always)]
    pub fn direction_and_length_where(self, lanes: Mask<S>) -> (Self, F32Lanes<S>, Mask<S>) {
        let squared = self.length_squared();
        let usual = squared.is_at_least(squared.splat_like(SAFE_SQUARES.start))
            & squared.is_below(squared.splat_like(SAFE_SQUARES.end));
        if (lanes & !usual).any() {
            self.direction_and_length_one_by_one(lanes)
        } else {
            let length = squared.sqrt();
            (self / length, length, lanes)
        }
    }

    /// The directions of the vectors longer than `shortest`, and the mask of their lanes.
    /// `shortest` is not negative.
    ///
    /// The directions equal those of [`direction_and_length`] to the last bit.
    #[inline(always)]
    pub fn directions_of_longer(self, shortest: F32Lanes<S>) -> (Self, Mask<S>) {
        // Short vectors, as of agents at rest, need no square root.
        let (squared, half) = (self.length_squared(), shortest * 0.5);
        let is_shorter = squared.is_at_most(half * half) & squared.is_finite();
        let (directions, length, has_direction) = self.direction_and_length_where(!is_shorter);
        (directions, has_direction & length.is_above(shortest))
    }

    #[cold]
    #[inline(never)]
    fn direction_and_length_one_by_one(self, lanes: Mask<S>) -> (Self, F32Lanes<S>, Mask<S>) {
        let (x, y) = (self.x.to_array(), self.y.to_array());
        let (mut along_x, mut along_y) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
        let (mut lengths, mut found) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
        for lane in lanes.lanes() {
            if let Some((direction, length)) = direction_and_length(Vec2::new(x[lane], y[lane])) {
                (along_x[lane], along_y[lane]) = (direction.x, direction.y);
                (lengths[lane], found[lane]) = (length, 1.0);
            }
        }
        let simd = self.x.simd;
        let found = F32Lanes::load(simd, &found);
        (
            Self::load(simd, &along_x, &along_y),
            F32Lanes::load(simd, &lengths),
            found.is_above(found.splat_like(0.0)),
        )
    }

    /// Shortens the vectors that are longer than `limit`.
    ///
    /// The result equals [`truncate`] to the last bit.
    #[inline(always)]
    pub fn truncate(self, limit: F32Lanes<S>) -> Self {
        let (squared, limit_squared) = (self.length_squared(), limit * limit);
        let is_limit = limit.is_above(limit.splat_like(0.0));
        // The squares of tiny limits underflow.
        let is_usual = limit_squared.is_at_least(limit.splat_like(SAFE_SQUARES.start));
        let fits = is_usual & squared.is_at_most(limit_squared) & squared.is_finite();
        let is_cut = is_limit & !fits;
        let mut truncated = self;
        if is_cut.any() {
            if (is_cut & !is_usual).any() {
                return self.truncate_one_by_one(limit);
            }
            let (direction, length, has_direction) = self.direction_and_length_where(is_cut);
            let cut = length
                .is_above(limit)
                .select_vectors(direction * limit, self);
            truncated = fits.select_vectors(self, has_direction.or_zero_vectors(cut));
        }
        is_limit.or_zero_vectors(truncated)
    }

    #[cold]
    #[inline(never)]
    fn truncate_one_by_one(self, limit: F32Lanes<S>) -> Self {
        let (mut vectors, limits) = (self.to_column(), limit.to_array());
        for (lane, limit) in limits.into_iter().enumerate() {
            vectors.set(lane, truncate(vectors.get(lane), limit));
        }
        vectors.lanes(self.x.simd)
    }
}

/// The factor for vectors with squares that would underflow.
const SCALE_UP: f32 = (1_u64 << 40) as f32;
/// The factor for vectors with squares that would overflow.
const SCALE_DOWN: f32 = 1.0 / ((1_u128 << 80) as f32);

impl Vec2Lanes<Scalar> {
    /// Wraps one vector in a single lane.
    #[inline(always)]
    pub fn from_scalar(vector: Vec2) -> Self {
        Self::splat(Scalar, vector)
    }

    /// The vector in the single lane.
    #[inline(always)]
    pub fn to_scalar(self) -> Vec2 {
        Vec2::new(self.x.to_scalar(), self.y.to_scalar())
    }
}

impl<S: Simd> Mask<S> {
    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select_vectors(self, yes: Vec2Lanes<S>, no: Vec2Lanes<S>) -> Vec2Lanes<S> {
        Vec2Lanes {
            x: self.select(yes.x, no.x),
            y: self.select(yes.y, no.y),
        }
    }

    /// `vectors` where the mask holds, zero elsewhere.
    #[inline(always)]
    pub fn or_zero_vectors(self, vectors: Vec2Lanes<S>) -> Vec2Lanes<S> {
        Vec2Lanes {
            x: self.or_zero(vectors.x),
            y: self.or_zero(vectors.y),
        }
    }
}

macro_rules! vector_operators {
    ($($operator:ident $method:ident $Other:ty, |$other:ident| $x:expr, $y:expr;)*) => {$(
        impl<S: Simd> $operator<$Other> for Vec2Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $other: $Other) -> Self {
                Self {
                    x: self.x.$method($x),
                    y: self.y.$method($y),
                }
            }
        }
    )*};
}

vector_operators! {
    Add add Vec2Lanes<S>, |other| other.x, other.y;
    Sub sub Vec2Lanes<S>, |other| other.x, other.y;
    Mul mul F32Lanes<S>, |factor| factor, factor;
    Div div F32Lanes<S>, |divisor| divisor, divisor;
}

impl<S: Simd> AddAssign for Vec2Lanes<S> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<S: Simd> Neg for Vec2Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }
}
