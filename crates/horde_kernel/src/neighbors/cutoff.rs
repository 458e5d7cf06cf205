//! The neighbors that count: the nearest in view, up to the number that each agent counts.

use crate::math::lanes::{F32Lanes, Mask, U32Lanes};
use pulp::{Scalar, Simd};

/// The neighbors that count, agent by agent.
pub struct NeighborCutoff<S: Simd> {
    /// Whether every neighbor in view counts.
    pub is_all: bool,
    /// The squared distance of the farthest neighbor that counts.
    pub(super) farthest: F32Lanes<S>,
    /// The largest slot that counts at that distance.
    pub(super) last: U32Lanes<S>,
}

impl<S: Simd> NeighborCutoff<S> {
    pub(super) fn all(simd: S) -> Self {
        Self {
            is_all: true,
            farthest: F32Lanes::splat(simd, f32::INFINITY),
            last: U32Lanes::splat(simd, u32::MAX),
        }
    }

    /// The same for only the agent in `lane`.
    pub fn in_lane(&self, lane: usize) -> NeighborCutoff<Scalar> {
        NeighborCutoff {
            is_all: self.is_all,
            farthest: F32Lanes::splat(Scalar, self.farthest.to_array()[lane]),
            last: U32Lanes::splat(Scalar, self.last.to_array()[lane]),
        }
    }

    /// The agents for which a neighbor counts, by its squared distance and its slot.
    #[inline(always)]
    pub fn counts(&self, distance_squared: F32Lanes<S>, slot: u32) -> Mask<S> {
        let slot = U32Lanes::splat(distance_squared.simd(), slot);
        let is_last = distance_squared.is_equal(self.farthest) & !self.last.is_below(slot);
        distance_squared.is_below(self.farthest) | is_last
    }
}
