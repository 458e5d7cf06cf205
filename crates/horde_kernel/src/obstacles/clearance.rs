//! A precomputed lower bound of the distance to the nearest of many boxes.
//!
//! [`ClearanceField`] is a coarse grid over all boxes. Every cell holds the number of steps,
//! straight or diagonal, to the nearest cell that a box touches. Most positions are far from all
//! boxes, and need one lookup instead of a search.

use crate::obstacles::bounds::Bounds;
use glam::Vec2;

/// The number of cells along the longer side.
const MOST_CELLS: usize = 64;
/// The largest rounding error of a position within the grid, in cells.
const ROUNDING: f32 = 1e-3;
/// The largest distance that a cell holds, in cells.
const FARTHEST: u8 = u8::MAX;

/// A lower bound of the distance to the nearest of many boxes.
#[derive(Clone, Debug, Default)]
pub struct ClearanceField {
    /// The corner with the least coordinates.
    corner: Vec2,
    /// The side of a cell, world units.
    cell: f32,
    cells_per_unit: f32,
    columns: usize,
    rows: usize,
    /// The distance of each cell, in cells, row by row. Empty when there are no boxes.
    distances: Vec<u8>,
}

impl ClearanceField {
    /// Rebuilds the grid for these boxes and reuses its allocation.
    pub fn rebuild(&mut self, boxes: impl Iterator<Item = Bounds> + Clone) {
        self.distances.clear();
        let Some(whole) = boxes.clone().reduce(|first, second| first.union(&second)) else {
            return;
        };
        let extent = whole.max - whole.min;
        let longer = extent.max_element();
        // Without a usable extent everything is in one cell, and no position is clear.
        let is_usable = longer > f32::MIN_POSITIVE && longer.is_finite();
        self.corner = whole.min;
        self.cell = if is_usable {
            longer / MOST_CELLS as f32
        } else {
            0.0
        };
        self.cells_per_unit = if is_usable { self.cell.recip() } else { 0.0 };
        if !self.cells_per_unit.is_finite() {
            (self.cell, self.cells_per_unit) = (0.0, 0.0);
        }
        let [columns, rows] = extent
            .to_array()
            .map(|side| 1 + self.cells_along(side, MOST_CELLS - 1));
        (self.columns, self.rows) = (columns, rows);
        self.distances.resize(columns * rows, FARTHEST);
        for bounds in boxes {
            let (low, high) = (self.cell_of(bounds.min), self.cell_of(bounds.max));
            for row in low.1..=high.1 {
                self.distances[row * columns + low.0..=row * columns + high.0].fill(0);
            }
        }
        self.spread();
    }

    /// A lower bound of the distance from `place` to any of the boxes.
    ///
    /// The distance here is the larger of the distances along `x` and `y`. The bound is infinite
    /// when there are no boxes.
    #[inline]
    pub fn at_least(&self, place: Vec2) -> f32 {
        if self.distances.is_empty() {
            return f32::INFINITY;
        }
        let (column, row) = self.cell_of(place);
        let cells = f32::from(self.distances[row * self.columns + column]);
        (cells - 1.0 - ROUNDING) * self.cell
    }

    /// The cell of a position. For a position outside the grid, it is the nearest cell.
    #[inline]
    fn cell_of(&self, place: Vec2) -> (usize, usize) {
        let offset = place - self.corner;
        (
            self.cells_along(offset.x, self.columns - 1),
            self.cells_along(offset.y, self.rows - 1),
        )
    }

    #[inline]
    fn cells_along(&self, length: f32, most: usize) -> usize {
        // Clamped at both ends; NaN becomes 0.
        ((length * self.cells_per_unit) as i32).clamp(0, most as i32) as usize
    }

    /// Propagates distances from the cells that hold 0. One pass goes forward through the cells,
    /// the other backward.
    fn spread(&mut self) {
        for _ in 0..2 {
            for row in 0..self.rows {
                let (above, this) = self.distances.split_at_mut(row * self.columns);
                let this = &mut this[..self.columns];
                if let Some(above) = above.rchunks(self.columns).next() {
                    step(this, above);
                    step(&mut this[1..], above);
                    step(this, &above[1..]);
                }
                for column in 1..self.columns {
                    this[column] = this[column].min(this[column - 1].saturating_add(1));
                }
            }
            self.distances.reverse();
        }
    }
}

