//! Going through agents table by table: columns as slices, cut into pieces that threads share.
//!
//! Beside the arithmetic of a steering rule it counts what it costs to fetch a dozen components of every entity. Whoever takes
//! whole columns fetches them once.

mod watched;
mod written;

pub(crate) use watched::{Version, Versioned, Versions, Watched, any_changed};
pub(crate) use written::{Column, Written, replace};

use crate::instructions::Instructions;
use crate::parallel::{ENOUGH_TASKS, is_costly_work_worth_threads, is_worth_threads};
use bevy::tasks::{ComputeTaskPool, TaskPool};
use core::ops::Range;
use pulp::{Arch, Simd, WithSimd};

/// Rows of a piece in a large crowd.
const MOST_ROWS_PER_PIECE: usize = 2048;
/// Rows of a piece in a small one, but for a table's last.
const FEWEST_ROWS_PER_PIECE: usize = 256;

/// Rows whose numbers go into lanes together, block by block: so few that the fastest memory holds them, and so many that a
/// block need not wait for the one before.
pub(crate) const ROWS_AT_ONCE: usize = 64;

/// So many tables are remembered without memory from the heap; games rarely have more kinds of agents.
pub(crate) const FEW_TABLES: usize = 8;

/// Columns of a table, as long as each other, which can be cut.
pub(crate) trait Columns: Sized {
    /// The columns up to `row`, and those from there on.
    fn split_at(self, row: usize) -> (Self, Self);
}

impl<T> Columns for &[T] {
    fn split_at(self, row: usize) -> (Self, Self) {
        <[T]>::split_at(self, row)
    }
}

impl<T> Columns for &mut [T] {
    fn split_at(self, row: usize) -> (Self, Self) {
        self.split_at_mut(row)
    }
}

/// The number of the first row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstRow(pub(crate) usize);

impl Columns for FirstRow {
    fn split_at(self, row: usize) -> (Self, Self) {
        (self, Self(self.0 + row))
    }
}

/// Something of its own for every piece, in their order.
pub(crate) struct OnePerPiece<'a, T>(pub(crate) &'a mut [T]);

impl<'a, T> OnePerPiece<'a, T> {
    /// What belongs to this piece.
    pub(crate) fn own(self) -> Option<&'a mut T> {
        self.0.first_mut()
    }
}

impl<T> Columns for OnePerPiece<'_, T> {
    fn split_at(self, _row: usize) -> (Self, Self) {
        let (first, later) = self.0.split_at_mut(1.min(self.0.len()));
        (Self(first), Self(later))
    }
}

/// What holds for a whole table.
impl Columns for bool {
    fn split_at(self, _row: usize) -> (Self, Self) {
        (self, self)
    }
}

/// A column that not every table has.
impl<C: Columns> Columns for Option<C> {
    fn split_at(self, row: usize) -> (Self, Self) {
        match self {
            Some(columns) => {
                let (first, later) = columns.split_at(row);
                (Some(first), Some(later))
            }
            None => (None, None),
        }
    }
}

macro_rules! columns_of_several {
    ($($column:ident)*) => {
        impl<$($column: Columns),*> Columns for ($($column,)*) {
            #[expect(non_snake_case, reason = "a variable is named as its type")]
            fn split_at(self, row: usize) -> (Self, Self) {
                let ($($column,)*) = self;
                $(let $column = $column.split_at(row);)*
                (($($column.0,)*), ($($column.1,)*))
            }
        }
    };
}

columns_of_several!(A B);
columns_of_several!(A B C);
columns_of_several!(A B C D);

/// Calls `work` for every piece of every table: on the threads of Bevy's compute pool when there are so many `agents` that it
/// pays, else here, in order. Each table comes with its number of rows.
///
/// What is to be compiled for the wider `instructions` has to be inlined into `work`, and `work` itself.
pub(crate) fn for_each_piece<C: Columns + Send>(
    instructions: Instructions,
    agents: usize,
    tables: impl Iterator<Item = (usize, C)>,
    work: impl Fn(C) + Send + Sync,
) {
    for_each_piece_in_lanes(instructions, agents, tables, InOneLane(work));
}

