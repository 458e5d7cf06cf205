//! The constraints of several bodies at once, one body per lane.

use super::{MOST_CONSTRAINTS, VelocityConstraint};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, VectorLanes};
use crate::math::vector::Vector;
use glam::Vec2;
use pulp::Simd;

/// The distance of an empty entry.
const NO_NEIGHBOR: f32 = -1.0;

/// The tightest constraints of several bodies: see [`VelocityConstraint`].
#[derive(Clone, Copy, Debug)]
pub struct TightestConstraints<V: Vector = Vec2> {
    toward: [V::Column<MOST_LANES>; MOST_CONSTRAINTS],
    max_speed: [[f32; MOST_LANES]; MOST_CONSTRAINTS],
    distance: [[f32; MOST_LANES]; MOST_CONSTRAINTS],
    /// The number of rows in use; no body has more constraints.
    count: usize,
}

impl<V: Vector> Default for TightestConstraints<V> {
    /// No constraints.
    fn default() -> Self {
        Self {
            toward: [V::Column::default(); MOST_CONSTRAINTS],
            max_speed: [[f32::MAX; MOST_LANES]; MOST_CONSTRAINTS],
            distance: [[NO_NEIGHBOR; MOST_LANES]; MOST_CONSTRAINTS],
            count: 0,
        }
    }
}

/// One constraint of each body.
#[derive(Clone, Copy)]
struct Row<S: Simd, V: Vector> {
    toward: V::Lanes<S>,
    max_speed: F32Lanes<S>,
    distance: F32Lanes<S>,
}

impl<V: Vector> TightestConstraints<V> {
    /// The constraints of the body in a lane, farthest neighbor first.
    pub fn kept(&self, lane: usize) -> impl Iterator<Item = VelocityConstraint<V>> {
        let count = self.count;
        let rows = self.toward.iter().zip(&self.max_speed);
        let rows = rows.zip(&self.distance).take(count);
        let kept = rows.take_while(move |(_, distance)| distance[lane] > NO_NEIGHBOR);
        kept.map(move |((toward, max_speed), _)| VelocityConstraint {
            toward: V::get_from(toward, lane),
            max_speed: max_speed[lane],
        })
    }

    /// Adds the constraint of a neighbor, for the bodies in `lanes`.
    ///
    /// Constraints are in descending order of the distance, which is not negative; a new one
    /// follows those of equal distance. When there are too many, the loosest is dropped; of equal
    /// ones, the last. A constraint that is not finite is ignored.
    #[inline(always)]
    pub fn add<S: Simd>(
        &mut self,
        lanes: Mask<S>,
        toward: V::Lanes<S>,
        max_speed: F32Lanes<S>,
        distance: F32Lanes<S>,
    ) {
        let simd = max_speed.simd();
        let lanes = lanes & toward.is_finite() & max_speed.is_finite();
        let lanes = self.drop_loosest(lanes, max_speed);
        if !lanes.any() {
            return;
        }
        let mut added = Row {
            toward,
            max_speed,
            distance,
        };
        // From its place on, the new constraint shifts the later ones by one.
        let mut has_place = Mask::none(simd);
        let last = self.count.min(MOST_CONSTRAINTS - 1);
        for number in 0..=last {
            let here = self.row(simd, number);
            has_place = has_place | here.distance.is_below(added.distance);
            let swaps = lanes & has_place;
            self.set_row(number, swaps.select_rows(&added, &here));
            added = swaps.select_rows(&here, &added);
        }
        self.count = last + 1;
    }

    /// Drops the loosest constraint of each body in `lanes` that has no space, if the new
    /// constraint is tighter; of equal ones, the last.
    ///
    /// Returns those of `lanes` with space for the new constraint.
    #[inline(always)]
    fn drop_loosest<S: Simd>(&mut self, lanes: Mask<S>, max_speed: F32Lanes<S>) -> Mask<S> {
        let simd = max_speed.simd();
        if self.count < MOST_CONSTRAINTS {
            return lanes;
        }
        let no_neighbor = max_speed.splat_like(NO_NEIGHBOR);
        let last = F32Lanes::load(simd, &self.distance[MOST_CONSTRAINTS - 1]);
        let is_full = lanes & last.is_above(no_neighbor);
        if !is_full.any() {
            return lanes;
        }
        let mut loosest = F32Lanes::load(simd, &self.max_speed[0]);
        let mut number_of_loosest = max_speed.splat_like(0.0);
        for number in 1..MOST_CONSTRAINTS {
            let here = F32Lanes::load(simd, &self.max_speed[number]);
            let is_looser = here.is_at_least(loosest);
            loosest = is_looser.select(here, loosest);
            number_of_loosest =
                is_looser.select(max_speed.splat_like(number as f32), number_of_loosest);
        }
        let is_tighter = max_speed.is_below(loosest);
        let drops = is_full & is_tighter;
        for number in 0..MOST_CONSTRAINTS - 1 {
            let (here, next) = (self.row(simd, number), self.row(simd, number + 1));
            let moves = drops & number_of_loosest.is_at_most(max_speed.splat_like(number as f32));
            self.set_row(number, moves.select_rows(&next, &here));
        }
        self.distance[MOST_CONSTRAINTS - 1] = drops.select(no_neighbor, last).to_array();
        lanes & (!is_full | is_tighter)
    }

    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, number: usize) -> Row<S, V> {
        Row {
            toward: V::load_from(&self.toward[number], simd, 0),
            max_speed: F32Lanes::load(simd, &self.max_speed[number]),
            distance: F32Lanes::load(simd, &self.distance[number]),
        }
    }

    #[inline(always)]
    fn set_row<S: Simd>(&mut self, number: usize, row: Row<S, V>) {
        V::store_to(row.toward, &mut self.toward[number], 0);
        row.max_speed.store_to(&mut self.max_speed[number], 0);
        row.distance.store_to(&mut self.distance[number], 0);
    }
}

impl<S: Simd> Mask<S> {
    #[inline(always)]
    fn select_rows<V: Vector>(self, yes: &Row<S, V>, no: &Row<S, V>) -> Row<S, V> {
        Row {
            toward: self.select_vectors(yes.toward, no.toward),
            max_speed: self.select(yes.max_speed, no.max_speed),
            distance: self.select(yes.distance, no.distance),
        }
    }
}
