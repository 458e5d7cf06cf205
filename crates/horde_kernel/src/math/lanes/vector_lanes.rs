//! SIMD vectors of the plane and of space, one per lane.

use super::{F32Lanes, MOST_LANES, Mask, VectorColumn};
use crate::math::vector::{
    SAFE_SQUARES, SHORTEST_LENGTH, Side, Vector, direction_and_length, truncate,
};
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use glam::{Vec2, Vec3};
use pulp::{Scalar, Simd};

/// The factor for vectors with squares that would underflow.
const SCALE_UP: f32 = (1_u64 << 40) as f32;
/// The factor for vectors with squares that would overflow.
const SCALE_DOWN: f32 = 1.0 / ((1_u128 << 80) as f32);

/// One vector per lane: [`Vec2Lanes`] or [`Vec3Lanes`].
pub trait VectorLanes<S: Simd>:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<F32Lanes<S>, Output = Self>
    + Div<F32Lanes<S>, Output = Self>
    + AddAssign
{
    /// The vector in one lane.
    type Vector: Vector<Lanes<S> = Self>;

    /// Copies one vector to every lane.
    fn splat(simd: S, vector: Self::Vector) -> Self;

    /// Loads the first of `vectors`, one per lane.
    fn load_vectors(simd: S, vectors: &[Self::Vector; MOST_LANES]) -> Self;

    /// The vectors by lane. Entries beyond the last lane are zero.
    fn to_vectors(self) -> [Self::Vector; MOST_LANES];

    /// The instruction set of these lanes.
    fn simd(self) -> S;

    /// Dot products.
    fn dot(self, other: Self) -> F32Lanes<S>;

    /// The largest absolute values of the coordinates.
    fn largest_size(self) -> F32Lanes<S>;

    /// The first two coordinates.
    fn on_plane(self) -> [F32Lanes<S>; 2];

    /// Where all coordinates are finite.
    fn is_finite(self) -> Mask<S>;

    /// Where the vectors are zero.
    fn is_zero(self) -> Mask<S>;

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(lanes: Mask<S>, yes: Self, no: Self) -> Self;

    /// These vectors where the mask holds, zero elsewhere.
    fn or_zero(self, lanes: Mask<S>) -> Self;

    /// Squared lengths.
    #[inline(always)]
    fn length_squared(self) -> F32Lanes<S> {
        self.dot(self)
    }

    /// Lengths; infinite where the square overflows.
    #[inline(always)]
    fn length(self) -> F32Lanes<S> {
        self.length_squared().sqrt()
    }

    /// Directions, lengths, and the lanes with a direction. See
    /// [`direction_and_length`](crate::math::vector::direction_and_length).
    #[inline(always)]
    fn direction_and_length(self) -> (Self, F32Lanes<S>, Mask<S>) {
        let squared = self.length_squared();
        let like = |value: f32| squared.splat_like(value);
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
        let largest = self.largest_size();
        let has_direction =
            largest.is_at_least(like(SHORTEST_LENGTH)) & length.is_below(like(f32::INFINITY));
        (scaled / length, length * back, has_direction)
    }

    /// The directions and lengths of the vectors in `lanes`.
    ///
    /// The results equal [`direction_and_length`](crate::math::vector::direction_and_length) to the
    /// last bit. The other lanes have no direction and arbitrary values. This is faster when no
    /// length is extreme, the usual case.
    #[inline(always)]
    fn direction_and_length_where(self, lanes: Mask<S>) -> (Self, F32Lanes<S>, Mask<S>) {
        let squared = self.length_squared();
        let usual = squared.is_at_least(squared.splat_like(SAFE_SQUARES.start))
            & squared.is_below(squared.splat_like(SAFE_SQUARES.end));
        if (lanes & !usual).any() {
            direction_and_length_one_by_one(self, lanes)
        } else {
            let length = squared.sqrt();
            (self / length, length, lanes)
        }
    }

    /// The directions of the vectors longer than `shortest`, and the mask of their lanes.
    /// `shortest` is not negative.
    ///
    /// The directions equal those of
    /// [`direction_and_length`](crate::math::vector::direction_and_length) to the last bit.
    #[inline(always)]
    fn directions_of_longer(self, shortest: F32Lanes<S>) -> (Self, Mask<S>) {
        // Short vectors, as of agents at rest, need no square root.
        let (squared, half) = (self.length_squared(), shortest * 0.5);
        let is_shorter = squared.is_at_most(half * half) & squared.is_finite();
        let (directions, length, has_direction) = self.direction_and_length_where(!is_shorter);
        (directions, has_direction & length.is_above(shortest))
    }

    /// Shortens the vectors that are longer than `limit`.
    ///
    /// The result equals [`truncate`](crate::math::vector::truncate) to the last bit.
    #[inline(always)]
    fn truncate(self, limit: F32Lanes<S>) -> Self {
        let (squared, limit_squared) = (self.length_squared(), limit * limit);
        let is_limit = limit.is_above(limit.splat_like(0.0));
        // The squares of tiny limits underflow.
        let is_usual = limit_squared.is_at_least(limit.splat_like(SAFE_SQUARES.start));
        let fits = is_usual & squared.is_at_most(limit_squared) & squared.is_finite();
        let is_cut = is_limit & !fits;
        let mut truncated = self;
        if is_cut.any() {
            if (is_cut & !is_usual).any() {
                return truncate_one_by_one(self, limit);
            }
            let (direction, length, has_direction) = self.direction_and_length_where(is_cut);
            let cut = Self::select(length.is_above(limit), direction * limit, self);
            truncated = Self::select(fits, self, cut.or_zero(has_direction));
        }
        truncated.or_zero(is_limit)
    }
}

