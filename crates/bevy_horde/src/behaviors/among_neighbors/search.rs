//! The search: whom the agents of a group count.

use super::Neighborhood;
use super::block::{AvoiderBlock, Block};
use super::group::Group;
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, Vectors, Words};
use crate::kernel::nearest::reach_of_nearest;
use crate::kernel::room::make_room;
use crate::kernel::view::Bearings;
use crate::perception::{Body, is_in_sight};
use crate::trace::SightLine;
use bevy::prelude::*;
use core::ops::Range;
use pulp::{Scalar, Simd, WithSimd};

/// More runs than most searches look through.
const USUAL_RUNS: usize = 16;
/// More bodies than most searches look at.
pub(super) const USUAL_CANDIDATES: usize = 64;

/// With more bodies than this within its first reach a search checks first whether they coincide.
const MANY: usize = 512;

/// Memory of a search, kept for the next one.
#[derive(Default)]
pub(super) struct Scratch {
    /// Where those lie that are near enough to be looked at.
    runs: Vec<Range<usize>>,
    /// Those who may count for somebody of the group, in the order of the search.
    candidates: Vec<Body>,
    /// How many of them there are; what lies behind them is memory.
    candidate_count: usize,
    /// How many were near enough to be looked at, over all searches.
    looked_at: usize,
    /// Squared distances to those that are seen, infinite to others, candidate by candidate.
    distances: Vec<[f32; MOST_LANES]>,
    /// Squared distance and slot of those that one agent sees, as one number in that order.
    keys: Vec<u64>,
    /// Those that an agent sees whose neighbours must be in sight, and their squared distances.
    nearest: Vec<(f32, Body)>,
}

impl Scratch {
    /// How many were looked at since this was asked last.
    pub(super) fn take_looked_at(&mut self) -> usize {
        core::mem::take(&mut self.looked_at)
    }

    /// Those who may count for somebody of the group, in the order of the search.
    pub(super) fn candidates(&self) -> &[Body] {
        &self.candidates[..self.candidate_count]
    }
}

/// Who counts: of those in view the nearest, as many as each agent counts.
pub(super) struct Counted<S: Simd> {
    /// Whether everybody in view counts.
    pub(super) is_everybody: bool,
    /// The squared distance of the last one that counts.
    farthest: Lanes<S>,
    /// The slot of the last one that counts, of those at that distance.
    last: Words<S>,
}

impl<S: Simd> Counted<S> {
    fn everybody(simd: S) -> Self {
        Self {
            is_everybody: true,
            farthest: Lanes::splat(simd, f32::INFINITY),
            last: Words::splat(simd, u32::MAX),
        }
    }

    /// Who counts for the agent in a lane.
    pub(super) fn of_lane(&self, lane: usize) -> Counted<Scalar> {
        Counted {
            is_everybody: self.is_everybody,
            farthest: Lanes::splat(Scalar, self.farthest.to_array()[lane]),
            last: Words::splat(Scalar, self.last.to_array()[lane]),
        }
    }

    /// The agents for which a neighbour counts, by its distance.
    #[inline(always)]
    pub(super) fn counts(&self, distance_squared: Lanes<S>, slot: Words<S>) -> Mask<S> {
        let is_last = distance_squared.is_equal(self.farthest) & !self.last.is_below(slot);
        distance_squared.is_below(self.farthest) | is_last
    }
}

/// The agents that perceive a candidate.
#[inline(always)]
pub(super) fn perceives<S: Simd>(block: &Block<S>, candidate: &Body) -> Mask<S> {
    let memberships = Words::splat(block.simd, candidate.memberships);
    block.perceives.overlaps(memberships) & !is_self(block, candidate)
}

/// The agent that a candidate is itself.
#[inline(always)]
pub(super) fn is_self<S: Simd>(block: &Block<S>, candidate: &Body) -> Mask<S> {
    let place = Words::splat(block.simd, candidate.place);
    block.places.is_equal(place)
}

