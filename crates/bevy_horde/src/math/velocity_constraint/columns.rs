//! The limits of several bodies at once, each body's in a lane.

use super::{MOST_LIMITS, VelocityConstraint};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, Vec2Lanes, VectorColumn};
use pulp::Simd;

/// Stands for the distance of no neighbor.
const NOBODY: f32 = -1.0;

/// The tightest few limits of several bodies: see [`VelocityConstraints`](super::VelocityConstraints).
#[derive(Clone, Copy, Debug)]
pub struct TightestConstraints {
    toward: [VectorColumn; MOST_LIMITS],
    most: [[f32; MOST_LANES]; MOST_LIMITS],
    distance: [[f32; MOST_LANES]; MOST_LIMITS],
    /// How many the body with the most of them has.
    count: usize,
}

impl Default for TightestConstraints {
    /// None at all.
    fn default() -> Self {
        Self {
            toward: [VectorColumn::default(); MOST_LIMITS],
            most: [[f32::MAX; MOST_LANES]; MOST_LIMITS],
            distance: [[NOBODY; MOST_LANES]; MOST_LIMITS],
            count: 0,
        }
    }
}

/// One limit of each body.
#[derive(Clone, Copy)]
struct Row<S: Simd> {
    toward: Vec2Lanes<S>,
    most: F32Lanes<S>,
    distance: F32Lanes<S>,
}

impl TightestConstraints {
    /// The limits of the body in a lane, those of the farthest neighbors first.
    pub fn kept(&self, lane: usize) -> impl Iterator<Item = VelocityConstraint> {
        let count = self.count;
        let rows = self.toward.iter().zip(&self.most);
        let rows = rows.zip(&self.distance).take(count);
        let kept = rows.take_while(move |(_, distance)| distance[lane] > NOBODY);
        kept.map(move |((toward, most), _)| VelocityConstraint {
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
        toward: Vec2Lanes<S>,
        most: F32Lanes<S>,
        distance: F32Lanes<S>,
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
        let last = self.count.min(MOST_LIMITS - 1);
        for number in 0..=last {
            let here = self.row(simd, number);
            has_place = has_place | here.distance.is_below(added.distance);
            let swaps = lanes & has_place;
            self.set_row(number, swaps.select_rows(&added, &here));
            added = swaps.select_rows(&here, &added);
        }
        self.count = last + 1;
    }

    /// Drops the loosest limit of bodies that have no room for another, of equal ones the last. Returns those of `lanes` for
    /// which there is room: not for one that is no tighter itself.
    #[inline(always)]
    fn make_room<S: Simd>(&mut self, lanes: Mask<S>, most: F32Lanes<S>) -> Mask<S> {
        let simd = most.simd();
        if self.count < MOST_LIMITS {
            return lanes;
        }
        let nobody = most.splat_like(NOBODY);
        let last = F32Lanes::load(simd, &self.distance[MOST_LIMITS - 1]);
        let is_full = lanes & last.is_above(nobody);
        if !is_full.any() {
            return lanes;
        }
        let mut loosest = F32Lanes::load(simd, &self.most[0]);
        let mut number_of_loosest = most.splat_like(0.0);
        for number in 1..MOST_LIMITS {
            let here = F32Lanes::load(simd, &self.most[number]);
            let is_looser = here.is_at_least(loosest);
            loosest = is_looser.select(here, loosest);
            number_of_loosest = is_looser.select(most.splat_like(number as f32), number_of_loosest);
        }
        let is_tighter = most.is_below(loosest);
        let drops = is_full & is_tighter;
        for number in 0..MOST_LIMITS - 1 {
            let (here, next) = (self.row(simd, number), self.row(simd, number + 1));
            let moves = drops & number_of_loosest.is_at_most(most.splat_like(number as f32));
            self.set_row(number, moves.select_rows(&next, &here));
        }
        self.distance[MOST_LIMITS - 1] = drops.select(nobody, last).to_array();
        lanes & (!is_full | is_tighter)
    }

    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, number: usize) -> Row<S> {
        Row {
            toward: self.toward[number].lanes(simd),
            most: F32Lanes::load(simd, &self.most[number]),
            distance: F32Lanes::load(simd, &self.distance[number]),
        }
    }

    #[inline(always)]
    fn set_row<S: Simd>(&mut self, number: usize, row: Row<S>) {
        self.toward[number].set_lanes(0, row.toward);
        row.most.store_to(&mut self.most[number], 0);
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
