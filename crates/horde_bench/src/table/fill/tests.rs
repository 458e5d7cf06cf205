use super::{fill, tasks_of};
use crate::measurement::{Outcome, Task};
use crate::table::{Figure, Group, Row, Size, rows};

/// The median tick of a crowd takes 1 ms, plus 100 ns per agent and neighbor divided by the
/// threads.
fn outcome(task: &Task) -> Outcome {
    let crowd = &task.crowd;
    let work = 100.0 * crowd.agents as f64 * f64::from(crowd.neighbors) / task.threads as f64;
    Outcome {
        ticks: vec![1e6 + work, 1e6 + work, 9e9],
        neighbors: f64::from(crowd.neighbors),
        allocations: vec![3, 0],
        component_sizes: vec![40, 8],
        held_bytes: 70.0 * crowd.agents as f64,
        peak_bytes: Some(5e7 + 900.0 * crowd.agents as f64),
    }
}

fn figure_of(name: &str, threads: usize) -> f64 {
    let all = rows(Size::Full, 2);
    let wanted: Vec<Row> = all
        .iter()
        .filter(|row| row.key.name == name && row.key.threads == threads)
        .cloned()
        .collect();
    let tasks = tasks_of(&wanted, &all);
    let outcomes: Vec<_> = tasks.iter().map(|task| (*task, outcome(task))).collect();
    let filled = fill(&wanted, &all, &outcomes);
    assert_eq!(filled.len(), 1, "{name}");
    filled[0].figure
}

#[test]
fn figures_are_in_their_units() {
    let close = |name, threads, expected: f64| {
        let figure = figure_of(name, threads);
        assert!((figure / expected - 1.0).abs() < 1e-9, "{name}: {figure}");
    };
    // 1 ms for 100 000 agents is 10 ns for each.
    close("flock-8", 1, 810.0);
    close("flock-8", 2, 410.0);
    close("flock-8-speed-up", 2, 810.0 / 410.0);
    close("flock-thousand", 1, 1.8);
    close("flock-8-large-over-small", 1, 801.0 / 900.0);
    close("flock-packed-over-spread", 1, 30_100.0 / 1_700.0);
    close("flock-allocations", 1, 1.5);
    close("zombie-memory-large", 2, 40.0 + 8.0 + 70.0);
    close("zombie-peak-large", 2, 900.0);
    close("tree-30-over-plugin", 1, 1.0);
    // A row in nanoseconds relative to one in milliseconds.
    close("brute-force-thousand-over-plugin", 1, 1.0);
}

#[test]
fn the_spread_of_a_figure_is_in_its_unit() {
    let all = rows(Size::Full, 2);
    let row = all.iter().find(|row| row.key.name == "flock-thousand");
    let row = row.expect("it exists").clone();
    let task = *row.figure.task().expect("it is measured");
    let filled = fill(&[row], &all, &[(task, outcome(&task))]);
    assert_eq!(filled[0].best, Some(1.8));
    // Of ticks of 1.8, 1.8 and 9000 ms.
    assert_eq!(filled[0].middle_half, Some([1.8, 4500.9]));
    assert_eq!(filled[0].nanoseconds, Some(1800.0));
}

#[test]
fn every_row_gets_a_figure() {
    for size in [Size::Full, Size::Quick] {
        let all = rows(size, 4);
        let tasks = tasks_of(&all, &all);
        let outcomes: Vec<_> = tasks.iter().map(|task| (*task, outcome(task))).collect();
        let filled = fill(&all, &all, &outcomes);
        assert_eq!(filled.len(), all.len());
        assert!(filled.iter().all(|row| row.figure.is_finite()));
    }
}

#[test]
fn a_task_that_several_rows_need_is_measured_once() {
    let all = rows(Size::Full, 2);
    let tasks = tasks_of(&all, &all);
    for (number, task) in tasks.iter().enumerate() {
        assert!(!tasks[..number].contains(task), "{task:?}");
    }
    let sweeps = all.iter().filter(|row| row.group == Group::Sweeps);
    let own = sweeps.filter(|row| matches!(row.figure, Figure::TickPerAgent(_)));
    let others = all.len() - own.count();
    assert!(tasks.len() < all.len() && tasks.len() > others / 2);
}

#[test]
fn a_ratio_needs_the_tasks_of_both_rows() {
    let all = rows(Size::Full, 2);
    let ratio: Vec<Row> = all
        .iter()
        .filter(|row| row.key.name == "flock-30-speed-up")
        .cloned()
        .collect();
    let tasks = tasks_of(&ratio, &all);
    let threads: Vec<usize> = tasks.iter().map(|task| task.threads).collect();
    assert_eq!(threads, [1, 2]);
    assert!(tasks.iter().all(|task| task.crowd.neighbors == 30.0));
}

#[test]
fn rows_without_a_measurement_are_left_out() {
    let all = rows(Size::Full, 2);
    assert!(fill(&all, &all, &[]).is_empty());
}

#[test]
fn both_parts_of_every_ratio_exist() {
    let all = rows(Size::Quick, 2);
    for row in &all {
        if let Figure::Ratio { over, under } = &row.figure {
            for key in [over, under] {
                assert!(all.iter().any(|other| other.key == *key), "{key:?}");
            }
        }
    }
}