/// Finds the candidates and who of them counts.
#[inline(always)]
pub(super) fn look_round<S: Simd>(
    block: &Block<S>,
    avoiders: Option<&AvoiderBlock<S>>,
    group: &Group,
    hood: &Neighborhood,
    scratch: &mut Scratch,
) -> Counted<S> {
    // In a dense crowd the nearest few are found in a part of the view.
    let mut reach = group.range.min(hood.usual_reach);
    let mut may_coincide = true;
    loop {
        let mut near = find_runs(reach, group, hood, scratch);
        let is_whole = reach >= group.range;
        if near > MANY && may_coincide && near as u32 > block.common.least_neighbors {
            may_coincide = false;
            if let Some(counted) = nearest_coincident(block, avoiders, group, hood, scratch) {
                return counted;
            }
            near = find_runs(reach, group, hood, scratch);
        }
        scratch.looked_at += near;
        if is_whole && near as u32 <= block.common.least_neighbors {
            find_candidates::<S, false, false>(block, reach, near, hood, scratch);
            return Counted::everybody(block.simd);
        }
        let found = if block.common.has_no_groups {
            find_candidates::<S, true, false>(block, reach, near, hood, scratch)
        } else {
            find_candidates::<S, true, true>(block, reach, near, hood, scratch)
        };
        if is_whole && !block.most_neighbors.is_below(found).any() {
            return Counted::everybody(block.simd);
        }
        let limit = block.range_squared.like(reach * reach);
        let looks_farther = block.range_squared.is_above(limit);
        let lacks = found.is_below(block.most_neighbors) & looks_farther;
        if is_whole || !lacks.any() {
            let seen = count_seen(block, avoiders, limit, scratch);
            let lacks = seen.is_below(block.most_neighbors) & looks_farther;
            if is_whole || !lacks.any() {
                return nearest(block, seen, limit, scratch);
            }
        }
        reach = (2.0 * reach).min(group.range);
    }
}

/// Finds the runs of places that hold everybody within `reach` of somebody of the group; returns how many these are.
#[inline(always)]
fn find_runs(reach: f32, group: &Group, hood: &Neighborhood, scratch: &mut Scratch) -> usize {
    let (low, high) = group.surroundings(reach);
    scratch.runs.clear();
    make_room(&mut scratch.runs, USUAL_RUNS);
    let mut near = 0;
    hood.grid.visit_box_runs(low, high, |run| {
        near += run.len();
        scratch.runs.push(run);
    });
    near
}

/// The neighbors that count, if every agent of the group sees as many at distance 0 as it counts;
/// else `None`.
///
/// Bodies that coincide lie in one cell in the order of their slots. Of equally near bodies, those
/// with the lower slots count. So the search stops as soon as every agent has enough.
#[cold]
#[inline(never)]
fn nearest_coincident<S: Simd>(
    block: &Block<S>,
    avoiders: Option<&AvoiderBlock<S>>,
    group: &Group,
    hood: &Neighborhood,
    scratch: &mut Scratch,
) -> Option<Counted<S>> {
    // Not inlined, it would be compiled without the vector instructions.
    block.simd.vectorize(Coincident {
        block,
        avoiders,
        group,
        hood,
        scratch,
    })
}

/// What [`nearest_coincident`] looks at.
struct Coincident<'a, S: Simd> {
    block: &'a Block<S>,
    avoiders: Option<&'a AvoiderBlock<S>>,
    group: &'a Group,
    hood: &'a Neighborhood<'a>,
    scratch: &'a mut Scratch,
}

impl<S: Simd> WithSimd for Coincident<'_, S> {
    type Output = Option<Counted<S>>;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> Option<Counted<S>> {
        let Self {
            block,
            avoiders,
            group,
            hood,
            scratch,
        } = self;
        find_runs(0.0, group, hood, scratch);
        let zero = block.range_squared.like(0.0);
        let looks = block.range_squared.is_at_least(zero);
        let (mut seen, mut last) = ([0; MOST_LANES], [0; MOST_LANES]);
        let most = block.most_neighbors.to_array();
        scratch.candidate_count = 0;
        let mut lacks = looks & !block.most_neighbors.is_equal(Words::splat(block.simd, 0));
        for place in scratch.runs.iter().flat_map(Clone::clone) {
            scratch.looked_at += 1;
            let candidate = &hood.bodies[place];
            let (sees, _) = sees(block, avoiders, zero, candidate);
            let sees = sees & lacks;
            if !sees.any() {
                continue;
            }
            sees.for_each_lane(|lane| (seen[lane], last[lane]) = (seen[lane] + 1, candidate.slot));
            let count = scratch.candidate_count;
            scratch
                .candidates
                .resize((count + 1).max(scratch.candidates.len()), *candidate);
            scratch.candidates[count] = *candidate;
            scratch.candidate_count += 1;
            lacks = lacks & Words::load(block.simd, &seen).is_below(block.most_neighbors);
            if !lacks.any() {
                // An agent that counts no neighbors counts none at distance 0 either.
                let farthest = most.map(|most| if most == 0 { -1.0 } else { 0.0 });
                return Some(Counted {
                    is_everybody: false,
                    farthest: Lanes::load(block.simd, &farthest),
                    last: Words::load(block.simd, &last),
                });
            }
        }
        None
    }
}

