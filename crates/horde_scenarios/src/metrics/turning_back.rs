//! Turning back: how often an agent moves against its recent direction.

use super::observer::Observation;
use super::standing_speed;
use crate::frame::Participant;
use bevy::math::DVec2;
use serde::Serialize;
use std::collections::VecDeque;

/// Length of the time window of the recent direction, seconds.
const WINDOW: f64 = 3.0;

/// The window consists of pieces of this length, seconds.
const PIECE: f64 = 0.05;

/// Changes of sign of the velocity, per agent-minute.
///
/// The reference is the mean velocity of the last 3 s in which the agent moved (faster than 5 % of
/// its full speed). If the velocity's component along it falls below minus 5 % of the full speed,
/// the sign changes, and the window restarts. A turn back counts once and immediately; a jittering
/// body counts every time. A body that stands or that turns a corner does not count. 5 % of the
/// full speed counts as at least 0.01 m/s.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TurningBack {
    /// All sign changes.
    pub all: f64,
    /// Sign changes that follow two others, each within 3 s of the last. A turn in a dead end does
    /// not count, nor does one step back and on again.
    pub repeated: f64,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    begin: f64,
    way: DVec2,
}

/// The recent way of one agent.
#[derive(Clone, Debug)]
struct Way {
    standing: f64,
    pieces: VecDeque<Piece>,
    last_turn: f64,
    /// How many turns have followed each other, each within the window.
    turns_in_a_row: u32,
}

impl Way {
    fn forget_before(&mut self, time: f64) {
        while self.pieces.front().is_some_and(|piece| piece.begin < time) {
            self.pieces.pop_front();
        }
    }

    fn add(&mut self, time: f64, way: DVec2) {
        match self.pieces.back_mut() {
            Some(piece) if time - piece.begin < PIECE => piece.way += way,
            _ => self.pieces.push_back(Piece { begin: time, way }),
        }
    }

    fn heading(&self) -> DVec2 {
        self.pieces
            .iter()
            .map(|piece| piece.way)
            .sum::<DVec2>()
            .normalize_or_zero()
    }
}

/// Counts the sign changes.
#[derive(Clone, Debug)]
pub(super) struct TurnBackRecorder {
    ways: Vec<Way>,
    all: u64,
    repeated: u64,
}

impl TurnBackRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        let way = |participant| Way {
            standing: standing_speed(participant),
            pieces: VecDeque::new(),
            last_turn: f64::NEG_INFINITY,
            turns_in_a_row: 0,
        };
        Self {
            ways: participants.iter().map(way).collect(),
            all: 0,
            repeated: 0,
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        for (number, body) in observation.bodies.iter().enumerate() {
            let way = &mut self.ways[number];
            if !body.is_present || !body.has_moved_here {
                way.pieces.clear();
                continue;
            }
            way.forget_before(observation.time - WINDOW);
            if body.velocity.length() <= way.standing {
                continue;
            }
            if body.velocity.dot(way.heading()) < -way.standing {
                self.all += 1;
                let follows = observation.time - way.last_turn <= WINDOW;
                way.turns_in_a_row = if follows { way.turns_in_a_row + 1 } else { 1 };
                self.repeated += u64::from(way.turns_in_a_row > 2);
                way.last_turn = observation.time;
                way.pieces.clear();
            }
            way.add(observation.time, body.velocity * observation.tick);
        }
    }

    /// The number of all sign changes, and of those that followed two others.
    pub(super) fn finish(&self) -> (u64, u64) {
        (self.all, self.repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::TurningBack;
    use crate::metrics::synthetic::{RATES, film, measure, walker};
    use crate::metrics::{Recorder, RecorderSettings};
    use bevy::math::{DVec2, Vec2, dvec2};
    use core::f64::consts::PI;

    fn turning_back(rate: u32, motion: impl Fn(f64) -> DVec2) -> TurningBack {
        let turns =
            measure(rate, 60.0, &[walker(Vec2::ZERO, &[])], &[], &[motion]).velocity_sign_changes;
        TurningBack {
            all: turns.all.round(),
            repeated: turns.repeated.round(),
        }
    }

    #[test]
    fn back_and_forth_counts_twice_a_period() {
        for rate in RATES {
            // v = 0.5 pi cos(pi t), a period of 2 s: it turns at 0.5, 1.5, ... 59.5 s, 60 times.
            // The first two do not follow two others.
            let turns = turning_back(rate, |time| dvec2(0.5 * (PI * time).sin(), 0.0));
            assert_eq!((turns.all, turns.repeated), (60.0, 58.0), "{rate} Hz");
        }
    }

    #[test]
    fn a_step_back_and_on_again_is_not_repeated() {
        // 4 m on, 1 m back from 4 s to 5 s, and on for 5 s: two changes in 10 s.
        let way = |time: f64| {
            dvec2(
                if time < 4.0 {
                    time
                } else {
                    (time - 5.0).abs() + 3.0
                },
                0.0,
            )
        };
        let turns = measure(60, 10.0, &[walker(Vec2::ZERO, &[])], &[], &[way]);
        let turns = turns.velocity_sign_changes;
        assert_eq!((turns.all.round(), turns.repeated.round()), (12.0, 0.0));
    }

    #[test]
    fn a_wobble_that_never_goes_back_does_not_count() {
        for rate in RATES {
            // v = 0.6 + 0.5 cos(pi t) > 0.
            let turns = turning_back(rate, |time| {
                dvec2(0.6 * time + 0.5 * (PI * time).sin() / PI, 0.0)
            });
            assert_eq!(turns.all, 0.0, "{rate} Hz");
        }
    }

    #[test]
    fn a_wide_turn_does_not_count_and_a_turn_back_counts_once() {
        // 30 s per lap: 36 degrees in the window.
        let round = turning_back(60, |time| DVec2::from_angle(PI * time / 15.0) * 5.0);
        assert_eq!(round.all, 0.0);
        let there_and_back = turning_back(60, |time| dvec2(time.min(60.0 - time), 0.0));
        assert_eq!((there_and_back.all, there_and_back.repeated), (1.0, 0.0));
    }

    #[test]
    fn jitter_below_the_dead_band_does_not_count() {
        // 0.01 m, 0.031 m/s: less than 5 % of 1 m/s.
        assert_eq!(
            turning_back(60, |time| dvec2(0.01 * (PI * time).sin(), 0.0)).all,
            0.0
        );
    }

    #[test]
    fn jitter_from_tick_to_tick_counts_every_time() {
        // Moves of 2 cm, right and left in turn, at 60 Hz: 1.2 m/s. The first of the 60 moves does
        // not turn back.
        let participants = [walker(Vec2::ZERO, &[])];
        let mut recorder = Recorder::new(&participants, &[], &RecorderSettings::default());
        film(
            60,
            1.0,
            &[|time: f64| dvec2(0.02 * ((time * 60.0).round() % 2.0), 0.0)],
            |frame| recorder.observe(frame),
        );
        assert_eq!(
            recorder.finish().velocity_sign_changes.all.round(),
            59.0 * 60.0
        );
    }
}
