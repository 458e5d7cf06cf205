//! Who overlaps somebody, and whom those can touch: several side by side, each in a lane, look at everybody near them.

use super::{Heaps, PartingBodies};
use crate::kernel::grid::CellGrid;
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, VectorColumn, Vectors, Words};
use crate::kernel::room::make_room;
use bevy::math::Vec2;
use core::ops::Range;
use pulp::Simd;

/// Who is near enough to be touched in some round: within so many times the sum of the radii at the start.
const REACH: f32 = 1.5;
/// Bodies that look round together lie within so many cells of a row of the index.
const LONGEST: f32 = 6.0;
/// Much more than a few operations round, as a part of the numbers.
const ROUNDING: f32 = 1e-3;
/// The most contacts that a body has before it counts as crowded. Only bodies of about its own size
/// or larger count. Within their reach a packed crowd has 6 or 7. Hordes that press on a goal as
/// hard as they can have 8.
pub(super) const MOST_CONTACTS: u32 = 9;
/// About its own size: smaller ones, of which any number fits round a body, do not count.
pub(super) const ALIKE: f32 = 0.7;
/// With more places than this to look at, a search first checks whether the places beside its
/// bodies crowd them already.
const MANY: usize = 2048;
/// How many places before the bodies it checks, and how many after them.
const BESIDE: usize = 64;
/// A crowded body that no heap spreads looks for no more contacts when it has found so many.
const MOST_LISTED: usize = 256;
/// A search checks after so many places whether it may stop.
const PLACES_AT_ONCE: usize = 32;

/// The bodies of a run of places that overlap somebody, and whom they can touch.
#[derive(Debug, Default)]
pub struct Contacts {
    touching: Vec<Touching>,
    /// Places of the bodies that overlap another and have more than [`MOST_CONTACTS`]. They have no
    /// list.
    crowded: Vec<u32>,
    /// Places of those who can be touched, one body's after the other's.
    pub(super) others: Vec<u32>,
    // Scratch, kept for its memory.
    runs: Vec<Range<usize>>,
    found: Vec<Found>,
}

/// A body that overlaps somebody.
#[derive(Clone, Copy, Debug)]
struct Touching {
    place: u32,
    /// Where its list ends; it begins where that of the one before ends.
    last: u32,
    /// How far it moved in the last round.
    moved: Vec2,
}

/// Somebody whom the body in a lane can touch, in the order in which they are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    lane: u32,
    number: u32,
    place: u32,
}

impl Contacts {
    /// How many bodies have a list.
    pub fn len(&self) -> usize {
        self.touching.len()
    }

    /// Whether no body has a list.
    pub fn is_empty(&self) -> bool {
        self.touching.is_empty()
    }

    /// The length of all lists together.
    pub fn listed(&self) -> usize {
        self.others.len()
    }

    /// Places of the crowded bodies: they overlap another and have more than nine
    /// contacts.
    pub fn crowded(&self) -> &[u32] {
        &self.crowded
    }

    /// Drops the lists of the bodies that `heaps` spread. Lists the contacts of the other crowded
    /// bodies, some 256 of each at most.
    #[inline(always)]
    pub fn leave_out_heaps<S: Simd>(
        &mut self,
        simd: S,
        bodies: &PartingBodies,
        index: &CellGrid,
        heaps: &Heaps,
    ) {
        let (mut first, mut kept) = (0, 0);
        let others = &mut self.others;
        self.touching.retain_mut(|touching| {
            let own = first..touching.last as usize;
            first = own.end;
            if heaps.holds(touching.place) {
                return false;
            }
            let count = own.len();
            others.copy_within(own, kept);
            kept += count;
            touching.last = kept as u32;
            true
        });
        others.truncate(kept);
        let crowded = core::mem::take(&mut self.crowded);
        for place in &crowded {
            if !heaps.holds(*place) {
                let group = Group::starting_at(*place as usize, 1, bodies, index);
                let own = OwnBodies::load(simd, &group, bodies);
                let reach = REACH * (group.largest + bodies.common_reach);
                group.find_runs(reach, bodies, index, &mut self.runs);
                self.list(&own, own.gives_way, u32::MAX, &group, bodies, index);
            }
        }
        self.crowded = crowded;
    }