#[cold]
#[inline(never)]
fn direction_and_length_one_by_one<S: Simd, L: VectorLanes<S>>(
    vectors: L,
    lanes: Mask<S>,
) -> (L, F32Lanes<S>, Mask<S>) {
    let (simd, vectors) = (vectors.simd(), vectors.to_vectors());
    let mut directions = [L::Vector::ZERO; MOST_LANES];
    let (mut lengths, mut found) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
    for lane in lanes.lanes() {
        if let Some((direction, length)) = direction_and_length(vectors[lane]) {
            (directions[lane], lengths[lane], found[lane]) = (direction, length, 1.0);
        }
    }
    let found = F32Lanes::load(simd, &found);
    (
        L::load_vectors(simd, &directions),
        F32Lanes::load(simd, &lengths),
        found.is_above(found.splat_like(0.0)),
    )
}

#[cold]
#[inline(never)]
fn truncate_one_by_one<S: Simd, L: VectorLanes<S>>(vectors: L, limit: F32Lanes<S>) -> L {
    let mut truncated = vectors.to_vectors();
    for (vector, limit) in truncated.iter_mut().zip(limit.to_array()) {
        *vector = truncate(*vector, limit);
    }
    L::load_vectors(vectors.simd(), &truncated)
}

/// An operator, coordinate by coordinate.
macro_rules! vector_operator {
    ($Trait:ident $method:ident $Lanes:ident, |$of:ident: $Of:ty| $($axis:ident: $value:expr),*) => {
        impl<S: Simd> $Trait<$Of> for $Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $of: $Of) -> Self {
                Self {
                    $($axis: self.$axis.$method($value),)*
                }
            }
        }
    };
}

