//! An index of points, sorted by cell.
//!
//! Each rebuild sorts the points by their square cell, with one counting sort. The cells of the
//! endless plane wrap onto a small table, as on a torus. So memory follows the number of points,
//! not the extent of the world, and no arena has to be declared.
//!
//! A pile of points in a cell of a wide crowd would be slow to search, so crowded cells may be
//! divided. Cells that share a bucket in the table cost only a few more candidates; the caller's
//! distance test removes them. Cells side by side in a row are side by side in memory, so that a
//! search reads a few contiguous runs.

mod divisions;

use core::ops::Range;
use divisions::Division;
use glam::Vec2;

/// The smallest cell of the table of all points, world units. With smaller ones, points that are
/// apart would share the last cell that a number can name.
const SMALLEST_CELL: f32 = 1e-6;
/// The most buckets of the table per point, before rounding up to a power of two.
const BUCKETS_PER_POINT: usize = 2;
/// The table may have this many buckets, however few points there are.
const FEWEST_BUCKETS: usize = 16;

/// The box around some points, and their number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointBounds {
    low: Vec2,
    high: Vec2,
    count: usize,
}

/// The map from cells of the plane to buckets of the table.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CellTable {
    inverse_cell_size: f32,
    columns: usize,
    rows: usize,
}

/// An index of points. It is rebuilt as a whole.
#[derive(Clone, Debug, Default)]
pub struct CellGrid {
    table: CellTable,
    /// The start of each bucket in `order`, and one more number for the end.
    starts: Vec<u32>,
    /// The numbers of the points, bucket by bucket, in rising order within a bucket.
    order: Vec<u32>,
    /// The place of each point in `order`.
    ranks: Vec<u32>,
    bucket_of_point: Vec<u32>,
    /// The divided buckets, in rising order. Their smaller buckets have numbers after those of the
    /// table.
    divisions: Vec<Division>,
}

impl CellGrid {
    /// Sorts `positions` into cells of `cell_size` world units.
    ///
    /// A good size is from half the usual search radius to the whole radius. Any size gives the
    /// same answers.
    #[inline]
    pub fn rebuild(&mut self, positions: &[Vec2], cell_size: f32) {
        let mut bounds = PointBounds::default();
        for position in positions {
            bounds.add(*position);
        }
        let (table, buckets) = self.prepare(&bounds, cell_size);
        for (position, bucket) in positions.iter().zip(buckets) {
            *bucket = table.bucket(*position);
        }
        self.sort();
    }

    /// Makes a table for points within `bounds`, in cells of `cell_size` world units, or of 1 if
    /// that is not finite: the first half of [`rebuild`](Self::rebuild).
    ///
    /// Returns the table, and the slice for the bucket of every point. Several threads may fill the
    /// slice. [`sort`](Self::sort) comes next.
    #[inline]
    pub fn prepare(&mut self, bounds: &PointBounds, cell_size: f32) -> (CellTable, &mut [u32]) {
        let usable = if cell_size.is_finite() {
            cell_size.max(SMALLEST_CELL)
        } else {
            1.0
        };
        self.table = CellTable::new(bounds, usable);
        self.bucket_of_point.resize(bounds.count, 0);
        (self.table, &mut self.bucket_of_point)
    }

    /// Sorts the points by their buckets: the second half of [`rebuild`](Self::rebuild).
    #[inline]
    pub fn sort(&mut self) {
        self.starts.clear();
        self.divisions.clear();
        self.order.resize(self.bucket_of_point.len(), 0);
        self.ranks.resize(self.bucket_of_point.len(), 0);
        let numbers = 0..self.bucket_of_point.len() as u32;
        self.fill(0, self.table.buckets(), 0, numbers);
    }

    /// Sorts points with these numbers by their buckets, into `order` from the place `start`. The
    /// `buckets` buckets get the numbers from `first`.
    fn fill(
        &mut self,
        first: usize,
        buckets: usize,
        start: usize,
        numbers: impl Iterator<Item = u32> + Clone,
    ) {
        // Index `bucket + 2` counts the points of a bucket. After the sums, `bucket + 1` holds its
        // start. The filling turns that into its end, which is the start of the next bucket.
        self.starts.resize(first + buckets + 2, 0);
        let starts = &mut self.starts[first..];
        for number in numbers.clone() {
            starts[self.bucket_of_point[number as usize] as usize + 2] += 1;
        }
        let mut sum = start as u32;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        for number in numbers {
            let bucket = self.bucket_of_point[number as usize];
            let next = &mut starts[bucket as usize + 1];
            self.order[*next as usize] = number;
            self.ranks[number as usize] = *next;
            *next += 1;
        }
        self.starts.truncate(first + buckets + 1);
    }

    /// Returns the points' numbers in cell order.
    #[inline]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the place of each point in [`order`](Self::order), by number.
    #[inline]
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// Returns the side of a cell, world units.
    #[inline]
    pub fn cell_size(&self) -> f32 {
        self.table.cell_size()
    }

    /// Calls `visit` with runs of [`order`](Self::order), in rising order. Together they hold every
    /// point within `radius` of `center` once, and some that are farther.
    #[inline]
    pub fn visit_runs(&self, center: Vec2, radius: f32, visit: impl FnMut(Range<usize>)) {
        if radius.is_nan() || radius < 0.0 {
            return;
        }
        self.visit_box_runs(center - radius, center + radius, visit);
    }

