//! The rows of the table: their measurements, targets and figures.

mod baseline_rows;
mod behavior_rows;
mod fill;
mod instruction_rows;
mod row;
mod select;
mod size;
mod sweep_rows;
mod target;
mod target_rows;

pub use behavior_rows::rest_row;
pub use fill::{Filled, fill, tasks_of};
pub use instruction_rows::instruction_rows;
pub use row::{Figure, Group, Row, RowKey, Unit};
pub use select::{names, select};
pub use size::Size;
pub use sweep_rows::Sweep;
pub use target::{Target, Verdict};

/// All rows, in the order of the table.
///
/// `cores` limits the sweep over threads.
pub fn rows(size: Size, cores: usize) -> Vec<Row> {
    let mut rows = target_rows::target_rows(size);
    rows.extend(baseline_rows::baseline_rows(size));
    rows.extend(behavior_rows::behavior_rows(size));
    rows.extend(sweep_rows::sweep_rows(size, cores));
    rows
}
