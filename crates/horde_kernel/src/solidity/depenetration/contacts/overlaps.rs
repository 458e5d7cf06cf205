//! Tests whether bodies overlap, are near or crowd each other.

use super::{ALIKE, MOST_CONTACTS, REACH};
use crate::math::lanes::{
    F32Lanes, MOST_LANES, Mask, U32Lanes, Vec2Lanes, VectorColumn, VectorLanes,
};
use crate::solidity::depenetration::{DepenetratingBodies, SolidBody};
use core::ops::Range;
use pulp::Simd;

/// The number of ranks that a check for crowding covers before the body, and after it.
const RANKS_BESIDE: usize = 64;
/// Bodies that search together are less than this many cells from the first of them, along each
/// axis.
const LONGEST_GROUP: f32 = 3.0;

/// Bodies that search together, one per lane.
struct Group<S: Simd> {
    ranks: U32Lanes<S>,
    positions: Vec2Lanes<S>,
    /// NaN in lanes without a body.
    radius: F32Lanes<S>,
}

impl<S: Simd> Group<S> {
    /// The lanes with a body that overlaps `other`, the body at `rank`. No body overlaps itself.
    #[inline(always)]
    fn overlap(&self, simd: S, rank: u32, other: &SolidBody) -> Mask<S> {
        let offset = self.positions - Vec2Lanes::splat(simd, other.position);
        let reach = self.radius + other.radius;
        let is_other = !self.ranks.is_equal(U32Lanes::splat(simd, rank));
        offset.length_squared().is_below(reach * reach) & is_other
    }
}

impl DepenetratingBodies {
    /// Returns the end of the ranks from `first` that search together. It is at most `last`, and
    /// all their bodies are near the first.
    #[inline(always)]
    pub(super) fn group_end(&self, first: usize, last: usize, cell_size: f32) -> usize {
        let (start, apart) = (self.sorted[first].position, LONGEST_GROUP * cell_size);
        let is_near = |body: &&SolidBody| (body.position - start).abs().max_element() < apart;
        let group = &self.sorted[first + 1..last];
        first + 1 + group.iter().take_while(is_near).count()
    }

    /// Whether a body is movable, and the ranks beside it hold enough contacts to crowd it and a
    /// body that overlaps it.
    #[inline(always)]
    pub(super) fn is_crowded_by_ranks(&self, rank: usize) -> bool {
        let last = (rank + RANKS_BESIDE + 1).min(self.sorted.len());
        let mut beside = rank.saturating_sub(RANKS_BESIDE)..last;
        let crowds = |other: &usize| self.can_touch(rank, *other) && self.is_alike(rank, *other);
        self.sorted[rank].inverse_weight > 0.0
            && beside.clone().filter(crowds).count() > MOST_CONTACTS
            && beside.any(|other| self.overlap(rank, other))
    }

    /// The lanes of a group whose bodies are movable and overlap a large body or a body in `runs`.
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(
        &self,
        simd: S,
        group: &Range<usize>,
        runs: &[Range<usize>],
    ) -> Mask<S> {
        let mut positions = <VectorColumn>::default();
        let (mut radius, mut mass) = ([f32::NAN; MOST_LANES], [0.0; MOST_LANES]);
        for (lane, body) in self.sorted[group.clone()].iter().enumerate() {
            positions.set(lane, body.position);
            (radius[lane], mass[lane]) = (body.radius, body.inverse_weight);
        }
        let own = Group {
            ranks: U32Lanes::counting_from(simd, group.start as u32),
            positions: positions.lanes(simd),
            radius: F32Lanes::load(simd, &radius),
        };
        let mut overlapping = Mask::none(simd);
        for run in runs {
            for (rank, other) in (run.start as u32..).zip(&self.sorted[run.clone()]) {
                overlapping = overlapping | own.overlap(simd, rank, other);
            }
        }
        for rank in &self.large_bodies {
            let other = &self.sorted[*rank as usize];
            overlapping = overlapping | own.overlap(simd, *rank, other);
        }
        overlapping & F32Lanes::load(simd, &mass).is_above(F32Lanes::splat(simd, 0.0))
    }

    /// Whether the bodies at two ranks overlap.
    #[inline(always)]
    pub(super) fn overlap(&self, rank: usize, other: usize) -> bool {
        self.are_within(rank, other, 1.0)
    }

    /// Whether two bodies can touch each other during the rounds.
    #[inline(always)]
    pub(super) fn can_touch(&self, rank: usize, other: usize) -> bool {
        self.are_within(rank, other, REACH)
    }

    /// Whether two bodies are nearer than `factor` times the sum of their radii.
    #[inline(always)]
    pub(super) fn are_within(&self, rank: usize, other_rank: usize, factor: f32) -> bool {
        let (own, other) = (&self.sorted[rank], &self.sorted[other_rank]);
        let reach = (own.radius + other.radius) * factor;
        rank != other_rank && own.position.distance_squared(other.position) < reach * reach
    }

    /// Whether the body at `other` is not much smaller than the one at `rank`.
    #[inline(always)]
    pub(super) fn is_alike(&self, rank: usize, other: usize) -> bool {
        self.sorted[rank].radius * ALIKE <= self.sorted[other].radius
    }

    #[inline(always)]
    pub(super) fn is_large_body(&self, rank: usize) -> bool {
        let large_bodies = &self.large_bodies;
        !large_bodies.is_empty() && large_bodies.binary_search(&(rank as u32)).is_ok()
    }
}
