//! Agents table by table: columns as slices, cut into pieces that threads share.
//!
//! Fetching a dozen components of every entity costs as much as a steering rule. A column is
//! fetched once for its whole table.

mod column_mut;
mod column_ref;
mod columns;

pub(crate) use column_mut::{Column, ColumnMut};
pub(crate) use column_ref::{ColumnRef, Version, Versioned, Versions, any_changed};
pub(crate) use columns::{Columns, FirstRow, OnePerPiece, Tables};

use crate::parallel::{Cost, ENOUGH_TASKS, for_each_task};
use crate::simd_level::SimdLevel;
use core::ops::Range;
use pulp::{Arch, Simd, WithSimd};
use smallvec::SmallVec;

/// Rows of a piece in a large crowd.
const MOST_ROWS_PER_PIECE: usize = 2048;
/// Rows of a piece in a small crowd, except for a table's last.
const FEWEST_ROWS_PER_PIECE: usize = 256;

/// Rows that go through several short loops together: few enough for the fastest memory.
pub(crate) const ROWS_AT_ONCE: usize = 64;

/// The number of tables that need no heap memory; games rarely have more kinds of agents.
pub(crate) const FEW_TABLES: usize = 8;

/// Calls `work` for every piece of every table. It uses the threads of Bevy's compute pool if the
/// number of agents and their cost are worth it, else this thread, in order.
///
/// `work` is compiled for the wider instructions, as far as it is inlined.
pub(crate) fn for_each_piece<C: Columns>(
    simd_level: SimdLevel,
    cost: Cost,
    tables: impl Iterator<Item = C>,
    work: impl Fn(C::Piece) + Send + Sync,
) where
    C::Piece: Send,
{
    let tables: SmallVec<[C; FEW_TABLES]> = tables.collect();
    let agents = tables.iter().map(|table| table.rows().unwrap_or(0)).sum();
    let rows = rows_per_piece(agents);
    let pieces = tables.into_iter().flat_map(|table| table.pieces(rows));
    let arch = simd_level.arch();
    for_each_task(cost.is_worth_threads(agents), pieces, |piece| {
        work_on_piece(arch, piece, &work);
    });
}

// Not inlined, or the work would be compiled once for every caller.
#[inline(never)]
fn work_on_piece<P, W: Fn(P)>(arch: Arch, piece: P, work: &W) {
    arch.dispatch(Piece { piece, work });
}

/// Work on a piece, compiled for every kind of instructions.
struct Piece<'a, P, W> {
    piece: P,
    work: &'a W,
}

impl<P, W: Fn(P)> WithSimd for Piece<'_, P, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        (self.work)(self.piece);
    }
}

/// Cuts `rows` into spans of [`ROWS_AT_ONCE`], first to last.
pub(crate) fn rows_at_once(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let firsts = (0..rows).step_by(ROWS_AT_ONCE);
    firsts.map(move |first| first..(first + ROWS_AT_ONCE).min(rows))
}

/// The number of pieces of a table of `rows`, in a crowd of `agents`: for [`OnePerPiece`].
pub(crate) fn pieces(rows: usize, agents: usize) -> usize {
    rows.div_ceil(rows_per_piece(agents))
}

/// Rows of a piece in a crowd of `agents`.
///
/// It does not depend on the number of threads, because sums over pieces must not.
fn rows_per_piece(agents: usize) -> usize {
    let even = agents.div_ceil(ENOUGH_TASKS);
    even.clamp(FEWEST_ROWS_PER_PIECE, MOST_ROWS_PER_PIECE)
        .next_multiple_of(ROWS_AT_ONCE)
}

#[cfg(test)]
mod tests;
