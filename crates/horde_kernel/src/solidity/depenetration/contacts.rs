//! Contact lists: for each body that overlaps another or is beside such a body, the bodies that it
//! can touch.

mod overlaps;

use super::{DepenetratingBodies, Heaps};
use crate::math::reserve::reserve_ahead;
use crate::search::grid::CellGrid;
use core::ops::Range;
use glam::Vec2;
use pulp::{Arch, Simd, WithSimd};

/// Bodies nearer than this multiple of the sum of their radii can touch during the rounds.
const REACH: f32 = 1.5;
/// A relative bound well above the rounding error of a few operations.
const ROUNDING: f32 = 1e-3;
/// The most contacts of a body before it counts as crowded.
///
/// Only contacts of similar or larger size count. In a packed crowd, a body has 6 or 7. In a horde
/// that pushes toward a goal at full strength, it can have 8.
pub(super) const MOST_CONTACTS: usize = 9;
/// The least relative size of a contact that counts. Any number of smaller bodies fits around a
/// body.
pub(super) const ALIKE: f32 = 0.7;
/// Above this number of candidates, a search first checks whether adjacent ranks already crowd the
/// body.
const MANY_CANDIDATES: usize = 2048;
/// The search for the contacts of a crowded body that belongs to no heap ends at about this many.
const MOST_LISTED: usize = 256;
/// The number of candidates between two checks of the early exit.
const RANKS_AT_ONCE: usize = 32;

/// The overlapping bodies in a range of ranks, the bodies beside them, and a list of contacts for
/// each.
#[derive(Debug, Default)]
pub struct Contacts {
    movable: Vec<MovableBody>,
    /// The number of bodies with an overlap. These come first in `movable`; bodies that they may
    /// push follow.
    overlapping: usize,
    /// Ranks of the crowded bodies: those with an overlap and more than [`MOST_CONTACTS`] contacts.
    /// They have no list before `leave_out_heaps`.
    crowded: Vec<u32>,
    /// Ranks of the contacts, one list after the other.
    pub(super) others: Vec<u32>,
    // Scratch memory.
    runs: Vec<Range<usize>>,
    /// Numbers and ranks of the contacts of one body.
    found: Vec<(u32, u32)>,
    /// Ranks of the bodies with a list.
    listed: Vec<u32>,
}

/// A body that the rounds may move.
#[derive(Clone, Copy, Debug)]
struct MovableBody {
    rank: u32,
    /// The end of its list. The list starts at the end of the previous one.
    last: u32,
    /// Its displacement in the last round.
    moved: Vec2,
}

/// The arguments of [`Contacts::find_in_lanes`].
struct Search<'a> {
    contacts: &'a mut Contacts,
    bodies: &'a DepenetratingBodies,
    index: &'a CellGrid,
    ranks: Range<usize>,
}

impl WithSimd for Search<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.contacts
            .find_in_lanes(simd, self.bodies, self.index, self.ranks);
    }
}

impl Contacts {
    /// The number of overlapping bodies with a list.
    #[inline]
    pub fn count(&self) -> usize {
        self.overlapping
    }

    /// The total length of all lists.
    #[inline]
    pub fn listed(&self) -> usize {
        self.others.len()
    }

    /// Ranks of the crowded bodies. They overlap another body and have more than nine contacts.
    #[inline]
    pub fn crowded(&self) -> &[u32] {
        &self.crowded
    }

    /// Finds the overlapping bodies among these ranks of the index, and lists their contacts.
    #[inline]
    pub fn find(
        &mut self,
        arch: Arch,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
        ranks: Range<usize>,
    ) {
        arch.dispatch(Search {
            contacts: self,
            bodies,
            index,
            ranks,
        });
    }

    /// Bodies of adjacent ranks search together, one in each lane.
    #[inline(always)]
    fn find_in_lanes<S: Simd>(
        &mut self,
        simd: S,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
        ranks: Range<usize>,
    ) {
        self.movable.clear();
        self.crowded.clear();
        self.others.clear();
        let mut first = ranks.start;
        while first < ranks.end {
            let last = ranks.end.min(first + S::F32_LANES);
            let mut group = first..bodies.group_end(first, last, index.cell_size());
            self.find_runs(group.clone(), 1.0, bodies, index);
            let is_many = self.runs.iter().map(Range::len).sum::<usize>() > MANY_CANDIDATES;
            if is_many {
                group.end = first + 1;
                self.find_runs(group.clone(), 1.0, bodies, index);
            }
            first = group.end;
            if is_many && bodies.is_crowded_by_ranks(group.start) {
                self.crowded.push(group.start as u32);
                continue;
            }
            let overlapping = bodies.overlapping(simd, &group, &self.runs);
            for lane in overlapping.lanes() {
                let rank = group.start + lane;
                self.find_runs(rank..rank + 1, REACH, bodies, index);
                self.list(rank, false, bodies, index);
            }
        }
        self.overlapping = self.movable.len();
    }

