//! The slow bodies on the ground of a field, counted in blocks of cells.
//!
//! A way through agents that stand takes longer than the same way over free ground (Kretz 2009).
//! So a block costs more, the fuller of slow bodies it is. All numbers are whole: a sum does not
//! depend on the order of the bodies, and a block that empties has its old cost again, to the bit.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::f32::consts::FRAC_PI_4;
use horde_kernel::fields::cost_grid::{CellRegion, CostGrid, UNIT};
use std::collections::BTreeMap;

/// The fullness of a block that slow bodies cover completely.
pub(super) const FULL: u32 = 64;
/// The side of a block, body radii.
const SIDE: f32 = 3.0;
/// The number of parts in which the ground of a block is counted; a multiple of `FULL`.
const PARTS: u32 = 64 * FULL;
/// Of a body wider than this only the middle counts, in blocks.
const WIDEST: f32 = 64.0;

/// How much of each block slow bodies cover, 1 to [`FULL`]; blocks without any are left out.
#[derive(Reflect, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Crowd {
    /// The fullness by number of the block. A map, so that a rollback drops newer blocks.
    blocks: BTreeMap<u32, u32>,
}

/// A body that is slower than it could be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SlowBody {
    pub(crate) position: Vec2,
    /// World units.
    pub(crate) radius: f32,
    /// The part of its largest speed that it lacks, 0 to 1.
    pub(crate) share: f32,
}

/// The cells of a field in square blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Blocks {
    origin: Vec2,
    /// The side of a block, world units.
    side: f32,
    /// The side of a block, in cells.
    cells: u32,
    /// Columns and rows of blocks.
    size: UVec2,
}

impl Blocks {
    /// The blocks of a grid, about three radii wide.
    pub(super) fn new(grid: &CostGrid, radius: f32) -> Self {
        // A cast turns a number out of range into the nearest bound.
        let cells = (SIDE * radius / grid.cell_size()).round() as u32;
        let cells = cells.clamp(1, grid.size().max_element());
        Self {
            origin: grid.origin(),
            side: cells as f32 * grid.cell_size(),
            cells,
            size: grid.size().map(|count| count.div_ceil(cells)),
        }
    }

    /// The side of a block, world units.
    pub(super) fn side(&self) -> f32 {
        self.side
    }

    /// The number of the block of a cell.
    pub(super) fn number(&self, cell: UVec2) -> u32 {
        let block = cell / self.cells;
        block.y * self.size.x + block.x
    }

    fn block(&self, number: u32) -> UVec2 {
        UVec2::new(number % self.size.x, number / self.size.x)
    }

    /// The middle of a block, world units.
    pub(super) fn center(&self, number: u32) -> Vec2 {
        self.origin + (self.block(number).as_vec2() + 0.5) * self.side
    }

    /// The cells of a block. Cells of the last column or row of blocks may lie outside of the grid.
    pub(super) fn region(&self, number: u32) -> CellRegion {
        // The number may be that of a broken saved game.
        let side = UVec2::splat(self.cells);
        let first = self.block(number).saturating_mul(side);
        CellRegion {
            first,
            end: first.saturating_add(side),
        }
    }

    /// How full of slow bodies each block is.
    pub(super) fn count(&self, bodies: &[SlowBody]) -> Crowd {
        let mut parts = HashMap::<u32, u32>::default();
        for body in bodies {
            self.spread(body, |number, part| {
                let sum = parts.entry(number).or_default();
                *sum = sum.saturating_add(part);
            });
        }
        let blocks = parts.into_iter().filter_map(|(number, parts)| {
            let fullness = (parts.saturating_add(PARTS / FULL / 2) / (PARTS / FULL)).min(FULL);
            (fullness > 0).then_some((number, fullness))
        });
        Crowd {
            blocks: blocks.collect(),
        }
    }

    /// Spreads the area of a body, times its share, evenly over the square round it, and so over
    /// the blocks that this square meets. So a small move changes the numbers little, and a large
    /// body makes no spike.
    fn spread(&self, body: &SlowBody, mut add: impl FnMut(u32, u32)) {
        let middle = (body.position - self.origin) / self.side;
        let half = (body.radius / self.side).min(0.5 * WIDEST);
        let (low, high) = (middle - half, middle + half);
        let full = body.share * FRAC_PI_4 * PARTS as f32;
        // A cast turns NaN into 0, and a number out of range into the nearest bound.
        let [first, end] = [low.floor(), high.ceil()].map(|place| place.as_uvec2().min(self.size));
        for row in first.y..end.y {
            for column in first.x..end.x {
                let corner = UVec2::new(column, row).as_vec2();
                let overlap = (high.min(corner + 1.0) - low.max(corner)).max(Vec2::ZERO);
                let part = (overlap.x * overlap.y * full + 0.5) as u32;
                if part > 0 {
                    add(row * self.size.x + column, part);
                }
            }
        }
    }
}

