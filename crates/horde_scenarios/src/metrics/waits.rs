//! Who stands about: the longest waits, and those who are stuck at the end.

use super::seen::Seen;
use crate::frame::Participant;
use bevy::math::DVec2;
use serde::Serialize;

/// Who has not left a place for so long, seconds, and has not arrived at the end, is stuck.
pub const STUCK_AFTER: f64 = 10.0;

/// Waits of those who have goals. A wait lasts as long as an agent stays within one radius of where it began.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Waits {
    /// How many had not arrived at the end and had waited for the last [`STUCK_AFTER`] seconds.
    pub stuck: usize,
    /// The longest wait of anybody who had not arrived, seconds.
    pub longest: f64,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    position: DVec2,
    since: f64,
}

/// Times the waits.
#[derive(Clone, Debug)]
pub(super) struct WaitBook {
    radii: Vec<f64>,
    /// Where everybody waits who has a goal ahead.
    places: Vec<Option<Place>>,
    has_goals: Vec<bool>,
    longest: f64,
    now: f64,
}

impl WaitBook {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            radii: participants
                .iter()
                .map(|participant| participant.radius.into())
                .collect(),
            places: vec![None; participants.len()],
            has_goals: participants
                .iter()
                .map(|participant| !participant.goals.is_empty())
                .collect(),
            longest: 0.0,
            now: 0.0,
        }
    }

    pub(super) fn observe(&mut self, seen: &Seen) {
        self.now = seen.time;
        for (number, body) in seen.bodies.iter().enumerate() {
            let place = &mut self.places[number];
            if !self.has_goals[number] || body.has_arrived || !body.is_present {
                *place = None;
                continue;
            }
            match place {
                Some(place) if place.position.distance(body.position) <= self.radii[number] => {
                    self.longest = self.longest.max(seen.time - place.since);
                }
                _ => {
                    *place = Some(Place {
                        position: body.position,
                        since: seen.time,
                    })
                }
            }
        }
    }

    pub(super) fn finish(&self) -> Waits {
        let waits = self
            .places
            .iter()
            .flatten()
            .map(|place| self.now - place.since);
        Waits {
            stuck: waits.filter(|wait| *wait >= STUCK_AFTER).count(),
            longest: self.longest,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::film::{assert_same_at_all_rates, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};

    /// Walks 5 m, stands for 8 s, walks on to 10 m, and stays there.
    fn hesitant(time: f64) -> DVec2 {
        dvec2(time.min(5.0) + (time - 13.0).clamp(0.0, 5.0), 0.0)
    }

    #[test]
    fn the_stuck_stand_at_the_end() {
        let goal = [vec2(20.0, 0.0)];
        let waits = |seconds: f64, goals: &[Vec2]| {
            measure(60, seconds, &[walker(Vec2::ZERO, goals)], &[], &[hesitant]).waits
        };
        // At 16 s it is under way, after a wait of 8 s and of 0.5 m before it or after it, at 1 m/s each.
        let walking = waits(16.0, &goal);
        assert_eq!(walking.stuck, 0);
        assert!((8.0..=9.0).contains(&walking.longest), "{walking:?}");
        // It stops at 18 s. 9 s later it is not stuck yet, 11 s later it is.
        assert_eq!(waits(27.0, &goal).stuck, 0);
        assert_eq!(waits(29.0, &goal).stuck, 1);
        assert_eq!(waits(29.0, &[]).stuck, 0);
    }

    #[test]
    fn waits_are_the_same_at_all_rates() {
        let goal = [vec2(20.0, 0.0)];
        assert_same_at_all_rates(0.02, |rate| {
            measure(rate, 16.0, &[walker(Vec2::ZERO, &goal)], &[], &[hesitant])
                .waits
                .longest
        });
    }
}