    /// Drops the lists of the bodies in `heaps`. Lists the contacts of the other crowded bodies, at
    /// most about 256 each.
    #[inline(always)]
    pub fn leave_out_heaps(
        &mut self,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
        heaps: &Heaps,
    ) {
        let (mut first, mut kept) = (0, 0);
        let others = &mut self.others;
        self.movable.retain_mut(|body| {
            let own = first..body.last as usize;
            first = own.end;
            if heaps.holds(body.rank) {
                return false;
            }
            let count = own.len();
            others.copy_within(own, kept);
            kept += count;
            body.last = kept as u32;
            true
        });
        others.truncate(kept);
        let crowded = core::mem::take(&mut self.crowded);
        for rank in crowded.iter().map(|rank| *rank as usize) {
            if !heaps.holds(rank as u32) {
                self.find_runs(rank..rank + 1, REACH, bodies, index);
                self.list(rank, true, bodies, index);
            }
        }
        self.crowded = crowded;
        self.overlapping = self.movable.len();
    }

    /// Adds to `beside` the ranks of all bodies that overlapping bodies can touch. Ranks may
    /// repeat.
    #[inline]
    pub fn beside(&self, beside: &mut Vec<u32>) {
        beside.extend_from_slice(&self.others);
    }

    /// Lists the contacts of bodies that overlapping ones may push.
    ///
    /// `beside` holds ranks from the range that `find` searched, in ascending order. It may hold
    /// bodies that already have a list.
    pub fn list_beside(
        &mut self,
        beside: &[u32],
        bodies: &DepenetratingBodies,
        index: &CellGrid,
        heaps: &Heaps,
    ) {
        let mut listed: Vec<u32> = core::mem::take(&mut self.listed);
        listed.clear();
        listed.extend(self.movable.iter().map(|body| body.rank));
        listed.sort_unstable();
        for rank in beside {
            let is_listed = || listed.binary_search(rank).is_ok();
            let is_movable = bodies.sorted[*rank as usize].inverse_weight > 0.0;
            if is_movable && !is_listed() && !heaps.holds(*rank) {
                let rank = *rank as usize;
                self.find_runs(rank..rank + 1, REACH, bodies, index);
                self.list(rank, true, bodies, index);
            }
        }
        self.listed = listed;
    }

    /// Calls `moved` for each body that may have to move, with its rank, the ranks of its contacts
    /// and its displacement in the last round. Stores the returned displacement for the next round.
    pub(super) fn move_each(&mut self, mut moved: impl FnMut(u32, &[u32], Vec2) -> Vec2) {
        let mut first = 0;
        for body in &mut self.movable {
            let others = &self.others[first..body.last as usize];
            first = body.last as usize;
            body.moved = moved(body.rank, others, body.moved);
        }
    }

    /// The rank and displacement of each body that moved in the last round.
    #[inline]
    pub(super) fn moves(&self) -> impl Iterator<Item = (usize, Vec2)> {
        let moved = self.movable.iter();
        let moved = moved.filter(|body| body.moved != Vec2::ZERO);
        moved.map(|body| (body.rank as usize, body.moved))
    }

    /// Finds runs of ranks that hold all bodies nearer to a movable body of `group` than `factor`
    /// times the sum of the radii. Large bodies may be missing.
    #[inline(always)]
    fn find_runs(
        &mut self,
        group: Range<usize>,
        factor: f32,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
    ) {
        let rounding = 8.0 * f32::EPSILON * bodies.whole.farthest;
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for body in &bodies.sorted[group] {
            if body.inverse_weight > 0.0 {
                let reach = factor * (body.radius + bodies.common_reach);
                let reach = reach * (1.0 + ROUNDING) + rounding;
                low = low.min(body.position - reach);
                high = high.max(body.position + reach);
            }
        }
        let runs = &mut self.runs;
        runs.clear();
        if low.x <= high.x {
            index.visit_box_runs(low, high, |run| runs.push(run));
        }
    }

    /// Lists the contacts of the body at `rank` for all rounds, in the order of their numbers.
    ///
    /// Unless `may_be_crowded`, a crowded body gets no list and is added to `crowded` instead.
    #[inline(always)]
    fn list(
        &mut self,
        rank: usize,
        may_be_crowded: bool,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
    ) {
        let (numbers, found) = (index.order(), &mut self.found);
        found.clear();
        reserve_ahead(found, self.runs.iter().map(Range::len).sum());
        let is_crowded = |found: &[(u32, u32)]| {
            let alike = |other: &&(u32, u32)| bodies.is_alike(rank, other.1 as usize);
            !may_be_crowded
                && found.len() > MOST_CONTACTS
                && found.iter().filter(alike).count() > MOST_CONTACTS
        };
        for ranks in self.runs.iter().flat_map(parts) {
            for other in ranks {
                if bodies.can_touch(rank, other) && !bodies.is_large_body(other) {
                    found.push((numbers[other], other as u32));
                }
            }
            if is_crowded(found) || (may_be_crowded && found.len() >= MOST_LISTED) {
                break;
            }
        }
        for large in bodies.large_bodies.iter().map(|large| *large as usize) {
            if bodies.can_touch(rank, large) {
                found.push((numbers[large], large as u32));
            }
        }
        if is_crowded(found) {
            self.crowded.push(rank as u32);
            return;
        }
        found.sort_unstable();
        reserve_ahead(&mut self.others, found.len());
        reserve_ahead(&mut self.movable, 1);
        self.others.extend(found.iter().map(|(_, other)| other));
        self.movable.push(MovableBody {
            rank: rank as u32,
            last: self.others.len() as u32,
            moved: Vec2::ZERO,
        });
    }
}

/// Splits a run of ranks into parts of [`RANKS_AT_ONCE`].
fn parts(run: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let last = run.end;
    let firsts = run.clone().step_by(RANKS_AT_ONCE);
    firsts.map(move |first| first..(first + RANKS_AT_ONCE).min(last))
}
