//! Walls as closed links.
//!
//! A cell is free where the body fits at its center. A link is open where the body fits all along
//! it, which is tested link by link. So a gap is open exactly where a chain of links leads through
//! it:
//!
//! - An open link passes no gap that is too narrow.
//! - The places where a body fits in a gap that is wider by one cell form a strip as wide as a
//!   cell. Whatever its direction, such a strip holds a chain of linked centers.
//!
//! A test of centers alone cannot have both.

use super::links::CENTER;
use super::{CellRegion, CostGrid, OFFSETS};
use bevy::math::{UVec2, Vec2, ops};

/// How often a link is halved.
const HALVINGS: u32 = 3;
/// The least radius, in cells. A thinner body would slip through walls between the tests.
const LEAST_RADIUS: f32 = 0.125;
/// How much less than the radius is enough, in cells, for rounding.
const SLACK: f32 = 1e-3;

impl CostGrid {
    /// Closes what a body of `radius` cannot pass, and opens the rest, in and round a region.
    ///
    /// `clearance` returns the distance from a place to the nearest wall, negative inside, all in
    /// world units. NaN is a wall. It must not exceed the distance, or walls are missed. A radius
    /// below an eighth of a cell counts as that.
    ///
    /// A gap that is wider than the body by a cell is open. A gap that is narrower than the body by
    /// 1/50 cell is closed, by 1/12 cell where the radius is less than half a cell.
    pub fn rasterize(
        &mut self,
        region: CellRegion,
        radius: f32,
        mut clearance: impl FnMut(Vec2) -> f32,
    ) {
        let region = self.clamped(region);
        if region.first.cmpge(region.end).any() {
            return;
        }
        let first = region.first.saturating_sub(UVec2::ONE);
        let end = (region.end + 1).min(self.size);
        let size = self.cell_size;
        let needed = radius.max(LEAST_RADIUS * size) - SLACK * size;
        let columns = (end.x - first.x) as usize;
        let mut distances = Vec::with_capacity(columns * (end.y - first.y) as usize);
        for row in first.y..end.y {
            let mut known = f32::NEG_INFINITY;
            for column in first.x..end.x {
                known -= size;
                // From here no link to a neighbor can meet a wall.
                if known.is_nan() || known < needed + 2.0 * size {
                    known = clearance(self.center(UVec2::new(column, row)));
                }
                distances.push(known);
            }
        }
        let mut test = LinkTest { needed, clearance };
        for row in first.y..end.y {
            for column in first.x..end.x {
                let cell = UVec2::new(column, row);
                let index = self.padded(cell);
                let at = (row - first.y) as usize * columns + (column - first.x) as usize;
                let is_inside = column > first.x && column + 1 < end.x && row + 1 < end.y;
                if is_inside && distances[at] >= needed + 2.0 * size {
                    self.walls[index] = 0;
                    continue;
                }
                let mut walls = 0;
                if !test.fits(distances[at]) {
                    walls |= CENTER;
                }
                for (direction, (right, up)) in OFFSETS.into_iter().take(4).enumerate() {
                    let to = cell.saturating_add_signed((right, up).into());
                    let is_edge = to.x < first.x || to == cell || to.cmpge(end).any();
                    if is_edge || (right < 0 && column == 0) {
                        walls |= self.walls[index] & (1 << direction);
                        continue;
                    }
                    let other = (at + columns * up as usize).wrapping_add_signed(right as isize);
                    let places = [self.center(cell), self.center(to)];
                    let ends = [distances[at], distances[other]];
                    if walls & CENTER != 0 || !test.is_clear(places, ends, HALVINGS) {
                        walls |= 1 << direction;
                    }
                }
                self.walls[index] = walls;
            }
        }
        self.derive_links(CellRegion { first, end });
    }
}

struct LinkTest<F> {
    needed: f32,
    clearance: F,
}

impl<F: FnMut(Vec2) -> f32> LinkTest<F> {
    fn fits(&self, distance: f32) -> bool {
        distance >= self.needed
    }

    /// Whether the body fits all along a line; the clearances at its ends are known.
    fn is_clear(&mut self, [from, to]: [Vec2; 2], [near, far]: [f32; 2], halvings: u32) -> bool {
        if !(self.fits(near) && self.fits(far)) {
            return false;
        }
        let length = from.distance(to);
        if near.min(far) >= self.needed + length {
            return true;
        }
        let bound = least_clearance(length, [near, far]);
        if self.fits(bound) {
            return true;
        }
        if halvings == 0 {
            // No wall crosses the line, and the body hardly touches any.
            return bound > 0.0;
        }
        let middle = from.midpoint(to);
        let distance = (self.clearance)(middle);
        self.is_clear([from, middle], [near, distance], halvings - 1)
            && self.is_clear([middle, to], [distance, far], halvings - 1)
    }
}

/// The least clearance along a line of a length, given the clearances at its ends.
///
/// No wall is within the two circles. They meet at a height over the line, and no wall is nearer.
fn least_clearance(length: f32, [near, far]: [f32; 2]) -> f32 {
    let along = (near * near + length * length - far * far) / (2.0 * length);
    if along <= 0.0 || along >= length {
        return near.min(far);
    }
    let squared = near * near - along * along;
    if squared > 0.0 {
        ops::sqrt(squared).min(near.min(far))
    } else {
        0.0
    }
}
