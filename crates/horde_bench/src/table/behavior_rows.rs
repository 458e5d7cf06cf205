//! Rows that show the cost of each behavior by itself.

use super::row::{Figure, Group, Row, RowKey};
use super::size::Size;
use super::target_rows::ALL_COUNT;
use crate::crowd::{Crowd, Workload};
use clap::ValueEnum;

/// Prefix of the names of these rows.
const PREFIX: &str = "behavior";

/// One row per workload, except for the workloads of zombies.
pub(super) fn behavior_rows(size: Size) -> Vec<Row> {
    let workloads = Workload::value_variants().iter();
    // A zombie has more than one behavior.
    let zombies = [Workload::Zombie, Workload::Maze, Workload::MazeField];
    let behaviors = workloads.filter(|workload| !zombies.contains(workload));
    behaviors
        .filter_map(|workload| behavior_row(size, *workload))
        .collect()
}

/// The key of the reference for the other rows: the cost of agents without behaviors.
pub fn rest_row() -> RowKey {
    RowKey::new(format!("{PREFIX}-rest"), 1)
}

fn behavior_row(size: Size, workload: Workload) -> Option<Row> {
    let value = workload.to_possible_value()?;
    let description = value.get_help()?.to_string();
    let crowd = Crowd::new(workload, size.either(30_000, 5_000), 8.0, ALL_COUNT);
    let figure = Figure::TickPerAgent(size.plugin(crowd, 1));
    let name = format!("{PREFIX}-{}", value.get_name());
    Some(Row::new(name, 1, &description, figure).in_group(Group::Behaviors))
}
