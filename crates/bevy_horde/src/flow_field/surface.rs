//! How slow the ground of a field is: slow areas, and the crowd on them.

use super::component::SlowArea;
use super::crowd::{Blocks, Crowd};
use bevy::prelude::*;
use horde_kernel::fields::cost_grid::{CellRegion, CostGrid, UNIT, step_cost};
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::bounds_tree::BoundsTree;

/// The side of the largest tile of which the steps are asked, cells.
pub(super) const TILE: u32 = u32::BITS;
/// Looking for what is on a tile is as much work as computing this many cells.
const LOOK: usize = 4;
/// How much more work the links of uneven ground are, computed cells for each cell.
const AREAS: usize = 2;
/// The number of rows of areas that count as one computed cell.
const ROWS: usize = 4;

/// What the cost of a step depends on, but for walls.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    areas: Vec<SlowArea>,
    /// The cells of each area, and the cost of a step there.
    regions: Vec<(CellRegion, u32)>,
    /// The regions, in cells.
    tree: BoundsTree,
    pub(super) blocks: Blocks,
    pub(super) crowd: Crowd,
    /// The extra cost of ground that slow bodies cover completely.
    crowd_cost: f32,
}

impl Surface {
    /// Normal ground without slow bodies.
    pub(super) fn new(blocks: Blocks) -> Self {
        Self {
            areas: Vec::new(),
            regions: Vec::new(),
            tree: BoundsTree::default(),
            blocks,
            crowd: Crowd::default(),
            crowd_cost: 0.0,
        }
    }

    /// Changes the surface. Returns regions that hold all cells whose steps change.
    pub(super) fn change(
        &mut self,
        grid: &CostGrid,
        areas: &[SlowArea],
        crowd: Crowd,
        crowd_cost: f32,
    ) -> Vec<CellRegion> {
        let mut changes = self.change_areas(grid, areas);
        let costs = [self.crowd_cost, crowd_cost];
        let blocks = self.crowd.changes(&crowd, costs).into_iter();
        changes.extend(blocks.map(|number| grid.clamped(self.blocks.region(number))));
        (self.crowd, self.crowd_cost) = (crowd, crowd_cost);
        // Areas may lie on each other.
        let cells =
            |region: &CellRegion| (region.end - region.first).as_u64vec2().element_product();
        let whole = grid.whole();
        if changes.iter().map(cells).sum::<u64>() > cells(&whole) {
            changes = vec![whole];
        }
        changes
    }

    /// The later areas of a list count where areas overlap. So areas that are the same at the start
    /// and at the end of both lists change nothing.
    fn change_areas(&mut self, grid: &CostGrid, areas: &[SlowArea]) -> Vec<CellRegion> {
        if self.areas == areas {
            return Vec::new();
        }
        let same = |(one, other): &(&SlowArea, &SlowArea)| one == other;
        let first = self.areas.iter().zip(areas).take_while(same).count();
        let ends = self.areas[first..]
            .iter()
            .rev()
            .zip(areas[first..].iter().rev());
        let last = ends.take_while(same).count();
        let of = |area: &SlowArea| grid.clamped(grid.region(area.area.min, area.area.max));
        let old = &self.areas[first..self.areas.len() - last];
        let new = &areas[first..areas.len() - last];
        let changes = old.iter().chain(new).map(of);
        let changes = changes.filter(|region| region.first.cmplt(region.end).all());
        let changes = changes.collect();
        self.areas = areas.to_vec();
        let regions = areas.iter().map(|area| (of(area), step_cost(area.cost)));
        let regions = regions.filter(|(region, _)| region.first.cmplt(region.end).all());
        self.regions = regions.collect();
        self.tree
            .rebuild(self.regions.iter().map(|(region, _)| bounds(region)));
        changes
    }

    /// The least cost of a step.
    pub(super) fn cheapest(&self) -> u32 {
        let steps = self.regions.iter().map(|(_, step)| *step);
        steps.filter(|step| *step > 0).fold(UNIT, u32::min)
    }

    /// The cost of a unit of way in a cell, without the crowd; 1 where an area is closed.
    pub(super) fn slowness(&self, cell: UVec2) -> f32 {
        let around = bounds(&CellRegion {
            first: cell,
            end: cell + 1,
        });
        let mut last = None;
        self.tree.visit(
            |bounds| bounds.overlaps(&around),
            |number| {
                let (region, _) = &self.regions[number];
                let is_in = cell.cmpge(region.first).all() && cell.cmplt(region.end).all();
                if is_in {
                    last = last.max(Some(number));
                }
            },
        );
        let step = last.map_or(UNIT, |number| self.regions[number].1);
        if step == 0 {
            1.0
        } else {
            step as f32 / UNIT as f32
        }
    }