    /// Finds, among the bodies at these places of the index, those who overlap somebody, and whom they can touch.
    #[inline(always)]
    pub fn find<S: Simd>(
        &mut self,
        simd: S,
        bodies: &PartingBodies,
        index: &CellGrid,
        places: Range<usize>,
    ) {
        self.touching.clear();
        self.crowded.clear();
        self.others.clear();
        let mut first = places.start;
        while first < places.end {
            let most = S::F32_LANES.min(places.end - first);
            let group = Group::starting_at(first, most, bodies, index);
            self.find_of(simd, &group, bodies, index);
            first += group.count;
        }
    }

    /// Calls `moved` with the place of each body that may have to move and the places of those whom it can touch. Says
    /// whether any moves.
    pub(super) fn move_each(
        &mut self,
        is_first: bool,
        moved: impl Fn(u32, &[u32]) -> Vec2,
    ) -> bool {
        let mut first = 0;
        let mut has_moved = false;
        for touching in &mut self.touching {
            let others = &self.others[first..touching.last as usize];
            first = touching.last as usize;
            if is_first || touching.moved != Vec2::ZERO {
                touching.moved = moved(touching.place, others);
                has_moved |= touching.moved != Vec2::ZERO;
            }
        }
        has_moved
    }

    /// How far the body at each place moved in the last round.
    pub(super) fn moves(&self) -> impl Iterator<Item = (usize, Vec2)> {
        let touching = self.touching.iter();
        touching.map(|touching| (touching.place as usize, touching.moved))
    }

    /// Finds those of a group.
    #[inline(always)]
    fn find_of<S: Simd>(
        &mut self,
        simd: S,
        group: &Group,
        bodies: &PartingBodies,
        index: &CellGrid,
    ) {
        let own = OwnBodies::load(simd, group, bodies);
        if !own.gives_way.any() {
            return;
        }
        let reach = group.largest + bodies.common_reach;
        group.find_runs(reach, bodies, index, &mut self.runs);
        let mut looks = own.gives_way;
        if self.runs.iter().map(Range::len).sum::<usize>() > MANY {
            looks = looks & !self.find_crowded(&own, group, bodies);
            if !looks.any() {
                return;
            }
        }
        let mut touches = Mask::none(simd);
        for run in &self.runs {
            for place in run.clone() {
                touches = touches | own.overlaps(place, bodies);
            }
        }
        for giant in &bodies.giants {
            touches = touches | own.overlaps(*giant as usize, bodies);
        }
        let touches = touches & looks;
        if touches.any() {
            group.find_runs(REACH * reach, bodies, index, &mut self.runs);
            self.list(&own, touches, MOST_CONTACTS, group, bodies, index);
        }
    }

    /// Notes the bodies of the group that the bodies beside them crowd already. Returns their
    /// lanes.
    #[inline(always)]
    fn find_crowded<S: Simd>(
        &mut self,
        own: &OwnBodies<S>,
        group: &Group,
        bodies: &PartingBodies,
    ) -> Mask<S> {
        let mut touches = Mask::none(own.simd);
        let mut contacts = Words::splat(own.simd, 0);
        let first = group.first.saturating_sub(BESIDE);
        let last = (group.first + group.count + BESIDE).min(bodies.sorted.len());
        for place in first..last {
            touches = touches | own.overlaps(place, bodies);
            contacts = contacts.count(own.is_crowded_by(place, bodies));
        }
        let most = Words::splat(own.simd, MOST_CONTACTS);
        let is_crowded = own.gives_way & touches & most.is_below(contacts);
        is_crowded.for_each_lane(|lane| self.crowded.push((group.first + lane) as u32));
        is_crowded
    }

