//! Smoothness: the mean absolute jerk, the third derivative of the position.

use super::mean::Mean;
use super::sample_window::SampleWindow;

/// Sums the jerk of agents that have not arrived.
#[derive(Clone, Debug, Default)]
pub(super) struct JerkRecorder {
    jerk: Mean,
}

impl JerkRecorder {
    pub(super) fn observe(&mut self, sample_window: &SampleWindow) {
        for (_, past, [now, before, earlier]) in sample_window.velocities::<3>() {
            if past.has_arrived {
                continue;
            }
            let [newer, older] = [
                sample_window.between_middles(0),
                sample_window.between_middles(1),
            ];
            let acceleration = (now - before) / newer;
            let acceleration_before = (before - earlier) / older;
            let jerk = (acceleration - acceleration_before).length() / (0.5 * (newer + older));
            self.jerk.add(jerk);
        }
    }

    /// The mean jerk, meters per second cubed; 0 without samples.
    pub(super) fn finish(&self) -> f64 {
        self.jerk.value()
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, assert_same_at_all_rates, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2};

    #[test]
    fn a_cubic_has_six_and_a_square_has_none() {
        for rate in RATES {
            let jerk = |power: i32| {
                let motion = |time: f64| dvec2(time.powi(power), 0.0);
                measure(rate, 2.0, &[walker(Vec2::ZERO, &[])], &[], &[motion]).mean_jerk
            };
            assert!(
                (jerk(3) - 6.0).abs() < 0.05,
                "(t^3)''' = 6, but at {rate} Hz {}",
                jerk(3)
            );
            assert!(jerk(2) < 0.01, "at {rate} Hz: {}", jerk(2));
        }
    }

    #[test]
    fn a_rate_that_misses_the_tenths_of_a_second_makes_no_jerk() {
        // At 45 Hz the samples are 4 or 5 ticks apart.
        let jerk = |power: i32| {
            let motion = |time: f64| dvec2(time.powi(power), 0.0);
            measure(45, 2.0, &[walker(Vec2::ZERO, &[])], &[], &[motion]).mean_jerk
        };
        assert!(jerk(2) < 0.01, "{}", jerk(2));
        assert!((jerk(3) - 6.0).abs() < 0.05, "{}", jerk(3));
    }

    #[test]
    fn jerk_is_the_same_at_all_rates() {
        let circle = |time: f64| DVec2::from_angle(time) * 2.0;
        assert_same_at_all_rates(0.01, |rate| {
            measure(rate, 20.0, &[walker(Vec2::ZERO, &[])], &[], &[circle]).mean_jerk
        });
    }
}
