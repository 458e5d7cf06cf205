//! Waiting agents: the longest waits, and agents that are stuck at the end.

use super::observer::Observation;
use crate::frame::Participant;
use bevy::math::DVec2;
use serde::Serialize;

/// An agent that has waited for this time at the end and has not arrived is stuck, seconds.
pub const STUCK_AFTER: f64 = 10.0;

/// Waits of agents that have goals. A wait lasts while an agent stays within one radius of where
/// the wait started.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Waits {
    /// Number of agents that had not arrived at the end and had waited for the last [`STUCK_AFTER`]
    /// seconds.
    pub stuck: usize,
    /// The longest wait of an agent before its arrival, seconds.
    pub longest: f64,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    position: DVec2,
    since: f64,
}

/// Measures the waits.
#[derive(Clone, Debug)]
pub(super) struct WaitRecorder {
    radii: Vec<f64>,
    /// The current wait of each agent with a goal ahead; `None` for other agents.
    positions: Vec<Option<Wait>>,
    has_goals: Vec<bool>,
    longest: f64,
    now: f64,
}

impl WaitRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            radii: participants
                .iter()
                .map(|participant| participant.radius.into())
                .collect(),
            positions: vec![None; participants.len()],
            has_goals: participants
                .iter()
                .map(|participant| !participant.goals.is_empty())
                .collect(),
            longest: 0.0,
            now: 0.0,
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        self.now = observation.time;
        for (number, body) in observation.bodies.iter().enumerate() {
            let wait = &mut self.positions[number];
            if !self.has_goals[number] || body.has_arrived || !body.is_present {
                *wait = None;
                continue;
            }
            match wait {
                Some(wait) if wait.position.distance(body.position) <= self.radii[number] => {
                    self.longest = self.longest.max(observation.time - wait.since);
                }
                _ => {
                    *wait = Some(Wait {
                        position: body.position,
                        since: observation.time,
                    })
                }
            }
        }
    }

    pub(super) fn finish(&self) -> Waits {
        let waits = self
            .positions
            .iter()
            .flatten()
            .map(|wait| self.now - wait.since);
        Waits {
            stuck: waits.filter(|wait| *wait >= STUCK_AFTER).count(),
            longest: self.longest,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{assert_same_at_all_rates, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};

    /// Walks 5 m, stands for 8 s, walks to 10 m, and stays there.
    fn hesitant(time: f64) -> DVec2 {
        dvec2(time.min(5.0) + (time - 13.0).clamp(0.0, 5.0), 0.0)
    }

    #[test]
    fn stuck_agents_wait_at_the_end() {
        let goal = [vec2(20.0, 0.0)];
        let waits = |seconds: f64, goals: &[Vec2]| {
            measure(60, seconds, &[walker(Vec2::ZERO, goals)], &[], &[hesitant]).waits
        };
        // At 16 s the agent moves again. Its wait lasted 8 s, and at most 0.5 s on either side.
        let walking = waits(16.0, &goal);
        assert_eq!(walking.stuck, 0);
        assert!((8.0..=9.0).contains(&walking.longest), "{walking:?}");
        // The agent stops at 18 s. It is not stuck 9 s later, but 11 s later.
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
