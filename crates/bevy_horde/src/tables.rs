//! Going through agents table by table: columns as slices, cut into pieces that threads share.
//!
//! Beside the arithmetic of a steering rule it counts what it costs to fetch a dozen components of every entity. Whoever takes
//! whole columns fetches them once.

use crate::instructions::Instructions;
use crate::parallel::is_worth_threads;
use bevy::ecs::change_detection::{
    ContiguousComponentTicksMut, ContiguousMut, ContiguousRef, MAX_CHANGE_AGE, Tick,
};
use bevy::tasks::{ComputeTaskPool, TaskPool};
use core::ops::Range;
use pulp::{Arch, Simd, WithSimd};

/// Rows of a piece, at most.
pub(crate) const ROWS_PER_PIECE: usize = 2048;

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

/// A column to be written, and when each of its values has changed.
pub(crate) struct Written<'a, T> {
    values: &'a mut [T],
    ticks: ContiguousComponentTicksMut<'a>,
}

impl<'a, T> Written<'a, T> {
    /// A column as a query gives it.
    pub(crate) fn new(column: ContiguousMut<'a, T>) -> Self {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Self { values, ticks }
    }

    /// The column, to be cut and written.
    pub(crate) fn column(&mut self) -> Column<'_, T> {
        let (since, now) = (
            Since::new(self.ticks.last_run(), self.ticks.this_run()),
            self.ticks.this_run(),
        );
        Column {
            values: self.values,
            changed: self.ticks.changed_mut(),
            since,
            now,
        }
    }
}

/// A part of a column that is written.
pub(crate) struct Column<'a, T> {
    values: &'a mut [T],
    changed: &'a mut [Tick],
    since: Since,
    now: Tick,
}

impl<T> Column<'_, T> {
    /// The value in a row.
    pub(crate) fn get(&self, row: usize) -> &T {
        &self.values[row]
    }

    /// The value in a row, if it has changed since the system ran last.
    pub(crate) fn get_changed(&self, row: usize) -> Option<&T> {
        self.since
            .is_before(self.changed[row])
            .then(|| &self.values[row])
    }

    /// Sets the value in a row.
    pub(crate) fn set(&mut self, row: usize, value: T) {
        self.values[row] = value;
        self.changed[row] = self.now;
    }

    /// Sets the value in a row, without a mark that it has changed.
    pub(crate) fn set_unmarked(&mut self, row: usize, value: T) {
        self.values[row] = value;
    }

    /// The value in a row to be changed, marked as changed.
    pub(crate) fn get_mut(&mut self, row: usize) -> &mut T {
        self.changed[row] = self.now;
        &mut self.values[row]
    }
}

impl<T: PartialEq> Column<'_, T> {
    /// Sets the value in a row; what is the same already does not count as changed.
    pub(crate) fn set_if_neq(&mut self, row: usize, value: T) {
        if self.values[row] != value {
            self.set(row, value);
        }
    }
}

impl<T> Columns for Column<'_, T> {
    fn split_at(self, row: usize) -> (Self, Self) {
        let (values, later_values) = self.values.split_at_mut(row);
        let (changed, later_changed) = self.changed.split_at_mut(row);
        let (since, now) = (self.since, self.now);
        let first = Self {
            values,
            changed,
            since,
            now,
        };
        let later = Self {
            values: later_values,
            changed: later_changed,
            since,
            now,
        };
        (first, later)
    }
}

/// A column that is read where it has changed.
pub(crate) struct Watched<'a, T> {
    values: &'a [T],
    changed: &'a [Tick],
    since: Since,
}

impl<'a, T> Watched<'a, T> {
    /// A column as a query gives it.
    pub(crate) fn new(column: ContiguousRef<'a, T>) -> Self {
        let since = Since::new(column.last_run_tick(), column.this_run_tick());
        let changed = column.changed_ticks_slice();
        Self {
            values: column.into_inner(),
            changed,
            since,
        }
    }

    /// The value in a row.
    pub(crate) fn get(&self, row: usize) -> &'a T {
        &self.values[row]
    }
}