/// The same for [costly](is_costly_work_worth_threads) work.
pub(crate) fn for_each_costly_piece<C: Columns + Send>(
    instructions: Instructions,
    agents: usize,
    tables: impl Iterator<Item = (usize, C)>,
    work: impl Fn(C) + Send + Sync,
) {
    let is_parallel = is_costly_work_worth_threads(agents);
    work_on_pieces(instructions, agents, is_parallel, tables, InOneLane(work));
}

/// The same for work on several rows at once, each in a lane of the machine's vector registers.
pub(crate) fn for_each_piece_in_lanes<C: Columns + Send>(
    instructions: Instructions,
    agents: usize,
    tables: impl Iterator<Item = (usize, C)>,
    work: impl PieceWork<C>,
) {
    let is_parallel = is_worth_threads(agents);
    work_on_pieces(instructions, agents, is_parallel, tables, work);
}

fn work_on_pieces<C: Columns + Send>(
    instructions: Instructions,
    agents: usize,
    is_parallel: bool,
    tables: impl Iterator<Item = (usize, C)>,
    work: impl PieceWork<C>,
) {
    let arch = instructions.arch();
    let work = |columns: C| work_on_piece(arch, columns, &work);
    let rows_per_piece = rows_per_piece(agents);
    if is_parallel {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (rows, columns) in tables {
                cut(rows, rows_per_piece, columns, |piece| {
                    let work = &work;
                    scope.spawn(async move { work(piece) });
                });
            }
        });
    } else {
        for (rows, columns) in tables {
            cut(rows, rows_per_piece, columns, &work);
        }
    }
}

/// Work on a piece of a table, with as many lanes as the machine has.
pub(crate) trait PieceWork<C>: Send + Sync {
    /// Works on the piece. To be inlined, or it is compiled without the machine's instructions.
    fn work_on<S: Simd>(&self, simd: S, piece: C);
}

/// Work that goes from row to row.
struct InOneLane<W>(W);

impl<C, W: Fn(C) + Send + Sync> PieceWork<C> for InOneLane<W> {
    #[inline(always)]
    fn work_on<S: Simd>(&self, _simd: S, piece: C) {
        (self.0)(piece);
    }
}

// Not inlined, or the work would be there once for every place from which it is called.
#[inline(never)]
fn work_on_piece<C, W: PieceWork<C>>(arch: Arch, piece: C, work: &W) {
    arch.dispatch(Piece { piece, work });
}

/// Work on a piece, compiled for every kind of instructions.
struct Piece<'a, C, W> {
    piece: C,
    work: &'a W,
}

impl<C, W: PieceWork<C>> WithSimd for Piece<'_, C, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.work.work_on(simd, self.piece);
    }
}

/// Cuts so many rows into spans of [`ROWS_AT_ONCE`], first to last.
pub(crate) fn rows_at_once(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let firsts = (0..rows).step_by(ROWS_AT_ONCE);
    firsts.map(move |first| first..(first + ROWS_AT_ONCE).min(rows))
}

/// How many pieces so many rows of a table make, where there are so many agents in all tables: for [`OnePerPiece`].
pub(crate) fn pieces(rows: usize, agents: usize) -> usize {
    rows.div_ceil(rows_per_piece(agents))
}

/// Rows of a piece where there are so many agents.
///
/// Whatever the number of threads: what is summed up piece by piece must not depend on it.
fn rows_per_piece(agents: usize) -> usize {
    let even = agents.div_ceil(ENOUGH_TASKS);
    even.clamp(FEWEST_ROWS_PER_PIECE, MOST_ROWS_PER_PIECE)
        .next_multiple_of(ROWS_AT_ONCE)
}

/// Cuts columns into pieces of so many rows, first to last.
fn cut<C: Columns>(rows: usize, rows_per_piece: usize, columns: C, mut each: impl FnMut(C)) {
    let (mut rest, mut left) = (columns, rows);
    while left > rows_per_piece {
        let (piece, later) = rest.split_at(rows_per_piece);
        each(piece);
        rest = later;
        left -= rows_per_piece;
    }
    if left > 0 {
        each(rest);
    }
}

#[cfg(test)]
mod tests;
