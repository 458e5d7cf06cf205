//! How much agents turn.

use super::sample_window::SampleWindow;
use super::standing_speed;
use crate::frame::Participant;

/// Sums the angles between consecutive sampled velocities, 0.1 s apart, of agents that move in both
/// samples.
#[derive(Clone, Debug)]
pub(super) struct TurnRecorder {
    standing: Vec<f64>,
    degrees: f64,
}

impl TurnRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            standing: participants.iter().map(standing_speed).collect(),
            degrees: 0.0,
        }
    }

    pub(super) fn observe(&mut self, sample_window: &SampleWindow) {
        for (number, _, [now, before]) in sample_window.velocities::<2>() {
            if now.length().min(before.length()) > self.standing[number] {
                self.degrees += now.angle_to(before).abs().to_degrees();
            }
        }
    }

    pub(super) fn finish(&self) -> f64 {
        self.degrees
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, measure, walker};
    use bevy::math::{DVec2, Vec2, vec2};

    #[test]
    fn a_lap_in_twenty_seconds_is_three_per_minute() {
        for rate in RATES {
            let round = |time: f64| DVec2::from_angle(core::f64::consts::TAU * time / 20.0) * 2.0;
            let degrees =
                measure(rate, 60.0, &[walker(vec2(2.0, 0.0), &[])], &[], &[round]).degrees_turned;
            // 3 * 360; the first two samples have no turn yet: 0.3 % less.
            assert!((degrees - 1080.0).abs() < 6.0, "{rate} Hz: {degrees}");
        }
    }

    #[test]
    fn a_creeping_agent_does_not_turn() {
        // 0.01 m radius, one lap in 2 s: 0.031 m/s, less than 5 % of 1 m/s.
        let creep = |time: f64| DVec2::from_angle(core::f64::consts::PI * time) * 0.01;
        assert_eq!(
            measure(60, 60.0, &[walker(Vec2::ZERO, &[])], &[], &[creep]).degrees_turned,
            0.0
        );
    }
}
