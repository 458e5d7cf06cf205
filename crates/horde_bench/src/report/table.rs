//! The table in the terminal.

use super::Instructions;
use super::number::{bar, figure, grouped};
use crate::table::{Filled, Unit};
use comfy_table::{CellAlignment, LineStyle, Table, presets};

/// The headings; the first two columns hold words.
pub(super) const HEADINGS: [&str; 12] = [
    "row", "what", "agents", "K", "threads", "figure", "best", "unit", "bar", "stretch", "ratio",
    "verdict",
];
/// How many columns hold words.
pub(super) const WORDS: usize = 2;

/// One line for each row.
pub fn table(rows: &[Filled]) -> String {
    drawn(&HEADINGS, WORDS, rows.iter().map(cells))
}

/// One line for each row whose instructions were counted.
pub fn instructions_table(rows: &[Instructions]) -> String {
    let headings = ["row", "agents", "K", "instructions per agent"];
    let cells = rows.iter().map(|row| {
        [
            row.row.clone(),
            grouped(row.agents as f64),
            format!("{}", row.neighbours),
            grouped(row.instructions_per_agent),
        ]
    });
    drawn(&headings, 1, cells)
}

/// What stands in the line of a row.
pub(super) fn cells(filled: &Filled) -> [String; HEADINGS.len()] {
    let row = &filled.row;
    let unit = row.figure.unit();
    let held = row.bar;
    let or_nothing = |text: Option<String>| text.unwrap_or_default();
    [
        row.key.name.clone(),
        row.words.clone(),
        grouped(filled.agents as f64),
        format!("{:.1}", filled.neighbors),
        row.key.threads.to_string(),
        figure(filled.figure, unit),
        or_nothing(filled.best.map(|best| figure(best, unit))),
        unit.to_string(),
        or_nothing(held.map(|held| bar(held.bar))),
        or_nothing(held.and_then(|held| held.stretch).map(bar)),
        or_nothing(
            held.and_then(|held| held.ratio(filled.figure))
                .map(|ratio| figure(ratio, Unit::Times)),
        ),
        or_nothing(held.map(|held| held.judge(filled.figure).to_string())),
    ]
}

fn drawn<const COLUMNS: usize>(
    headings: &[&str; COLUMNS],
    words: usize,
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
            column.set_cell_alignment(match index < words {
                true => CellAlignment::Left,
                false => CellAlignment::Right,
            });
        }
    }
    table.trim_fmt()
}