    /// Puts the steps of a tile into `steps`, row by row. Returns how many computed cells that is
    /// worth.
    pub(super) fn write_steps(&self, tile: CellRegion, steps: &mut Vec<u32>) -> usize {
        let size = (tile.end - tile.first).min(UVec2::splat(TILE));
        let count = (size.x * size.y) as usize;
        steps.clear();
        steps.resize(count, UNIT);
        let mut work = LOOK + count;
        if !self.regions.is_empty() {
            work += AREAS * count + self.write_areas(tile, size, steps) / ROWS;
        }
        if !self.crowd.is_empty() {
            let rows = (tile.first.y..).zip(steps.chunks_mut(size.x.max(1) as usize));
            for (row, steps) in rows {
                for (column, step) in (tile.first.x..).zip(steps) {
                    if *step != 0 {
                        let number = self.blocks.number(UVec2::new(column, row));
                        *step += self.crowd.added(number, self.crowd_cost);
                    }
                }
            }
        }
        work
    }

    /// Writes the steps of the last area at each cell. Returns the number of rows it looked at.
    fn write_areas(&self, tile: CellRegion, size: UVec2, steps: &mut [u32]) -> usize {
        let mut here = Vec::new();
        let around = bounds(&tile);
        let visit = |number| here.push(number);
        self.tree.visit(|bounds| bounds.overlaps(&around), visit);
        here.sort_unstable();
        // Of each row, the cells without an area.
        let full = u32::MAX >> (TILE - size.x.clamp(1, TILE));
        let mut free = [full; TILE as usize];
        let mut left = size.y;
        let mut rows_seen = 0;
        for number in here.into_iter().rev() {
            if left == 0 {
                break;
            }
            let (region, step) = self.regions[number];
            let first = region.first.max(tile.first).min(tile.end) - tile.first;
            let end = region.end.min(tile.end).max(tile.first) - tile.first;
            if first.cmpge(end).any() {
                continue;
            }
            let columns = (full >> (size.x - (end.x - first.x))) << first.x;
            for row in first.y..end.y {
                rows_seen += 1;
                let free = &mut free[row as usize];
                let mut cells = *free & columns;
                left -= u32::from(cells != 0 && cells == *free);
                *free &= !columns;
                while cells != 0 {
                    steps[(row * size.x + cells.trailing_zeros()) as usize] = step;
                    cells &= cells - 1;
                }
            }
        }
        rows_seen
    }
}

fn bounds(region: &CellRegion) -> Bounds {
    Bounds::of_points(region.first.as_vec2(), region.end.as_vec2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn areas() -> impl Strategy<Value = Vec<SlowArea>> {
        let place = || (-20.0_f32..90.0, -20.0_f32..60.0).prop_map(Vec2::from);
        let size = (0.0_f32..60.0, 0.0_f32..60.0).prop_map(Vec2::from);
        let cost = prop_oneof![4 => 0.1_f32..9.0, 1 => Just(f32::INFINITY)];
        let area = (place(), size, cost).prop_map(|(corner, size, cost)| SlowArea {
            area: Rect::from_corners(corner, corner + size),
            cost,
        });
        prop::collection::vec(area, 0..12)
    }

    fn steps(surface: &Surface, grid: &CostGrid) -> Vec<u32> {
        let mut steps = Vec::new();
        let size = grid.size();
        for row in 0..size.y {
            for column in (0..size.x).step_by(TILE as usize) {
                let first = UVec2::new(column, row);
                let end = UVec2::new((column + TILE).min(size.x), row + 1);
                let mut tile = Vec::new();
                surface.write_steps(CellRegion { first, end }, &mut tile);
                steps.extend(tile);
            }
        }
        steps
    }

    proptest! {
        #[test]
        fn the_last_area_counts_and_all_that_changes_is_told(
            lists in prop::collection::vec(areas(), 1..4),
            tile in (0_u32..40, 0_u32..20, 1_u32..32, 1_u32..32),
        ) {
            let grid = CostGrid::new(Vec2::ZERO, 1.0, 70, 50).expect("valid");
            let mut surface = Surface::new(Blocks::new(&grid, 1.0));
            let mut known = steps(&surface, &grid);
            for areas in &lists {
                let changes = surface.change(&grid, areas, Crowd::default(), 7.0);
                let mut slow = vec![step_cost(1.0); 70 * 50];
                for area in areas {
                    let region = grid.clamped(grid.region(area.area.min, area.area.max));
                    for row in region.first.y..region.end.y {
                        for column in region.first.x..region.end.x {
                            slow[(row * 70 + column) as usize] = step_cost(area.cost);
                        }
                    }
                }
                let new = steps(&surface, &grid);
                for (index, (old, new)) in known.iter().zip(&new).enumerate() {
                    let cell = UVec2::new(index as u32 % 70, index as u32 / 70);
                    prop_assert_eq!(*new, slow[index]);
                    let is_in = |region: &CellRegion| {
                        cell.cmpge(region.first).all() && cell.cmplt(region.end).all()
                    };
                    prop_assert!(old == new || changes.iter().any(is_in));
                }
                known = new;
                let first = UVec2::new(tile.0, tile.1);
                let tile = grid.clamped(CellRegion { first, end: first + UVec2::new(tile.2, tile.3) });
                let mut part = Vec::new();
                surface.write_steps(tile, &mut part);
                let rows = (tile.first.y..tile.end.y).flat_map(|row| {
                    let start = row as usize * 70;
                    &known[start + tile.first.x as usize..start + tile.end.x as usize]
                });
                prop_assert!(part.iter().eq(rows));
            }
        }
    }
}
