//! The ground of a flow field: square cells, how slow each is, and which neighbors it links to.
//!
//! A body goes from the center of a cell to the centers of its eight neighbors, and across the
//! triangles between them. Each of these lines is a *link*, open or closed. A link is closed where
//! the body would touch a wall on it ([`rasterize`](CostGrid::rasterize)), or where a blocked cell
//! is at its end or beside it.
//!
//! Costs are whole numbers. A step of one cell at slowness 1 costs [`UNIT`]. So a sum does not
//! depend on the order of its parts, and costs are equal on all machines.

mod links;
mod prepare;
mod rasterize;

pub(crate) use links::{
    EVEN, FREE, OFFSETS, SQUARE, all_triangles_open, diagonal_link, is_triangle_open,
};

pub use rasterize::Walls;

use glam::{UVec2, Vec2};

/// The cost of a step of one cell at slowness 1.
pub const UNIT: u32 = 1024;
/// The least and the greatest slowness of a cell that is not blocked.
pub const SLOWNESS: [f32; 2] = [1.0 / 64.0, 1000.0];
/// The greatest cost of a step that the arithmetic of fields allows.
pub const MOST_STEP: u32 = 1 << 21;
/// The most cells along one side.
pub const MOST_CELLS: u32 = 4096;
/// If more than one in this many cells changes, costs are computed anew, and no list is kept.
pub(crate) const MOST_CHANGES: usize = 8;
/// The number of squares per word of `squares`.
const SQUARES: usize = u64::BITS as usize;

/// A rectangle of cells from `first` to `end`, without the column and row of `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellRegion {
    /// The lowest column and row.
    pub first: UVec2,
    /// One more than the highest column and row.
    pub end: UVec2,
}

/// The cost of a step of one cell at a slowness: cost per world unit, 1 for normal ground.
///
/// Positive infinity and NaN block a cell: 0. Other numbers are clamped to [`SLOWNESS`] and rounded
/// to 1 / 1024.
#[inline]
pub fn step_cost(slowness: f32) -> u32 {
    if slowness == f32::INFINITY || slowness.is_nan() {
        return 0;
    }
    let clamped = slowness.clamp(SLOWNESS[0], SLOWNESS[1]);
    f32::round(clamped * UNIT as f32) as u32
}

/// Square cells with a slowness each, and the links between them.
#[derive(Clone, Debug)]
pub struct CostGrid {
    origin: Vec2,
    cell_size: f32,
    cells_per_unit: f32,
    size: UVec2,
    /// The upper corner, as `local` returns it.
    end: Vec2,
    /// The number of cells per row in memory. A ring of blocked cells surrounds the grid, so that
    /// every cell has eight neighbors.
    stride: usize,
    /// The cost of a step of one cell; 0 where the slowness is infinite.
    steps: Vec<u32>,
    /// The links and centers that walls close, as bits; see `links`.
    walls: Vec<u8>,
    /// The open links of each cell, as bits; see `links`.
    links: Vec<u16>,
    /// The bits `SQUARE` of the links, 64 cells in a word. Most samples read no other links, and
    /// these fit a cache.
    squares: Vec<u64>,
    /// A lower bound of the cost of all steps.
    cheapest: u32,
    changes: Vec<u32>,
}

impl CostGrid {
    /// The lowest corner, world units.
    #[inline]
    pub fn origin(&self) -> Vec2 {
        self.origin
    }

