//! The table in the terminal.

use super::columns::{COLUMNS, Topic};
use super::scenario_report::ScenarioReport;
use comfy_table::{CellAlignment, LineStyle, Table, presets};

/// One row per report, followed by a line for each of the plugin's requirements that is not met or
/// that `not_yet` lists, and by the settings of rivals.
pub fn table(reports: &[ScenarioReport]) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_header(COLUMNS.iter().map(|column| column.heading.join("\n")));
    for report in reports {
        table.add_row(COLUMNS.iter().map(|column| (column.cell)(report)));
    }
    for (index, column) in COLUMNS.iter().enumerate() {
        if let Some(aligned) = table.column_mut(index) {
            aligned.set_padding((0, 1));
            let is_number = column.topic != Topic::Name;
            aligned.set_cell_alignment(if is_number {
                CellAlignment::Right
            } else {
                CellAlignment::Left
            });
        }
    }
    let mut text = table.trim_fmt();
    for report in reports
        .iter()
        .filter(|report| report.rival_settings.is_none())
    {
        for verdict in report.remarkable() {
            text += &format!("\n{} ({}): {verdict}", report.scenario, report.method);
        }
    }
    let mut rivals: Vec<String> = Vec::new();
    for report in reports {
        let settings = report.rival_settings.as_ref();
        rivals.extend(settings.map(|settings| format!("\n{}: {settings}", report.method)));
    }
    rivals.sort();
    rivals.dedup();
    text += &rivals.concat();
    text
}
