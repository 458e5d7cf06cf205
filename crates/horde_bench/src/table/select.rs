//! Which rows are wanted.

use super::row::{Group, Row};

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

/// The rows of these names; without any, those of the bar and the rivals, and the others, which only a page has room for, if they are wanted.
///
/// # Errors
///
/// One line that names what does not exist.
pub fn select(rows: Vec<Row>, wanted: &[String], with_all: bool) -> Result<Vec<Row>, String> {
    let names = names(&rows);
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!(
            "there is no row \"{unknown}\"; --list prints the names"
        ));
    }
    let is_wanted = |row: &Row| match wanted.is_empty() {
        true => with_all || matches!(row.group, Group::Bar | Group::Rivals),
        false => wanted.contains(&row.key.name),
    };
    Ok(rows.into_iter().filter(is_wanted).collect())
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
    fn a_name_means_all_its_numbers_of_threads() {
        let chosen = select(all(), &["flock-8".into()], false).expect("it exists");
        let threads: Vec<usize> = chosen.iter().map(|row| row.key.threads).collect();
        assert_eq!(threads, [1, 2]);
        assert_eq!(names(&chosen), ["flock-8"]);
    }

    #[test]
    fn growth_is_left_out_unless_it_is_wanted() {
        let has_growth = |rows: &[Row]| rows.iter().any(|row| row.group == Group::Growth);
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
    fn an_unknown_name_is_named() {
        let fault = select(all(), &["flock-8".into(), "flok".into()], false);
        assert!(fault.expect_err("there is none").contains("\"flok\""));
    }
}
