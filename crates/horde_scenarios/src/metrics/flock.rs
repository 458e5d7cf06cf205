//! The shape of a flock: its alignment and density.

use super::mean::Mean;
use super::observer::Observation;
use super::sample_window::SampleTimer;
use super::standing_speed;
use crate::frame::Participant;
use bevy::math::DVec2;
use serde::Serialize;

/// Time between samples of the flock, seconds.
const SAMPLE_INTERVAL: f64 = 0.5;

/// The shape of a flock: means over all samples.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct FlockShape {
    /// Length of the mean heading of moving agents: 1 if all go the same way, about 0 if headings
    /// are random.
    pub polarization: f64,
    /// Mean distance of an agent's center from that of its nearest neighbor, in its own body radii.
    pub nearest_neighbor: f64,
}

/// Samples the flock twice per second.
#[derive(Clone, Debug)]
pub(super) struct FlockRecorder {
    timer: SampleTimer,
    radii: Vec<f64>,
    standing: Vec<f64>,
    polarization: Mean,
    nearest: Mean,
    /// Scratch memory: positions and radii, sorted by x.
    sorted: Vec<(DVec2, f64)>,
}

impl FlockRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            timer: SampleTimer::new(SAMPLE_INTERVAL),
            radii: participants
                .iter()
                .map(|participant| participant.radius.into())
                .collect(),
            standing: participants.iter().map(standing_speed).collect(),
            polarization: Mean::default(),
            nearest: Mean::default(),
            sorted: Vec::new(),
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        if !self.timer.is_due(observation) {
            return;
        }
        let moving = observation
            .present()
            .filter(|(number, body)| body.velocity.length() > self.standing[*number]);
        let (mut headings, mut count) = (DVec2::ZERO, 0.0);
        for (_, body) in moving {
            headings += body.velocity.normalize_or_zero();
            count += 1.0;
        }
        if count > 0.0 {
            self.polarization.add(headings.length() / count);
        }
        self.sorted.clear();
        self.sorted.extend(
            observation
                .present()
                .map(|(number, body)| (body.position, self.radii[number])),
        );
        self.sorted
            .sort_by(|(first, _), (second, _)| first.x.total_cmp(&second.x));
        if self.sorted.len() > 1 {
            for (index, (_, radius)) in self.sorted.iter().enumerate() {
                if *radius > 0.0 {
                    self.nearest.add(nearest(&self.sorted, index) / radius);
                }
            }
        }
    }

    pub(super) fn finish(&self) -> FlockShape {
        FlockShape {
            polarization: self.polarization.value(),
            nearest_neighbor: self.nearest.value(),
        }
    }
}

/// Distance from a body to its nearest neighbor; the positions are sorted by x.
fn nearest(sorted: &[(DVec2, f64)], index: usize) -> f64 {
    let own = sorted[index].0;
    let mut least = f64::INFINITY;
    for (other, _) in &sorted[index + 1..] {
        if other.x - own.x >= least {
            break;
        }
        least = least.min(own.distance(*other));
    }
    for (other, _) in sorted[..index].iter().rev() {
        if own.x - other.x >= least {
            break;
        }
        least = least.min(own.distance(*other));
    }
    least
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::metrics::FlockShape;
    use crate::metrics::synthetic::{RATES, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2};
    use proptest::prelude::*;

    fn shape(rate: u32, headings: [DVec2; 3]) -> FlockShape {
        let participants = [
            walker(Vec2::ZERO, &[]),
            walker(Vec2::ZERO, &[]),
            walker(Vec2::ZERO, &[]),
        ];
        let starts = [dvec2(0.0, 0.0), dvec2(0.0, 2.0), dvec2(0.0, 5.0)];
        let motion = |number: usize| move |time: f64| starts[number] + headings[number] * time;
        let measures = measure(
            rate,
            10.0,
            &participants,
            &[],
            &[motion(0), motion(1), motion(2)],
        );
        measures.flock.unwrap()
    }

    #[test]
    fn polarization_of_equal_and_opposite_headings() {
        for rate in RATES {
            let together = shape(rate, [DVec2::X; 3]);
            assert!((together.polarization - 1.0).abs() < 1e-9);
            // Gaps of 2, 2 and 3 m, radii of 0.5 m: (4 + 4 + 6) / 3.
            assert!((together.nearest_neighbor - 14.0 / 3.0).abs() < 1e-6);
            // Two to the right and one to the left: |1 + 1 - 1| / 3.
            let apart = shape(rate, [DVec2::X, DVec2::X, DVec2::NEG_X]);
            assert!((apart.polarization - 1.0 / 3.0).abs() < 1e-6);
        }
    }

    proptest! {
        #[test]
        fn the_nearest_is_the_nearest_of_all(
            points in prop::collection::vec((-5.0f64..5.0, -5.0f64..5.0), 2..40),
        ) {
            let mut sorted: Vec<(DVec2, f64)> =
                points.iter().map(|(x, y)| (dvec2(*x, *y), 1.0)).collect();
            sorted.sort_by(|(first, _), (second, _)| first.x.total_cmp(&second.x));
            for index in 0..sorted.len() {
                let others = sorted.iter().enumerate().filter(|(other, _)| *other != index);
                let distances = others.map(|(_, (point, _))| point.distance(sorted[index].0));
                let slow = distances.fold(f64::INFINITY, f64::min);
                prop_assert_eq!(nearest(&sorted, index), slow);
            }
        }
    }
}