/// Lowers each cell of `to` to at most 1 more than the cell of `from` at the same index.
fn step(to: &mut [u8], from: &[u8]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (*to).min(from.saturating_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_inputs::vectors;
    use proptest::prelude::*;

    fn field(boxes: &[Bounds]) -> ClearanceField {
        let mut field = ClearanceField::default();
        field.rebuild(boxes.iter().copied());
        field
    }

    /// The larger of the distances in `x` and in `y`.
    fn distance(place: Vec2, bounds: &Bounds) -> f32 {
        let outside = (bounds.min - place).max(place - bounds.max);
        outside.max_element().max(0.0)
    }

    fn nearest(place: Vec2, boxes: &[Bounds]) -> f32 {
        let distances = boxes.iter().map(|bounds| distance(place, bounds));
        distances.fold(f32::INFINITY, f32::min)
    }

    fn boxes() -> impl Strategy<Value = Vec<Bounds>> {
        let scale = prop_oneof![Just(1e-3_f32), Just(1.0), Just(1e5)];
        let shift = prop_oneof![Just(0.0_f32), Just(1e4), Just(-3e6)];
        let one = (vectors(100.0), 0.0_f32..20.0);
        (proptest::collection::vec(one, 1..12), scale, shift).prop_map(|(discs, scale, shift)| {
            let bounds = |(center, radius): (Vec2, f32)| {
                Bounds::of_disc(center * scale + shift, radius * scale)
            };
            discs.into_iter().map(bounds).collect()
        })
    }

    #[test]
    fn without_boxes_the_clearance_is_infinite() {
        assert_eq!(field(&[]).at_least(Vec2::splat(7.0)), f32::INFINITY);
        let mut emptied = field(&[Bounds::of_disc(Vec2::ZERO, 1.0)]);
        emptied.rebuild(core::iter::empty());
        assert_eq!(emptied.at_least(Vec2::ZERO), f32::INFINITY);
    }

    #[test]
    fn a_field_without_an_extent_has_no_clearance() {
        for center in [Vec2::ZERO, Vec2::splat(1e38), Vec2::splat(-1e-44)] {
            let field = field(&[Bounds::of_disc(center, 0.0)]);
            assert!(field.at_least(Vec2::splat(50.0)) <= 0.0, "{center}");
        }
        let field = field(&[
            Bounds::of_disc(Vec2::splat(-3e38), 0.0),
            Bounds::of_disc(Vec2::splat(3e38), 0.0),
        ]);
        assert!(field.at_least(Vec2::ZERO) <= 0.0);
    }

    #[test]
    fn the_bound_is_within_two_cells_of_the_distance() {
        // The cells are 1 wide, from 0 to 64.
        let corners = [Vec2::ZERO, Vec2::splat(64.0)].map(|corner| Bounds::of_disc(corner, 0.0));
        let field = field(&corners);
        for place in [
            Vec2::new(32.5, 31.5),
            Vec2::new(10.5, 20.5),
            Vec2::new(63.5, 0.5),
            Vec2::new(0.5, 63.5),
        ] {
            let (found, exact) = (field.at_least(place), nearest(place, &corners));
            assert!(found > exact - 2.0 && found < exact, "{place}: {found}");
        }
    }

    proptest! {
        #[test]
        fn the_bound_never_exceeds_the_distance(boxes in boxes(), part in vectors(3.0)) {
            let whole = boxes.iter().copied().reduce(|first, second| first.union(&second)).unwrap();
            let field = field(&boxes);
            // A place in the middle, at the border or far outside.
            let place = (whole.min + whole.max) * 0.5 + part * (whole.max - whole.min);
            prop_assert!(field.at_least(place) <= nearest(place, &boxes));
            for bounds in &boxes {
                prop_assert!(field.at_least(bounds.min) <= 0.0);
                prop_assert!(field.at_least(bounds.max) <= 0.0);
            }
        }

        #[test]
        fn the_bound_is_within_three_cells_at_any_scale(boxes in boxes(), part in vectors(0.5)) {
            let whole = boxes.iter().copied().reduce(|first, second| first.union(&second)).unwrap();
            let extent = whole.max - whole.min;
            let place = (whole.min + whole.max) * 0.5 + part * extent;
            let lost = nearest(place, &boxes) - field(&boxes).at_least(place);
            prop_assert!(lost <= 3.0 * extent.max_element() / MOST_CELLS as f32);
        }

        #[test]
        fn positions_that_are_not_finite_do_no_harm(boxes in boxes()) {
            let field = field(&boxes);
            for place in [Vec2::NAN, Vec2::INFINITY, Vec2::NEG_INFINITY] {
                prop_assert!(!field.at_least(place).is_nan());
            }
        }
    }
}
