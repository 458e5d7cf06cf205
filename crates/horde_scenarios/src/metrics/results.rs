//! The result of each agent: when it arrived, and where and how fast it ended.

use super::observer::Observation;
use crate::frame::Participant;
use bevy::math::DVec2;
use serde::Serialize;

/// The result of one agent.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct AgentResult {
    /// Its number.
    pub agent: usize,
    /// The index of its group.
    pub group: usize,
    /// Whether it has goals.
    pub has_goals: bool,
    /// Time of its arrival at the last goal, seconds; `None` if it did not arrive or has no goals.
    pub arrived: Option<f64>,
    /// Where it is at the end, or was when it left, meters.
    pub position: [f64; 2],
    /// Its distance there from its last goal, meters; `None` without goals.
    pub from_goal: Option<f64>,
    /// Its speed there, meters per second; 0 after it has left.
    pub speed: f64,
}

/// Remembers the last position and speed of each agent.
#[derive(Clone, Debug)]
pub(super) struct ResultRecorder {
    results: Vec<AgentResult>,
    /// The last goal of each agent; `None` without goals.
    goals: Vec<Option<DVec2>>,
}

impl ResultRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        let result = |(agent, participant): (usize, &Participant)| AgentResult {
            agent,
            group: participant.group,
            has_goals: !participant.goals.is_empty(),
            position: participant.start.as_dvec2().to_array(),
            ..AgentResult::default()
        };
        let last_goal =
            |participant: &Participant| participant.goals.last().map(|goal| goal.as_dvec2());
        Self {
            results: participants.iter().enumerate().map(result).collect(),
            goals: participants.iter().map(last_goal).collect(),
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        for (result, body) in self.results.iter_mut().zip(observation.bodies) {
            result.speed = 0.0;
            if body.is_present {
                result.position = body.position.to_array();
                result.speed = body.velocity.length();
            }
        }
    }

    /// The results; `times` has the time of arrival of each agent, seconds.
    pub(super) fn finish(mut self, times: &[Option<f64>]) -> Vec<AgentResult> {
        let goals = self.goals.into_iter();
        for ((result, time), goal) in self.results.iter_mut().zip(times).zip(goals) {
            result.arrived = time.filter(|_| result.has_goals);
            result.from_goal = goal.map(|goal| goal.distance(result.position.into()));
        }
        self.results
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentResult, ResultRecorder};
    use crate::metrics::observer::{Body, Observation};
    use crate::metrics::synthetic::walker;
    use bevy::math::{DVec2, Vec2, dvec2};

    #[test]
    fn each_agent_has_its_arrival_and_its_end() {
        let participants = [walker(Vec2::ZERO, &[Vec2::X]), walker(Vec2::Y, &[])];
        let mut recorder = ResultRecorder::new(&participants);
        for second in 0..4 {
            let body = |is_present, has_arrived| Body {
                position: dvec2(f64::from(second), 0.0),
                velocity: DVec2::X,
                is_present,
                has_arrived,
                ..Body::default()
            };
            recorder.observe(&Observation {
                time: f64::from(second),
                tick: 1.0,
                bodies: &[body(second < 3, second >= 2), body(true, true)],
            });
        }
        let expected = |agent: usize, arrived, x: f64, speed| AgentResult {
            agent,
            group: 0,
            has_goals: agent == 0,
            arrived,
            position: [x, 0.0],
            from_goal: (agent == 0).then_some(1.0),
            speed,
        };
        // The first leaves after 2 s, 1 m beyond its goal. The second has no goals, and so never
        // arrives.
        assert_eq!(
            recorder.finish(&[Some(2.0), Some(0.0)]),
            [
                expected(0, Some(2.0), 2.0, 0.0),
                expected(1, None, 3.0, 1.0)
            ]
        );
    }
}
