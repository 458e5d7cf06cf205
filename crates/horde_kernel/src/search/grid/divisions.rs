//! Crowded cells of a grid, divided into smaller cells.
//!
//! A pile of points in one cell of a wide crowd would make every search there visit all of it. So
//! each crowded cell gets a table of its own, for the box around its points; a crowded cell of that
//! table is divided again. The other cells keep their size.

use super::{CellGrid, CellTable, PointBounds, wrapped_spans};
use core::ops::Range;
use glam::Vec2;

/// The smaller cells hold on average this part of the points that a cell may hold.
const PART_IN_CELL: f32 = 0.25;
/// The smallest cell, world units. Squares of smaller distances underflow.
const SMALLEST_PART: f32 = 1e-18;

/// A bucket that is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    bucket: usize,
    table: CellTable,
    /// The number of the first bucket of `table`.
    first: usize,
}

impl CellGrid {
    /// Divides cells with more than `most` points into smaller ones, and these again, unless the
    /// points coincide or nearly so. It comes after [`sort`](Self::sort), and changes the order
    /// only within a cell. `position` returns the positions that were sorted, by number.
    pub fn divide(&mut self, most: usize, position: impl Fn(u32) -> Vec2) {
        let mut buckets = 0..self.starts.len() - 1;
        let mut numbers = Vec::new();
        // The new tables are examined in their order, so the divisions are in the order of buckets.
        for next in 0.. {
            for bucket in buckets {
                self.divide_bucket(bucket, most, &position, &mut numbers);
            }
            let Some(division) = self.divisions.get(next) else {
                return;
            };
            buckets = division.first..division.first + division.table.buckets();
        }
    }

    /// Divides a bucket if it is crowded and smaller cells part its points. `numbers` is scratch.
    fn divide_bucket(
        &mut self,
        bucket: usize,
        most: usize,
        position: &impl Fn(u32) -> Vec2,
        numbers: &mut Vec<u32>,
    ) {
        let run = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        if run.len() <= most {
            return;
        }
        numbers.clear();
        numbers.extend_from_slice(&self.order[run.clone()]);
        let mut bounds = PointBounds::default();
        numbers.iter().for_each(|it| bounds.add(position(*it)));
        let size = bounds.high - bounds.low;
        let part = PART_IN_CELL * most as f32 / run.len() as f32;
        // The second term is for points in a row.
        let cell = (size.x * size.y * part).sqrt();
        let cell = cell.max((size.x + size.y) * part);
        if !(cell >= SMALLEST_PART && cell.is_finite()) {
            return;
        }
        let table = CellTable::new(&bounds, cell);
        for number in &*numbers {
            self.bucket_of_point[*number as usize] = table.bucket(position(*number));
        }
        let bucket_of = |number: &u32| self.bucket_of_point[*number as usize];
        let is_parted = numbers
            .iter()
            .any(|it| bucket_of(it) != bucket_of(&numbers[0]));
        if !is_parted {
            return;
        }
        let first = self.starts.len();
        self.fill(first, table.buckets(), run.start, numbers.iter().copied());
        self.divisions.push(Division {
            bucket,
            table,
            first,
        });
    }

    /// Whether any cell is divided.
    #[inline]
    pub fn is_divided(&self) -> bool {
        !self.divisions.is_empty()
    }

    /// Returns the side of the smallest cell at a position, world units.
    #[inline]
    pub fn cell_size_at(&self, position: Vec2) -> f32 {
        if !self.is_divided() {
            return self.cell_size();
        }
        let (mut table, mut first) = (&self.table, 0);
        loop {
            let bucket = first + table.bucket(position) as usize;
            let divisions = &self.divisions;
            match divisions.binary_search_by_key(&bucket, |division| division.bucket) {
                Ok(number) => (table, first) = (&divisions[number].table, divisions[number].first),
                Err(_) => return table.cell_size(),
            }
        }
    }

    /// Calls `visit` with runs of these buckets that hold every point of them in the box.
    #[cold]
    #[inline(never)]
    pub(super) fn visit_divided(
        &self,
        buckets: Range<usize>,
        (low, high): (Vec2, Vec2),
        visit: &mut dyn FnMut(Range<usize>),
    ) {
        let whole = |buckets: Range<usize>, visit: &mut dyn FnMut(Range<usize>)| {
            let (first, last) = (self.starts[buckets.start], self.starts[buckets.end]);
            if first < last {
                visit(first as usize..last as usize);
            }
        };
        let earlier = |division: &Division| division.bucket < buckets.start;
        let known = self.divisions.partition_point(earlier);
        let mut next = buckets.start;
        for division in &self.divisions[known..] {
            if division.bucket >= buckets.end {
                break;
            }
            whole(next..division.bucket, visit);
            let Division { table, first, .. } = division;
            let columns = wrapped_spans(table.cell(low.x), table.cell(high.x), table.columns);
            let rows = wrapped_spans(table.cell(low.y), table.cell(high.y), table.rows);
            for row in rows.into_iter().flatten() {
                let row = first + row * table.columns;
                for columns in columns.clone().into_iter().filter(|it| !it.is_empty()) {
                    let buckets = row + columns.start..row + columns.end;
                    self.visit_divided(buckets, (low, high), visit);
                }
            }
            next = division.bucket + 1;
        }
        whole(next..buckets.end, visit);
    }
}

#[cfg(test)]
mod tests;
