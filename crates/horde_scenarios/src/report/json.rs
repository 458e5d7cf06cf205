//! Everything, for machines.

use super::account::Account;

/// All accounts with all their runs, as indented JSON.
///
/// # Errors
///
/// None that a user can cause: every field has a form in JSON.
pub fn json(accounts: &[Account]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(accounts)
}
