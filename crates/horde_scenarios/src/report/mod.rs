//! What was measured, written down: a table, JSON, a page with pictures, and trajectories as CSV.

mod account;
mod columns;
mod json;
mod markdown;
mod picture;
mod table;
mod trajectories;

pub use account::Account;
pub use json::json;
pub use markdown::{markdown, picture_name};
pub use picture::picture;
pub use table::table;
pub use trajectories::Trajectories;
