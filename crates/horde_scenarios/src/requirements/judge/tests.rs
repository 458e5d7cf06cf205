use super::{Verdict, judge};
use crate::metrics::{AgentResult, Arrivals, FlockShape, Measures, Recorder, RecorderSettings};
use crate::requirements::Run;
use crate::scenario::{EndsNear, Requirement, Requirements, Symmetry};
use bevy::math::vec2;
use std::sync::LazyLock;

/// A run of ten agents that meets every requirement.
fn run(rate: u32, symmetry: Symmetry, mean: f64, last: f64) -> Run {
    let arrivals = Arrivals {
        expected: 10,
        arrived: 10,
        mean: Some(mean),
        last: Some(last),
        ..Arrivals::default()
    };
    let empty = Recorder::new(&[], &[], &RecorderSettings::default()).finish();
    Run {
        rate,
        symmetry,
        method: "plugin".into(),
        measures: Measures {
            agents: 10,
            arrivals,
            ..empty
        },
    }
}

fn failed(requirements: &Requirements, runs: &[Run]) -> Vec<Verdict> {
    judge(requirements, runs)
        .into_iter()
        .filter(|verdict| !verdict.is_met)
        .collect()
}

fn only_failure(requirements: &Requirements, runs: &[Run]) -> String {
    let failed = failed(requirements, runs);
    assert_eq!(failed.len(), 1, "{failed:?}");
    failed[0].to_string()
}

static ADDED: LazyLock<Requirements> = LazyLock::new(|| Requirements {
    all_arrive: true,
    done_within: Some(100.0),
    ..Requirements::default()
});

#[test]
fn without_runs_there_is_nothing_to_judge_and_a_perfect_run_meets_all() {
    assert!(judge(&ADDED, &[]).is_empty());
    let verdicts = judge(&ADDED, &[run(60, Symmetry::Plain, 50.0, 90.0)]);
    assert_eq!(verdicts.len(), 5);
    assert!(
        verdicts.iter().all(|verdict| verdict.is_met),
        "{verdicts:?}"
    );
}

#[test]
fn the_worst_run_is_named() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 90.0),
        run(60, Symmetry::Mirrored, 50.0, 90.0),
    ];
    runs[1].measures.wall_contacts.count = 3;
    runs[1].measures.wall_contacts.deepest = 0.0125;
    let sentence = only_failure(&ADDED, &runs);
    assert_eq!(
        sentence,
        "NOT met: no agent enters a wall by more than 1 mm: 3 times, by up to 12.5 mm (mirrored at 60 Hz)"
    );
}

#[test]
fn limits_are_limits() {
    let plain = |change: fn(&mut Measures)| {
        let mut run = run(60, Symmetry::Plain, 50.0, 90.0);
        change(&mut run.measures);
        [run]
    };
    assert!(
        only_failure(
            &ADDED,
            &plain(|measures| measures.agent_contacts.deep_share = 0.001)
        )
        .contains("0.100 %")
    );
    assert!(
        failed(
            &ADDED,
            &plain(|measures| measures.agent_contacts.deep_share = 0.0009)
        )
        .is_empty()
    );
    assert!(
        only_failure(
            &ADDED,
            &plain(|measures| measures.velocity_sign_changes.repeated = 1.0)
        )
        .contains("1.00 times")
    );
    assert!(
        failed(
            &ADDED,
            &plain(|measures| measures.velocity_sign_changes.repeated = 0.99)
        )
        .is_empty()
    );
    assert!(
        only_failure(
            &ADDED,
            &plain(|measures| measures.arrivals.last = Some(100.0))
        )
        .contains("after 100.0 s")
    );
}

#[test]
fn going_to_and_fro_is_judged_by_the_mean_of_a_rate() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 90.0),
        run(60, Symmetry::Shifted, 50.0, 90.0),
        run(30, Symmetry::Plain, 50.0, 90.0),
        run(30, Symmetry::Shifted, 50.0, 90.0),
    ];
    let mut with = |changes: [f64; 4]| {
        for (run, changes) in runs.iter_mut().zip(changes) {
            run.measures.velocity_sign_changes.repeated = changes;
        }
        failed(&ADDED, &runs)
    };
    // 0.95 at 60 Hz.
    assert!(with([0.4, 1.5, 0.0, 0.1]).is_empty());
    // 1.05 at 30 Hz, although 0.7 in all.
    let failed = with([0.3, 0.4, 0.9, 1.2]);
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].measured, "1.05 times (at 30 Hz; in one run 1.20)");
}

#[test]
fn a_missing_arrival_fails_both_the_arrival_and_the_time() {
    let mut late = run(60, Symmetry::Plain, 50.0, 90.0);
    late.measures.arrivals.arrived = 9;
    assert_eq!(failed(&ADDED, core::slice::from_ref(&late)).len(), 2);
    assert!(failed(&Requirements::default(), &[late]).is_empty());
}

