//! Stop and go: how often an agent changes between speeding up and slowing down.

use super::sample_window::SampleWindow;
use super::standing_speed;
use crate::frame::Participant;

/// Counts the changes of sign of the acceleration along the heading, between samples 0.1 s apart.
///
/// An acceleration of less than 5 % of the full speed per second, or than 0.01 m/s^2, keeps the
/// previous sign.
#[derive(Clone, Debug)]
pub(super) struct SurgeRecorder {
    dead_bands: Vec<f64>,
    speeding_up: Vec<Option<bool>>,
    changes: u64,
}

impl SurgeRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            // 5 % of the full speed per second, at least 0.01 m/s^2.
            dead_bands: participants.iter().map(standing_speed).collect(),
            speeding_up: vec![None; participants.len()],
            changes: 0,
        }
    }

    pub(super) fn observe(&mut self, sample_window: &SampleWindow) {
        for (number, _, [now, before]) in sample_window.velocities::<2>() {
            let change = now - before;
            let along =
                change.dot((now + before).normalize_or_zero()) / sample_window.between_middles(0);
            if along.abs() < self.dead_bands[number] {
                continue;
            }
            let speeds_up = along > 0.0;
            if self.speeding_up[number].replace(speeds_up) == Some(!speeds_up) {
                self.changes += 1;
            }
        }
    }

    pub(super) fn finish(&self) -> u64 {
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, measure, walker};
    use bevy::math::{Vec2, dvec2};

    fn changes_per_minute(rate: u32, swing: f64) -> f64 {
        // v = 0.5 + swing sin(pi t): the acceleration, pi swing cos(pi t), changes its sign once
        // per second.
        let motion = move |time: f64| {
            dvec2(
                0.5 * time - swing * (core::f64::consts::PI * time).cos() / core::f64::consts::PI,
                0.0,
            )
        };
        measure(rate, 60.0, &[walker(Vec2::ZERO, &[])], &[], &[motion]).acceleration_sign_changes
    }

    #[test]
    fn a_period_of_two_seconds_changes_sign_once_a_second() {
        for rate in RATES {
            assert!(
                (changes_per_minute(rate, 0.3) - 60.0).abs() <= 1.0,
                "{rate} Hz"
            );
        }
    }

    #[test]
    fn within_the_dead_band_nothing_counts() {
        // pi * 0.01 = 0.031 m/s^2, less than 5 % of 1 m/s per second.
        assert_eq!(changes_per_minute(60, 0.01), 0.0);
    }
}