impl<T> Columns for Watched<'_, T> {
    fn split_at(self, row: usize) -> (Self, Self) {
        let (values, later_values) = self.values.split_at(row);
        let (changed, later_changed) = self.changed.split_at(row);
        let since = self.since;
        let first = Self {
            values,
            changed,
            since,
        };
        let later = Self {
            values: later_values,
            changed: later_changed,
            since,
        };
        (first, later)
    }
}

/// What tells whether values have changed since a system ran last.
pub(crate) trait Changes {
    /// Whether any of these rows has changed.
    fn any_changed(&self, rows: Range<usize>) -> bool;
}

/// Calls `visit` for every one of so many rows of `columns` of which `has_changed` holds. That is asked of many rows at once:
/// whether it holds of any.
pub(crate) fn for_changed_rows<C>(
    rows: usize,
    columns: &mut C,
    has_changed: impl Fn(&C, Range<usize>) -> bool,
    mut visit: impl FnMut(&mut C, usize),
) {
    /// Few rows change: so many are asked about at once.
    const AT_ONCE: usize = 64;
    for first in (0..rows).step_by(AT_ONCE) {
        let block = first..(first + AT_ONCE).min(rows);
        if has_changed(columns, block.clone()) {
            for row in block {
                if has_changed(columns, row..row + 1) {
                    visit(columns, row);
                }
            }
        }
    }
}

impl<T> Changes for Watched<'_, T> {
    fn any_changed(&self, rows: Range<usize>) -> bool {
        self.since.is_before_any(&self.changed[rows])
    }
}

impl<T> Changes for Column<'_, T> {
    fn any_changed(&self, rows: Range<usize>) -> bool {
        self.since.is_before_any(&self.changed[rows])
    }
}

impl<C: Changes> Changes for Option<C> {
    fn any_changed(&self, rows: Range<usize>) -> bool {
        self.as_ref().is_some_and(|column| column.any_changed(rows))
    }
}

/// The time since a system ran last.
#[derive(Clone, Copy, Debug)]
struct Since {
    now: u32,
    age: u32,
}

impl Since {
    fn new(last_run: Tick, now: Tick) -> Self {
        let (last_run, now) = (last_run.get(), now.get());
        Self {
            now,
            age: now.wrapping_sub(last_run).min(MAX_CHANGE_AGE),
        }
    }

    /// What [`Tick::is_newer_than`] says.
    #[inline]
    fn is_before(self, tick: Tick) -> bool {
        self.now.wrapping_sub(tick.get()) < self.age
    }

    /// No early end, so that compilers can look at several at once.
    fn is_before_any(self, ticks: &[Tick]) -> bool {
        ticks
            .iter()
            .fold(false, |any, tick| any | self.is_before(*tick))
    }
}

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

/// The same for work on several rows at once, each in a lane of the machine's vector registers.
pub(crate) fn for_each_piece_in_lanes<C: Columns + Send>(
    instructions: Instructions,
    agents: usize,
    tables: impl Iterator<Item = (usize, C)>,
    work: impl PieceWork<C>,
) {
    let arch = instructions.arch();
    let work = |columns: C| work_on_piece(arch, columns, &work);
    if is_worth_threads(agents) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (rows, columns) in tables {
                cut(rows, columns, |piece| {
                    let work = &work;
                    scope.spawn(async move { work(piece) });
                });
            }
        });
    } else {
        for (rows, columns) in tables {
            cut(rows, columns, &work);
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

/// Cuts columns into pieces, first to last.
pub(crate) fn cut<C: Columns>(rows: usize, columns: C, mut each: impl FnMut(C)) {
    let (mut rest, mut left) = (columns, rows);
    while left > ROWS_PER_PIECE {
        let (piece, later) = rest.split_at(ROWS_PER_PIECE);
        each(piece);
        rest = later;
        left -= ROWS_PER_PIECE;
    }
    if left > 0 {
        each(rest);
    }
}

#[cfg(test)]
mod tests;
