//! Other ways to do the same, without Bevy.

use super::bar_rows::ALL_COUNT;
use super::row::{Figure, Group, Row, RowKey};
use super::size::Size;
use crate::crowd::{Crowd, Duty};
use crate::measurement::{Effort, Subject};
use crate::rivals::Search;

/// The largest crowd that brute force is tried on, in the full form.
const MOST_FOR_BRUTE_FORCE: usize = 10_000;

/// A rival's row, and the rival's time over the plugin's.
pub(super) fn rival_rows(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |search: Search, neighbors: u8, agents: usize, plugin: &str| {
        let (word, name) = match search {
            Search::BruteForce => ("brute force", "brute-force"),
            Search::Tree => ("k-d tree (kiddo)", "tree"),
        };
        let crowd = Crowd::new(Duty::Flock, agents, f32::from(neighbors), ALL_COUNT);
        let mut task = size.task(Subject::Rival(search), crowd, 1);
        if search == Search::BruteForce {
            task.effort = Effort {
                warm_up: 1,
                ticks: task.effort.ticks.min(6),
                rounds: 1,
                ..task.effort
            };
        }
        let name = format!("{name}-{}", plugin.trim_start_matches("flock-"));
        let words = format!("by {word}, without Bevy");
        rows.push(Row::new(&name, 1, &words, Figure::TickPerAgent(task)));
        let figure = Figure::Ratio {
            over: RowKey::new(&name, 1),
            under: RowKey::new(plugin, 1),
        };
        let words = format!("{word} over the plugin");
        rows.push(Row::new(format!("{name}-over-plugin"), 1, &words, figure));
    };
    add(Search::BruteForce, 8, 1_000, "flock-thousand");
    let most = size.small().min(MOST_FOR_BRUTE_FORCE);
    add(Search::BruteForce, 8, most, "flock-8-small");
    add(Search::Tree, 8, size.small(), "flock-8-small");
    add(Search::Tree, 8, size.usual(), "flock-8");
    add(Search::Tree, 30, size.usual(), "flock-30");
    rows.into_iter()
        .map(|row| row.in_group(Group::Rivals))
        .collect()
}
