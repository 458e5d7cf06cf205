//! Motions made by hand, shown at any rate, for the tests of the metrics.

use super::{Measures, Watch, WatchSettings};
use crate::barrier::Barrier;
use crate::frame::{Frame, Participant, Sample};
use bevy::math::{DVec2, Vec2};

/// The rates at which every metric has to say the same.
pub(super) const RATES: [u32; 3] = [30, 60, 240];

/// Somebody of radius 0.5 m, 1 m/s and 80 kg.
pub(super) fn walker(start: Vec2, goals: &[Vec2]) -> Participant {
    Participant {
        group: 0,
        radius: 0.5,
        speed: 1.0,
        mass: 80.0,
        start,
        goals: goals.to_vec(),
    }
}

/// Shows the places that the motions name for every tick, `seconds` long.
pub(super) fn film<Motion: Fn(f64) -> DVec2>(
    rate: u32,
    seconds: f64,
    motions: &[Motion],
    mut show: impl FnMut(&Frame),
) {
    let place = |time: f64, motion: &Motion| Sample {
        position: motion(time).as_vec2(),
        velocity: ((motion(time) - motion(time - 1e-4)) / 1e-4).as_vec2(),
        has_arrived: false,
        is_present: true,
    };
    for index in 0..=(seconds * f64::from(rate)).round() as u32 {
        let time = f64::from(index) / f64::from(rate);
        let tick = if index == 0 {
            0.0
        } else {
            1.0 / f64::from(rate)
        };
        let agents: Vec<Sample> = motions.iter().map(|motion| place(time, motion)).collect();
        show(&Frame {
            time,
            tick,
            agents: &agents,
        });
    }
}

/// What the whole watch measures of such motions.
pub(super) fn measure<Motion: Fn(f64) -> DVec2>(
    rate: u32,
    seconds: f64,
    participants: &[Participant],
    barriers: &[Barrier],
    motions: &[Motion],
) -> Measures {
    let settings = WatchSettings {
        measures_flock: true,
        ..WatchSettings::default()
    };
    let mut watch = Watch::new(participants, barriers, &settings);
    film(rate, seconds, motions, |frame| watch.observe(frame));
    watch.finish()
}

/// The number at every rate, which must differ by no more than `part` of the first.
pub(super) fn assert_same_at_all_rates(part: f64, number: impl Fn(u32) -> f64) {
    let numbers = RATES.map(number);
    let differ = numbers
        .iter()
        .any(|other| (other - numbers[0]).abs() > part * numbers[0].abs());
    assert!(!differ, "at {RATES:?} Hz: {numbers:?}");
}
