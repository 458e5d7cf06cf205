//! Columns of vectors, for loading into lanes.

use super::{MOST_LANES, Vec2Lanes};
use crate::math::vector::{Vector, is_within};
use glam::Vec2;
use pulp::Simd;

/// A column of vectors for loading into lanes. `COUNT` is a multiple of every lane count. Vectors
/// have two coordinates unless `AXES` says otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VectorColumn<const COUNT: usize = MOST_LANES, const AXES: usize = 2> {
    pub(super) coordinates: [[f32; COUNT]; AXES],
}

impl<const COUNT: usize, const AXES: usize> Default for VectorColumn<COUNT, AXES> {
    /// Returns a column of zero vectors.
    fn default() -> Self {
        Self {
            coordinates: [[0.0; COUNT]; AXES],
        }
    }
}

impl<const COUNT: usize, const AXES: usize> VectorColumn<COUNT, AXES> {
    /// Sets the coordinates of the vector at the index `number`.
    #[inline(always)]
    pub fn set_coordinates(&mut self, number: usize, vector: [f32; AXES]) {
        for (along, coordinate) in self.coordinates.iter_mut().zip(vector) {
            along[number] = coordinate;
        }
    }

    /// The coordinates of the vector at the index `number`.
    #[inline(always)]
    pub fn coordinates(&self, number: usize) -> [f32; AXES] {
        core::array::from_fn(|axis| self.coordinates[axis][number])
    }
}

impl<const COUNT: usize> VectorColumn<COUNT> {
    /// Sets the vector at the index `number`.
    #[inline(always)]
    pub fn set(&mut self, number: usize, vector: Vec2) {
        self.set_coordinates(number, vector.to_array());
    }

    /// The vector at the index `number`.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Vec2 {
        self.coordinates(number).into()
    }

    /// Sets the first vectors, as many as `vectors` yields.
    #[inline(always)]
    pub fn fill(&mut self, vectors: impl Iterator<Item = Vec2>) {
        let [x, y] = &mut self.coordinates;
        for ((x, y), vector) in x.iter_mut().zip(y).zip(vectors) {
            (*x, *y) = (vector.x, vector.y);
        }
    }

    /// The vectors in order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Vec2> {
        let [x, y] = &self.coordinates;
        x.iter().zip(y).map(|(x, y)| Vec2::new(*x, *y))
    }

    /// Shortens the vectors that exceed their limits, see [`Vector::shorten`]. The limits are not
    /// negative.
    #[inline(always)]
    pub fn shorten(&mut self, limits: &[f32; COUNT]) {
        let mut is_longer = [false; COUNT];
        let mut is_any_longer = false;
        // Without branches, the compiler can vectorize the comparison.
        for number in 0..COUNT {
            is_longer[number] = !is_within(self.coordinates(number), limits[number]);
            is_any_longer |= is_longer[number];
        }
        if is_any_longer {
            for number in 0..COUNT {
                if is_longer[number] {
                    self.set(number, self.get(number).shorten(limits[number]));
                }
            }
        }
    }

    /// Loads the first vectors, one per lane.
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S) -> Vec2Lanes<S> {
        self.lanes_from(simd, 0)
    }

    /// Loads one vector per lane, starting at `first`.
    #[inline(always)]
    pub fn lanes_from<S: Simd>(&self, simd: S, first: usize) -> Vec2Lanes<S> {
        Vec2Lanes::load_from(simd, self, first)
    }

    /// Stores one vector per lane, starting at `first`.
    #[inline(always)]
    pub fn set_lanes<S: Simd>(&mut self, first: usize, vectors: Vec2Lanes<S>) {
        vectors.store_to(self, first);
    }
}
