//! Columns that tell what has changed since a system ran last.

use super::Columns;
use bevy::ecs::change_detection::{ContiguousRef, MAX_CHANGE_AGE, Tick};
use core::ops::Range;

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

impl<C: Changes> Changes for Option<C> {
    fn any_changed(&self, rows: Range<usize>) -> bool {
        self.as_ref().is_some_and(|column| column.any_changed(rows))
    }
}

/// The time since a system ran last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since {
    now: u32,
    age: u32,
}

impl Since {
    pub(super) fn new(last_run: Tick, now: Tick) -> Self {
        let (last_run, now) = (last_run.get(), now.get());
        Self {
            now,
            age: now.wrapping_sub(last_run).min(MAX_CHANGE_AGE),
        }
    }

    /// What [`Tick::is_newer_than`] says.
    #[inline]
    pub(super) fn is_before(self, tick: Tick) -> bool {
        self.now.wrapping_sub(tick.get()) < self.age
    }

    /// No early end, so that compilers can look at several at once.
    pub(super) fn is_before_any(self, ticks: &[Tick]) -> bool {
        ticks
            .iter()
            .fold(false, |any, tick| any | self.is_before(*tick))
    }
}