/// The agents that see a candidate within the square root of `limit`, and their squared distances
/// to it.
#[inline(always)]
fn sees<S: Simd>(
    block: &Block<S>,
    avoiders: Option<&AvoiderBlock<S>>,
    limit: Lanes<S>,
    candidate: &Body,
) -> (Mask<S>, Lanes<S>) {
    let offset = Vectors::splat(block.simd, candidate.position) - block.position;
    let bearings = Bearings::new(block.heading, offset);
    let mates = Words::splat(block.simd, candidate.memberships);
    let flocks = (block.alignment.view.admits(&bearings) | block.cohesion.view.admits(&bearings))
        & block.flockmates.overlaps(mates);
    let mut sees = flocks | block.separation.view.admits(&bearings);
    if let Some(avoiders) = avoiders {
        sees = sees | bearings.distance_squared.is_at_most(avoiders.range_squared);
    }
    let is_near = bearings.distance_squared.is_at_most(limit);
    let sees = sees & perceives(block, candidate) & is_near;
    (sees, bearings.distance_squared)
}

/// Lists everybody within `reach` and range of somebody of the group, out of the `near` ones in the runs that were found;
/// returns how many each has, views apart, if that `COUNTS`. `GROUPED`: not everybody is perceived.
#[inline(always)]
fn find_candidates<S: Simd, const COUNTS: bool, const GROUPED: bool>(
    block: &Block<S>,
    reach: f32,
    near: usize,
    hood: &Neighborhood,
    scratch: &mut Scratch,
) -> Words<S> {
    let limit = block
        .range_squared
        .min(block.range_squared.like(reach * reach));
    let mut found = Words::splat(block.simd, 0);
    let mut count = 0;
    if scratch.candidates.len() < near {
        let lacking = near.max(USUAL_CANDIDATES) - scratch.candidates.len();
        make_room(&mut scratch.candidates, lacking);
        let room = scratch.candidates.capacity();
        scratch.candidates.resize(room, Body::default());
    }
    let candidates = &mut scratch.candidates[..near];
    for run in &scratch.runs {
        for candidate in &hood.bodies[run.clone()] {
            let offset = Vectors::splat(block.simd, candidate.position) - block.position;
            let mut is_near = offset.length_squared().is_at_most(limit);
            if COUNTS {
                if GROUPED {
                    is_near = is_near & perceives(block, candidate);
                }
                found = found.count(is_near);
            }
            candidates[count] = *candidate;
            count += usize::from(is_near.any());
        }
    }
    scratch.candidate_count = count;
    if COUNTS && !GROUPED {
        // Everybody has found itself; behind the last agent nobody has found anything.
        found = found.discount(!found.is_equal(Words::splat(block.simd, 0)));
    }
    found
}

/// Measures the distances to those that are seen within the square root of `limit`, and counts them.
#[inline(always)]
fn count_seen<S: Simd>(
    block: &Block<S>,
    avoiders: Option<&AvoiderBlock<S>>,
    limit: Lanes<S>,
    scratch: &mut Scratch,
) -> Words<S> {
    let limit = limit.min(block.range_squared);
    let mut seen = Words::splat(block.simd, 0);
    let distances = &mut scratch.distances;
    distances.clear();
    distances.reserve(scratch.candidates.len());
    for candidate in &scratch.candidates[..scratch.candidate_count] {
        let (sees, distance_squared) = sees(block, avoiders, limit, candidate);
        seen = seen.count(sees);
        let distance = sees.select(distance_squared, limit.like(f32::INFINITY));
        distances.push(distance.to_array());
    }
    seen
}

