use super::picture;
use crate::barrier::samples::every_barrier;
use crate::frame::{Frame, Participant, Sample};
use crate::metrics::{Recorder, RecorderSettings, TrailSettings};
use crate::report::ScenarioReport;
use crate::requirements::Run;
use crate::scenario::{Requirements, Symmetry};
use bevy::math::Vec2;
use std::collections::BTreeSet;

/// `count` agents cross a circle on wavy ways.
fn report(count: usize, last: Option<f64>) -> ScenarioReport {
    let start = |number: usize| {
        100.0 * Vec2::from_angle(core::f32::consts::TAU * number as f32 / count as f32)
    };
    let participant = |number: usize| Participant {
        group: 0,
        radius: 1.5,
        speed: 2.0,
        mass: 70.0,
        start: start(number),
        appears: 0.0,
        goals: vec![-start(number)],
    };
    let participants: Vec<Participant> = (0..count).map(participant).collect();
    let settings = RecorderSettings {
        trails: Some(TrailSettings {
            last,
            ..TrailSettings::default()
        }),
        ..Default::default()
    };
    let mut recorder = Recorder::new(&participants, &every_barrier(), &settings);
    // The ways of a large crowd have more waves than fit into a file.
    let waves = if count > 100 { 300.0 } else { 9.0 };
    for index in 0..=1000 {
        let part = index as f32 / 1000.0;
        let position = |number: usize| {
            start(number) * (1.0 - 2.0 * part)
                + start(number).perp()
                    * 0.3
                    * (part * waves + number as f32).sin()
                    * part
                    * (1.0 - part)
        };
        let sample = |number: usize| Sample {
            position: position(number),
            is_present: true,
            ..Sample::default()
        };
        let agents: Vec<Sample> = (0..count).map(sample).collect();
        let tick = if index == 0 { 0.0 } else { 0.1 };
        recorder.observe(&Frame {
            time: f64::from(index) * 0.1,
            tick,
            agents: &agents,
        });
    }
    let run = Run {
        rate: 60,
        symmetry: Symmetry::Plain,
        method: "none".into(),
        measures: recorder.finish(),
    };
    let report = ScenarioReport::new("waves", "Waves & <circles>", "No description.", "none");
    report
        .with_layout(&participants, &every_barrier())
        .with_runs(&Requirements::default(), vec![run])
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn everything_is_in_the_picture() {
    let svg = picture(&report(10, None)).unwrap();
    assert!(svg.contains("Waves &amp; &lt;circles&gt;"));
    assert!(svg.contains("0 of 10 arrive in 100 s"));
    assert_eq!(count(&svg, "<circle"), 11, "ten starts and a barrier");
    assert_eq!(count(&svg, "<polygon"), 3, "a polygon, a box and a capsule");
    // A number that is not finite or not in the picture would be huge.
    assert!(!svg.contains("NaN") && !svg.contains("2147483"));
}

#[test]
fn a_crowd_stays_a_small_file() {
    let svg = picture(&report(250, None)).unwrap();
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    assert!(
        svg.len() > 100_000,
        "there is room for more: {} bytes",
        svg.len()
    );
}

#[test]
fn the_end_of_a_run_shows_bodies_and_no_goals() {
    let svg = picture(&report(20, Some(5.0))).unwrap();
    assert!(svg.contains("of which the last 5 s are drawn"));
    assert_eq!(count(&svg, "<circle"), 21);
    let strokes = svg.lines().filter(|line| line.starts_with("<polyline"));
    let strengths: BTreeSet<&str> = strokes
        .filter_map(|line| line.split("opacity=\"").nth(1)?.split('"').next())
        .collect();
    assert!(strengths.len() >= 4, "{strengths:?}");
    // Four pieces per agent; the barriers that are lines and the axes add a few more.
    assert!(
        count(&svg, "<polyline") >= 80,
        "{}",
        count(&svg, "<polyline")
    );
}

#[test]
fn without_a_run_there_is_no_picture() {
    assert!(picture(&ScenarioReport::new("none", "None", "Nothing.", "none")).is_err());
}
