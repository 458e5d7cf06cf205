//! Closes the links that walls block.
//!
//! A cell is free where the body fits at its center. A link is open where the body fits all along
//! it, which is tested link by link. So a gap is open exactly where a chain of links leads through
//! it:
//!
//! - An open link passes no gap that is too narrow.
//! - In a gap one cell wider than the body, the places where the body fits form a strip as wide as
//!   a cell. In any direction, such a strip holds a chain of linked centers.
//!
//! A test of centers alone cannot guarantee both.

use super::links::CENTER;
use super::{CellRegion, CostGrid, OFFSETS};
use glam::{UVec2, Vec2};

/// The most times that a test halves a link.
pub(super) const HALVINGS: u32 = 3;
/// The least radius, in cells. A thinner body would slip through walls between the tests.
pub(super) const LEAST_RADIUS: f32 = 0.125;
/// A body fits with a clearance this much below its radius, in cells, to allow for rounding.
pub(super) const SLACK: f32 = 1e-3;
/// The side of a block, in cells. A block far from all walls takes one test.
const BLOCK: u32 = 8;
/// The columns of clearances of a block: its own, and one on each side, to which links lead.
const WIDTH: usize = BLOCK as usize + 2;
/// If the clearance of a cell exceeds the radius by this much, in cells, none of its links meets a
/// wall.
const CLEAR: f32 = 2.0;
/// Walls up to this distance from the middle of a block matter, in cells beyond the radius: half
/// the diagonal of all cells with clearances, 9 / sqrt(2), plus `CLEAR`, rounded up.
const NEAR: f32 = 9.0;

/// The walls that close links of a grid.
pub trait Walls {
    /// Chooses the walls within a distance of a place. Returns whether there may be such walls.
    fn choose(&mut self, place: Vec2, distance: f32) -> bool;

    /// The distance from a place to the nearest chosen wall, negative inside; at most the chosen
    /// distance, because farther walls are unknown. NaN counts as a wall.
    fn clearance(&self, place: Vec2) -> f32;
}

/// A function that returns the distance from a place to the nearest of all walls.
impl<F: Fn(Vec2) -> f32> Walls for F {
    fn choose(&mut self, place: Vec2, distance: f32) -> bool {
        let clearance = self(place);
        clearance.is_nan() || clearance < distance
    }

    fn clearance(&self, place: Vec2) -> f32 {
        self(place)
    }
}

impl CostGrid {
    /// Closes the links that a body of `radius` cannot pass, and opens the rest, in and round a
    /// region.
    ///
    /// All lengths are in world units. A radius below an eighth of a cell counts as an eighth.
    ///
    /// A gap that is wider than the body by a cell is open. A gap that is narrower than the body by
    /// 1/50 cell is closed; by 1/12 cell if the radius is below half a cell.
    pub fn rasterize(&mut self, region: CellRegion, radius: f32, mut walls: impl Walls) {
        let region = self.clamped(region);
        if region.first.cmpge(region.end).any() {
            return;
        }
        let area = CellRegion {
            first: region.first.saturating_sub(UVec2::ONE),
            end: (region.end + 1).min(self.size),
        };
        let size = self.cell_size;
        let needed = radius.max(LEAST_RADIUS * size) - SLACK * size;
        let mut changes = Vec::new();
        for row in (area.first.y..area.end.y).step_by(BLOCK as usize) {
            for column in (area.first.x..area.end.x).step_by(BLOCK as usize) {
                let first = UVec2::new(column, row);
                let end = (first + BLOCK).min(area.end);
                let block = CellRegion { first, end };
                let middle = self.center(first) + 0.5 * (BLOCK - 1) as f32 * size;
                let change = if walls.choose(middle, needed + NEAR * size) {
                    self.rasterize_block(block, area, needed, &walls)
                } else {
                    self.clear_block(block, area)
                };
                changes.extend(change);
            }
        }
        for change in changes {
            self.derive_links(change);
        }
    }

    /// Opens the links of a block that is far from walls. Returns the cells that changed.
    fn clear_block(&mut self, block: CellRegion, area: CellRegion) -> Option<CellRegion> {
        let mut changes = Changes::default();
        for row in block.first.y..block.end.y {
            let start = self.padded(UVec2::new(block.first.x, row));
            let walls = &mut self.walls[start..start + (block.end.x - block.first.x) as usize];
            if walls.iter().all(|wall| *wall == 0) {
                continue;
            }
            for (wall, column) in walls.iter_mut().zip(block.first.x..) {
                let cell = UVec2::new(column, row);
                changes.set(cell, wall, *wall & links_out(cell, area));
            }
        }
        changes.region
    }

