//! SIMD wrappers: several numbers at once, in the lanes of the available vector instructions.
//!
//! A formula for pairs of neighbors is written once, over [`F32Lanes`], and runs on one number or
//! on up to eight. Every operation rounds alike on every machine, and none is a fused
//! multiplication. So the result of a lane does not depend on the number of lanes.

mod u32_lanes;
mod vector_column;
mod vector_lanes;

pub use u32_lanes::U32Lanes;
pub use vector_column::VectorColumn;
pub use vector_lanes::{Vec2Lanes, Vec3Lanes, VectorLanes};

use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use pulp::{Scalar, Simd};

/// The most lanes of any supported instruction set.
pub const MOST_LANES: usize = 8;

/// One number per lane.
#[derive(Clone, Copy, Debug)]
pub struct F32Lanes<S: Simd> {
    simd: S,
    values: S::f32s,
}

/// One boolean per lane.
#[derive(Clone, Copy, Debug)]
pub struct Mask<S: Simd> {
    simd: S,
    bits: S::m32s,
}

impl<S: Simd> F32Lanes<S> {
    /// Copies one number to every lane.
    #[inline(always)]
    pub fn splat(simd: S, value: f32) -> Self {
        Self {
            simd,
            values: simd.splat_f32s(value),
        }
    }

    /// Loads the first of `values`, one per lane.
    #[inline(always)]
    pub fn load(simd: S, values: &[f32; MOST_LANES]) -> Self {
        Self {
            simd,
            values: S::as_simd_f32s(values).0[0],
        }
    }

    /// Loads one number per lane from `column`, starting at `first`. `column` must hold that many.
    #[inline(always)]
    pub fn load_from(simd: S, column: &[f32], first: usize) -> Self {
        Self {
            simd,
            values: S::as_simd_f32s(&column[first..]).0[0],
        }
    }

    /// Stores the numbers in `column`, starting at `first`.
    #[inline(always)]
    pub fn store_to(self, column: &mut [f32], first: usize) {
        S::as_mut_simd_f32s(&mut column[first..]).0[0] = self.values;
    }

    /// The numbers by lane. Entries beyond the last lane are 0.
    #[inline(always)]
    pub fn to_array(self) -> [f32; MOST_LANES] {
        let mut array = [0.0; MOST_LANES];
        S::as_mut_simd_f32s(&mut array).0[0] = self.values;
        array
    }

    /// The instruction set of these lanes.
    #[inline(always)]
    pub fn simd(self) -> S {
        self.simd
    }

    /// Copies `value` to every lane of the same instruction set.
    #[inline(always)]
    pub fn splat_like(self, value: f32) -> Self {
        Self::splat(self.simd, value)
    }

    /// Square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.with(self.simd.sqrt_f32s(self.values))
    }

    /// Absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.with(self.simd.abs_f32s(self.values))
    }

    /// The larger number of each lane; `other` where either is NaN.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        // Other instruction sets define the maximum of NaN differently.
        if cfg!(target_arch = "x86_64") && S::F32_LANES > 1 {
            return self.with(self.simd.max_f32s(self.values, other.values));
        }
        self.is_above(other).select(self, other)
    }

    /// The smaller number of each lane; `other` where either is NaN.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        if cfg!(target_arch = "x86_64") && S::F32_LANES > 1 {
            return self.with(self.simd.min_f32s(self.values, other.values));
        }
        self.is_below(other).select(self, other)
    }

    /// Where these numbers are smaller than `other`; false where either is NaN.
    #[inline(always)]
    pub fn is_below(self, other: Self) -> Mask<S> {
        self.mask(self.simd.less_than_f32s(self.values, other.values))
    }

    /// Where these numbers are not larger than `other`; false where either is NaN.
    #[inline(always)]
    pub fn is_at_most(self, other: Self) -> Mask<S> {
        self.mask(self.simd.less_than_or_equal_f32s(self.values, other.values))
    }

    /// Where these numbers are larger than `other`; false where either is NaN.
    #[inline(always)]
    pub fn is_above(self, other: Self) -> Mask<S> {
        other.is_below(self)
    }

    /// Where these numbers are not smaller than `other`; false where either is NaN.
    #[inline(always)]
    pub fn is_at_least(self, other: Self) -> Mask<S> {
        other.is_at_most(self)
    }

    /// Where the numbers are equal.
    #[inline(always)]
    pub fn is_equal(self, other: Self) -> Mask<S> {
        self.mask(self.simd.equal_f32s(self.values, other.values))
    }

    /// Where the numbers are finite.
    #[inline(always)]
    pub fn is_finite(self) -> Mask<S> {
        self.abs().is_below(self.splat_like(f32::INFINITY))
    }

    /// The smallest number of all lanes. No lane may hold NaN.
    #[inline(always)]
    pub fn least(self) -> f32 {
        self.simd.reduce_min_f32s(self.values)
    }

    /// The largest number of all lanes. No lane may hold NaN.
    #[inline(always)]
    pub fn largest(self) -> f32 {
        self.simd.reduce_max_f32s(self.values)
    }

    #[inline(always)]
    fn with(self, values: S::f32s) -> Self {
        Self { values, ..self }
    }

    #[inline(always)]
    fn mask(self, bits: S::m32s) -> Mask<S> {
        Mask {
            simd: self.simd,
            bits,
        }
    }
}

