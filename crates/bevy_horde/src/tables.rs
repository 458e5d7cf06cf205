//! Agents table by table: columns as slices, cut into batches that threads share.
//!
//! Fetching a dozen components of every entity costs as much as a steering rule. A column is
//! fetched once for its whole table.

mod column_mut;
mod column_ref;
mod columns;

pub(crate) use column_mut::{Column, ColumnMut};
pub(crate) use column_ref::{ColumnRef, Version, Versioned, Versions, any_changed};
pub(crate) use columns::{Columns, FirstRow, OnePerBatch, Tables, columns};

use crate::parallel::{Cost, ENOUGH_TASKS, for_each_task};
use crate::simd_level::SimdLevel;
use core::ops::Range;
use pulp::{Arch, Simd, WithSimd};
use smallvec::SmallVec;

/// The rows of a batch in a large crowd, at most.
const MOST_ROWS_PER_BATCH: usize = 2048;
/// The rows of a batch in a small crowd, at least; the last batch of a table may have fewer.
const FEWEST_ROWS_PER_BATCH: usize = 256;

/// Rows that go through several short loops together: few enough for the fastest memory.
pub(crate) const ROWS_AT_ONCE: usize = 64;

/// The number of tables that need no heap memory; games rarely have more kinds of agents.
pub(crate) const FEW_TABLES: usize = 8;

/// Calls `work` for every batch of every table. Uses the threads of Bevy's compute pool if the
/// number of agents and the `cost` of each are worth it. Else this thread does all work, in order.
///
/// `work` is compiled for the wider instructions, as far as it is inlined.
pub(crate) fn for_each_batch<C: Columns>(
    simd_level: SimdLevel,
    cost: Cost,
    tables: impl Iterator<Item = C>,
    work: impl Fn(C::Batch) + Send + Sync,
) where
    C::Batch: Send,
{
    let tables: SmallVec<[C; FEW_TABLES]> = tables.collect();
    let agents = tables.iter().map(|table| table.rows().unwrap_or(0)).sum();
    let rows = rows_per_batch(agents);
    let batches = tables.into_iter().flat_map(|table| table.batches(rows));
    let arch = simd_level.arch();
    for_each_task(cost.is_worth_threads(agents), batches, |batch| {
        work_on_batch(arch, batch, &work);
    });
}

// Not inlined, or the work would be compiled once for every caller.
#[inline(never)]
fn work_on_batch<P, W: Fn(P)>(arch: Arch, batch: P, work: &W) {
    arch.dispatch(Batch { batch, work });
}

/// Work on a batch, compiled for every kind of vector instructions.
struct Batch<'a, P, W> {
    batch: P,
    work: &'a W,
}

impl<P, W: Fn(P)> WithSimd for Batch<'_, P, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        (self.work)(self.batch);
    }
}

/// Cuts `rows` into spans of [`ROWS_AT_ONCE`], first to last.
pub(crate) fn rows_at_once(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let firsts = (0..rows).step_by(ROWS_AT_ONCE);
    firsts.map(move |first| first..(first + ROWS_AT_ONCE).min(rows))
}

/// The number of batches of a table of `rows`, in a crowd of `agents`: for [`OnePerBatch`].
pub(crate) fn batches(rows: usize, agents: usize) -> usize {
    rows.div_ceil(rows_per_batch(agents))
}

/// Rows of a batch in a crowd of `agents`.
///
/// The number does not depend on that of threads, because sums over batches must not.
fn rows_per_batch(agents: usize) -> usize {
    let even = agents.div_ceil(ENOUGH_TASKS);
    even.clamp(FEWEST_ROWS_PER_BATCH, MOST_ROWS_PER_BATCH)
        .next_multiple_of(ROWS_AT_ONCE)
}

#[cfg(test)]
mod tests;
