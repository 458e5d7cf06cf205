//! SIMD integers: counts, agent numbers, groups.

use super::{F32Lanes, MOST_LANES, Mask};
use pulp::Simd;

/// One unsigned integer per lane.
#[derive(Clone, Copy, Debug)]
pub struct U32Lanes<S: Simd> {
    pub(super) simd: S,
    pub(super) values: S::u32s,
}

impl<S: Simd> U32Lanes<S> {
    /// Copies one integer to every lane.
    #[inline(always)]
    pub fn splat(simd: S, value: u32) -> Self {
        Self {
            simd,
            values: simd.splat_u32s(value),
        }
    }

    /// Loads the first of `values`, one per lane.
    #[inline(always)]
    pub fn load(simd: S, values: &[u32; MOST_LANES]) -> Self {
        Self {
            simd,
            values: S::as_simd_u32s(values).0[0],
        }
    }

    /// `first` and its successors, one per lane.
    #[inline(always)]
    pub fn counting_from(simd: S, first: u32) -> Self {
        const STEPS: [u32; MOST_LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
        let steps = Self::load(simd, &STEPS);
        Self {
            values: simd.add_u32s(simd.splat_u32s(first), steps.values),
            ..steps
        }
    }

    /// The integers by lane. Entries beyond the last lane are 0.
    #[inline(always)]
    pub fn to_array(self) -> [u32; MOST_LANES] {
        let mut array = [0; MOST_LANES];
        S::as_mut_simd_u32s(&mut array).0[0] = self.values;
        array
    }

    /// Where the integers are equal.
    #[inline(always)]
    pub fn is_equal(self, other: Self) -> Mask<S> {
        self.mask(self.simd.equal_u32s(self.values, other.values))
    }

    /// Where these integers are smaller than `other`.
    #[inline(always)]
    pub fn is_below(self, other: Self) -> Mask<S> {
        self.mask(self.simd.less_than_u32s(self.values, other.values))
    }

    /// Where the two integers share a bit.
    #[inline(always)]
    pub fn overlaps(self, other: Self) -> Mask<S> {
        let common = self.simd.and_u32s(self.values, other.values);
        let zero = self.simd.splat_u32s(0);
        !self.mask(self.simd.equal_u32s(common, zero))
    }

    /// Adds 1 where `mask` holds.
    #[inline(always)]
    pub fn count(self, mask: Mask<S>) -> Self {
        // A word with all bits set is minus one.
        let minus_one = mask.all_or_none().values;
        Self {
            values: self.simd.sub_u32s(self.values, minus_one),
            ..self
        }
    }

    /// Subtracts 1 where `mask` holds.
    #[inline(always)]
    pub fn discount(self, mask: Mask<S>) -> Self {
        let minus_one = mask.all_or_none().values;
        Self {
            values: self.simd.add_u32s(self.values, minus_one),
            ..self
        }
    }

    /// Converts to floating point. No integer may exceed 2^31 - 1.
    #[inline(always)]
    pub fn to_lanes(self) -> F32Lanes<S> {
        // One instruction converts signed integers.
        let numbers = self.to_array().map(|word| word.cast_signed() as f32);
        F32Lanes::load(self.simd, &numbers)
    }

    #[inline(always)]
    fn mask(self, bits: S::m32s) -> Mask<S> {
        Mask {
            simd: self.simd,
            bits,
        }
    }
}
