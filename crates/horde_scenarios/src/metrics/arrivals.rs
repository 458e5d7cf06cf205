//! Who reaches the last goal, when, and how much later than on a straight way at full speed.

use super::seen::Seen;
use crate::frame::Participant;
use serde::Serialize;

/// Arrivals of those who have goals.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Arrivals {
    /// How many have goals.
    pub expected: usize,
    /// How many of them arrived.
    pub arrived: usize,
    /// When the first arrived, seconds.
    pub first: Option<f64>,
    /// The mean of all times of arrival, seconds.
    pub mean: Option<f64>,
    /// When the last arrived, seconds.
    pub last: Option<f64>,
    /// The mean, over those who arrived, of the time over that of the straight way at full speed.
    pub mean_ratio: Option<f64>,
    /// The largest of these ratios.
    pub worst_ratio: Option<f64>,
}

/// Notes the arrivals.
#[derive(Clone, Debug)]
pub(super) struct ArrivalBook {
    /// The time of the straight way at full speed, seconds; none for those who have no goals.
    straight_times: Vec<Option<f64>>,
    times: Vec<Option<f64>>,
}

impl ArrivalBook {
    pub(super) fn new(participants: &[Participant], arrival_distance: f32) -> Self {
        let straight_time = |participant: &Participant| {
            let way = f64::from(participant.way(arrival_distance));
            (!participant.goals.is_empty()).then(|| way / f64::from(participant.speed))
        };
        Self {
            straight_times: participants.iter().map(straight_time).collect(),
            times: vec![None; participants.len()],
        }
    }

    pub(super) fn observe(&mut self, seen: &Seen) {
        for (time, body) in self.times.iter_mut().zip(seen.bodies) {
            if body.has_arrived && time.is_none() {
                *time = Some(seen.time);
            }
        }
    }

    pub(super) fn finish(&self) -> Arrivals {
        let pairs = || self.straight_times.iter().zip(&self.times);
        let times: Vec<f64> = pairs()
            .filter_map(|(straight, time)| straight.and(*time))
            .collect();
        let ratios: Vec<f64> = pairs()
            .filter_map(|(straight, time)| Some((*time)? / (*straight)?))
            .filter(|ratio| ratio.is_finite())
            .collect();
        Arrivals {
            expected: self.straight_times.iter().flatten().count(),
            arrived: times.len(),
            first: times.iter().copied().reduce(f64::min),
            mean: mean(&times),
            last: times.iter().copied().reduce(f64::max),
            mean_ratio: mean(&ratios),
            worst_ratio: ratios.iter().copied().reduce(f64::max),
        }
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::ArrivalBook;
    use crate::metrics::film::walker;
    use crate::metrics::seen::{Body, Seen};
    use bevy::math::vec2;

    #[test]
    fn ratios_compare_with_the_straight_way_and_those_without_goals_do_not_count() {
        let participants = [
            walker(vec2(0.0, 0.0), &[vec2(10.0, 0.0)]),
            walker(vec2(0.0, 0.0), &[vec2(4.0, 0.0), vec2(4.0, 3.0)]),
            walker(vec2(0.0, 0.0), &[]),
            walker(vec2(0.0, 0.0), &[vec2(1.0, 0.0)]),
        ];
        let mut book = ArrivalBook::new(&participants, 0.5);
        for time in 0..40 {
            let arrived = [time >= 19, time >= 13, true, false];
            let bodies = arrived.map(|has_arrived| Body {
                has_arrived,
                is_present: true,
                ..Body::default()
            });
            book.observe(&Seen {
                time: f64::from(time),
                tick: 1.0,
                bodies: &bodies,
            });
        }
        let arrivals = book.finish();
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
    fn nobody_arrives_at_no_time() {
        let arrivals = ArrivalBook::new(&[walker(vec2(0.0, 0.0), &[vec2(9.0, 0.0)])], 0.0).finish();
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
