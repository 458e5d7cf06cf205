//! The crowds that are measured.

mod app;
mod duty;
mod ground;
mod member;
mod spawn;

pub use app::{Executor, MeasuredApp};
pub use duty::Duty;
pub use ground::Ground;
pub use member::{BODY_RADIUS, MAX_SPEED, Member, Rule, TICK, members};

use serde::{Deserialize, Serialize};

/// A crowd, spread evenly over a square or on one point.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Crowd {
    /// What its agents do.
    pub duty: Duty,
    /// How many there are.
    pub agents: usize,
    /// Mean number of others in view range, far from the edge of the square.
    pub neighbors: f32,
    /// How many of them count at most: `Perception::max_neighbors`.
    pub most_neighbors: u32,
    /// Obstacles among them.
    pub obstacles: usize,
    /// What the obstacles are.
    pub ground: Ground,
    /// Each agent thinks in one of so many ticks: `ThinkInterval`.
    pub think_ticks: u8,
    /// All begin on one point, as a wave that has just been spawned does.
    pub is_wave: bool,
}

impl Crowd {
    /// A crowd of agents of one duty, with as many obstacles as belong to it.
    pub const fn new(duty: Duty, agents: usize, neighbors: f32, most_neighbors: u32) -> Self {
        Self {
            duty,
            agents,
            neighbors,
            most_neighbors,
            obstacles: duty.usual_obstacles(),
            ground: Ground::Circles,
            think_ticks: 1,
            is_wave: false,
        }
    }

    /// The same crowd among so many obstacles.
    pub const fn among(mut self, obstacles: usize, ground: Ground) -> Self {
        self.obstacles = obstacles;
        self.ground = ground;
        self
    }

    /// The same crowd, each agent of which thinks in one of so many ticks.
    pub const fn thinking_every(mut self, ticks: u8) -> Self {
        self.think_ticks = ticks;
        self
    }

    /// The same crowd on one point.
    pub const fn on_one_point(mut self) -> Self {
        self.is_wave = true;
        self
    }

    /// Half the side of the square, world units.
    pub fn half_side(&self) -> f32 {
        let range = self.duty.view_range();
        let area = self.agents as f32 * core::f32::consts::PI * range * range / self.neighbors;
        area.sqrt() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Crowd, Duty};
    use core::f32::consts::PI;

    #[test]
    fn the_square_holds_the_asked_number_of_neighbors() {
        let crowd = Crowd::new(Duty::Flock, 10_000, 8.0, 64);
        let side = 2.0 * crowd.half_side();
        let per_unit = 10_000.0 / (side * side);
        let in_view = per_unit * PI * Duty::Flock.view_range().powi(2);
        assert!((in_view - 8.0).abs() < 1e-2, "{in_view}");
    }

    #[test]
    fn a_wave_is_on_one_point_and_otherwise_the_same() {
        let crowd = Crowd::new(Duty::Zombie, 100, 8.0, 16);
        for (spread, wave) in super::members(&crowd).zip(super::members(&crowd.on_one_point())) {
            assert_eq!(wave.position, bevy::math::Vec2::ZERO);
            assert_ne!(spread.position, bevy::math::Vec2::ZERO);
            assert_eq!((wave.velocity, wave.rules), (spread.velocity, spread.rules));
        }
    }

    #[test]
    fn only_those_who_avoid_obstacles_have_some() {
        assert_eq!(Crowd::new(Duty::Flock, 10, 8.0, 64).obstacles, 0);
        assert_eq!(Crowd::new(Duty::Zombie, 10, 8.0, 64).obstacles, 64);
    }
}
