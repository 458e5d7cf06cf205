//! Read-only columns with change detection: since a system last ran, or since a result was made
//! from them.

use super::ROWS_AT_ONCE;
use bevy::ecs::change_detection::{ContiguousRef, MAX_CHANGE_AGE, Tick};
use core::ops::Range;

/// A read-only column with the change tick of each value.
pub(crate) struct ColumnRef<'a, T> {
    values: &'a [T],
    changed: &'a [Tick],
}

impl<'a, T> ColumnRef<'a, T> {
    /// Wraps a column that a query gives.
    pub(crate) fn new(column: ContiguousRef<'a, T>) -> Self {
        let changed = column.changed_ticks_slice();
        Self {
            values: column.into_inner(),
            changed,
        }
    }

    /// The value in a row.
    pub(crate) fn get(&self, row: usize) -> &'a T {
        &self.values[row]
    }
}

/// The version of a row's components: the sum of their change ticks.
///
/// Ticks only grow, so the sum differs after every change. A result made from components stores
/// their version. So the system also notices a change that was made while the entity was hidden.
pub(crate) type Version = u32;

/// The versions of up to [`ROWS_AT_ONCE`] rows.
pub(crate) type Versions = [Version; ROWS_AT_ONCE];

/// One or several columns with versions.
pub(crate) trait Versioned {
    /// Adds the change ticks of these rows, at most [`ROWS_AT_ONCE`].
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions);
}

/// Adds change ticks to versions.
pub(super) fn add_ticks(ticks: &[Tick], versions: &mut Versions) {
    for (version, tick) in versions.iter_mut().zip(ticks) {
        *version = version.wrapping_add(tick.get());
    }
}

impl<T> Versioned for ColumnRef<'_, T> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        add_ticks(&self.changed[rows], versions);
    }
}

impl<C: Versioned> Versioned for Option<C> {
    fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
        if let Some(column) = self {
            column.add_versions(rows, versions);
        }
    }
}

/// Whether a component of any of these rows has changed since the system ran last.
pub(crate) fn any_changed<C>(components: &ContiguousRef<C>, rows: Range<usize>) -> bool {
    let since = Since::new(components.last_run_tick(), components.this_run_tick());
    since.is_before_any(&components.changed_ticks_slice()[rows])
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

    /// Whether `tick` is after the last run, exactly as [`Tick::is_newer_than`].
    #[inline]
    pub(super) fn is_before(self, tick: Tick) -> bool {
        self.now.wrapping_sub(tick.get()) < self.age
    }

    /// Whether any tick is after the last run. No early end, so that compilers can vectorize it.
    pub(super) fn is_before_any(self, ticks: &[Tick]) -> bool {
        ticks
            .iter()
            .fold(false, |any, tick| any | self.is_before(*tick))
    }
}
