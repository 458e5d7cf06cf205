use super::{curves_of, measured_part};
use crate::report::{json, pictures, table};
use crate::table::{Filled, Group, Row, Size, Sweep, rows};

fn filled(row: Row) -> Filled {
    Filled {
        figure: 55.5 + row.key.threads as f64,
        agents: 100_000,
        neighbors: 7.93,
        nanoseconds: None,
        middle_half: None,
        best: Some(51.23),
        row,
    }
}

fn everything() -> Vec<Filled> {
    rows(Size::Full, 4).into_iter().map(filled).collect()
}

#[test]
fn every_line_of_every_table_is_as_wide_as_its_heading() {
    let rows = everything();
    let drawn = pictures(&rows).expect("they can be drawn");
    let part = measured_part("A Fast One, 4 cores", &rows, &drawn, "performance");
    let tables: Vec<Vec<usize>> = part
        .split("\n\n")
        .filter(|part| part.starts_with("| "))
        .map(|part| {
            part.trim()
                .lines()
                .map(|line| line.matches('|').count())
                .collect()
        })
        .collect();
    assert_eq!(
        tables.len(),
        8,
        "targets, baselines, behaviors and five sweeps"
    );
    for widths in &tables {
        assert!(widths.len() > 3);
        assert!(widths.iter().all(|width| width == &widths[0]), "{widths:?}");
    }
    assert!(part.starts_with("Measured on: A Fast One, 4 cores"));
    for name in [
        "agents",
        "neighbors",
        "obstacles",
        "threads",
        "update-interval",
    ] {
        assert!(
            part.contains(&format!("(performance/by-{name}.svg)")),
            "{name}"
        );
    }
}

#[test]
fn behaviors_are_compared_with_agents_at_rest() {
    let mut rows = everything();
    rows.retain(|row| row.row.group == Group::Behaviors);
    for row in &mut rows {
        row.best = Some(match row.row.key.name.as_str() {
            "behavior-rest" => 60.0,
            "behavior-avoid-agents" => 72.5,
            _ => 65.0,
        });
    }
    let part = measured_part("A Fast One, 4 cores", &rows, &[], "performance");
    let cells = |workload: &str| -> Vec<String> {
        let line = part
            .lines()
            .find(|line| line.starts_with(&format!("| `{workload}` |")));
        let cells = line
            .expect(workload)
            .split('|')
            .map(|cell| cell.trim().to_owned());
        cells.filter(|cell| !cell.is_empty()).collect()
    };
    assert_eq!(cells("rest")[3..], ["56.5 (60.0)", "0"]);
    assert_eq!(cells("avoid-agents")[3..], ["56.5 (72.5)", "12.5"]);
    assert_eq!(cells("seek")[2..], ["7.9", "56.5 (65.0)", "5.00"]);
    // Without `rest` there is no comparison.
    rows.retain(|row| row.row.key.name != "behavior-rest");
    let part = measured_part("A Fast One, 4 cores", &rows, &[], "performance");
    assert!(!part.contains("behavior-") && !part.contains("itself"));
}

#[test]
fn a_part_without_sweeps_has_no_plots() {
    let mut rows = everything();
    rows.retain(|row| row.row.group == Group::Target);
    let drawn = pictures(&rows).expect("nothing to draw");
    assert!(drawn.is_empty());
    let part = measured_part("A Fast One, 4 cores", &rows, &drawn, "performance");
    assert!(!part.contains(".svg") && !part.contains("grows"));
}

#[test]
fn curves_are_found_again_in_the_names() {
    let rows = everything();
    let curves = curves_of(&rows, Sweep::Neighbors);
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "flock, 1 thread",
            "flock-nearest-16, 1 thread",
            "zombie, 1 thread"
        ]
    );
    let points: Vec<usize> = curves[1].points.iter().map(|(point, _)| *point).collect();
    assert_eq!(points, [2, 4, 8, 16, 30, 60, 120]);
    let by_threads = curves_of(&rows, Sweep::Threads);
    assert_eq!(by_threads.len(), 2);
    assert_eq!(by_threads[0].points, [(1, 56.5), (2, 57.5), (4, 59.5)]);
}

#[test]
fn the_terminal_shows_figure_target_and_ratio() {
    let text = table(&everything());
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("flock-8 "));
    let cells: Vec<&str> = line.expect("the first row").split_whitespace().collect();
    let expected = [
        "flock-8", "flock", "100", "000", "7.9", "1", "56.5", "51.2", "ns", "110", "60", "0.51",
        "goal",
    ];
    assert_eq!(cells, expected);
}

#[test]
fn json_has_the_documented_keys() {
    let text = json(&everything()).expect("it is JSON");
    let list: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let first = &list[0];
    assert_eq!(first["row"], "flock-8");
    assert_eq!(first["agents"], 100_000);
    assert_eq!(first["neighbors"], 7.93);
    assert_eq!(first["threads"], 1);
    assert_eq!(first["target"], 110.0);
    assert_eq!(first["goal"], 60.0);
    assert!(first.get("ns_per_agent").is_some());
    assert_eq!(first["unit"], "ns");
    assert_eq!(first["verdict"], "goal");
    let rows = list.as_array().expect("a list");
    let speed_up = rows.iter().find(|row| row["row"] == "flock-8-speed-up");
    assert_eq!(
        speed_up.expect("it is there")["ns_per_agent"],
        serde_json::Value::Null
    );
}
