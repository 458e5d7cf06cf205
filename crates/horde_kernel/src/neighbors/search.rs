//! The search of a group for its candidates, and for the neighbors that count.

use crate::crowd::body::Body;
use crate::crowd::sorted_bodies::SortedBodies;
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, U32Lanes, VectorLanes};
use crate::math::reserve::reserve_ahead;
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use crate::neighbors::cutoff::NeighborCutoff;
use crate::neighbors::group::Group;
use crate::search::nearest::reach_of_nearest;
use crate::search::view::Bearings;
use core::ops::Range;
use glam::Vec2;
use pulp::{Simd, WithSimd};

/// The initial capacity for runs of bodies: most searches visit fewer.
const USUAL_RUNS: usize = 16;
/// The initial capacity for bodies: most searches examine fewer.
pub const USUAL_CANDIDATES: usize = 64;
/// As soon as its reach holds more bodies than this, a search checks once whether enough of them
/// coincide.
const MANY: usize = 512;

/// The views of all rules, for the agents in the lanes.
pub trait Views<S: Simd, V: Vector = Vec2> {
    /// The agents with a rule that has the candidate in view.
    fn admits(&self, bearings: &Bearings<S>, candidate: &Body<V>) -> Mask<S>;
}

/// Memory of searches, kept for the next one.
#[derive(Default)]
pub struct Scratch<V: Vector = Vec2> {
    /// Runs of ranks that hold the bodies near enough to examine.
    runs: Vec<Range<usize>>,
    /// Bodies that may count for an agent of the group, in the order of the search.
    pub(super) candidates: Vec<Body<V>>,
    /// The number of candidates; entries behind them are unused.
    pub(super) candidate_count: usize,
    /// The number of bodies examined in all searches since this number was taken last.
    candidates_examined: usize,
    /// For each candidate, the squared distance from each agent; infinite where the agent does not
    /// see it within the limit of the search.
    pub(super) distances: Vec<[f32; MOST_LANES]>,
    /// Sort keys of the candidates that one agent sees: squared distance, then slot.
    keys: Vec<u64>,
    /// The candidates that one agent has in view and their squared distances, if neighbors must be
    /// in sight.
    pub(super) nearest: Vec<(f32, Body<V>)>,
}

impl<V: Vector> Scratch<V> {
    /// The number of bodies examined since the last call.
    pub fn take_candidates_examined(&mut self) -> usize {
        core::mem::take(&mut self.candidates_examined)
    }

    /// Bodies that may count for an agent of the group, in the order of the search.
    pub fn candidates(&self) -> &[Body<V>] {
        &self.candidates[..self.candidate_count]
    }
}

/// The search of one group.
pub struct Search<'a, S: Simd, W, V: Vector = Vec2> {
    /// All bodies.
    pub crowd: &'a SortedBodies<V>,
    /// The group that searches.
    pub group: &'a Group,
    /// The agents of the group.
    pub block: &'a Block<S, V>,
    /// The views of their rules.
    pub views: &'a W,
}

