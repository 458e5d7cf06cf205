//! Agents table by table: columns as slices, cut into batches that threads share.
//!
//! Fetching a dozen components of every entity costs as much as a steering rule. A column is
//! fetched once for its whole table.

mod column_mut;
mod column_ref;
mod fetched;

pub(crate) use column_mut::{Column, ColumnMut};
pub(crate) use column_ref::{ColumnRef, Version, Versioned, Versions, any_changed};
pub(crate) use fetched::Tables;
pub(crate) use horde_kernel::tasks::{
    Columns, FEW_TABLES, FirstRow, OnePerBatch, ROWS_AT_ONCE, batches, columns, for_each_batch,
    rows_at_once,
};

#[cfg(test)]
mod tests;