    /// Tests the links of a block. Returns the cells that changed.
    fn rasterize_block(
        &mut self,
        block: CellRegion,
        area: CellRegion,
        needed: f32,
        walls: &impl Walls,
    ) -> Option<CellRegion> {
        let clearances = self.clearances(block, needed, walls);
        let test = LinkTest { needed, walls };
        let is_clear = needed + CLEAR * self.cell_size;
        let mut changes = Changes::default();
        for row in block.first.y..block.end.y {
            for column in block.first.x..block.end.x {
                let cell = UVec2::new(column, row);
                let index = self.padded(cell);
                let at = place_in_block(cell, block);
                let out = links_out(cell, area);
                let mut wall = self.walls[index] & out;
                if clearances[at] < is_clear || clearances[at].is_nan() {
                    if !test.fits(clearances[at]) {
                        wall |= CENTER;
                    }
                    for (direction, (right, up)) in OFFSETS.into_iter().take(4).enumerate() {
                        if out & (1 << direction) != 0 {
                            continue;
                        }
                        let to = cell.saturating_add_signed((right, up).into());
                        let ends = [clearances[at], clearances[place_in_block(to, block)]];
                        let places = [self.center(cell), self.center(to)];
                        if wall & CENTER != 0 || !test.is_clear(places, ends, HALVINGS) {
                            wall |= 1 << direction;
                        }
                    }
                }
                changes.set(cell, &mut self.walls[index], wall);
            }
        }
        changes.region
    }

    /// The clearances of the cells of a block, and of the cells to the left, to the right and
    /// above. Far from walls, a lower bound stands for the clearance.
    fn clearances(
        &self,
        block: CellRegion,
        needed: f32,
        walls: &impl Walls,
    ) -> [f32; WIDTH * WIDTH] {
        let size = self.cell_size;
        let mut clearances = [f32::INFINITY; WIDTH * WIDTH];
        for row in block.first.y..(block.end.y + 1).min(self.size.y) {
            let mut known = f32::NEG_INFINITY;
            let first = block.first.x.saturating_sub(1);
            for column in first..(block.end.x + 1).min(self.size.x) {
                let cell = UVec2::new(column, row);
                known -= size;
                if known.is_nan() || known < needed + CLEAR * size {
                    known = walls.clearance(self.center(cell));
                }
                clearances[place_in_block(cell, block)] = known;
            }
        }
        clearances
    }
}

/// The index of the clearance of a cell. The first column is to the left of the block.
fn place_in_block(cell: UVec2, block: CellRegion) -> usize {
    let (column, row) = (cell.x + 1 - block.first.x, cell.y - block.first.y);
    row as usize * WIDTH + column as usize
}

/// The bits of the links of a cell that lead out of an area.
fn links_out(cell: UVec2, area: CellRegion) -> u8 {
    let is_first = cell.x == area.first.x;
    let [is_last, is_top] = (cell + 1).cmpge(area.end).into();
    let ends = OFFSETS.into_iter().take(4).enumerate();
    let out = ends.map(|(direction, (right, up))| {
        let is_out = (right < 0 && is_first) || (right > 0 && is_last) || (up > 0 && is_top);
        u8::from(is_out) << direction
    });
    out.fold(0, |bits, bit| bits | bit)
}

/// The smallest region that holds all cells whose walls changed.
#[derive(Default)]
struct Changes {
    region: Option<CellRegion>,
}

impl Changes {
    fn set(&mut self, cell: UVec2, wall: &mut u8, new: u8) {
        if core::mem::replace(wall, new) == new {
            return;
        }
        let region = self.region.get_or_insert(CellRegion {
            first: cell,
            end: cell,
        });
        region.first = region.first.min(cell);
        region.end = region.end.max(cell + 1);
    }
}

/// Tests single links.
pub(super) struct LinkTest<'a, W> {
    pub(super) needed: f32,
    pub(super) walls: &'a W,
}

impl<W: Walls> LinkTest<'_, W> {
    #[inline]
    pub(super) fn fits(&self, distance: f32) -> bool {
        distance >= self.needed
    }

    /// Whether the body fits all along a line with these clearances at its ends.
    pub(super) fn is_clear(
        &self,
        [from, to]: [Vec2; 2],
        [near, far]: [f32; 2],
        halvings: u32,
    ) -> bool {
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
        let distance = self.walls.clearance(middle);
        self.is_clear([from, middle], [near, distance], halvings - 1)
            && self.is_clear([middle, to], [distance, far], halvings - 1)
    }
}

/// A lower bound of the clearance along a line of a length, given the clearances at its ends.
///
/// No wall is within the circles of these radii about the ends. The bound is the height over the
/// line at which the circles meet.
fn least_clearance(length: f32, [near, far]: [f32; 2]) -> f32 {
    let along = (near * near + length * length - far * far) / (2.0 * length);
    if along <= 0.0 || along >= length {
        return near.min(far);
    }
    let squared = near * near - along * along;
    if squared > 0.0 {
        f32::sqrt(squared).min(near.min(far))
    } else {
        0.0
    }
}
