//! Reports of the results: a table, JSON, a page with pictures, and trajectories as CSV.

mod columns;
mod json;
mod markdown;
mod picture;
mod random;
mod scenario_report;
mod table;
mod trajectories;

pub use json::json;
pub use markdown::{file_name, markdown, picture_name};
pub use picture::picture;
pub use random::{RandomReport, RandomResult};
pub use scenario_report::ScenarioReport;
pub use table::table;
pub use trajectories::Trajectories;
