//! Which lines between the centers of cells are open.
//!
//! The eight neighbors of a cell are numbered counter-clockwise from the east. For each cell the
//! bits say:
//!
//! | bits | open |
//! |---|---|
//! | 0 to 7 | the links to the neighbors |
//! | 8 to 11 | the links between the east and north, north and west ... neighbors |
//! | 12 | all six links of the square to the north-east |
//! | 13 | the cell itself |
//!
//! Bit 14 is set if neither the cell nor a neighbor is blocked or has walls, and all nine are
//! equally slow.

use super::{CellRegion, CostGrid, SQUARES};
use glam::UVec2;

/// The columns and rows from a cell to its neighbors.
pub(crate) const OFFSETS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
/// The first of the four bits of links between neighbors.
const ANTI: u32 = 8;
/// The bit of the square to the north-east.
pub(crate) const SQUARE: u16 = 1 << 12;
/// The bit of the cell itself.
pub(crate) const FREE: u16 = 1 << 13;
/// The bit of even ground.
pub(crate) const EVEN: u16 = 1 << 14;
pub(super) const ALL: u16 = (1 << 15) - 1;
/// The bits of the links of a cell, and of the links between its neighbors.
const AROUND: u16 = (1 << 12) - 1;

/// The bit in `walls` of a blocked center. The bits 0 to 3 are the closed links to the neighbors 0
/// to 3.
pub(super) const CENTER: u8 = 1 << 4;

/// Whether all links and all triangles at a cell are open.
#[inline(always)]
pub(crate) fn all_triangles_open(links: u16) -> bool {
    links & AROUND == AROUND
}

/// Whether a cell and its neighbors `2 * square` and `2 * square + 2` form an open triangle.
#[inline(always)]
pub(crate) fn is_triangle_open(links: u16, square: u32) -> bool {
    let bits = (1 << (2 * square)) | (1 << ((2 * square + 2) & 7)) | (1 << (ANTI + square));
    links & bits == bits
}

/// Whether the link to the diagonal neighbor of a square is open.
#[inline(always)]
pub(crate) fn diagonal_link(links: u16, square: u32) -> bool {
    links & (2 << (2 * square)) != 0
}

impl CostGrid {
    /// Derives the links in and round a region from slowness and walls.
    pub(super) fn derive_links(&mut self, region: CellRegion) {
        let first = region.first.saturating_sub(UVec2::ONE);
        let end = (region.end + 1).min(self.size);
        for row in first.y..end.y {
            for column in first.x..end.x {
                let index = self.padded(UVec2::new(column, row));
                let links = self.links_of(index);
                let old = std::mem::replace(&mut self.links[index], links);
                // Costs do not depend on the bit of even ground.
                if (old ^ links) & !EVEN != 0 {
                    self.note_change(index);
                    self.note_square(index);
                }
            }
        }
    }

    /// Copies the bit `SQUARE` of a cell to `squares`.
    #[inline]
    pub(super) fn note_square(&mut self, index: usize) {
        let word = &mut self.squares[index / SQUARES];
        let bit = 1 << (index % SQUARES);
        if self.links[index] & SQUARE == 0 {
            *word &= !bit;
        } else {
            *word |= bit;
        }
    }

    pub(super) fn links_of(&self, index: usize) -> u16 {
        let stride = self.stride;
        let rows = [index - stride - 1, index - 1, index + stride - 1];
        let (mut is_open, mut is_even) = (true, true);
        for start in rows {
            let steps = &self.steps[start..start + 3];
            let walls = &self.walls[start..start + 3];
            is_open &= steps.iter().all(|step| *step != 0) && walls.iter().all(|wall| *wall == 0);
            is_even &= steps.iter().all(|step| *step == self.steps[index]);
        }
        if is_open {
            return if is_even { ALL } else { ALL & !EVEN };
        }
        let neighbor = |direction: u32| self.neighbor(index, direction);
        let mut links = 0;
        for direction in 0..8 {
            links |= u16::from(self.is_link_open(index, direction)) << direction;
        }
        for square in 0..4 {
            // The link from neighbor `2 * square` to neighbor `2 * square + 2`.
            let is_open = self.is_link_open(neighbor(2 * square), 2 * square + 3);
            links |= u16::from(is_open) << (ANTI + square);
        }
        let is_square = is_triangle_open(links, 0)
            && diagonal_link(links, 0)
            && self.is_link_open(neighbor(0), 2)
            && self.is_link_open(neighbor(2), 0);
        if is_square {
            links |= SQUARE;
        }
        if self.is_cell_free(index) {
            links |= FREE;
        }
        links
    }

    /// The index in memory of a neighbor.
    #[inline]
    pub(crate) fn neighbor(&self, index: usize, direction: u32) -> usize {
        let (column, row) = OFFSETS[direction as usize & 7];
        index.wrapping_add_signed(row as isize * self.stride as isize + column as isize)
    }

    fn is_cell_free(&self, index: usize) -> bool {
        self.steps[index] != 0 && self.walls[index] & CENTER == 0
    }

    fn is_link_open(&self, index: usize, direction: u32) -> bool {
        let direction = direction & 7;
        if direction >= 4 {
            // The neighbor stores this link. On the ring, all links are closed.
            return self.is_cell_free(index)
                && self.is_link_open(self.neighbor(index, direction), direction - 4);
        }
        if !self.is_cell_free(index) || self.walls[index] & (1 << direction) != 0 {
            return false;
        }
        let beside = |turn: u32| self.steps[self.neighbor(index, direction + turn)] != 0;
        self.is_cell_free(self.neighbor(index, direction))
            && (direction.is_multiple_of(2) || (beside(1) && beside(7)))
    }
}
