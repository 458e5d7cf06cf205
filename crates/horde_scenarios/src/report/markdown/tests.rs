use super::markdown;
use crate::metrics::{Measures, Recorder, RecorderSettings};
use crate::report::{ScenarioReport, json, table};
use crate::requirements::Run;
use crate::scenario::{Requirements, Symmetry};

fn report(scenario: &str, method: &str, wall_contacts: u64) -> ScenarioReport {
    let mut measures = Recorder::new(&[], &[], &RecorderSettings::default()).finish();
    measures.wall_contacts.count = wall_contacts;
    let run = |rate: u32| Run {
        rate,
        symmetry: Symmetry::Plain,
        method: method.into(),
        measures: measures.clone(),
    };
    let report = ScenarioReport::new(scenario, "A title", "A sentence | with a bar.", method);
    report.with_runs(&Requirements::default(), vec![run(60), run(30)])
}

#[test]
fn every_row_of_every_table_is_as_wide_as_its_heading() {
    let page = markdown(
        &[report("one", "social", 0), report("two", "social", 2)],
        "pictures",
    );
    let tables: Vec<Vec<usize>> = page
        .split("\n\n")
        .filter(|part| part.starts_with("| "))
        .map(|part| part.lines().map(|line| line.matches('|').count()).collect())
        .collect();
    assert_eq!(tables.len(), 4, "three of results and one of definitions");
    for widths in &tables {
        assert!(widths.iter().all(|width| width == &widths[0]), "{widths:?}");
        assert!(widths[0] <= 14, "too wide to read: {}", widths[0]);
    }
}

#[test]
fn the_page_has_pictures_and_unmet_requirements() {
    let page = markdown(
        &[report("one", "social", 0), report("two", "social", 2)],
        "pictures",
    );
    assert!(page.contains("(pictures/one.svg)") && page.contains("(pictures/two.svg)"));
    assert!(page.contains("- **two**: no agent enters a wall by more than 1 mm: 2 times"));
    assert!(!page.contains("All requirements are met"));
    assert!(
        markdown(&[report("one", "social", 0)], "pictures").contains("All requirements are met")
    );
}

#[test]
fn the_page_describes_its_runs() {
    let page = markdown(&[report("one", "social", 0)], "pictures");
    assert!(
        page.contains(
            "Ticks per second: 30, 60. Each scenario was run as it is written: 2 runs of each."
        ),
        "{page}"
    );
    assert!(markdown(&[], "pictures").contains("No runs."));
}

#[test]
fn the_terminal_shows_rows_and_unmet_requirements() {
    let text = table(&[report("one", "social", 0), report("two", "social", 2)]);
    assert!(text.contains("NO (1)"));
    assert!(
        text.lines()
            .any(|line| line.starts_with("two (social): NOT met: no agent enters a wall"))
    );
    assert_eq!(
        text.lines()
            .filter(|line| line.trim_start().starts_with("one "))
            .count(),
        1
    );
}

#[test]
fn json_has_all_runs() {
    let text = json(&[report("one", "social", 3)]).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value[0]["runs"][1]["rate"], 30);
    assert_eq!(value[0]["runs"][1]["measures"]["wall_contacts"]["count"], 3);
    assert_eq!(value[0]["is_met"], false);
}

#[test]
fn a_rival_has_a_column_beside_the_plugin() {
    let with_arrivals = |method: &str, mean: f64| {
        let mut report = report("one", method, 0);
        for run in &mut report.runs {
            run.measures.arrivals.mean = Some(mean);
        }
        report
    };
    let settings = "it is set so".to_owned();
    let reports = [
        with_arrivals("own", 6.0),
        with_arrivals("other", 7.0).with_rival_settings(Some(settings)),
        report("two", "own", 0),
    ];
    let page = markdown(&reports, "pictures");
    assert!(
        page.contains("## Compared with other\n") && page.contains("of other: it is set so."),
        "{page}"
    );
    assert!(
        page.contains("| one | - | - | 6.0 | 7.0 | - | - | 0 | 0 |"),
        "{page}"
    );
    // The other tables, the verdicts and the pictures have no rival.
    assert!(!page.contains("| one | other |") && !page.contains("one-other.svg"));
    assert!(!markdown(&reports[..1], "pictures").contains("## Compared"));
}

/// A report of runs in which one of two agents arrives after 6 s, with a change of the measures.
fn walked(scenario: &str, method: &str, change: impl Fn(&mut Measures)) -> ScenarioReport {
    let mut report = report(scenario, method, 0);
    for run in &mut report.runs {
        let measures = &mut run.measures;
        measures.arrivals.mean = Some(6.0);
        (measures.arrivals.expected, measures.arrivals.arrived) = (2, 1);
        measures.velocity_sign_changes.repeated = 0.5;
        change(measures);
    }
    report
}

#[test]
fn the_page_lists_where_a_rival_is_better() {
    let other = |scenario: &str, change: fn(&mut Measures)| {
        let report = walked(scenario, "other", change);
        [
            walked(scenario, "own", |_| ()),
            report.with_rival_settings(Some("it is set so".into())),
        ]
    };
    let mut reports = [
        other("later", |it| it.arrivals.mean = Some(7.0)),
        other("equal", |it| it.arrivals.mean = Some(5.95)),
        other("earlier", |it| it.arrivals.mean = Some(5.0)),
        other("never", |it| it.arrivals.mean = None),
        other("more", |it| it.arrivals.arrived = 2),
        other("fewer", |it| {
            it.arrivals.arrived = 0;
            it.arrivals.mean = Some(5.0);
            it.velocity_sign_changes.repeated = 0.0;
        }),
        other("calm", |it| it.velocity_sign_changes.repeated = 0.0),
        other("in-print", |it| it.velocity_sign_changes.repeated = 0.4949),
        other("through-walls", |it| {
            it.arrivals.arrived = 2;
            it.wall_contacts.count = 1;
        }),
        other("through-agents", |it| {
            it.arrivals.arrived = 2;
            it.agent_contacts.deep_share = 0.01;
        }),
        other("less-contact", |_| ()),
    ]
    .concat();
    let own = reports.len() - 2;
    for run in &mut reports[own].runs {
        run.measures.wall_contacts.count = 3;
        run.measures.agent_contacts.deep_share = 0.02;
    }
    let alone = walked("alone", "other", |it| it.arrivals.mean = Some(1.0));
    reports.push(alone.with_rival_settings(Some("it is set so".into())));
    let page = markdown(&reports, "pictures");
    for line in [
        "Of 11 scenarios 9 count.",
        "- **arrived**: 1: more (1 of 2, 2 of 2).",
        "- **mean s**: 1: earlier (6.0, 5.0).",
        "- **last s**: none.",
        "- **wall contacts**: 1: less-contact (3, 0).",
        "- **overlap %**: 1: less-contact (2.000, 0.000).",
        "- **to and fro /min**: 2: calm (0.50, 0.00), in-print (0.50, 0.49).",
        "- **left out**: 2: through-walls, through-agents.",
    ] {
        assert!(page.contains(line), "{line} is not in {page}");
    }
}
