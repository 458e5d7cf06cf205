//! The cost of a cell from the costs of its neighbors.
//!
//! The cheapest way out of a cell leads to a neighbor beside it, to a diagonal one, or to a place
//! between two of them (Tsitsiklis 1995). Costs between two neighbors are interpolated. For a step
//! `c`, a neighbor `a` beside the cell and a cheaper diagonal one `b`, the cost of the best place
//! between them is `a + sqrt(c^2 - (a - b)^2)` if `a - b < c / sqrt(2)`; else the way leads to `b`.
//!
//! Every candidate is greater than the costs that it comes from, by `c / sqrt(2)` or more. So all
//! costs together have only one solution. Neither the order of computation nor earlier costs change
//! the result, not even its last bit.

use crate::fields::cost_grid::{
    CostGrid, UNIT, all_triangles_open, diagonal_link, is_triangle_open,
};
use std::f32::consts::SQRT_2;

/// The cost of a cell without a way to a goal.
pub(super) const UNREACHABLE: u32 = u32::MAX;
/// The greatest cost. More counts as unreachable.
pub(super) const GREATEST: u32 = i32::MAX as u32;

/// The cost of a step to a diagonal neighbor.
#[inline(always)]
pub(super) fn diagonal_step(step: u32) -> u32 {
    // 1448 / 1024 is the square root of 2 to four digits.
    (step * 1448 + UNIT / 2) / UNIT
}

/// The greatest width of a bucket in which no cell depends on another.
///
/// On even ground a diagonal neighbor gets its cost when the neighbor between is popped, which must
/// be in an earlier bucket.
#[inline]
pub(super) fn bucket_width(cheapest: u32) -> u32 {
    // These two costs differ by a diagonal step less a step; less 1 for rounding.
    cheapest * 424 / 1024 - 1
}

/// Whether the best place is between a neighbor and a diagonal one that is cheaper by `difference`,
/// and not at the diagonal one.
#[inline(always)]
fn is_between(step: f32, difference: f32) -> bool {
    difference * SQRT_2 < step
}

/// The cost by the best place between a neighbor beside the cell and a cheaper diagonal one.
/// [`UNREACHABLE`] if that place is at the diagonal one.
#[inline(always)]
pub(super) fn through(step: u32, beside: u32, diagonal: u32) -> u32 {
    let (length, difference) = (step as i32 as f32, (beside - diagonal) as i32 as f32);
    if is_between(length, difference) {
        // Both factors are whole numbers below 2^24, and so exact.
        let squared = (length - difference) * (length + difference);
        beside + (f32::sqrt(squared) + 0.5) as i32 as u32
    } else {
        UNREACHABLE
    }
}

/// A place on the ring of neighbors, in cells from the center of the cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct WayOut {
    /// The number of a neighbor, beside the cell or diagonal.
    pub(super) direction: u32,
    /// A diagonal neighbor and the share of the way to it, 0 to 1; `None` if the place is at
    /// `direction`.
    pub(super) toward: Option<(u32, f32)>,
}

/// The cost of a cell from its neighbors. Calls `visit` with each way that is cheaper than all
/// before.
#[inline(always)]
pub(super) fn cost_by_neighbors(
    grid: &CostGrid,
    costs: &[u32],
    index: usize,
    mut visit: impl FnMut(u32, Option<(u32, u32)>),
) -> u32 {
    let (links, step) = (grid.links()[index], grid.steps()[index]);
    let mut best = UNREACHABLE;
    let mut offer = |cost: u32, direction: u32, toward: Option<(u32, u32)>| {
        if cost < best && cost <= GREATEST {
            best = cost;
            visit(direction, toward);
        }
    };
    let diagonal = diagonal_step(step);
    let mut corners = [UNREACHABLE; 4];
    for square in 0..4 {
        if diagonal_link(links, square) {
            let cost = costs[grid.neighbor(index, 2 * square + 1)];
            corners[square as usize] = cost;
            if cost <= GREATEST {
                offer(cost + diagonal, 2 * square + 1, None);
            }
        }
    }
    for side in 0..4 {
        let direction = 2 * side;
        if links & (1 << direction) == 0 {
            continue;
        }
        let neighbor = grid.neighbor(index, direction);
        let beside = costs[neighbor];
        if beside > GREATEST {
            continue;
        }
        offer(beside + step, direction, None);
        let others = grid.links()[neighbor];
        // A corner counts if the link from the neighbor to it is open too.
        let corner = |way: u32, square: u32| {
            if others & (1 << (way & 7)) != 0 {
                corners[square as usize & 3]
            } else {
                UNREACHABLE
            }
        };
        let left = corner(direction + 2, side);
        let right = corner(direction + 6, side + 3);
        let corner = right.min(left);
        if corner < beside {
            let turn = if right < left { 7 } else { 1 };
            let toward = ((direction + turn) & 7, beside - corner);
            offer(through(step, beside, corner), direction, Some(toward));
        }
    }
    best
}

