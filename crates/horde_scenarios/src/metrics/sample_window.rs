//! The positions of the last few tenths of a second, so that derivatives do not depend on the tick
//! rate.

use super::observer::Observation;
use bevy::math::DVec2;

/// Time between samples, seconds. Ticks of 1/30, 1/60 and 1/240 s all divide it.
pub(super) const SAMPLE_INTERVAL: f64 = 0.1;

/// Number of positions that a third derivative needs.
const POSITIONS: usize = 4;

/// A timer that is due at the tick nearest to each multiple of an interval.
#[derive(Clone, Debug)]
pub(super) struct SampleTimer {
    interval: f64,
    count: u64,
}

impl SampleTimer {
    pub(super) fn new(interval: f64) -> Self {
        Self { interval, count: 0 }
    }

    /// Whether the timer is due at this tick. Call it once per tick.
    pub(super) fn is_due(&mut self, observation: &Observation) -> bool {
        let nearest = observation.time + 0.5 * observation.tick;
        let is_due = nearest >= self.interval * self.count as f64;
        if is_due {
            self.skip_to(nearest);
        }
        is_due
    }

    /// Skips everything due up to a time, seconds.
    pub(super) fn skip_to(&mut self, time: f64) {
        self.count = (time / self.interval).floor() as u64 + 1;
    }
}

/// The last positions of one body, newest first, and how many of them are known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PastPositions {
    positions: [DVec2; POSITIONS],
    known: usize,
    /// Whether the body has arrived.
    pub(super) has_arrived: bool,
}

impl PastPositions {
    /// The newest position.
    pub(super) fn position(&self) -> DVec2 {
        self.positions[0]
    }
}

/// The past positions of all bodies.
#[derive(Clone, Debug)]
pub(super) struct SampleWindow {
    timer: SampleTimer,
    /// Seconds from each position to the previous one, newest first.
    steps: [f64; POSITIONS - 1],
    last: f64,
    pasts: Vec<PastPositions>,
}

impl SampleWindow {
    pub(super) fn new(count: usize) -> Self {
        Self {
            timer: SampleTimer::new(SAMPLE_INTERVAL),
            steps: [SAMPLE_INTERVAL; POSITIONS - 1],
            last: 0.0,
            pasts: vec![PastPositions::default(); count],
        }
    }

    /// Samples this tick if the timer is due; returns whether it did.
    pub(super) fn take(&mut self, observation: &Observation) -> bool {
        for (past, body) in self.pasts.iter_mut().zip(observation.bodies) {
            if !body.is_present || !body.has_moved_here {
                past.known = 0;
            }
        }
        if !self.timer.is_due(observation) {
            return false;
        }
        self.steps.rotate_right(1);
        self.steps[0] = if observation.time > self.last {
            observation.time - self.last
        } else {
            SAMPLE_INTERVAL
        };
        self.last = observation.time;
        for (past, body) in self.pasts.iter_mut().zip(observation.bodies) {
            past.has_arrived = body.has_arrived;
            if body.is_present {
                past.positions.rotate_right(1);
                past.positions[0] = body.position;
                past.known = (past.known + 1).min(POSITIONS);
            }
        }
        true
    }

    /// For each agent: its number, its past positions, and its mean velocities in the last `COUNT`
    /// steps, newest first. Agents with fewer known steps are left out.
    pub(super) fn velocities<const COUNT: usize>(
        &self,
    ) -> impl Iterator<Item = (usize, &PastPositions, [DVec2; COUNT])> {
        self.pasts
            .iter()
            .enumerate()
            .filter(|(_, past)| past.known > COUNT)
            .map(|(number, past)| {
                let velocity =
                    |age: usize| (past.positions[age] - past.positions[age + 1]) / self.steps[age];
                (number, past, core::array::from_fn(velocity))
            })
    }

    /// Seconds from the middle of the step before step `age` to the middle of step `age`; 0 is the
    /// newest step.
    pub(super) fn between_middles(&self, age: usize) -> f64 {
        0.5 * (self.steps[age] + self.steps[age + 1])
    }
}

#[cfg(test)]
mod tests {
    use super::{SampleTimer, SampleWindow};
    use crate::metrics::observer::{Observation, Observer};
    use crate::metrics::synthetic::{RATES, film, walker};
    use bevy::math::{Vec2, dvec2};

    #[test]
    fn the_timer_is_due_at_the_nearest_tick() {
        let mut timer = SampleTimer::new(0.1);
        let mut is_due = |time: f64| {
            timer.is_due(&Observation {
                time,
                tick: 0.03,
                bodies: &[],
            })
        };
        // The due times 0, 0.1 and 0.2 are nearest to 0, 0.09 and 0.21.
        let due = [0.0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21].map(&mut is_due);
        assert_eq!(due, [true, false, false, true, false, false, false, true]);
    }

    #[test]
    fn every_rate_meets_the_same_velocities() {
        for rate in RATES {
            let participants = [walker(Vec2::ZERO, &[])];
            let mut observer = Observer::new(&participants);
            let mut sample_window = SampleWindow::new(1);
            let mut count = 0;
            // x = t^2: the mean velocity of a tenth of a second is twice the time of its middle.
            film(rate, 1.0, &[|time| dvec2(time * time, 0.0)], |frame| {
                let observation = observer.observe(frame);
                if sample_window.take(&observation) {
                    count += 1;
                    for (_, _, [velocity]) in sample_window.velocities::<1>() {
                        assert!(
                            (velocity.x - 2.0 * (observation.time - 0.05)).abs() < 1e-5,
                            "{rate} Hz at {}",
                            observation.time
                        );
                    }
                }
            });
            assert_eq!(count, 11, "{rate} Hz: 0.0, 0.1, ... 1.0");
        }
    }
}
