//! What a simulation shows of itself: who takes part, and where everybody is at the end of every tick.

use bevy::math::Vec2;

/// One agent of a scenario, as it begins. Agents are numbered in the order in which the scenario lists them.
#[derive(Clone, PartialEq, Debug)]
pub struct Participant {
    /// Which of the scenario's groups it belongs to.
    pub group: usize,
    /// Body radius, metres.
    pub radius: f32,
    /// Largest speed, metres per second.
    pub speed: f32,
    /// Mass, kilograms.
    pub mass: f32,
    /// Where it begins.
    pub start: Vec2,
    /// Where it goes, one after the other; empty for one that goes nowhere in particular.
    pub goals: Vec<Vec2>,
}

impl Participant {
    /// The length of the straight lines from goal to goal, less what it may stop short of the last one, metres.
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

/// Where one agent is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    /// Position, metres.
    pub position: Vec2,
    /// Velocity, metres per second.
    pub velocity: Vec2,
    /// Whether it has reached its last goal, now or earlier.
    pub has_arrived: bool,
    /// Whether it is there: those that leave when they arrive are not, from then on.
    pub is_present: bool,
}

/// The end of one tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame<'a> {
    /// Seconds since the start; the first frame, at 0, is the start itself.
    pub time: f64,
    /// Seconds since the frame before; 0 for the first.
    pub tick: f64,
    /// By number.
    pub agents: &'a [Sample],
}