impl<S: Simd, V: Vector, W: Views<S, V>> Search<'_, S, W, V> {
    /// Finds the candidates and the neighbors that count.
    #[inline(always)]
    pub fn look_round(&self, scratch: &mut Scratch<V>) -> NeighborCutoff<S> {
        let (block, range) = (self.block, self.group.range);
        let (most, least) = (block.observer.most_neighbors, block.common.least_neighbors);
        // In a dense crowd the nearest few are found in a part of the view.
        let own = self.crowd.bodies[block.body.rank.to_array()[0] as usize].position;
        let mut reach = range.min(self.crowd.grid.cell_size_at(own.on_plane()));
        let mut may_coincide = true;
        loop {
            let mut near = self.find_runs(reach, scratch);
            let is_whole = reach >= range;
            if near > MANY && may_coincide && near as u32 > least {
                may_coincide = false;
                if let Some(cutoff) = self.nearest_coincident(scratch) {
                    return cutoff;
                }
                near = self.find_runs(reach, scratch);
            }
            scratch.candidates_examined += near;
            if is_whole && near as u32 <= least {
                self.find_candidates::<false, false>(reach, near, scratch);
                return NeighborCutoff::all(block.simd);
            }
            let found = if block.common.has_no_groups {
                self.find_candidates::<true, false>(reach, near, scratch)
            } else {
                self.find_candidates::<true, true>(reach, near, scratch)
            };
            if is_whole && !most.is_below(found).any() {
                return NeighborCutoff::all(block.simd);
            }
            let limit = block.range_squared.splat_like(reach * reach);
            let looks_farther = block.range_squared.is_above(limit);
            let lacks = found.is_below(most) & looks_farther;
            if is_whole || !lacks.any() {
                let seen = self.count_seen(limit, scratch);
                let lacks = seen.is_below(most) & looks_farther;
                if is_whole || !lacks.any() {
                    return self.nearest(seen, limit, scratch);
                }
            }
            reach = (2.0 * reach).min(range);
        }
    }

    /// Lists the candidates within the range of the group, and the squared distances to those in
    /// view.
    #[inline(always)]
    pub(super) fn find_all_seen(&self, scratch: &mut Scratch<V>) {
        let range = self.group.range;
        let near = self.find_runs(range, scratch);
        scratch.candidates_examined += near;
        self.find_candidates::<false, false>(range, near, scratch);
        self.count_seen(self.block.range_squared, scratch);
    }

    /// Finds the runs of ranks that hold every body within `reach` of an agent of the group.
    /// Returns the number of bodies in these runs.
    #[inline(always)]
    fn find_runs(&self, reach: f32, scratch: &mut Scratch<V>) -> usize {
        let (low, high) = self.group.surroundings(reach);
        scratch.runs.clear();
        reserve_ahead(&mut scratch.runs, USUAL_RUNS);
        let mut near = 0;
        self.crowd.grid.visit_box_runs(low, high, |run| {
            near += run.len();
            scratch.runs.push(run);
        });
        near
    }

    /// The neighbors that count, if every agent of the group sees enough of them at distance 0;
    /// else `None`.
    ///
    /// Bodies that coincide lie in one cell in the order of their slots. Of equally near bodies,
    /// those with the lower slots count. So the search stops as soon as every agent has enough.
    #[cold]
    #[inline(never)]
    fn nearest_coincident(&self, scratch: &mut Scratch<V>) -> Option<NeighborCutoff<S>> {
        // A function that is not inlined needs `vectorize` to be compiled with vector instructions.
        self.block.simd.vectorize(Coincident {
            search: self,
            scratch,
        })
    }

    /// The agents that see a candidate within the square root of `limit`, and their squared
    /// distances to it.
    #[inline(always)]
    fn sees(&self, limit: F32Lanes<S>, candidate: &Body<V>) -> (Mask<S>, F32Lanes<S>) {
        let block = self.block;
        let offset = V::Lanes::splat(block.simd, candidate.position) - block.body.position;
        let bearings = Bearings::new(block.observer.heading, offset);
        let is_near = bearings.distance_squared.is_at_most(limit);
        let sees = self.views.admits(&bearings, candidate);
        let sees = sees & block.passes_filters(candidate) & is_near;
        (sees, bearings.distance_squared)
    }

    /// Lists the candidates: of the `near` bodies in the runs, those within `reach` and range of an
    /// agent of the group. `COUNTS`: returns how many other bodies each agent has within both, in
    /// view or not; else 0. `GROUPED`: some agents do not perceive every other.
    #[inline(always)]
    fn find_candidates<const COUNTS: bool, const GROUPED: bool>(
        &self,
        reach: f32,
        near: usize,
        scratch: &mut Scratch<V>,
    ) -> U32Lanes<S> {
        let (block, bodies) = (self.block, &self.crowd.bodies);
        let limit = block
            .range_squared
            .min(block.range_squared.splat_like(reach * reach));
        let mut found = U32Lanes::splat(block.simd, 0);
        let mut count = 0;
        if scratch.candidates.len() < near {
            let lacking = near.max(USUAL_CANDIDATES) - scratch.candidates.len();
            reserve_ahead(&mut scratch.candidates, lacking);
            let capacity = scratch.candidates.capacity();
            scratch.candidates.resize(capacity, Body::default());
        }
        let candidates = &mut scratch.candidates[..near];
        for run in &scratch.runs {
            for candidate in &bodies[run.clone()] {
                let offset = V::Lanes::splat(block.simd, candidate.position) - block.body.position;
                let mut is_near = offset.length_squared().is_at_most(limit);
                if COUNTS {
                    if GROUPED {
                        is_near = is_near & block.passes_filters(candidate);
                    }
                    found = found.count(is_near);
                }
                candidates[count] = *candidate;
                count += usize::from(is_near.any());
            }
        }
        scratch.candidate_count = count;
        if COUNTS && !GROUPED {
            // Every agent has found itself; lanes behind the group have found nothing.
            found = found.discount(!found.is_equal(U32Lanes::splat(block.simd, 0)));
        }
        found
    }

    /// Measures the distances to candidates in view within the square root of `limit`. Returns
    /// their number for each agent.
    #[inline(always)]
    fn count_seen(&self, limit: F32Lanes<S>, scratch: &mut Scratch<V>) -> U32Lanes<S> {
        let limit = limit.min(self.block.range_squared);
        let mut seen = U32Lanes::splat(self.block.simd, 0);
        let distances = &mut scratch.distances;
        distances.clear();
        distances.reserve(scratch.candidates.len());
        for candidate in &scratch.candidates[..scratch.candidate_count] {
            let (sees, distance_squared) = self.sees(limit, candidate);
            seen = seen.count(sees);
            let distance = sees.select(distance_squared, limit.splat_like(f32::INFINITY));
            distances.push(distance.to_array());
        }
        seen
    }

    /// Selects the nearest candidates, by their measured distances within the square root of
    /// `limit`. Of equally near candidates the lower slots come first.
    #[inline(always)]
    fn nearest(
        &self,
        seen: U32Lanes<S>,
        limit: F32Lanes<S>,
        scratch: &mut Scratch<V>,
    ) -> NeighborCutoff<S> {
        let simd = self.block.simd;
        // A squared distance that overflows does not count.
        let limit = limit.min(self.block.range_squared);
        let limit = limit.min(limit.splat_like(f32::MAX));
        let most = self.block.observer.most_neighbors;
        let (reach, is_found) = reach_of_nearest(simd, &scratch.distances, most, seen, limit);
        let (mut farthest, mut last) = (reach.to_array(), [u32::MAX; MOST_LANES]);
        for lane in (!is_found).lanes() {
            (farthest[lane], last[lane]) = last_of_nearest(lane, most.to_array()[lane], scratch);
        }
        NeighborCutoff {
            is_all: false,
            farthest: F32Lanes::load(simd, &farthest),
            last: U32Lanes::load(simd, &last),
        }
    }
}