    /// Calls `visit` with runs that hold every point in the box from `low` to `high`.
    #[inline]
    pub fn visit_box_runs(&self, low: Vec2, high: Vec2, mut visit: impl FnMut(Range<usize>)) {
        if self.order.is_empty() {
            return;
        }
        let columns = wrapped_spans(
            self.table.cell(low.x),
            self.table.cell(high.x),
            self.table.columns,
        );
        let rows = wrapped_spans(
            self.table.cell(low.y),
            self.table.cell(high.y),
            self.table.rows,
        );
        let [columns, wrapped_columns] = columns;
        for rows in rows {
            for row in rows {
                let starts = &self.starts[row * self.table.columns..];
                let mut visit = |span: &Range<usize>| {
                    let (first, last) = (starts[span.start], starts[span.end]);
                    if first == last {
                        return;
                    }
                    if !self.is_divided() {
                        visit(first as usize..last as usize);
                    } else {
                        let first = row * self.table.columns;
                        let buckets = first + span.start..first + span.end;
                        self.visit_divided(buckets, (low, high), &mut visit);
                    }
                };
                visit(&columns);
                // The second span is empty unless the table's end lies within the box.
                if !wrapped_columns.is_empty() {
                    visit(&wrapped_columns);
                }
            }
        }
    }

    /// Returns the mean number of points in the cell of a point, itself included; before a
    /// division.
    #[inline]
    pub fn crowding(&self) -> f32 {
        let squares: u64 = self
            .starts
            .windows(2)
            .map(|ends| u64::from(ends[1] - ends[0]).pow(2))
            .sum();
        squares as f32 / self.order.len().max(1) as f32
    }

    /// Whether `radius` is so large that every search covers all buckets of the table, and a wider
    /// one finds nothing more unless cells are divided. A search with a smaller radius may cover
    /// them too.
    #[inline]
    pub fn covers_everything(&self, radius: f32) -> bool {
        let cells = radius * self.table.inverse_cell_size;
        cells >= self.table.columns.max(self.table.rows) as f32
    }
}

impl PointBounds {
    /// Adds a point.
    #[inline]
    pub fn add(&mut self, position: Vec2) {
        self.low = self.low.min(position);
        self.high = self.high.max(position);
        self.count += 1;
    }

    /// Adds all points of `other`.
    #[inline]
    pub fn add_all(&mut self, other: &Self) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
        self.count += other.count;
    }
}

impl Default for PointBounds {
    /// The bounds of no point.
    fn default() -> Self {
        Self {
            low: Vec2::INFINITY,
            high: Vec2::NEG_INFINITY,
            count: 0,
        }
    }
}

impl CellTable {
    /// Makes a table that fits the points, in cells of `cell_size` world units.
    fn new(bounds: &PointBounds, cell_size: f32) -> Self {
        let mut table = Self {
            inverse_cell_size: 1.0 / cell_size,
            columns: 1,
            rows: 1,
        };
        if bounds.count == 0 {
            return table;
        }
        let extent = |low: f32, high: f32| {
            let cells = table.cell(high).saturating_sub(table.cell(low)).max(0) as u64;
            cells.saturating_add(1).min(1 << 31).next_power_of_two() as usize
        };
        let most = (bounds.count * BUCKETS_PER_POINT)
            .next_power_of_two()
            .max(FEWEST_BUCKETS);
        let (low, high) = (bounds.low, bounds.high);
        let (mut columns, mut rows) = (extent(low.x, high.x), extent(low.y, high.y));
        while columns.saturating_mul(rows) > most {
            if columns >= rows {
                columns /= 2;
            } else {
                rows /= 2;
            }
        }
        (table.columns, table.rows) = (columns, rows);
        table
    }

    fn buckets(&self) -> usize {
        self.columns * self.rows
    }

    fn cell_size(&self) -> f32 {
        1.0 / self.inverse_cell_size
    }

    #[inline]
    fn cell(&self, coordinate: f32) -> i64 {
        // The cast saturates, so that no coordinate is too large; `floor` would be a function call
        // on baseline x86-64.
        let scaled = coordinate * self.inverse_cell_size;
        let truncated = scaled as i32;
        i64::from(truncated) - i64::from(truncated as f32 > scaled)
    }

    /// Returns the bucket of a point in the table.
    #[inline]
    pub fn bucket(&self, position: Vec2) -> u32 {
        let column = wrap(self.cell(position.x), self.columns);
        let row = wrap(self.cell(position.y), self.rows);
        (row * self.columns + column) as u32
    }
}

fn wrap(cell: i64, count: usize) -> usize {
    (cell as u64 & (count as u64 - 1)) as usize
}

/// Returns the buckets of the cells `low..=high`, as at most two spans without repetition.
///
/// The spans are in the rising order of the buckets, wherever a search begins. So agents that
/// search together do not change each other's sums.
fn wrapped_spans(low: i64, high: i64, count: usize) -> [Range<usize>; 2] {
    let (first, last) = (wrap(low, count), wrap(high, count));
    if high.saturating_sub(low) >= count as i64 - 1 {
        return [0..count, 0..0];
    }
    if first <= last {
        [first..last + 1, 0..0]
    } else {
        [0..last + 1, first..count]
    }
}

#[cfg(test)]
mod tests;
