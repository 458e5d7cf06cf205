use super::{Verdict, judge};
use crate::metrics::{Arrivals, FlockShape, Measures, Recorder, RecorderSettings};
use crate::requirements::Run;
use crate::scenario::{Requirements, Symmetry};

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
        model: "model".into(),
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

const ASKED: Requirements = Requirements {
    all_arrive: true,
    done_within: Some(100.0),
};

#[test]
fn without_runs_there_is_nothing_to_judge_and_a_perfect_run_meets_all() {
    assert!(judge(&ASKED, &[]).is_empty());
    let verdicts = judge(&ASKED, &[run(60, Symmetry::Plain, 50.0, 90.0)]);
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
    let sentence = only_failure(&ASKED, &runs);
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
            &ASKED,
            &plain(|measures| measures.agent_contacts.deep_share = 0.001)
        )
        .contains("0.100 %")
    );
    assert!(
        failed(
            &ASKED,
            &plain(|measures| measures.agent_contacts.deep_share = 0.0009)
        )
        .is_empty()
    );
    assert!(
        only_failure(
            &ASKED,
            &plain(|measures| measures.velocity_sign_changes.repeated = 1.0)
        )
        .contains("1.00 times")
    );
    assert!(
        failed(
            &ASKED,
            &plain(|measures| measures.velocity_sign_changes.repeated = 0.99)
        )
        .is_empty()
    );
    assert!(
        only_failure(
            &ASKED,
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
        failed(&ASKED, &runs)
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
    assert_eq!(failed(&ASKED, core::slice::from_ref(&late)).len(), 2);
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
    assert!(failed(&ASKED, &crowd(52.4, 99.0)).is_empty());
    assert!(only_failure(&ASKED, &crowd(52.6, 90.0)).contains("5.20 %"));
    let runs = |mean: f64, last: f64| {
        crowd(mean, last).map(|mut run| {
            run.measures.agents = 2;
            run
        })
    };
    // 52.5 / 50 and 94.5 / 90 are 5 % more.
    assert!(failed(&ASKED, &runs(52.4, 94.4)).is_empty());
    assert!(only_failure(&ASKED, &runs(52.6, 94.4)).contains("5.20 %"));
    assert!(only_failure(&ASKED, &runs(52.4, 94.6)).contains("5.11 %"));
}

#[test]
fn symmetries_of_a_pair_agree_within_one_percent_and_of_a_crowd_within_eight() {
    let mut runs = [
        run(60, Symmetry::Plain, 50.0, 80.0),
        run(60, Symmetry::Shifted, 51.0, 90.0),
    ];
    assert!(failed(&ASKED, &runs).is_empty());
    runs[1].measures.arrivals.mean = Some(53.9);
    assert!(failed(&ASKED, &runs).is_empty());
    runs[1].measures.arrivals.mean = Some(54.1);
    assert!(only_failure(&ASKED, &runs).contains("within 8 %: 8.20 %"));
    runs[1].measures.arrivals.mean = Some(51.0);
    runs[0].measures.agents = 2;
    assert!(
        only_failure(&ASKED, &runs)
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
    assert!(failed(&ASKED, &runs([48.0, 54.0, 52.0, 50.0])).is_empty());
    // 50 and 55: 10 %; and 50, 55.
    let both = failed(&ASKED, &runs([48.0, 52.0, 52.0, 58.0]));
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
    // The other way round, where there is no flock.
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
