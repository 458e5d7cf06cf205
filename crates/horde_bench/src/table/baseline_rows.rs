//! Rows of the baselines, without Bevy.

use super::row::{Figure, Group, Row, RowKey};
use super::size::Size;
use super::target_rows::ALL_COUNT;
use crate::baselines::Search;
use crate::crowd::{Crowd, Workload};
use crate::measurement::{Effort, Subject};

/// The largest crowd for brute force, in the full size.
const MAX_FOR_BRUTE_FORCE: usize = 10_000;

/// For each baseline a row with its time, and a row with its time relative to the plugin's.
pub(super) fn baseline_rows(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |search: Search, neighbors: u8, agents: usize, plugin: &str| {
        let (word, name) = match search {
            Search::BruteForce => ("brute force", "brute-force"),
            Search::Tree => ("k-d tree (kiddo)", "tree"),
        };
        let crowd = Crowd::new(Workload::Flock, agents, f32::from(neighbors), ALL_COUNT);
        let mut task = size.task(Subject::Baseline(search), crowd, 1);
        if search == Search::BruteForce {
            task.effort = Effort {
                warm_up: 1,
                ticks: task.effort.ticks.min(6),
                rounds: 1,
                ..task.effort
            };
        }
        let name = format!("{name}-{}", plugin.trim_start_matches("flock-"));
        let description = format!("by {word}, without Bevy");
        rows.push(Row::new(&name, 1, &description, Figure::TickPerAgent(task)));
        let figure = Figure::Ratio {
            over: RowKey::new(&name, 1),
            under: RowKey::new(plugin, 1),
        };
        let description = format!("{word} over the plugin");
        rows.push(Row::new(
            format!("{name}-over-plugin"),
            1,
            &description,
            figure,
        ));
    };
    add(Search::BruteForce, 8, 1_000, "flock-thousand");
    let largest = size.small().min(MAX_FOR_BRUTE_FORCE);
    add(Search::BruteForce, 8, largest, "flock-8-small");
    add(Search::Tree, 8, size.small(), "flock-8-small");
    add(Search::Tree, 8, size.usual(), "flock-8");
    add(Search::Tree, 30, size.usual(), "flock-30");
    rows.into_iter()
        .map(|row| row.in_group(Group::Baselines))
        .collect()
}