/// The nearest of those whose distances were measured, all within the square root of `limit`; of equally near ones those with
/// the lower slots.
#[inline(always)]
fn nearest<S: Simd>(
    block: &Block<S>,
    seen: Words<S>,
    limit: Lanes<S>,
    scratch: &mut Scratch,
) -> Counted<S> {
    // Who is so far off that no square can tell how far does not count.
    let limit = limit.min(block.range_squared).min(limit.like(f32::MAX));
    let most = block.most_neighbors;
    let (reach, is_found) = reach_of_nearest(block.simd, &scratch.distances, most, seen, limit);
    let (mut farthest, mut last) = (reach.to_array(), [u32::MAX; MOST_LANES]);
    (!is_found).for_each_lane(|lane| {
        (farthest[lane], last[lane]) = last_of_nearest(lane, most.to_array()[lane], scratch);
    });
    Counted {
        is_everybody: false,
        farthest: Lanes::load(block.simd, &farthest),
        last: Words::load(block.simd, &last),
    }
}

/// Squared distance and slot of the last of so many whom the agent in a lane sees nearest.
#[cold]
#[inline(never)]
fn last_of_nearest(lane: usize, most: u32, scratch: &mut Scratch) -> (f32, u32) {
    measure(lane, scratch);
    // Who is so far off that no square can tell how far is not among the keys.
    let kept = (most as usize).min(scratch.keys.len());
    if kept == 0 {
        return (-1.0, u32::MAX);
    }
    let (_, key, _) = scratch.keys.select_nth_unstable(kept - 1);
    (f32::from_bits((*key >> 32) as u32), *key as u32)
}

/// Distance and slot of everybody that the agent in a lane sees.
fn measure(lane: usize, scratch: &mut Scratch) {
    scratch.keys.clear();
    scratch.keys.reserve(scratch.candidates.len());
    for (candidate, distances) in scratch.candidates.iter().zip(&scratch.distances) {
        // Squares are not negative, so that their bits are in their order.
        let distance = distances[lane];
        if distance < f32::INFINITY {
            let key = u64::from(distance.to_bits()) << 32 | u64::from(candidate.slot);
            scratch.keys.push(key);
        }
    }
}

/// Finds whom the only agent of a group counts when they must be in sight, nearest first and no more than it counts.
#[inline(always)]
pub(super) fn look_for_visible<S: Simd>(
    block: &Block<S>,
    avoiders: Option<&AvoiderBlock<S>>,
    group: &Group,
    hood: &Neighborhood,
    scratch: &mut Scratch,
    mut record: impl FnMut(Entity, SightLine),
) -> Counted<S> {
    let near = find_runs(group.range, group, hood, scratch);
    scratch.looked_at += near;
    find_candidates::<S, false, false>(block, group.range, near, hood, scratch);
    count_seen(block, avoiders, block.range_squared, scratch);
    let found = &scratch.candidates[..scratch.candidate_count];
    let distances = scratch.distances.iter().map(|distances| distances[0]);
    let seen = found.iter().zip(distances);
    let seen = seen.filter(|(_, distance)| *distance < f32::INFINITY);
    scratch.nearest.clear();
    scratch
        .nearest
        .extend(seen.map(|(candidate, distance)| (distance, *candidate)));
    scratch
        .nearest
        .sort_unstable_by(|(one, first), (two, second)| {
            one.total_cmp(two).then(first.slot.cmp(&second.slot))
        });
    let entity = |slot: u32| hood.index.entities()[slot as usize];
    let own = &hood.bodies[block.places.to_array()[0] as usize];
    let (looker, from) = (entity(own.slot), own.position);
    let most = block.most_neighbors.to_array()[0] as usize;
    let mut count = 0;
    for (_, candidate) in &scratch.nearest {
        if count == most {
            break;
        }
        let (other, to) = (entity(candidate.slot), candidate.position);
        let is_clear = is_in_sight(hood.obstacles, (looker, from), (other, to));
        record(looker, SightLine { from, to, is_clear });
        if is_clear {
            // No more than were found before.
            scratch.candidates[count] = *candidate;
            count += 1;
        }
    }
    scratch.candidates[..count].sort_unstable_by_key(|candidate| candidate.place);
    scratch.candidate_count = count;
    Counted::everybody(block.simd)
}
