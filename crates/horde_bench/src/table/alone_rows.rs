//! What each behaviour costs by itself.

use super::bar_rows::ALL_COUNT;
use super::row::{Figure, Group, Row, RowKey};
use super::size::Size;
use crate::crowd::{Crowd, Duty};
use clap::ValueEnum;

/// What the names of these rows begin with.
const PREFIX: &str = "alone";

/// A row for a crowd of every duty, whose agents have nothing else.
pub(super) fn alone_rows(size: Size) -> Vec<Row> {
    let duties = Duty::value_variants().iter();
    // What a zombie does is more than one behaviour.
    let alone = duties.filter(|duty| **duty != Duty::Zombie);
    alone.filter_map(|duty| alone_row(size, *duty)).collect()
}

/// The row against which the others are held: what every agent costs.
pub fn rest_row() -> RowKey {
    RowKey::new(format!("{PREFIX}-rest"), 1)
}

fn alone_row(size: Size, duty: Duty) -> Option<Row> {
    let value = duty.to_possible_value()?;
    let words = value.get_help()?.to_string();
    let crowd = Crowd::new(duty, size.either(30_000, 5_000), 8.0, ALL_COUNT);
    let figure = Figure::TickPerAgent(size.plugin(crowd, 1));
    let name = format!("{PREFIX}-{}", value.get_name());
    Some(Row::new(name, 1, &words, figure).in_group(Group::Alone))
}
