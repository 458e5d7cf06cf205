//! Writable columns with change marks.

use super::Columns;
use super::column_ref::{Since, Versioned, Versions, add_ticks};
use bevy::ecs::change_detection::{ContiguousComponentTicksMut, ContiguousMut, Tick};
use core::ops::{Deref, DerefMut, Range};

/// A writable column with the change tick of each value.
pub(crate) struct ColumnMut<'a, T> {
    values: &'a mut [T],
    ticks: ContiguousComponentTicksMut<'a>,
}

impl<'a, T> ColumnMut<'a, T> {
    /// Wraps a column that a query gives.
    pub(crate) fn new(column: ContiguousMut<'a, T>) -> Self {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Self { values, ticks }
    }

    /// The column, to be cut into batches and written.
    pub(crate) fn column(&mut self) -> Column<'_, T> {
        let now = self.ticks.this_run();
        Column {
            values: self.values,
            since: Since::new(self.ticks.last_run(), now),
            changed: self.ticks.changed_mut(),
            now,
        }
    }
}

/// A writable part of a column.
pub(crate) struct Column<'a, T> {
    values: &'a mut [T],
    changed: &'a mut [Tick],
    since: Since,
    now: Tick,
}

/// A value of a column, like Bevy's [`Mut`](bevy::prelude::Mut): changing the value marks it as
/// changed.
pub(crate) struct ValueMut<'a, T> {
    value: &'a mut T,
    changed: &'a mut Tick,
    since: Since,
    now: Tick,
}

impl<'a, T> Column<'a, T> {
    /// The value in a row.
    pub(crate) fn get(&self, row: usize) -> &T {
        &self.values[row]
    }

    /// Whether the value in a row has changed since the system ran last.
    #[inline(always)]
    pub(crate) fn is_changed(&self, row: usize) -> bool {
        self.since.is_before(self.changed[row])
    }

    /// The value in a row, to be changed.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, row: usize) -> ValueMut<'_, T> {
        ValueMut {
            value: &mut self.values[row],
            changed: &mut self.changed[row],
            since: self.since,
            now: self.now,
        }
    }

    /// The values, first to last, to be changed.
    #[inline(always)]
    pub(crate) fn values_mut(self) -> impl Iterator<Item = ValueMut<'a, T>> {
        let (since, now) = (self.since, self.now);
        let rows = self.values.iter_mut().zip(self.changed);
        rows.map(move |(value, changed)| ValueMut {
            value,
            changed,
            since,
            now,
        })
    }

    /// The values, first to last.
    pub(crate) fn values(&self) -> &[T] {
        self.values
    }

    /// Whether any value has changed since the system ran last.
    pub(crate) fn any_changed(&self) -> bool {
        self.since.is_before_any(self.changed)
    }
}

impl<T> ValueMut<'_, T> {
    /// Whether this value has changed since the system ran last.
    #[inline(always)]
    pub(crate) fn is_changed(&self) -> bool {
        self.since.is_before(*self.changed)
    }

    /// The value; a change through this is not marked.
    #[inline(always)]
    pub(crate) fn bypass_change_detection(&mut self) -> &mut T {
        self.value
    }

    /// Sets the value; an equal value does not count as a change.
    #[inline(always)]
    pub(crate) fn set_if_neq(&mut self, value: T)
    where
        T: PartialEq,
    {
        if *self.value != value {
            **self = value;
        }
    }
}

impl<T> Deref for ValueMut<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> DerefMut for ValueMut<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        *self.changed = self.now;
        self.value
    }
}

impl<'a, T> Columns for Column<'a, T> {
    type Batch = Self;

    fn batches(self, rows: usize) -> impl Iterator<Item = Self> {
        let (since, now) = (self.since, self.now);
        let parts = self.values.chunks_mut(rows);
        let parts = parts.zip(self.changed.chunks_mut(rows));
        parts.map(move |(values, changed)| Column {
            values,
            changed,
            since,
            now,
        })
    }

    fn rows(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

impl<T> Versioned for Column<'_, T> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        add_ticks(&self.changed[rows], versions);
    }
}
