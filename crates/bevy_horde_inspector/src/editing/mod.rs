//! Reads and edits fields of many agents, without widgets.

mod apply;
mod choose;
mod fields;
mod number;
mod scan;
mod summary;

pub use apply::{Edit, apply_edit, reset_component};

pub(crate) use apply::{
    change_boxed, change_field, copy_field, default_for, forget_scans, replace_settings, reset,
    reset_field,
};
pub(crate) use choose::selectable_variants;
pub(crate) use fields::{Field, FieldKind, fields_of};
pub(crate) use number::read_number;
#[cfg(test)]
pub(crate) use scan::AGENTS_PER_FRAME;
pub(crate) use scan::ScanCache;
pub(crate) use summary::{NumberSummary, Summary, summarize_value};
