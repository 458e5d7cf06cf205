//! Other methods that walk the same scenarios, to compare with: the [`Rival`]s.
//!
//! A rival gets the state of the crowd in every tick and returns a velocity for each agent. The
//! bodies move exactly by these velocities: nothing keeps them out of walls or of each other, and
//! no force limits their acceleration. Waypoints, arrivals and measures are those of the plugin's
//! agents.

mod dodgy;
mod straight;
mod walk;

pub use dodgy::Dodgy;
pub use straight::Straight;
pub use walk::{can_walk, walk};

use crate::barrier::Barrier;
use bevy::math::Vec2;
use clap::ValueEnum;

/// A method that moves a crowd.
pub trait Rival {
    /// The velocity of each agent for the next tick, meters per second.
    fn velocities(&mut self, crowd: &Crowd<'_>) -> Vec<Vec2>;
}

/// The agents that are present, and the barriers. All lists have the order of the agents.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Positions, meters.
    pub positions: &'a [Vec2],
    /// Velocities in the last tick, meters per second.
    pub velocities: &'a [Vec2],
    /// Where each agent heads: its next waypoint, meters.
    pub goals: &'a [Vec2],
    /// Body radii, meters.
    pub radii: &'a [f32],
    /// Largest speeds, meters per second.
    pub speeds: &'a [f32],
    /// The barriers, and the doors that are there in this tick.
    pub barriers: &'a [Barrier],
    /// The time step, seconds.
    pub tick: f32,
}

impl Crowd<'_> {
    /// The velocity straight toward the goal: at full speed, or so that the tick ends at the goal.
    pub fn preferred_velocity(&self, agent: usize) -> Vec2 {
        let way = self.goals[agent] - self.positions[agent];
        (way / self.tick).clamp_length_max(self.speeds[agent])
    }
}

/// The methods by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RivalKind {
    /// The crate `dodgy_2d`: optimal reciprocal collision avoidance (ORCA).
    Dodgy,
    /// Straight to the goal at full speed, through walls and other agents: the lower limit of all
    /// times.
    Straight,
}

/// The name of the method that walks a run: the plugin, or a rival.
pub fn method(rival: Option<RivalKind>) -> &'static str {
    rival.map_or("bevy_horde", RivalKind::name)
}

impl RivalKind {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::Dodgy, Self::Straight];

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dodgy => "dodgy",
            Self::Straight => "straight",
        }
    }

    /// Describes the method and its settings, in one sentence.
    pub fn settings(self) -> String {
        match self {
            Self::Dodgy => Dodgy::settings(),
            Self::Straight => {
                "agents go straight to their goal at full speed, through walls and each other"
                    .into()
            }
        }
    }

    /// Starts the method for one run.
    pub fn start(self) -> Box<dyn Rival> {
        match self {
            Self::Dodgy => Box::new(Dodgy::default()),
            Self::Straight => Box::new(Straight),
        }
    }
}

#[cfg(test)]
mod tests;
