//! Groups adjacent cells into islands.

use super::moments::Moments;
use glam::Vec2;

/// The most cells of a heap. More cells are merged, because each cell pushes every body of the
/// heap.
const MOST_CELLS: usize = 128;

/// The row and the column of a cell of the plane.
pub(super) type Cell = (i32, i32);

/// The cell of a position.
#[inline]
pub(super) fn cell(position: Vec2, side: f32) -> Cell {
    let scaled = (position / side).floor();
    (scaled.y as i32, scaled.x as i32)
}

/// The numbers of the cells of each island, in ascending order.
///
/// Cells of an island touch by a side or a corner. `cells` is in ascending order.
pub(super) fn islands(cells: &[Cell]) -> Vec<Vec<u32>> {
    let mut parents: Vec<u32> = (0..cells.len() as u32).collect();
    for (number, (row, column)) in cells.iter().enumerate() {
        let (below, right) = (row.saturating_add(1), column.saturating_add(1));
        for other in [
            (*row, right),
            (below, column.saturating_sub(1)),
            (below, *column),
            (below, right),
        ] {
            if let Ok(other) = cells.binary_search(&other) {
                let (one, other) = (root(&mut parents, number), root(&mut parents, other));
                parents[one.max(other)] = one.min(other) as u32;
            }
        }
    }
    let mut islands: Vec<Vec<u32>> = Vec::new();
    let mut island_of = vec![usize::MAX; cells.len()];
    for number in 0..cells.len() {
        let root = root(&mut parents, number);
        if root == number {
            island_of[root] = islands.len();
            islands.push(Vec::new());
        }
        islands[island_of[root]].push(number as u32);
    }
    islands
}

/// The first cell of the island that holds cell `number`.
fn root(parents: &mut [u32], mut number: usize) -> usize {
    while parents[number] as usize != number {
        parents[number] = parents[parents[number] as usize];
        number = parents[number] as usize;
    }
    number
}

/// The side of the merged cells of an island, in cells, and their moments. Merges to at most
/// [`MOST_CELLS`] cells.
pub(super) fn merged(island: &[u32], cells: &[Cell], moments: &[Moments]) -> (i32, Vec<Moments>) {
    let mut scale = 1;
    loop {
        let coarse = |number: u32| {
            let (row, column) = cells[number as usize];
            (row.div_euclid(scale), column.div_euclid(scale))
        };
        let mut sorted: Vec<(Cell, u32)> = island.iter().map(|own| (coarse(*own), *own)).collect();
        sorted.sort_unstable();
        let together = sorted.chunk_by(|one, other| one.0 == other.0);
        let together = together.map(|cells| {
            let all = cells.iter().map(|(_, number)| moments[*number as usize]);
            all.reduce(Moments::with).expect("a chunk is not empty")
        });
        let together: Vec<Moments> = together.collect();
        if together.len() <= MOST_CELLS {
            return (scale, together);
        }
        scale *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The islands by flood fill from each cell.
    fn flooded(cells: &[Cell]) -> Vec<Vec<u32>> {
        let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut islands = Vec::new();
        for start in cells {
            let (mut island, mut reached) = (Vec::new(), vec![*start]);
            while let Some(cell) = reached.pop() {
                if left.remove(&cell) {
                    island.push(cells.iter().position(|other| *other == cell).unwrap() as u32);
                    for row in -1..=1 {
                        for column in -1..=1 {
                            reached.push((cell.0 + row, cell.1 + column));
                        }
                    }
                }
            }
            island.sort_unstable();
            islands.extend((!island.is_empty()).then_some(island));
        }
        islands
    }

    proptest! {
        #[test]
        fn islands_are_those_that_flooding_finds(cells in proptest::collection::btree_set((-6..6, -6..6), 0..60)) {
            let cells: Vec<Cell> = cells.into_iter().collect();
            prop_assert_eq!(islands(&cells), flooded(&cells));
        }
    }

    #[test]
    fn cells_at_the_ends_of_the_plane_have_no_neighbors_beyond() {
        let cells = [
            (i32::MIN, i32::MIN),
            (i32::MAX, i32::MIN),
            (i32::MAX, i32::MAX),
        ];
        assert_eq!(islands(&cells), [vec![0], vec![1], vec![2]]);
    }
}
