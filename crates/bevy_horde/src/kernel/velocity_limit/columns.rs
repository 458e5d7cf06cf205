//! The limits of several bodies at once, each body's in a lane.

use super::{MOST_LIMITS, ROUNDS, TOLERANCE, VelocityLimit};
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, VectorColumn, Vectors};
use pulp::Simd;

/// Stands for the distance of no neighbour.
const NOBODY: f32 = -1.0;

/// The limits of several bodies, a few for each.
#[derive(Clone, Copy, Debug)]
pub struct LimitColumns {
    toward: [VectorColumn; MOST_LIMITS],
    most: [[f32; MOST_LANES]; MOST_LIMITS],
    /// How many the body with the most of them has.
    count: usize,
}

impl Default for LimitColumns {
    /// What a body does not have keeps it from nothing.
    fn default() -> Self {
        Self {
            toward: [VectorColumn::default(); MOST_LIMITS],
            most: [[f32::MAX; MOST_LANES]; MOST_LIMITS],
            count: 0,
        }
    }
}

impl LimitColumns {
    /// The limits of the bodies in so many lanes, no more of each than [`TightestLimits`] keeps.
    #[inline(always)]
    pub fn new<'a>(bodies: impl Iterator<Item = &'a [VelocityLimit]>) -> Self {
        let mut columns = Self::default();
        for (lane, limits) in bodies.enumerate() {
            columns.count = columns.count.max(limits.len());
            for (number, limit) in limits.iter().enumerate() {
                columns.toward[number].set(lane, limit.toward);
                columns.most[number][lane] = limit.most;
            }
        }
        columns
    }
}

/// See [`keep_within`](super::keep_within): the same for several, to the last bit.
#[inline(always)]
pub fn keep_within_each<S: Simd>(
    limits: &LimitColumns,
    wanted: Vectors<S>,
    max_speed: Lanes<S>,
) -> Vectors<S> {
    let simd = wanted.x.simd();
    let mut velocity = wanted;
    for _ in 0..ROUNDS {
        let mut breaks_any = Mask::none(simd);
        for (toward, most) in limits.toward.iter().zip(&limits.most).take(limits.count) {
            let toward = toward.lanes(simd);
            let too_much = toward.dot(velocity) - Lanes::load(simd, most);
            let breaks = too_much.is_above(max_speed * TOLERANCE);
            velocity = velocity - breaks.keep_vectors(toward * too_much);
            breaks_any = breaks_any | breaks;
        }
        if !breaks_any.any() {
            break;
        }
    }
    velocity
}

/// The tightest few limits of several bodies.
#[derive(Clone, Copy, Debug)]
pub struct TightestLimits {
    limits: LimitColumns,
    distance: [[f32; MOST_LANES]; MOST_LIMITS],
}

impl Default for TightestLimits {
    /// None at all.
    fn default() -> Self {
        Self {
            limits: LimitColumns::default(),
            distance: [[NOBODY; MOST_LANES]; MOST_LIMITS],
        }
    }
}

/// One limit of each body.
#[derive(Clone, Copy)]
struct Row<S: Simd> {
    toward: Vectors<S>,
    most: Lanes<S>,
    distance: Lanes<S>,
}

impl TightestLimits {
    /// The limits of the body in a lane, those of the farthest neighbours first.
    pub fn kept(&self, lane: usize) -> impl Iterator<Item = VelocityLimit> {
        let count = self.limits.count;
        let rows = self.limits.toward.iter().zip(&self.limits.most);
        let rows = rows.zip(&self.distance).take(count);
        let kept = rows.take_while(move |(_, distance)| distance[lane] > NOBODY);
        kept.map(move |((toward, most), _)| VelocityLimit {
            toward: toward.get(lane),
            most: most[lane],
        })
    }

    /// Adds the limit of a neighbor at a distance, which is not negative, for the bodies in some
    /// `lanes`, after those at the same distance. When there are too many the loosest goes, of equal
    /// ones the last. A limit that is not finite is ignored.
    #[inline(always)]
    pub fn add<S: Simd>(
        &mut self,
        lanes: Mask<S>,
        toward: Vectors<S>,
        most: Lanes<S>,
        distance: Lanes<S>,
    ) {
        let simd = most.simd();
        let lanes = lanes & toward.is_finite() & most.is_finite();
        let lanes = self.make_room(lanes, most);
        let mut added = Row {
            toward,
            most,
            distance,
        };
        // Once it has found its place it pushes those behind it on.
        let mut has_place = Mask::none(simd);
        let last = self.limits.count.min(MOST_LIMITS - 1);
        for number in 0..=last {
            let here = self.row(simd, number);
            has_place = has_place | here.distance.is_below(added.distance);
            let swaps = lanes & has_place;
            self.set_row(number, swaps.select_rows(&added, &here));
            added = swaps.select_rows(&here, &added);
        }
        self.limits.count = last + 1;
    }

    /// Drops the loosest limit of bodies that have no room for another, of equal ones the last. Returns those of `lanes` for
    /// which there is room: not for one that is no tighter itself.
    #[inline(always)]
    fn make_room<S: Simd>(&mut self, lanes: Mask<S>, most: Lanes<S>) -> Mask<S> {
        let simd = most.simd();
        if self.limits.count < MOST_LIMITS {
            return lanes;
        }
        let nobody = most.like(NOBODY);
        let last = Lanes::load(simd, &self.distance[MOST_LIMITS - 1]);
        let is_full = lanes & last.is_above(nobody);
        if !is_full.any() {
            return lanes;
        }
        let mut loosest = Lanes::load(simd, &self.limits.most[0]);
        let mut number_of_loosest = most.like(0.0);
        for number in 1..MOST_LIMITS {
            let here = Lanes::load(simd, &self.limits.most[number]);
            let is_looser = here.is_at_least(loosest);
            loosest = is_looser.select(here, loosest);
            number_of_loosest = is_looser.select(most.like(number as f32), number_of_loosest);
        }
        let is_tighter = most.is_below(loosest);
        let drops = is_full & is_tighter;
        for number in 0..MOST_LIMITS - 1 {
            let (here, next) = (self.row(simd, number), self.row(simd, number + 1));
            let moves = drops & number_of_loosest.is_at_most(most.like(number as f32));
            self.set_row(number, moves.select_rows(&next, &here));
        }
        self.distance[MOST_LIMITS - 1] = drops.select(nobody, last).to_array();
        lanes & (!is_full | is_tighter)
    }

    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, number: usize) -> Row<S> {
        Row {
            toward: self.limits.toward[number].lanes(simd),
            most: Lanes::load(simd, &self.limits.most[number]),
            distance: Lanes::load(simd, &self.distance[number]),
        }
    }

    #[inline(always)]
    fn set_row<S: Simd>(&mut self, number: usize, row: Row<S>) {
        self.limits.toward[number].set_lanes(0, row.toward);
        row.most.store_to(&mut self.limits.most[number], 0);
        row.distance.store_to(&mut self.distance[number], 0);
    }
}

impl<S: Simd> Mask<S> {
    #[inline(always)]
    fn select_rows(self, yes: &Row<S>, no: &Row<S>) -> Row<S> {
        Row {
            toward: self.select_vectors(yes.toward, no.toward),
            most: self.select(yes.most, no.most),
            distance: self.select(yes.distance, no.distance),
        }
    }
}
