//! Columns that are written, with marks where they have changed.

use super::Columns;
use super::watched::{Since, Versioned, Versions, add_ticks};
use bevy::ecs::change_detection::{ContiguousComponentTicksMut, ContiguousMut, Tick};
use core::ops::Range;

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

    /// The values in these rows.
    pub(crate) fn rows(&self, rows: Range<usize>) -> &[T] {
        &self.values[rows]
    }

    /// Whether any of these rows has changed since the system ran last.
    pub(crate) fn any_changed(&self, rows: Range<usize>) -> bool {
        self.since.is_before_any(&self.changed[rows])
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

    /// Calls `update` with the values of these rows and what `others` has for each; those of which it says so are marked as
    /// changed.
    #[inline(always)]
    pub(crate) fn update_rows<O>(
        &mut self,
        rows: Range<usize>,
        others: impl Iterator<Item = O>,
        mut update: impl FnMut(&mut T, O) -> bool,
    ) {
        let now = self.now;
        let (values, changed) = (&mut self.values[rows.clone()], &mut self.changed[rows]);
        for ((value, changed), other) in values.iter_mut().zip(changed).zip(others) {
            if update(value, other) {
                *changed = now;
            }
        }
    }

    /// The values in these rows that have changed since the system ran last, `None` where one has not; changing them is not
    /// marked.
    #[inline(always)]
    pub(crate) fn changed_rows(
        &mut self,
        rows: Range<usize>,
    ) -> impl Iterator<Item = Option<&mut T>> {
        let since = self.since;
        let (values, changed) = (&mut self.values[rows.clone()], &self.changed[rows]);
        let rows = values.iter_mut().zip(changed);
        rows.map(move |(value, changed)| since.is_before(*changed).then_some(value))
    }

    /// Calls `update` with the number within `rows` and the value of each that has changed since the system ran last; those of
    /// which it says so are marked as changed now.
    #[inline(always)]
    pub(crate) fn update_changed(
        &mut self,
        rows: Range<usize>,
        mut update: impl FnMut(usize, &mut T) -> bool,
    ) {
        let (since, now) = (self.since, self.now);
        let (values, changed) = (&mut self.values[rows.clone()], &mut self.changed[rows]);
        if !since.is_before_any(changed) {
            return;
        }
        for (number, (value, changed)) in values.iter_mut().zip(changed).enumerate() {
            if since.is_before(*changed) && update(number, value) {
                *changed = now;
            }
        }
    }
}

impl<T: PartialEq> Column<'_, T> {
    /// Sets the value in a row; what is the same already does not count as changed.
    pub(crate) fn set_if_neq(&mut self, row: usize, value: T) {
        if replace(&mut self.values[row], value) {
            self.changed[row] = self.now;
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

impl<T> Versioned for Column<'_, T> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        add_ticks(&self.changed[rows], versions);
    }
}

/// Replaces a value; `false` when the new one is the same.
#[inline(always)]
pub(crate) fn replace<T: PartialEq>(value: &mut T, new: T) -> bool {
    let differs = *value != new;
    if differs {
        *value = new;
    }
    differs
}
