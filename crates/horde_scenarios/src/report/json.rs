//! All results as JSON.

use super::scenario_report::ScenarioReport;

/// All reports with their runs, as indented JSON.
///
/// # Errors
///
/// None in practice: every field has a JSON form.
pub fn json(reports: &[ScenarioReport]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(reports)
}
