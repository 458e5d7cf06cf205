//! Arrivals at the last goal: which agents arrive, when, and how much later than on a straight way
//! at full speed.

use super::observer::Observation;
use crate::frame::Participant;
use serde::Serialize;

/// Arrivals of the agents that have goals; `None` where no agent arrived.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Arrivals {
    /// Number of agents with goals.
    pub expected: usize,
    /// Number of agents with goals that arrived.
    pub arrived: usize,
    /// Time of the first arrival, seconds.
    pub first: Option<f64>,
    /// Mean time of arrival, seconds.
    pub mean: Option<f64>,
    /// Time of the last arrival, seconds.
    pub last: Option<f64>,
    /// Mean ratio of travel time to the time of the straight way at full speed, over the agents
    /// that arrived.
    pub mean_ratio: Option<f64>,
    /// The largest of these ratios.
    pub worst_ratio: Option<f64>,
    /// The largest ratio of travel time to the time of the shortest way at full speed, over the
    /// arrived agents that have such a way.
    pub worst_way_ratio: Option<f64>,
}

/// Records the arrivals.
#[derive(Clone, Debug)]
pub(super) struct ArrivalRecorder {
    /// Time of the straight way at full speed, seconds; `None` without goals.
    straight_times: Vec<Option<f64>>,
    speeds: Vec<f64>,
    /// The first time that each agent was present, seconds.
    begins: Vec<Option<f64>>,
    times: Vec<Option<f64>>,
}

impl ArrivalRecorder {
    pub(super) fn new(participants: &[Participant], arrival_distance: f32) -> Self {
        let straight_time = |participant: &Participant| {
            let way = f64::from(participant.way(arrival_distance));
            (!participant.goals.is_empty()).then(|| way / f64::from(participant.speed))
        };
        Self {
            straight_times: participants.iter().map(straight_time).collect(),
            speeds: participants
                .iter()
                .map(|participant| participant.speed.into())
                .collect(),
            begins: vec![None; participants.len()],
            times: vec![None; participants.len()],
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        let begins = self.begins.iter_mut().zip(&mut self.times);
        for ((begin, time), body) in begins.zip(observation.bodies) {
            if body.is_present && begin.is_none() {
                *begin = Some(observation.time);
            }
            if body.has_arrived && time.is_none() {
                *time = Some(observation.time);
            }
        }
    }

    /// The time of the arrival of each agent, seconds; `None` before it.
    pub(super) fn times(&self) -> &[Option<f64>] {
        &self.times
    }

    /// The arrivals; `shortest` has the length of each agent's shortest way, meters.
    pub(super) fn finish(&self, shortest: impl Iterator<Item = Option<f64>>) -> Arrivals {
        let pairs = || self.straight_times.iter().zip(&self.times);
        let times: Vec<f64> = pairs()
            .filter_map(|(straight, time)| straight.and(*time))
            .collect();
        let took = |number: usize| Some(self.times[number]? - self.begins[number]?);
        let numbers = 0..self.times.len();
        let ratios: Vec<f64> = numbers
            .clone()
            .filter_map(|number| Some(took(number)? / self.straight_times[number]?))
            .filter(|ratio| ratio.is_finite())
            .collect();
        let way_ratios = numbers.zip(shortest).filter_map(|(number, shortest)| {
            let ratio = took(number)? * self.speeds[number] / shortest?;
            ratio.is_finite().then_some(ratio)
        });
        Arrivals {
            expected: self.straight_times.iter().flatten().count(),
            arrived: times.len(),
            first: times.iter().copied().reduce(f64::min),
            mean: mean(&times),
            last: times.iter().copied().reduce(f64::max),
            mean_ratio: mean(&ratios),
            worst_ratio: ratios.iter().copied().reduce(f64::max),
            worst_way_ratio: way_ratios.reduce(f64::max),
        }
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::ArrivalRecorder;
    use crate::metrics::observer::{Body, Observation};
    use crate::metrics::synthetic::walker;
    use bevy::math::vec2;

    #[test]
    fn ratios_compare_with_the_straight_way_and_those_without_goals_do_not_count() {
        let participants = [
            walker(vec2(0.0, 0.0), &[vec2(10.0, 0.0)]),
            walker(vec2(0.0, 0.0), &[vec2(4.0, 0.0), vec2(4.0, 3.0)]),
            walker(vec2(0.0, 0.0), &[]),
            walker(vec2(0.0, 0.0), &[vec2(1.0, 0.0)]),
        ];
        let mut recorder = ArrivalRecorder::new(&participants, 0.5);
        for time in 0..40 {
            let arrived = [time >= 19, time >= 13, true, false];
            let bodies = arrived.map(|has_arrived| Body {
                has_arrived,
                is_present: true,
                ..Body::default()
            });
            recorder.observe(&Observation {
                time: f64::from(time),
                tick: 1.0,
                bodies: &bodies,
            });
        }
        let arrivals = recorder.finish([None; 4].into_iter());
        assert_eq!((arrivals.expected, arrivals.arrived), (3, 2));
        assert_eq!(
            (arrivals.first, arrivals.mean, arrivals.last),
            (Some(13.0), Some(16.0), Some(19.0))
        );
        // 10 - 0.5 m at 1 m/s take 9.5 s: 19 / 9.5 = 2. 4 + 3 - 0.5 m: 13 / 6.5 = 2.
        assert_eq!(
            (arrivals.mean_ratio, arrivals.worst_ratio),
            (Some(2.0), Some(2.0))
        );
    }

    #[test]
    fn without_arrivals_there_are_no_times() {
        let arrivals = ArrivalRecorder::new(&[walker(vec2(0.0, 0.0), &[vec2(9.0, 0.0)])], 0.0)
            .finish([Some(9.0)].into_iter());
        assert_eq!(
            (
                arrivals.expected,
                arrivals.arrived,
                arrivals.mean,
                arrivals.worst_ratio
            ),
            (1, 0, None, None)
        );
    }
}
