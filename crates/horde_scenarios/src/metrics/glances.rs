//! Where everybody was at the last few tenths of a second, so that derivatives do not depend on the tick rate.

use super::seen::Seen;
use bevy::math::DVec2;

/// Time between glances, seconds. Ticks of 1/30, 1/60 and 1/240 s all meet it.
pub(super) const GLANCE: f64 = 0.1;

/// How many positions a third derivative needs.
const KEPT: usize = 4;

/// A beat that comes at the tick nearest to every multiple of an interval.
#[derive(Clone, Debug)]
pub(super) struct Beat {
    interval: f64,
    count: u64,
}

impl Beat {
    pub(super) fn new(interval: f64) -> Self {
        Self { interval, count: 0 }
    }

    /// Whether the beat falls on this tick; to be asked once for each.
    pub(super) fn falls_on(&mut self, seen: &Seen) -> bool {
        let nearest = seen.time + 0.5 * seen.tick;
        let falls = nearest >= self.interval * self.count as f64;
        if falls {
            self.pass(nearest);
        }
        falls
    }

    /// Leaves out what would have come up to a time, seconds.
    pub(super) fn pass(&mut self, time: f64) {
        self.count = (time / self.interval).floor() as u64 + 1;
    }
}

/// The last positions of one body, newest first, and how many of them are known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past {
    positions: [DVec2; KEPT],
    known: usize,
    /// Whether it has arrived.
    pub(super) has_arrived: bool,
}

/// Everybody's past.
#[derive(Clone, Debug)]
pub(super) struct Glances {
    beat: Beat,
    /// Between the newest and the one before, and so on, seconds.
    steps: [f64; KEPT - 1],
    last: f64,
    pasts: Vec<Past>,
}

impl Glances {
    pub(super) fn new(count: usize) -> Self {
        Self {
            beat: Beat::new(GLANCE),
            steps: [GLANCE; KEPT - 1],
            last: 0.0,
            pasts: vec![Past::default(); count],
        }
    }

    /// Whether this tick was worth a glance.
    pub(super) fn take(&mut self, seen: &Seen) -> bool {
        for (past, body) in self.pasts.iter_mut().zip(seen.bodies) {
            if !body.is_present || !body.has_moved_here {
                past.known = 0;
            }
        }
        if !self.beat.falls_on(seen) {
            return false;
        }
        self.steps.rotate_right(1);
        self.steps[0] = if seen.time > self.last {
            seen.time - self.last
        } else {
            GLANCE
        };
        self.last = seen.time;
        for (past, body) in self.pasts.iter_mut().zip(seen.bodies) {
            past.has_arrived = body.has_arrived;
            if body.is_present {
                past.positions.rotate_right(1);
                past.positions[0] = body.position;
                past.known = (past.known + 1).min(KEPT);
            }
        }
        true
    }

    /// The mean velocities, newest first, of the last `COUNT` steps of everybody who was there for so long, by number.
    pub(super) fn velocities<const COUNT: usize>(
        &self,
    ) -> impl Iterator<Item = (usize, &Past, [DVec2; COUNT])> {
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

    /// Seconds from the middle of the step before the given one to the middle of the given one; 0 is the newest.
    pub(super) fn between_middles(&self, age: usize) -> f64 {
        0.5 * (self.steps[age] + self.steps[age + 1])
    }
}

#[cfg(test)]
mod tests {
    use super::{Beat, Glances};
    use crate::metrics::film::{RATES, film, walker};
    use crate::metrics::seen::{Eye, Seen};
    use bevy::math::{Vec2, dvec2};

    #[test]
    fn the_beat_falls_on_the_nearest_tick() {
        let mut beat = Beat::new(0.1);
        let mut falls = |time: f64| {
            beat.falls_on(&Seen {
                time,
                tick: 0.03,
                bodies: &[],
            })
        };
        // The beats 0, 0.1 and 0.2 are nearest to 0, 0.09 and 0.21.
        let beats = [0.0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21].map(&mut falls);
        assert_eq!(beats, [true, false, false, true, false, false, false, true]);
    }

    #[test]
    fn every_rate_meets_the_same_velocities() {
        for rate in RATES {
            let participants = [walker(Vec2::ZERO, &[])];
            let mut eye = Eye::new(&participants);
            let mut glances = Glances::new(1);
            let mut count = 0;
            // x = t^2: the mean velocity of a tenth of a second is twice the time of its middle.
            film(rate, 1.0, &[|time| dvec2(time * time, 0.0)], |frame| {
                let seen = eye.look(frame);
                if glances.take(&seen) {
                    count += 1;
                    for (_, _, [velocity]) in glances.velocities::<1>() {
                        assert!(
                            (velocity.x - 2.0 * (seen.time - 0.05)).abs() < 1e-5,
                            "{rate} Hz at {}",
                            seen.time
                        );
                    }
                }
            });
            assert_eq!(count, 11, "{rate} Hz: 0.0, 0.1, ... 1.0");
        }
    }
}
