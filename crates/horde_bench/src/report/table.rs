//! The table in the terminal.

use super::Instructions;
use super::number::{exact, figure, grouped};
use crate::table::{Filled, Unit};
use comfy_table::{CellAlignment, LineStyle, Table, presets};

/// The headings; the first two columns hold text.
pub(super) const HEADINGS: [&str; 12] = [
    "row",
    "description",
    "agents",
    "K",
    "threads",
    "figure",
    "best",
    "unit",
    "target",
    "goal",
    "ratio",
    "verdict",
];
/// Number of text columns.
pub(super) const TEXT_COLUMNS: usize = 2;

/// One line per row.
pub fn table(rows: &[Filled]) -> String {
    drawn(&HEADINGS, TEXT_COLUMNS, rows.iter().map(cells))
}

/// One line per row with counted instructions.
pub fn instructions_table(rows: &[Instructions]) -> String {
    let headings = ["row", "agents", "K", "instructions per agent"];
    let cells = rows.iter().map(|row| {
        [
            row.row.clone(),
            grouped(row.agents as f64),
            format!("{}", row.neighbors),
            grouped(row.instructions_per_agent),
        ]
    });
    drawn(&headings, 1, cells)
}

/// The cells of a row.
pub(super) fn cells(filled: &Filled) -> [String; HEADINGS.len()] {
    let row = &filled.row;
    let unit = row.figure.unit();
    let target = row.target;
    let or_nothing = |text: Option<String>| text.unwrap_or_default();
    [
        row.key.name.clone(),
        row.description.clone(),
        grouped(filled.agents as f64),
        format!("{:.1}", filled.neighbors),
        row.key.threads.to_string(),
        figure(filled.figure, unit),
        or_nothing(filled.best.map(|best| figure(best, unit))),
        unit.to_string(),
        or_nothing(target.map(|target| exact(target.value))),
        or_nothing(target.and_then(|target| target.goal).map(exact)),
        or_nothing(
            target
                .and_then(|target| target.ratio(filled.figure))
                .map(|ratio| figure(ratio, Unit::Times)),
        ),
        or_nothing(target.map(|target| target.judge(filled.figure).to_string())),
    ]
}

/// A table for the terminal. The first columns hold text, the others numbers.
pub fn drawn<const COLUMNS: usize>(
    headings: &[&str; COLUMNS],
    text_columns: usize,
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_header(*headings);
    for row in rows {
        table.add_row(row);
    }
    for index in 0..COLUMNS {
        if let Some(column) = table.column_mut(index) {
            column.set_padding((0, 1));
            column.set_cell_alignment(match index < text_columns {
                true => CellAlignment::Left,
                false => CellAlignment::Right,
            });
        }
    }
    table.trim_fmt()
}