/// Declares the lanes of a vector, coordinate by coordinate.
macro_rules! vector_lanes {
    ($(#[$attribute:meta])* $Lanes:ident of $AXES:literal, $Vector:ident: $first:ident $($other:ident)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Lanes<S: Simd> {
            /// Coordinates along the first axis.
            pub $first: F32Lanes<S>,
            $(
                #[doc = concat!("Coordinates along the axis ", stringify!($other), ".")]
                pub $other: F32Lanes<S>,
            )*
        }

        impl<S: Simd> $Lanes<S> {
            /// Loads one vector per lane of a column, starting at `start`.
            #[inline(always)]
            pub fn load_from<const COUNT: usize>(
                simd: S,
                column: &VectorColumn<COUNT, $AXES>,
                start: usize,
            ) -> Self {
                let [$first, $($other),*] = &column.coordinates;
                Self {
                    $first: F32Lanes::load_from(simd, $first, start),
                    $($other: F32Lanes::load_from(simd, $other, start),)*
                }
            }

            /// Stores one vector per lane in a column, starting at `start`.
            #[inline(always)]
            pub fn store_to<const COUNT: usize>(
                self,
                column: &mut VectorColumn<COUNT, $AXES>,
                start: usize,
            ) {
                let [$first, $($other),*] = &mut column.coordinates;
                self.$first.store_to($first, start);
                $(self.$other.store_to($other, start);)*
            }
        }

        impl<S: Simd> VectorLanes<S> for $Lanes<S> {
            type Vector = $Vector;

            #[inline(always)]
            fn splat(simd: S, vector: $Vector) -> Self {
                Self {
                    $first: F32Lanes::splat(simd, vector.$first),
                    $($other: F32Lanes::splat(simd, vector.$other),)*
                }
            }

            #[inline(always)]
            fn load_vectors(simd: S, vectors: &[$Vector; MOST_LANES]) -> Self {
                Self {
                    $first: F32Lanes::load(simd, &vectors.map(|vector| vector.$first)),
                    $($other: F32Lanes::load(simd, &vectors.map(|vector| vector.$other)),)*
                }
            }

            #[inline(always)]
            fn to_vectors(self) -> [$Vector; MOST_LANES] {
                let $first = self.$first.to_array();
                $(let $other = self.$other.to_array();)*
                core::array::from_fn(|lane| $Vector::new($first[lane], $($other[lane]),*))
            }

            #[inline(always)]
            fn simd(self) -> S {
                self.$first.simd()
            }

            #[inline(always)]
            fn dot(self, other: Self) -> F32Lanes<S> {
                self.$first * other.$first $(+ self.$other * other.$other)*
            }

            #[inline(always)]
            fn largest_size(self) -> F32Lanes<S> {
                self.$first.abs()$(.max(self.$other.abs()))*
            }

            #[inline(always)]
            fn on_plane(self) -> [F32Lanes<S>; 2] {
                [self.x, self.y]
            }

            #[inline(always)]
            fn is_finite(self) -> Mask<S> {
                self.$first.is_finite() $(& self.$other.is_finite())*
            }

            #[inline(always)]
            fn is_zero(self) -> Mask<S> {
                let zero = self.$first.splat_like(0.0);
                self.$first.is_equal(zero) $(& self.$other.is_equal(zero))*
            }

            #[inline(always)]
            fn select(lanes: Mask<S>, yes: Self, no: Self) -> Self {
                Self {
                    $first: lanes.select(yes.$first, no.$first),
                    $($other: lanes.select(yes.$other, no.$other),)*
                }
            }

            #[inline(always)]
            fn or_zero(self, lanes: Mask<S>) -> Self {
                Self {
                    $first: lanes.or_zero(self.$first),
                    $($other: lanes.or_zero(self.$other),)*
                }
            }
        }

        impl $Lanes<Scalar> {
            /// Wraps one vector in a single lane.
            #[inline(always)]
            pub fn from_scalar(vector: $Vector) -> Self {
                Self::splat(Scalar, vector)
            }

            /// The vector in the single lane.
            #[inline(always)]
            pub fn to_scalar(self) -> $Vector {
                $Vector::new(self.$first.to_scalar(), $(self.$other.to_scalar()),*)
            }
        }

        vector_operator!(Add add $Lanes, |of: $Lanes<S>| $first: of.$first $(, $other: of.$other)*);
        vector_operator!(Sub sub $Lanes, |of: $Lanes<S>| $first: of.$first $(, $other: of.$other)*);
        vector_operator!(Mul mul $Lanes, |by: F32Lanes<S>| $first: by $(, $other: by)*);
        vector_operator!(Div div $Lanes, |by: F32Lanes<S>| $first: by $(, $other: by)*);

        impl<S: Simd> AddAssign for $Lanes<S> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl<S: Simd> Neg for $Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self {
                    $first: -self.$first,
                    $($other: -self.$other,)*
                }
            }
        }
    };
}

vector_lanes! {
    /// One vector of the plane per lane.
    Vec2Lanes of 2, Vec2: x y
}

vector_lanes! {
    /// One vector of space per lane.
    Vec3Lanes of 3, Vec3: x y z
}

/// What only the plane has: sides.
impl<S: Simd> Vec2Lanes<S> {
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
        let mut column = VectorColumn::default();
        self.store_to(&mut column, 0);
        column
    }

    /// The dot products of `other` with these vectors turned left by a quarter turn.
    #[inline(always)]
    pub fn perp_dot(self, other: Self) -> F32Lanes<S> {
        self.x * other.y - self.y * other.x
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
}

impl<S: Simd> Mask<S> {
    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select_vectors<L: VectorLanes<S>>(self, yes: L, no: L) -> L {
        L::select(self, yes, no)
    }

    /// `vectors` where the mask holds, zero elsewhere.
    #[inline(always)]
    pub fn or_zero_vectors<L: VectorLanes<S>>(self, vectors: L) -> L {
        vectors.or_zero(self)
    }
}
