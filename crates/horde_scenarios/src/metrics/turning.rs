//! How much agents turn.

use super::glances::Glances;
use super::standing_speed;
use crate::frame::Participant;

/// Adds up the angles between the velocities of one tenth of a second and the next, of those who move in both.
#[derive(Clone, Debug)]
pub(super) struct TurnBook {
    standing: Vec<f64>,
    degrees: f64,
}

impl TurnBook {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            standing: participants.iter().map(standing_speed).collect(),
            degrees: 0.0,
        }
    }

    pub(super) fn observe(&mut self, glances: &Glances) {
        for (number, _, [now, before]) in glances.velocities::<2>() {
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
    use crate::metrics::film::{RATES, measure, walker};
    use bevy::math::{DVec2, Vec2, vec2};

    #[test]
    fn a_round_in_twenty_seconds_is_three_in_a_minute() {
        for rate in RATES {
            let round = |time: f64| DVec2::from_angle(core::f64::consts::TAU * time / 20.0) * 2.0;
            let degrees =
                measure(rate, 60.0, &[walker(vec2(2.0, 0.0), &[])], &[], &[round]).degrees_turned;
            // 3 * 360; the first two tenths of a second have no turn yet: 0.3 % less.
            assert!((degrees - 1080.0).abs() < 6.0, "{rate} Hz: {degrees}");
        }
    }

    #[test]
    fn who_creeps_does_not_turn() {
        // 0.01 m radius, once round in 2 s: 0.031 m/s, less than 5 % of 1 m/s.
        let creep = |time: f64| DVec2::from_angle(core::f64::consts::PI * time) * 0.01;
        assert_eq!(
            measure(60, 60.0, &[walker(Vec2::ZERO, &[])], &[], &[creep]).degrees_turned,
            0.0
        );
    }
}