#[test]
fn rates_agree_within_five_percent_and_those_of_a_pair_for_both() {
    let crowd = |mean: f64, last: f64| {
        [
            run(240, Symmetry::Plain, mean, last),
            run(60, Symmetry::Plain, 50.0, 90.0),
        ]
    };
    assert!(failed(&ADDED, &crowd(52.4, 99.0)).is_empty());
    assert!(only_failure(&ADDED, &crowd(52.6, 90.0)).contains("5.20 %"));
    let runs = |mean: f64, last: f64| {
        crowd(mean, last).map(|mut run| {
            run.measures.agents = 2;
            run
        })
    };
    // 52.5 / 50 and 94.5 / 90 are 5 % more.
    assert!(failed(&ADDED, &runs(52.4, 94.4)).is_empty());
    assert!(only_failure(&ADDED, &runs(52.6, 94.4)).contains("5.20 %"));
    assert!(only_failure(&ADDED, &runs(52.4, 94.6)).contains("5.11 %"));
}

#[test]
fn symmetries_of_a_pair_agree_within_one_percent_and_of_a_crowd_within_eight() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 80.0),
        run(60, Symmetry::Shifted, 51.0, 90.0),
    ];
    assert!(failed(&ADDED, &runs).is_empty());
    runs[1].measures.arrivals.mean = Some(53.9);
    assert!(failed(&ADDED, &runs).is_empty());
    runs[1].measures.arrivals.mean = Some(54.1);
    assert!(only_failure(&ADDED, &runs).contains("within 8 %: 8.20 %"));
    runs[1].measures.arrivals.mean = Some(51.0);
    runs[0].measures.agents = 2;
    assert!(
        only_failure(&ADDED, &runs)
            .contains("the mean arrival in other symmetries is within 1 %: 2.00 %")
    );
}

#[test]
fn rates_and_symmetries_are_compared_by_their_means() {
    let runs = |means: [f64; 4]| {
        [
            run(60, Symmetry::Plain, means[0], 90.0),
            run(60, Symmetry::Shifted, means[1], 90.0),
            run(30, Symmetry::Plain, means[2], 90.0),
            run(30, Symmetry::Shifted, means[3], 90.0),
        ]
    };
    // Rates: 51 and 51. Symmetries: 50 and 52, 4 %.
    assert!(failed(&ADDED, &runs([48.0, 54.0, 52.0, 50.0])).is_empty());
    // Rates: 50 and 55, 10 %. Symmetries: 50 and 55.
    let both = failed(&ADDED, &runs([48.0, 52.0, 52.0, 58.0]));
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both.iter().all(|verdict| verdict.measured == "10.00 %"));
}

#[test]
fn flocks_agree_in_their_neighbor_distance() {
    let flock = |symmetry: Symmetry, nearest_neighbor: f64| {
        let mut run = run(60, symmetry, 1.0, 1.0);
        run.measures.arrivals = Arrivals::default();
        run.measures.flock = Some(FlockShape {
            polarization: 0.5,
            nearest_neighbor,
        });
        run
    };
    let none = Requirements::default();
    assert!(
        failed(
            &none,
            &[flock(Symmetry::Plain, 4.0), flock(Symmetry::Rotated, 4.9)]
        )
        .is_empty()
    );
    assert!(
        only_failure(
            &none,
            &[flock(Symmetry::Plain, 4.0), flock(Symmetry::Rotated, 5.1)]
        )
        .contains("27.50 %")
    );
}

#[test]
fn a_run_without_arrivals_does_not_agree() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 80.0),
        run(30, Symmetry::Plain, 50.0, 80.0),
    ];
    runs[1].measures.arrivals = Arrivals {
        expected: 10,
        ..Arrivals::default()
    };
    assert!(only_failure(&Requirements::default(), &runs).contains("agents arrive in one run"));
    // The reverse: the standard run has no arrivals. Its agents have goals, so they are no flock.
    runs[0].measures.arrivals = Arrivals {
        expected: 10,
        ..Arrivals::default()
    };
    runs[1].measures.arrivals.mean = Some(50.0);
    assert!(only_failure(&Requirements::default(), &runs).contains("the mean arrival"));
    // The same between symmetries.
    runs[1].rate = 60;
    runs[1].symmetry = Symmetry::Shifted;
    let sentence = only_failure(&Requirements::default(), &runs);
    assert!(
        sentence.contains("the mean arrival in other symmetries is within 8 %: agents arrive"),
        "{sentence}"
    );
}