impl F32Lanes<Scalar> {
    /// Wraps one number in a single lane.
    #[inline(always)]
    pub fn from_scalar(value: f32) -> Self {
        Self::splat(Scalar, value)
    }

    /// The number in the single lane.
    #[inline(always)]
    pub fn to_scalar(self) -> f32 {
        self.values
    }
}

impl<S: Simd> Mask<S> {
    /// False in every lane.
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let zero = simd.splat_u32s(0);
        let bits = simd.less_than_u32s(zero, zero);
        Self { simd, bits }
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(self, yes: F32Lanes<S>, no: F32Lanes<S>) -> F32Lanes<S> {
        yes.with(self.simd.select_f32s(self.bits, yes.values, no.values))
    }

    /// `value` where the mask holds, 0 elsewhere.
    #[inline(always)]
    pub fn or_zero(self, value: F32Lanes<S>) -> F32Lanes<S> {
        if S::F32_LANES == 1 {
            return self.select(value, value.splat_like(0.0));
        }
        let (simd, mask) = (self.simd, self.all_or_none());
        let kept = simd.and_u32s(mask.values, simd.transmute_u32s_f32s(value.values));
        value.with(simd.transmute_f32s_u32s(kept))
    }

    /// NaN where the mask holds, `value` elsewhere. Every comparison with NaN is false.
    #[inline(always)]
    pub fn or_nan(self, value: F32Lanes<S>) -> F32Lanes<S> {
        if S::F32_LANES == 1 {
            return self.select(value.splat_like(f32::NAN), value);
        }
        let (simd, mask) = (self.simd, self.all_or_none());
        let nan = simd.or_u32s(mask.values, simd.transmute_u32s_f32s(value.values));
        value.with(simd.transmute_f32s_u32s(nan))
    }

    /// Whether the mask holds in any lane.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.words().iter().fold(0, |any, lane| any | lane) != 0
    }

    /// The lanes where the mask holds, in ascending order.
    #[inline(always)]
    pub fn lanes(self) -> LaneIndices {
        let words = self.words().into_iter().enumerate();
        LaneIndices(words.fold(0, |bits, (lane, word)| bits | (word & (1 << lane))))
    }

    /// One word per lane: all bits set where the mask holds, no bits elsewhere.
    #[inline(always)]
    fn words(self) -> [u32; MOST_LANES] {
        self.all_or_none().to_array()
    }

    #[inline(always)]
    fn all_or_none(self) -> U32Lanes<S> {
        let simd = self.simd;
        let values = if S::F32_LANES == 1 {
            // The mask of a single lane is narrower than the lane.
            simd.select_u32s(self.bits, simd.splat_u32s(u32::MAX), simd.splat_u32s(0))
        } else {
            pulp::bytemuck::cast(self.bits)
        };
        U32Lanes { simd, values }
    }
}

/// The lanes of [`Mask::lanes`], as bits.
///
/// This is an iterator, because a closure may be compiled as a function of its own, without the
/// vector instructions of its caller.
#[derive(Clone, Copy)]
pub struct LaneIndices(u32);

impl Iterator for LaneIndices {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = (self.0 != 0).then_some(self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        lane
    }
}

impl Mask<Scalar> {
    /// The boolean in the single lane.
    #[inline(always)]
    pub fn to_scalar(self) -> bool {
        self.bits
    }
}

macro_rules! lane_operators {
    ($($operator:ident $method:ident $operation:ident),*) => {$(
        impl<S: Simd> $operator for F32Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(self.simd.$operation(self.values, other.values))
            }
        }

        impl<S: Simd> $operator<f32> for F32Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: f32) -> Self {
                self.$method(self.splat_like(other))
            }
        }
    )*};
}

lane_operators!(Add add add_f32s, Sub sub sub_f32s, Mul mul mul_f32s, Div div div_f32s);

impl<S: Simd> Neg for F32Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.with(self.simd.neg_f32s(self.values))
    }
}

impl<S: Simd> AddAssign for F32Lanes<S> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<S: Simd> BitAnd for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self {
            bits: self.simd.and_m32s(self.bits, other.bits),
            ..self
        }
    }
}

impl<S: Simd> BitOr for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self {
            bits: self.simd.or_m32s(self.bits, other.bits),
            ..self
        }
    }
}

impl<S: Simd> Not for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self {
            bits: self.simd.not_m32s(self.bits),
            ..self
        }
    }
}

#[cfg(test)]
mod tests;