    /// The side of a cell, world units.
    #[inline]
    pub fn cell_size(&self) -> f32 {
        self.cell_size
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// All cells.
    #[inline]
    pub fn whole(&self) -> CellRegion {
        CellRegion {
            first: UVec2::ZERO,
            end: self.size,
        }
    }

    /// The cells that touch the box between two corners, world units. Empty for a box outside the
    /// grid.
    #[inline]
    pub fn region(&self, low: Vec2, high: Vec2) -> CellRegion {
        let [first, end] = [low, high].map(|place| (place - self.origin) / self.cell_size);
        // A cast turns NaN into 0, and a number out of range into the nearest bound.
        let cell = |value: f32, most: u32| (f32::floor(value) as u32).min(most);
        let above = |value: f32, most: u32| ((f32::floor(value) + 1.0) as u32).min(most);
        CellRegion {
            first: UVec2::new(cell(first.x, self.size.x), cell(first.y, self.size.y)),
            end: UVec2::new(above(end.x, self.size.x), above(end.y, self.size.y)),
        }
    }

    /// The column and row of the cell at a place; `None` outside the grid.
    #[inline]
    pub fn cell_at(&self, place: Vec2) -> Option<UVec2> {
        let local = (place - self.origin) / self.cell_size;
        let is_inside = local.cmpge(Vec2::ZERO).all() && local.cmplt(self.size.as_vec2()).all();
        is_inside.then(|| local.as_uvec2())
    }

    /// The center of a cell, world units.
    #[inline]
    pub fn center(&self, cell: UVec2) -> Vec2 {
        self.origin + (cell.as_vec2() + 0.5) * self.cell_size
    }

    /// Whether a body may stand at the center of a cell. False outside the grid.
    #[inline]
    pub fn is_free(&self, cell: UVec2) -> bool {
        self.index(cell)
            .is_some_and(|index| self.is_index_free(index))
    }

    /// The same for the index of a cell in memory.
    #[inline]
    pub(crate) fn is_index_free(&self, index: usize) -> bool {
        self.links[index] & FREE != 0
    }

    /// The slowness of a cell: cost per world unit; infinite if a slowness blocks the cell. `None`
    /// outside.
    #[inline]
    pub fn slowness(&self, cell: UVec2) -> Option<f32> {
        let step = self.steps[self.index(cell)?];
        Some(if step == 0 {
            f32::INFINITY
        } else {
            step as f32 / UNIT as f32
        })
    }

    /// Sets the cost of a step in each cell of a region, row by row; 0 blocks a cell.
    ///
    /// None may exceed [`MOST_STEP`], or be less than [`cheapest`](Self::set_cheapest).
    pub fn set_steps(&mut self, region: CellRegion, steps: &[u32]) {
        let region = self.clamped(region);
        if region.first.cmpge(region.end).any() {
            return;
        }
        let columns = (region.end.x - region.first.x) as usize;
        let mut is_changed = false;
        for (row, steps) in (region.first.y..region.end.y).zip(steps.chunks(columns)) {
            let start = self.padded(UVec2::new(region.first.x, row));
            for (index, step) in (start..).zip(steps) {
                debug_assert!(*step <= MOST_STEP, "{step}");
                let old = core::mem::replace(&mut self.steps[index], *step);
                if old != *step {
                    self.note_change(index);
                    is_changed = true;
                }
            }
        }
        if is_changed {
            self.derive_links(region);
        }
    }

    /// Tells the least cost of a step. Fields over this grid are faster if it is not too low.
    #[inline]
    pub fn set_cheapest(&mut self, step: u32) {
        self.cheapest = step;
    }

    fn note_change(&mut self, index: usize) {
        if self.changes.len() <= self.count() / MOST_CHANGES {
            self.changes.push(index as u32);
        }
    }

    /// Takes the indices in memory of the cells that have changed since the last call. An index may
    /// repeat. If more than one in eight cells has changed, the list ends there. Every field over
    /// this grid needs them ([`EikonalField::begin`](crate::fields::eikonal::EikonalField::begin)).
    #[inline]
    pub fn take_changes(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.changes)
    }

    /// The index of a cell in memory; `None` outside the grid.
    #[inline]
    pub(crate) fn index(&self, cell: UVec2) -> Option<usize> {
        let is_inside = cell.x < self.size.x && cell.y < self.size.y;
        is_inside.then(|| self.padded(cell))
    }

    fn padded(&self, cell: UVec2) -> usize {
        (cell.y as usize + 1) * self.stride + cell.x as usize + 1
    }

    /// Whether an index in memory belongs to a cell of the grid, and not to the ring.
    #[inline]
    pub(crate) fn is_inside(&self, index: usize) -> bool {
        let (column, row) = (index % self.stride, index / self.stride);
        let size = self.size.as_u64vec2();
        (1..=size.x).contains(&(column as u64)) && (1..=size.y).contains(&(row as u64))
    }

    /// The column and row of the cell at an index in memory that is not on the ring.
    #[inline]
    pub(crate) fn cell(&self, index: usize) -> UVec2 {
        UVec2::new(
            (index % self.stride) as u32 - 1,
            (index / self.stride) as u32 - 1,
        )
    }

    /// The part of a region that is in the grid.
    #[inline]
    pub fn clamped(&self, region: CellRegion) -> CellRegion {
        let end = region.end.min(self.size);
        CellRegion {
            first: region.first.min(end),
            end,
        }
    }

    /// A place in units of cells, from the center of the lowest cell on the ring.
    #[inline(always)]
    pub fn local(&self, place: Vec2) -> Vec2 {
        (place - self.origin) * self.cells_per_unit + 0.5
    }

    /// Whether a place in cells, as `local` returns it, is in the grid.
    #[inline(always)]
    pub fn is_local(&self, local: Vec2) -> bool {
        local.x >= 0.5 && local.y >= 0.5 && local.x < self.end.x && local.y < self.end.y
    }

    #[inline]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub(crate) fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// The open links of each cell in memory, those of the ring too, as bits.
    #[inline]
    pub fn links(&self) -> &[u16] {
        &self.links
    }

    /// Whether all six links of the square to the north-east of a cell are open.
    #[inline(always)]
    pub(crate) fn is_square_open(&self, index: usize) -> bool {
        self.squares[index / SQUARES] >> (index % SQUARES) & 1 != 0
    }

    /// The number of cells in memory, with the ring.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.stride * (self.size.y as usize + 2)
    }

    #[inline]
    pub(crate) fn cheapest(&self) -> u32 {
        self.cheapest
    }
}

#[cfg(test)]
mod tests;