#[test]
fn one_run_without_arrivals_among_others_does_not_agree() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 80.0),
        run(60, Symmetry::Shifted, 50.0, 80.0),
        run(30, Symmetry::Plain, 50.0, 80.0),
        run(30, Symmetry::Shifted, 50.0, 80.0),
    ];
    runs[3].measures.arrivals = Arrivals {
        expected: 10,
        ..Arrivals::default()
    };
    let failed = failed(&Requirements::default(), &runs);
    assert_eq!(failed.len(), 2, "{failed:?}");
    assert!(
        failed
            .iter()
            .all(|verdict| verdict.measured.starts_with("agents arrive"))
    );
}

/// The failures of a run after `change`.
fn failures(requirements: &Requirements, change: impl Fn(&mut Measures)) -> Vec<String> {
    let mut run = run(60, Symmetry::Plain, 50.0, 90.0);
    change(&mut run.measures);
    let failed = failed(requirements, &[run]);
    failed.iter().map(ToString::to_string).collect()
}

#[test]
fn the_limits_of_a_scenario_are_limits() {
    type Change = fn(&mut Measures, f64);
    type Set = fn(&mut Requirements, f64);
    let cases: [(Set, Change); 7] = [
        (
            |requirements, most| requirements.way_ratio = Some(most),
            |measures, number| measures.arrivals.worst_way_ratio = Some(number),
        ),
        (
            |requirements, most| requirements.longest_wait = Some(most),
            |measures, number| measures.waits.longest = number,
        ),
        (
            |requirements, most| requirements.idle = Some(most),
            |measures, number| measures.idle = number,
        ),
        (
            |requirements, most| requirements.turns_about_goal = Some(most),
            |measures, number| measures.turns_about_goal = number,
        ),
        (
            |requirements, most| requirements.trembling = Some(most),
            |measures, number| measures.trembling = number,
        ),
        (
            |requirements, most| requirements.final_speed = Some(most),
            |measures, number| {
                measures.results = vec![AgentResult::default(); 2];
                measures.results[1].speed = number;
            },
        ),
        (
            |requirements, most| requirements.final_distance = Some(most),
            |measures, number| {
                measures.results = vec![AgentResult::default(); 2];
                measures.results[1].from_goal = Some(number);
            },
        ),
    ];
    for (number, (set, change)) in cases.into_iter().enumerate() {
        let mut requirements = Requirements::default();
        set(&mut requirements, 1.5);
        let none: Vec<String> = Vec::new();
        assert_eq!(
            failures(&requirements, |measures| change(measures, 1.5)),
            none,
            "{number}"
        );
        let failed = failures(&requirements, |measures| change(measures, 1.51));
        assert!(
            failed.len() == 1 && failed[0].contains("1.51 "),
            "{failed:?}"
        );
    }
    let requirements = Requirements {
        way_ratio: Some(9.0),
        ..Requirements::default()
    };
    let failed = failures(&requirements, |measures| measures.arrivals.arrived = 9);
    assert!(failed[0].contains("not all arrive"), "{failed:?}");
}

#[test]
fn agents_must_not_arrive_or_cross_a_line_and_must_end_at_a_point() {
    let requirements = Requirements {
        none_arrive: true,
        ends_near: vec![EndsNear {
            group: 1,
            point: vec2(3.0, 4.0),
            within: 5.0,
        }],
        not_crossed: vec![crate::scenario::Line {
            from: vec2(0.0, 0.0),
            to: vec2(1.0, 0.0),
        }],
        ..Requirements::default()
    };
    let failures = |arrived: usize, x: f64, crossed: u64| {
        let failed = failures(&requirements, |measures| {
            measures.arrivals.arrived = arrived;
            measures.arrivals.mean = None;
            measures.crossings = vec![crossed];
            measures.results = vec![AgentResult::default(); 2];
            measures.results[1].group = 1;
            measures.results[1].position = [x, 0.0];
        });
        failed.join("; ")
    };
    assert_eq!(failures(0, 0.0, 0), "");
    assert!(failures(1, 0.0, 0).contains("no agent arrives: 1"));
    // 3.01 m beside and 4 m below.
    assert!(failures(0, -0.01, 0).contains("of [3, 4]: within 5.01 m"));
    assert!(failures(0, 0.0, 2).contains("crosses line 0 of not_crossed: 2 times"));
}

#[test]
fn a_requirement_that_is_known_as_unmet_is_no_failure() {
    let mut late = run(60, Symmetry::Plain, 50.0, 90.0);
    late.measures.arrivals.last = Some(120.0);
    let known = Requirements {
        not_yet: vec![Requirement::DoneWithin, Requirement::Walls],
        ..ADDED.clone()
    };
    let verdicts = judge(&known, &[late]);
    assert!(verdicts.iter().all(|verdict| !verdict.is_failure()));
    assert_eq!(
        verdicts.iter().filter(|verdict| verdict.is_known).count(),
        2
    );
    let texts: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with("not met yet: the last arrives"))
    );
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with("met, though listed in not_yet: no agent"))
    );
}