/// The way out of a cell by which its cost is lowest; `None` if no linked neighbor has a way.
pub(super) fn way_out(grid: &CostGrid, costs: &[u32], index: usize) -> Option<WayOut> {
    let mut best = None;
    cost_by_neighbors(grid, costs, index, |direction, toward| {
        best = Some((direction, toward));
    });
    let (direction, toward) = best?;
    let toward = toward.map(|(corner, difference)| {
        let (step, difference) = (grid.steps()[index] as f32, difference as f32);
        let squared = (step - difference) * (step + difference);
        (corner, difference / f32::sqrt(squared))
    });
    Some(WayOut { direction, toward })
}

/// The indices in memory of the neighbors of a cell: those beside it, then the diagonal ones.
#[inline(always)]
fn around(grid: &CostGrid, index: usize) -> [usize; 8] {
    let stride = grid.stride();
    [
        index + 1,
        index + stride,
        index - 1,
        index - stride,
        index + stride + 1,
        index + stride - 1,
        index - stride - 1,
        index - stride + 1,
    ]
}

/// The lowest cost of a cell by a neighbor beside it, by the cheaper diagonal neighbor next to
/// that, or by a place between both. `beside` and `corner` are the costs of these neighbors.
#[inline(always)]
fn cost_past(step: u32, beside: u32, corner: u32) -> u32 {
    let straight = beside + step;
    if corner >= beside {
        return straight;
    }
    let diagonal = corner + diagonal_step(step);
    straight.min(diagonal).min(through(step, beside, corner))
}

/// Offers the neighbors beside a cell of even ground their costs by way of that cell, in a wave.
///
/// The diagonal neighbors need no offer. The neighbor between is nearer and is popped before them.
/// Its offer includes the diagonal step from this cell.
#[inline(always)]
pub(super) fn offer_on_even_ground(
    grid: &CostGrid,
    costs: &mut [u32],
    index: usize,
    mut offer: impl FnMut(&mut [u32], usize, u32),
) {
    let [east, north, west, south, ..] = around(grid, index);
    let (own, step) = (costs[index], grid.steps()[index]);
    // The north and south neighbors are diagonal neighbors of east and west, and vice versa.
    let along_row = cost_past(step, own, costs[north].min(costs[south]));
    let along_column = cost_past(step, own, costs[east].min(costs[west]));
    offer(costs, east, along_row);
    offer(costs, west, along_row);
    offer(costs, north, along_column);
    offer(costs, south, along_column);
}

/// Offers each neighbor of a cell its cost by way of that cell.
///
/// `offer` receives all costs, the index of a neighbor and its new candidate.
#[inline(always)]
pub(super) fn offer_to_neighbors(
    grid: &CostGrid,
    costs: &mut [u32],
    index: usize,
    mut offer: impl FnMut(&mut [u32], usize, u32),
) {
    let links = grid.links()[index];
    let own = costs[index];
    let around = around(grid, index);
    let mut beside = [0; 4];
    for side in 0..4 {
        beside[side] = costs[around[side]];
    }
    let is_open = all_triangles_open(links);
    for side in 0..4_u32 {
        let to = around[side as usize];
        if !(is_open || links & (1 << (2 * side)) != 0) {
            continue;
        }
        // The neighbors of this cell at a right angle to `to` are diagonal neighbors of `to`.
        let mut corner = UNREACHABLE;
        for (square, other) in [(side, side + 1), ((side + 3) & 3, side + 3)] {
            if is_open || is_triangle_open(links, square) {
                corner = corner.min(beside[other as usize & 3]);
            }
        }
        offer(costs, to, cost_past(grid.steps()[to], own, corner));
    }
    for square in 0..4_u32 {
        let to = around[4 + square as usize];
        if !(is_open || diagonal_link(links, square)) {
            continue;
        }
        let step = grid.steps()[to];
        let mut candidate = own + diagonal_step(step);
        for (side, bit) in [(square, 2 * square), (square + 1, 2 * square + 2)] {
            let between = beside[side as usize & 3];
            if between > own && between <= GREATEST && links & (1 << (bit & 7)) != 0 {
                let back = grid.links()[around[side as usize & 3]];
                let way = if side == square { bit + 2 } else { bit + 6 };
                if back & (1 << (way & 7)) != 0 {
                    candidate = candidate.min(through(step, between, own));
                }
            }
        }
        offer(costs, to, candidate);
    }
}
