//! Turns about the goal: how far agents circle a goal and do not settle.

use super::observer::Observation;
use crate::frame::Participant;
use bevy::math::DVec2;
use core::f64::consts::TAU;

/// The winding of one agent about its current goal.
#[derive(Clone, Debug)]
struct Winding {
    goals: Vec<DVec2>,
    radius: f64,
    goal: usize,
    bearing: Option<DVec2>,
    /// The signed angle turned about the current goal, radians.
    angle: f64,
    /// The largest absolute angle so far, radians.
    largest: f64,
}

/// Sums the signed angle by which the bearing of each agent from its goal turns.
///
/// The sum begins anew with each goal. It leaves out motion within one radius of the goal, where a
/// bearing means nothing.
#[derive(Clone, Debug)]
pub(super) struct WindingRecorder {
    agents: Vec<Winding>,
}

impl WindingRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        let winding = |participant: &Participant| Winding {
            goals: participant
                .goals
                .iter()
                .map(|goal| goal.as_dvec2())
                .collect(),
            radius: participant.radius.into(),
            goal: 0,
            bearing: None,
            angle: 0.0,
            largest: 0.0,
        };
        Self {
            agents: participants.iter().map(winding).collect(),
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        for (own, body) in self.agents.iter_mut().zip(observation.bodies) {
            let goal = body.goals_reached.min(own.goals.len().saturating_sub(1));
            let Some(position) = own.goals.get(goal) else {
                continue;
            };
            if goal != own.goal {
                (own.goal, own.angle, own.bearing) = (goal, 0.0, None);
            }
            let offset = body.position - position;
            if !body.is_present || offset.length() < own.radius {
                own.bearing = None;
                continue;
            }
            let before = own.bearing.replace(offset);
            if let Some(before) = before.filter(|_| body.has_moved_here) {
                own.angle += before.angle_to(offset);
                own.largest = own.largest.max(own.angle.abs());
            }
        }
    }

    /// The largest number of turns of an agent.
    pub(super) fn finish(&self) -> f64 {
        let turns = self.agents.iter().map(|own| own.largest / TAU);
        turns.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};
    use core::f64::consts::TAU;

    fn turns(rate: u32, goals: &[Vec2], motion: impl Fn(f64) -> DVec2) -> f64 {
        let participants = [walker(vec2(2.0, 0.0), goals)];
        measure(rate, 60.0, &participants, &[], &[motion]).turns_about_goal
    }

    #[test]
    fn a_carousel_counts_its_laps_and_its_sides_cancel() {
        for rate in RATES {
            // A lap in 20 s, at 2 m from the goal.
            let lap = |time: f64| DVec2::from_angle(TAU * time / 20.0) * 2.0;
            assert!(
                (turns(rate, &[Vec2::ZERO], lap) - 3.0).abs() < 0.02,
                "{rate} Hz"
            );
            // A swing of a quarter of a lap to each side.
            let swing = |time: f64| DVec2::from_angle(TAU / 4.0 * (time / 3.0).sin()) * 2.0;
            assert!(
                (turns(rate, &[Vec2::ZERO], swing) - 0.25).abs() < 0.01,
                "{rate} Hz"
            );
        }
    }

    #[test]
    fn a_straight_way_and_trembling_on_the_goal_are_no_turns() {
        let past = |time: f64| dvec2(time - 30.0, 1.0);
        let half = turns(60, &[Vec2::ZERO], past);
        assert!((0.4..0.5).contains(&half), "{half}");
        // Circles of 0.4 m, less than the radius of 0.5 m, about the goal.
        let small = |time: f64| DVec2::from_angle(TAU * time) * 0.4;
        assert_eq!(turns(60, &[Vec2::ZERO], small), 0.0);
        assert_eq!(turns(60, &[], small), 0.0);
    }
}
