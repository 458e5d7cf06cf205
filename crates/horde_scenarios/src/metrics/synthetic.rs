//! Synthetic motions at any tick rate, for the tests of the metrics.

use super::{Measures, Recorder, RecorderSettings};
use crate::barrier::Barrier;
use crate::frame::{Frame, Participant, Sample};
use bevy::math::{DVec2, Vec2};

/// Every metric must agree at these rates.
pub(super) const RATES: [u32; 3] = [30, 60, 240];

/// An agent of radius 0.5 m, 1 m/s and 80 kg.
pub(super) fn walker(start: Vec2, goals: &[Vec2]) -> Participant {
    Participant {
        group: 0,
        radius: 0.5,
        speed: 1.0,
        mass: 80.0,
        start,
        appears: 0.0,
        goals: goals.to_vec(),
    }
}

/// Calls `show` with a frame of the motions at every tick, for `seconds`.
pub(super) fn film<Motion: Fn(f64) -> DVec2>(
    rate: u32,
    seconds: f64,
    motions: &[Motion],
    mut show: impl FnMut(&Frame),
) {
    let sample = |time: f64, motion: &Motion| Sample {
        position: motion(time).as_vec2(),
        velocity: ((motion(time) - motion(time - 1e-4)) / 1e-4).as_vec2(),
        is_present: true,
        ..Sample::default()
    };
    for index in 0..=(seconds * f64::from(rate)).round() as u32 {
        let time = f64::from(index) / f64::from(rate);
        let tick = if index == 0 {
            0.0
        } else {
            1.0 / f64::from(rate)
        };
        let agents: Vec<Sample> = motions.iter().map(|motion| sample(time, motion)).collect();
        show(&Frame {
            time,
            tick,
            agents: &agents,
        });
    }
}

/// The measures of a run with these motions.
pub(super) fn measure<Motion: Fn(f64) -> DVec2>(
    rate: u32,
    seconds: f64,
    participants: &[Participant],
    barriers: &[Barrier],
    motions: &[Motion],
) -> Measures {
    let settings = RecorderSettings {
        measures_flock: true,
        ..RecorderSettings::default()
    };
    let mut recorder = Recorder::new(participants, barriers, &settings);
    film(rate, seconds, motions, |frame| recorder.observe(frame));
    recorder.finish()
}

/// Checks that the number at every rate differs from the first by at most the share `part`.
pub(super) fn assert_same_at_all_rates(part: f64, number: impl Fn(u32) -> f64) {
    let numbers = RATES.map(number);
    let differ = numbers
        .iter()
        .any(|other| (other - numbers[0]).abs() > part * numbers[0].abs());
    assert!(!differ, "at {RATES:?} Hz: {numbers:?}");
}