    /// Lists what the bodies in the lanes of `touches` can touch before the rounds are over, in the
    /// order of the numbers. A body with more than `most` contacts of about its own size or larger
    /// is noted as crowded instead.
    #[inline(always)]
    fn list<S: Simd>(
        &mut self,
        own: &OwnBodies<S>,
        touches: Mask<S>,
        most: u32,
        group: &Group,
        bodies: &PartingBodies,
        index: &CellGrid,
    ) {
        let found = &mut self.found;
        found.clear();
        let near: usize = self.runs.iter().map(Range::len).sum();
        make_room(found, near);
        let (giants, numbers) = (&bodies.giants, index.order());
        // `lists`: the lanes that may still get a list. `counts`: how many of the first `counted`
        // that were found crowd the body in each lane.
        let mut lists = touches;
        let (mut counts, mut counted) = ([0; MOST_LANES], 0);
        'runs: for run in &self.runs {
            let mut first = run.start;
            while first < run.end {
                let last = run.end.min(first + PLACES_AT_ONCE);
                for place in first..last {
                    // Giants are looked up one by one.
                    if giants.is_empty() || giants.binary_search(&(place as u32)).is_err() {
                        let reachable = lists & own.can_touch(place, bodies);
                        note(found, reachable, place, numbers);
                    }
                }
                first = last;
                if most == u32::MAX && found.len() >= MOST_LISTED {
                    break 'runs;
                }
                if found.len() > (most as usize).saturating_mul(MOST_LANES) {
                    group.count_crowding(&found[counted..], bodies, &mut counts);
                    let counts_now = Words::load(own.simd, &counts);
                    let is_crowded = lists & Words::splat(own.simd, most).is_below(counts_now);
                    lists = lists & !is_crowded;
                    let crowded = &mut self.crowded;
                    is_crowded.for_each_lane(|lane| crowded.push((group.first + lane) as u32));
                    found.retain(|found| counts[found.lane as usize] <= most);
                    counted = found.len();
                    if !lists.any() {
                        break 'runs;
                    }
                }
            }
        }
        for giant in giants {
            let place = *giant as usize;
            let reachable = lists & own.can_touch(place, bodies);
            note(found, reachable, place, numbers);
        }
        found.sort_unstable();
        make_room(&mut self.others, found.len());
        make_room(&mut self.touching, MOST_LANES);
        let mut rest = &found[..];
        lists.for_each_lane(|lane| {
            let count = rest.partition_point(|found| found.lane as usize <= lane);
            let (own, later) = rest.split_at(count);
            rest = later;
            let place = (group.first + lane) as u32;
            if own.len() > most as usize && group.is_crowded(own, bodies, most) {
                self.crowded.push(place);
                return;
            }
            self.others.extend(own.iter().map(|found| found.place));
            self.touching.push(Touching {
                place,
                last: self.others.len() as u32,
                moved: Vec2::ZERO,
            });
        });
    }
}

/// Notes that those in `lanes` can touch the body at a place.
#[inline(always)]
fn note<S: Simd>(found: &mut Vec<Found>, lanes: Mask<S>, place: usize, numbers: &[u32]) {
    lanes.for_each_lane(|lane| {
        found.push(Found {
            lane: lane as u32,
            number: numbers[place],
            place: place as u32,
        });
    });
}

/// Bodies at places that follow each other, which look round together, and the box round their centres.
struct Group {
    first: usize,
    count: usize,
    low: Vec2,
    high: Vec2,
    /// The largest radius among them.
    largest: f32,
}

impl Group {
    /// As many as lie near each other, `most` at most.
    #[inline(always)]
    fn starting_at(first: usize, most: usize, bodies: &PartingBodies, index: &CellGrid) -> Self {
        let body = &bodies.sorted[first];
        let mut group = Self {
            first,
            count: 1,
            low: body.position,
            high: body.position,
            largest: body.radius.max(0.0),
        };
        let side = index.cell_size();
        for body in &bodies.sorted[first + 1..first + most] {
            let (low, high) = (group.low.min(body.position), group.high.max(body.position));
            let size = high - low;
            let largest = group.largest.max(body.radius);
            if size.x > LONGEST * side || size.y > side || largest > side {
                break;
            }
            group = Self {
                count: group.count + 1,
                low,
                high,
                largest,
                ..group
            };
        }
        group
    }