impl Crowd {
    /// How full a block is, 0 to [`FULL`].
    #[cfg(test)]
    fn of_block(&self, number: u32) -> u32 {
        self.blocks.get(&number).copied().unwrap_or_default()
    }

    /// Keeps only the blocks that `keeps` accepts.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(u32) -> bool) {
        self.blocks.retain(|number, _| keeps(*number));
    }

    /// The crowd a quarter of the way to a newer count: a mean of all counts in which newer ones
    /// weigh more. So a body that passes a block once hardly counts there, and ways do not jump.
    pub(super) fn toward(&self, newer: &Self) -> Self {
        let nearer = |(number, old, new): (u32, u32, u32)| {
            // Rounded toward the newer count, so that the crowd reaches it.
            let rounding = if new > old { 3 } else { 0 };
            let fullness = (3 * old + new + rounding) / 4;
            (fullness > 0).then_some((number, fullness))
        };
        Self {
            blocks: self.pairs(newer).filter_map(nearer).collect(),
        }
    }

    /// The blocks with a changed cost of a step. `costs` are what a full block adds before and
    /// after, in steps over free ground.
    pub(super) fn changes(&self, newer: &Self, costs: [f32; 2]) -> Vec<u32> {
        let changes = self.pairs(newer).filter_map(|(number, old, new)| {
            (added(old, costs[0]) != added(new, costs[1])).then_some(number)
        });
        changes.collect()
    }

    /// What a block adds to the cost of a step of one cell. `cost` is what a full block adds, in
    /// steps over free ground.
    pub(super) fn added(&self, number: u32, cost: f32) -> u32 {
        // A broken saved game may hold numbers above `FULL`.
        let fullness = self.blocks.get(&number).map_or(0, |it| *it.min(&FULL));
        added(fullness, cost)
    }

    /// Whether no block has slow bodies.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Each block of either crowd: its number, and how full it is in both.
    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u32, u32, u32)> + 'a {
        // A broken saved game may hold numbers above `FULL`.
        let of = |crowd: &Self, number| crowd.blocks.get(number).map_or(0, |it| *it.min(&FULL));
        let new = other.blocks.keys();
        let new = new.filter(|number| !self.blocks.contains_key(number));
        let numbers = self.blocks.keys().chain(new);
        numbers.map(move |number| (*number, of(self, number), of(other, number)))
    }
}

