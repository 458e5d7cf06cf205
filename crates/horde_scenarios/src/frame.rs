//! The state of a simulation: the agents that take part, and their state at the end of each tick.

use bevy::math::Vec2;

/// One agent of a scenario at the start. Agents are numbered in the order of the scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Participant {
    /// The index of its group.
    pub group: usize,
    /// Body radius, meters.
    pub radius: f32,
    /// Largest speed, meters per second.
    pub speed: f32,
    /// Mass, kilograms.
    pub mass: f32,
    /// Start position, meters.
    pub start: Vec2,
    /// Time at which it appears, seconds; later if its start is not free then.
    pub appears: f64,
    /// Its goals in order, meters; empty if it has none.
    pub goals: Vec<Vec2>,
}

impl Participant {
    /// The length of the straight lines from the start over all goals in order, minus the arrival
    /// distance at the last goal, meters; at least 0.
    pub fn way(&self, arrival_distance: f32) -> f32 {
        let mut from = self.start;
        let mut length = 0.0;
        for goal in &self.goals {
            length += from.distance(*goal);
            from = *goal;
        }
        (length - arrival_distance).max(0.0)
    }
}

/// The state of one agent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    /// Position, meters.
    pub position: Vec2,
    /// Velocity, meters per second.
    pub velocity: Vec2,
    /// The number of its goals that it has reached.
    pub goals_reached: usize,
    /// Whether it has reached its last goal.
    pub has_arrived: bool,
    /// Whether it is present. Agents that leave on arrival are absent from then on.
    pub is_present: bool,
}

/// The state of all agents at the end of one tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame<'a> {
    /// Seconds since the start; the first frame, at 0, is the start.
    pub time: f64,
    /// Seconds since the previous frame; 0 for the first.
    pub tick: f64,
    /// The agents, by number.
    pub agents: &'a [Sample],
}
