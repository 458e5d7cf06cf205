//! The rows: what is measured for each, what it is held to, and what came of it.

mod alone_rows;
mod bar;
mod bar_rows;
mod fill;
mod growth_rows;
mod instruction_rows;
mod rival_rows;
mod row;
mod select;
mod size;

pub use alone_rows::rest_row;
pub use bar::{Bar, Verdict};
pub use fill::{Filled, fill, tasks_of};
pub use growth_rows::Sweep;
pub use instruction_rows::instruction_rows;
pub use row::{Figure, Group, Row, RowKey, Unit};
pub use select::{names, select};
pub use size::Size;

/// All rows there are, in the order of the table.
///
/// `cores` bounds the threads that growth is measured with.
pub fn rows(size: Size, cores: usize) -> Vec<Row> {
    let mut rows = bar_rows::bar_rows(size);
    rows.extend(rival_rows::rival_rows(size));
    rows.extend(alone_rows::alone_rows(size));
    rows.extend(growth_rows::growth_rows(size, cores));
    rows
}