fn added(fullness: u32, cost: f32) -> u32 {
    let step = cost * (UNIT as f32 / FULL as f32) * fullness as f32;
    (step + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Blocks of 3 by 3 cells over 30 by 30 units, for bodies with a radius of 1.
    fn blocks() -> Blocks {
        let grid = CostGrid::new(Vec2::ZERO, 1.0, 30, 30).expect("valid");
        Blocks::new(&grid, 1.0)
    }

    fn body(x: f32, y: f32, radius: f32, share: f32) -> SlowBody {
        SlowBody {
            position: Vec2::new(x, y),
            radius,
            share,
        }
    }

    /// How full the four blocks in the lower left corner are.
    fn corner(crowd: &Crowd) -> [u32; 4] {
        [0, 1, 10, 11].map(|number| crowd.of_block(number))
    }

    #[test]
    fn a_body_is_spread_over_the_blocks_that_it_meets() {
        // The body covers pi of 9, in 64ths: 64 * pi / 9 = 22.3.
        let whole = body(1.5, 1.5, 1.0, 1.0);
        assert_eq!(corner(&blocks().count(&[whole])), [22, 0, 0, 0]);
        let halves = body(3.0, 1.5, 1.0, 1.0);
        assert_eq!(corner(&blocks().count(&[halves])), [11, 11, 0, 0]);
        let quarters = body(3.0, 3.0, 1.0, 1.0);
        assert_eq!(corner(&blocks().count(&[quarters])), [6, 6, 6, 6]);
        // 22.3 / 4 = 5.6, and with the whole body 22.3 + 5.6 = 27.9.
        let slow = body(1.5, 1.5, 1.0, 0.25);
        assert_eq!(corner(&blocks().count(&[slow])), [6, 0, 0, 0]);
        assert_eq!(corner(&blocks().count(&[slow, whole])), [28, 0, 0, 0]);
    }

    #[test]
    fn no_block_is_more_than_full() {
        // The square round a body reaches from 5 to 25, so it covers the blocks from 6 to 24. Each
        // body fills these by pi / 4, so two bodies fill them.
        let crowd = blocks().count(&[body(15.0, 15.0, 10.0, 1.0); 2]);
        for number in 0..100 {
            let block = blocks().block(number);
            let is_covered =
                block.cmpge(UVec2::splat(2)).all() && block.cmplt(UVec2::splat(8)).all();
            let fullness = crowd.of_block(number);
            assert!(
                if is_covered {
                    fullness == FULL
                } else {
                    fullness <= FULL
                },
                "{number}"
            );
        }
        let many = vec![body(1.5, 1.5, 1.0, 1.0); 1_000];
        assert_eq!(corner(&blocks().count(&many)), [64, 0, 0, 0]);
    }

    #[test]
    fn bodies_outside_and_without_numbers_do_no_harm() {
        let nowhere = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            1e30,
            -1e30,
            -40.0,
            70.0,
        ];
        let bodies = nowhere.map(|x| body(x, 15.0, 1.0, 1.0));
        assert_eq!(blocks().count(&bodies), Crowd::default());
        for radius in [f32::NAN, f32::INFINITY, 1e30] {
            blocks().count(&[body(15.0, 15.0, radius, 1.0)]);
        }
        let empty = body(15.0, 15.0, 0.0, 1.0);
        assert_eq!(blocks().count(&[empty]), Crowd::default());
    }

    #[test]
    fn blocks_cover_all_cells_once() {
        for (cell_size, radius, cells) in
            [(1.0, 1.0, 3), (0.4, 0.3, 2), (2.0, 0.1, 1), (0.5, 1e9, 17)]
        {
            let grid = CostGrid::new(Vec2::NEG_ONE, cell_size, 17, 5).expect("valid");
            let blocks = Blocks::new(&grid, radius);
            assert_eq!(blocks.cells, cells);
            let mut covered = vec![0; 17 * 5];
            for number in 0..blocks.size.x * blocks.size.y {
                let region = grid.clamped(blocks.region(number));
                for row in region.first.y..region.end.y {
                    for column in region.first.x..region.end.x {
                        covered[(row * 17 + column) as usize] += 1;
                    }
                }
            }
            assert_eq!(covered, vec![1; 17 * 5]);
        }
    }

    #[test]
    fn a_count_is_followed_by_quarters() {
        let of = |fullness: u32| Crowd {
            blocks: [(5, fullness)]
                .into_iter()
                .filter(|(_, it)| *it > 0)
                .collect(),
        };
        for (newer, expected) in [
            // (3 * 0 + 64) / 4 = 16, (3 * 16 + 64) / 4 = 28, and (3 * 28 + 64) / 4 = 37.
            (
                64,
                &[16, 28, 37, 44, 49, 53, 56, 58, 60, 61, 62, 63, 64, 64][..],
            ),
            (1, &[1, 1]),
        ] {
            let mut crowd = Crowd::default();
            for expected in expected {
                crowd = crowd.toward(&of(newer));
                assert_eq!(crowd, of(*expected));
            }
        }
        let mut crowd = of(64);
        for expected in [48, 36, 27, 20, 15, 11, 8, 6, 4, 3, 2, 1, 0, 0] {
            crowd = crowd.toward(&Crowd::default());
            assert_eq!(crowd, of(expected));
        }
    }

    #[test]
    fn a_full_block_costs_so_much_more() {
        let crowd = |fullness| Crowd {
            blocks: [(3, fullness)].into(),
        };
        // A step over free ground is 1 024.
        assert_eq!(crowd(64).added(3, 7.0), 7 * 1024);
        assert_eq!(crowd(16).added(3, 7.0), 7 * 256);
        assert_eq!(crowd(64).added(4, 7.0), 0);
        assert_eq!(crowd(64).added(3, 0.5), 512);
        assert_eq!(Crowd::default().changes(&crowd(64), [7.0; 2]), [3]);
        assert_eq!(crowd(16).changes(&crowd(16), [7.0; 2]), []);
        assert_eq!(crowd(16).changes(&crowd(16), [7.0, 3.0]), [3]);
        assert_eq!(crowd(16).changes(&Crowd::default(), [0.0, 3.0]), []);
    }

    fn bodies() -> impl Strategy<Value = Vec<SlowBody>> {
        let place = || -5.0_f32..35.0;
        let one = (place(), place(), 0.0_f32..9.0, 0.0_f32..1.0);
        prop::collection::vec(
            one.prop_map(|(x, y, radius, share)| body(x, y, radius, share)),
            0..40,
        )
    }

    proptest! {
        #[test]
        fn counts_do_not_depend_on_the_order(bodies in bodies(), turn in 0_usize..40) {
            let expected = blocks().count(&bodies);
            let mut other = bodies.clone();
            other.reverse();
            prop_assert_eq!(&blocks().count(&other), &expected);
            let turn = turn.min(other.len());
            other.rotate_left(turn);
            prop_assert_eq!(&blocks().count(&other), &expected);
        }
    }
}
