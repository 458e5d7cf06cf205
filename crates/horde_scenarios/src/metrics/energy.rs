//! The metabolic energy of walking, `m (2.23 + 1.26 v^2)` watts.

use super::observer::Observation;
use crate::frame::Participant;
use serde::Serialize;

/// Power while standing, watts per kilogram.
const STANDING_POWER: f64 = 2.23;

/// Additional power of walking at 1 m/s, watts per kilogram; it grows with the square of the speed.
const WALKING_POWER: f64 = 1.26;

/// Energy that agents spend until they arrive, or until the end of the run.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Energy {
    /// Mean of all agents, joules.
    pub mean: f64,
    /// Energy of all agents with goals, relative to that of their straight ways at full speed;
    /// `None` without such ways.
    pub ratio: Option<f64>,
}

/// Sums the energy.
#[derive(Clone, Debug)]
pub(super) struct EnergyRecorder {
    masses: Vec<f64>,
    /// Energy of the straight way at full speed, joules; `None` without goals or speed.
    straight: Vec<Option<f64>>,
    spent: Vec<f64>,
}

impl EnergyRecorder {
    pub(super) fn new(participants: &[Participant], arrival_distance: f32) -> Self {
        let straight = |participant: &Participant| {
            let speed = f64::from(participant.speed);
            let time = f64::from(participant.way(arrival_distance)) / speed;
            (!participant.goals.is_empty() && speed > 0.0)
                .then(|| power(participant.mass.into(), speed * speed) * time)
        };
        Self {
            masses: participants
                .iter()
                .map(|participant| participant.mass.into())
                .collect(),
            straight: participants.iter().map(straight).collect(),
            spent: vec![0.0; participants.len()],
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        for (number, body) in observation.present() {
            if !body.has_arrived {
                self.spent[number] +=
                    power(self.masses[number], body.velocity.length_squared()) * observation.tick;
            }
        }
    }

    pub(super) fn finish(&self) -> Energy {
        let (mut spent, mut straight) = (0.0, 0.0);
        for (own, own_straight) in self.spent.iter().zip(&self.straight) {
            if let Some(own_straight) = own_straight {
                spent += own;
                straight += own_straight;
            }
        }
        Energy {
            mean: self.spent.iter().sum::<f64>() / self.spent.len().max(1) as f64,
            ratio: (straight > 0.0).then_some(spent / straight),
        }
    }
}

/// Power of a walking mass, watts; from kilograms and the square of the speed.
fn power(mass: f64, speed_squared: f64) -> f64 {
    mass * (STANDING_POWER + WALKING_POWER * speed_squared)
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{assert_same_at_all_rates, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};

    #[test]
    fn a_minute_of_half_speed_and_its_ratio() {
        let walk = |time: f64| dvec2(0.5 * time, 0.0);
        let energy = measure(
            60,
            60.0,
            &[walker(Vec2::ZERO, &[vec2(30.0, 0.0)])],
            &[],
            &[walk],
        )
        .energy;
        // 80 kg (2.23 + 1.26 * 0.25) W/kg * 60 s = 80 * 2.545 * 60 = 12 216 J.
        assert!((energy.mean - 12_216.0).abs() < 1.0, "{energy:?}");
        // The straight way: 80 * 3.49 * 30 s = 8 376 J; 12 216 / 8 376 = 1.4585.
        assert!((energy.ratio.unwrap() - 1.4585).abs() < 1e-3, "{energy:?}");
    }

    #[test]
    fn energy_is_the_same_at_all_rates() {
        let circle = |time: f64| DVec2::from_angle(time) * 2.0;
        assert_same_at_all_rates(0.01, |rate| {
            measure(rate, 10.0, &[walker(vec2(2.0, 0.0), &[])], &[], &[circle])
                .energy
                .mean
        });
    }
}