    /// Whether more than `most` of those that were found for one body crowd it.
    fn is_crowded(&self, found: &[Found], bodies: &PartingBodies, most: u32) -> bool {
        let mut counts = [0; MOST_LANES];
        self.count_crowding(found, bodies, &mut counts);
        counts.iter().sum::<u32>() > most
    }

    /// Adds to `counts` how many of those that were found crowd the body in each lane.
    fn count_crowding(
        &self,
        found: &[Found],
        bodies: &PartingBodies,
        counts: &mut [u32; MOST_LANES],
    ) {
        for found in found {
            let own = &bodies.sorted[self.first + found.lane as usize];
            let other = &bodies.sorted[found.place as usize];
            counts[found.lane as usize] += u32::from(other.radius >= own.radius * ALIKE);
        }
    }

    /// Finds the runs of places that hold all who were within `reach` of a centre, but for giants.
    #[inline(always)]
    fn find_runs(
        &self,
        reach: f32,
        bodies: &PartingBodies,
        index: &CellGrid,
        runs: &mut Vec<Range<usize>>,
    ) {
        let reach = reach * (1.0 + ROUNDING) + 8.0 * f32::EPSILON * bodies.whole.farthest;
        runs.clear();
        index.visit_box_runs(self.low - reach, self.high + reach, |run| runs.push(run));
    }
}

/// The bodies of a group, as columns.
struct OwnBodies<S: Simd> {
    simd: S,
    places: Words<S>,
    position: Vectors<S>,
    /// Not a number in lanes without a body.
    radius: Lanes<S>,
    gives_way: Mask<S>,
}

impl<S: Simd> OwnBodies<S> {
    #[inline(always)]
    fn load(simd: S, group: &Group, bodies: &PartingBodies) -> Self {
        let mut position = <VectorColumn>::default();
        let (mut radius, mut inverse_mass) = ([f32::NAN; MOST_LANES], [0.0; MOST_LANES]);
        let places = group.first..group.first + group.count;
        for (lane, body) in bodies.sorted[places].iter().enumerate() {
            position.set(lane, body.position);
            (radius[lane], inverse_mass[lane]) = (body.radius, body.inverse_mass);
        }
        let inverse_mass = Lanes::load(simd, &inverse_mass);
        Self {
            simd,
            places: Words::counting_from(simd, group.first as u32),
            position: position.lanes(simd),
            radius: Lanes::load(simd, &radius),
            gives_way: inverse_mass.is_above(inverse_mass.like(0.0)),
        }
    }

    /// Those that overlap the body at a place.
    #[inline(always)]
    fn overlaps(&self, place: usize, bodies: &PartingBodies) -> Mask<S> {
        let (squared, clearance) = self.apart(place, bodies);
        self.others_than(place) & squared.is_below(clearance * clearance)
    }

    /// Those that can touch the body at a place before the rounds are over.
    #[inline(always)]
    fn can_touch(&self, place: usize, bodies: &PartingBodies) -> Mask<S> {
        let (squared, clearance) = self.apart(place, bodies);
        let reach = clearance * REACH;
        self.others_than(place) & squared.is_below(reach * reach)
    }

    /// Those that can touch the body at a place, and are not much larger than it.
    #[inline(always)]
    fn is_crowded_by(&self, place: usize, bodies: &PartingBodies) -> Mask<S> {
        let least = self.radius.like(bodies.sorted[place].radius);
        self.can_touch(place, bodies) & (self.radius * ALIKE).is_at_most(least)
    }

    /// The squared distances to the body at a place, and the sums of the radii.
    #[inline(always)]
    fn apart(&self, place: usize, bodies: &PartingBodies) -> (Lanes<S>, Lanes<S>) {
        let other = &bodies.sorted[place];
        let offset = Vectors::splat(self.simd, other.position) - self.position;
        let clearance = self.radius + self.radius.like(other.radius);
        (offset.length_squared(), clearance)
    }

    #[inline(always)]
    fn others_than(&self, place: usize) -> Mask<S> {
        !self.places.is_equal(Words::splat(self.simd, place as u32))
    }
}
