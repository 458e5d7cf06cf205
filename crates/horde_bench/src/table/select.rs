//! Selects rows by name.

use super::row::{Group, Row};

/// Names with at least this Jaro similarity are suggested; clap uses the same limit for options.
const ALIKE: f64 = 0.7;

/// The names of rows, each once, in the order of the table.
pub fn names(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.key.name.as_str()) {
            names.push(&row.key.name);
        }
    }
    names
}

/// The rows with these names; `*` at the end of a name matches every ending. Without names: the
/// rows with targets and the baselines, and with `with_all` also the rows that only the page shows.
///
/// # Errors
///
/// One line that names the unknown row and the most similar name.
pub fn select(rows: Vec<Row>, wanted: &[String], with_all: bool) -> Result<Vec<Row>, String> {
    let names = names(&rows);
    let is_unknown = |wanted: &&String| !names.iter().any(|name| is_meant(name, wanted));
    if let Some(unknown) = wanted.iter().find(is_unknown) {
        return Err(no_row(unknown, &names));
    }
    let is_wanted = |row: &Row| match wanted.is_empty() {
        true => with_all || matches!(row.group, Group::Target | Group::Baselines),
        false => wanted.iter().any(|name| is_meant(&row.key.name, name)),
    };
    Ok(rows.into_iter().filter(is_wanted).collect())
}

/// Whether `wanted` matches this row name.
fn is_meant(name: &str, wanted: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == wanted,
    }
}

/// The error for an unknown row, with the most similar name.
fn no_row(unknown: &str, names: &[&str]) -> String {
    let likeness = |name: &str| strsim::jaro(unknown, name);
    let alike = names.iter().filter(|name| likeness(name) >= ALIKE);
    let most_alike = alike.max_by(|one, two| likeness(one).total_cmp(&likeness(two)));
    let hint = most_alike.map_or(String::new(), |name| format!(", did you mean \"{name}\"?"));
    let separator = if hint.is_empty() { ";" } else { "" };
    format!("there is no row \"{unknown}\"{hint}{separator} --list prints the names")
}

#[cfg(test)]
mod tests {
    use super::{names, select};
    use crate::table::{Group, Row, RowKey, Size, rows};
    use std::collections::HashSet;

    fn all() -> Vec<Row> {
        rows(Size::Full, 4)
    }

    #[test]
    fn no_two_rows_are_the_same() {
        for size in [Size::Full, Size::Quick] {
            let rows = rows(size, 16);
            let keys: HashSet<&RowKey> = rows.iter().map(|row| &row.key).collect();
            assert_eq!(keys.len(), rows.len());
        }
    }

    #[test]
    fn a_name_selects_all_numbers_of_threads() {
        let chosen = select(all(), &["flock-8".into()], false).expect("it exists");
        let threads: Vec<usize> = chosen.iter().map(|row| row.key.threads).collect();
        assert_eq!(threads, [1, 2]);
        assert_eq!(names(&chosen), ["flock-8"]);
    }

    #[test]
    fn sweeps_are_left_out_by_default() {
        let has_growth = |rows: &[Row]| rows.iter().any(|row| row.group == Group::Sweeps);
        assert!(!has_growth(
            &select(all(), &[], false).expect("all are there")
        ));
        assert!(has_growth(
            &select(all(), &[], true).expect("all are there")
        ));
        let named = select(all(), &["by-threads-flock-4".into()], false);
        assert_eq!(named.expect("it exists").len(), 1);
    }

    #[test]
    fn a_star_selects_all_rows_with_the_prefix() {
        let chosen = select(all(), &["flock-thousand*".into(), "zombie-8".into()], false);
        let chosen = chosen.expect("they exist");
        assert_eq!(
            names(&chosen),
            [
                "zombie-8",
                "flock-thousand",
                "flock-thousand-single-threaded-executor"
            ]
        );
    }

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let error = |name: &str| {
            let chosen = select(all(), &["flock-8".into(), name.into()], false);
            chosen.expect_err("there is none")
        };
        assert_eq!(
            error("flok-30"),
            "there is no row \"flok-30\", did you mean \"flock-30\"? --list prints the names"
        );
        assert_eq!(
            error("42*"),
            "there is no row \"42*\"; --list prints the names"
        );
    }
}
