//! The cells into which the index sorts bodies.

use super::AgentIndex;
use crate::parallel::Cost;
use crate::simd_level::SimdLevel;
use crate::tables::{FirstRow, for_each_batch};
use horde_kernel::crowd::body::Body;

/// Cell size, in mean body radii, while no agent searches for neighbors.
const DEFAULT_CELL: f32 = 8.0;
/// Smallest cell, in mean body radii. Smaller cells only make searches visit more of them.
const SMALLEST_CELL: f32 = 2.0;
/// Cells shrink when a search finds more than this many times the neighbors that count.
const DENSE: f32 = 3.0;
/// After that, a search should find this many times the neighbors that count.
const ENOUGH: f32 = 2.5;
/// The mean agent of a heap shares its cell with more agents than this, and than count as
/// neighbors.
const HEAPED: usize = 16;

impl AgentIndex {
    /// Sorts the rows into cells that fit the ranges in use and the density of the crowd. The cells
    /// depend on this tick only: earlier ticks do not change results.
    pub(super) fn rebuild(&mut self, simd_level: SimdLevel) {
        let mean_radius = (self.summary.totals.radius_sum / self.len().max(1) as f64) as f32;
        let usual = self.summary.ranges.usual();
        let cell_size = match usual {
            Some(usual) => usual.range.max(SMALLEST_CELL * mean_radius),
            None => DEFAULT_CELL * mean_radius,
        };
        let cell_size = if cell_size > 0.0 { cell_size } else { 1.0 };
        self.sort_into_cells(simd_level, cell_size);
        self.crowding = self.crowd.grid.crowding();
        if let Some(usual) = usual {
            // The neighbors to expect in a disc whose radius is the side of a cell.
            let neighbors = core::f32::consts::PI * (self.crowding - 1.0);
            if neighbors > DENSE * usual.neighbors {
                // The size is halved once or several times, so that one more agent usually changes
                // no cell.
                let wanted = ENOUGH * usual.neighbors / neighbors;
                let mut part = 0.5;
                while part * part > 1.5 * wanted {
                    part *= 0.5;
                }
                let smallest = SMALLEST_CELL * mean_radius;
                self.sort_into_cells(simd_level, (cell_size * part).max(smallest));
                self.crowding = self.crowd.grid.crowding();
                let most = HEAPED.max(usual.neighbors as usize);
                if self.crowding > most as f32 {
                    let bodies = &self.rows.bodies;
                    let position = |slot: u32| bodies[slot as usize].position;
                    self.crowd.grid.divide(most, position);
                }
            }
        }
        self.crowd
            .bodies
            .resize(self.rows.bodies.len(), Body::default());
        let (rows, order) = (&self.rows.bodies, self.crowd.grid.order());
        let columns = (order, FirstRow(0), &mut *self.crowd.bodies);
        for_each_batch(
            simd_level,
            Cost::Low,
            core::iter::once(columns),
            #[inline(always)]
            |(order, first, bodies)| {
                let ranks = first.0 as u32..;
                for ((rank, slot), body) in ranks.zip(order).zip(bodies) {
                    *body = Body {
                        rank,
                        ..rows[*slot as usize]
                    };
                }
            },
        );
    }

    fn sort_into_cells(&mut self, simd_level: SimdLevel, cell_size: f32) {
        let bodies = &*self.rows.bodies;
        let (table, buckets) = self
            .crowd
            .grid
            .prepare(&self.summary.totals.bounds, cell_size);
        for_each_batch(
            simd_level,
            Cost::Low,
            core::iter::once((bodies, buckets)),
            #[inline(always)]
            |(bodies, buckets)| {
                for (body, bucket) in bodies.iter().zip(buckets) {
                    *bucket = table.bucket(body.position);
                }
            },
        );
        self.crowd.grid.sort();
    }
}