/// The inputs of [`Search::nearest_coincident`].
struct Coincident<'a, S: Simd, W, V: Vector> {
    search: &'a Search<'a, S, W, V>,
    scratch: &'a mut Scratch<V>,
}

impl<S: Simd, V: Vector, W: Views<S, V>> WithSimd for Coincident<'_, S, W, V> {
    type Output = Option<NeighborCutoff<S>>;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> Option<NeighborCutoff<S>> {
        let Self { search, scratch } = self;
        let block = search.block;
        search.find_runs(0.0, scratch);
        let zero = block.range_squared.splat_like(0.0);
        let most = block.observer.most_neighbors;
        let looks = block.range_squared.is_at_least(zero);
        let (mut seen, mut last) = ([0; MOST_LANES], [0; MOST_LANES]);
        scratch.candidate_count = 0;
        let mut lacks = looks & !most.is_equal(U32Lanes::splat(block.simd, 0));
        for rank in scratch.runs.iter().flat_map(Clone::clone) {
            scratch.candidates_examined += 1;
            let candidate = &search.crowd.bodies[rank];
            let sees = search.sees(zero, candidate).0 & lacks;
            if !sees.any() {
                continue;
            }
            for lane in sees.lanes() {
                (seen[lane], last[lane]) = (seen[lane] + 1, candidate.slot);
            }
            let count = scratch.candidate_count;
            scratch
                .candidates
                .resize((count + 1).max(scratch.candidates.len()), *candidate);
            scratch.candidates[count] = *candidate;
            scratch.candidate_count += 1;
            lacks = lacks & U32Lanes::load(block.simd, &seen).is_below(most);
            if !lacks.any() {
                // An agent that counts no neighbors counts none at distance 0 either.
                let farthest = most.to_array();
                let farthest = farthest.map(|most| if most == 0 { -1.0 } else { 0.0 });
                return Some(NeighborCutoff {
                    is_all: false,
                    farthest: F32Lanes::load(block.simd, &farthest),
                    last: U32Lanes::load(block.simd, &last),
                });
            }
        }
        None
    }
}

/// The last of the `most` nearest candidates that the agent in `lane` sees: its squared distance,
/// -1 without one, and its slot.
#[cold]
#[inline(never)]
fn last_of_nearest<V: Vector>(lane: usize, most: u32, scratch: &mut Scratch<V>) -> (f32, u32) {
    scratch.keys.clear();
    scratch.keys.reserve(scratch.candidates.len());
    for (candidate, distances) in scratch.candidates.iter().zip(&scratch.distances) {
        // Squares are not negative, so their bits sort in the same order.
        let distance = distances[lane];
        if distance < f32::INFINITY {
            let key = u64::from(distance.to_bits()) << 32 | u64::from(candidate.slot);
            scratch.keys.push(key);
        }
    }
    // A squared distance that overflows is not among the keys.
    let kept = (most as usize).min(scratch.keys.len());
    if kept == 0 {
        return (-1.0, u32::MAX);
    }
    let (_, key, _) = scratch.keys.select_nth_unstable(kept - 1);
    (f32::from_bits((*key >> 32) as u32), *key as u32)
}
