//! The measured crowds.

mod app;
mod ground;
pub mod maze;
mod member;
mod spawn;
mod workload;

pub use app::{Executor, MeasuredApp};
pub use ground::Ground;
pub use member::{BODY_RADIUS, MAX_SPEED, Member, Rule, TICK, members};
pub use workload::Workload;

use serde::{Deserialize, Serialize};

/// A crowd, spread evenly over a square or on one point.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Crowd {
    /// The behaviors of its agents.
    pub workload: Workload,
    /// Number of agents.
    pub agents: usize,
    /// Mean number of neighbors in view range, far from the edge of the square.
    pub neighbors: f32,
    /// The largest number of neighbors that count: `Perception::max_neighbors`.
    pub max_neighbors: u32,
    /// Number of obstacles.
    pub obstacles: usize,
    /// Shape of the obstacles.
    pub ground: Ground,
    /// Each agent updates in one of this many ticks: `UpdateInterval`.
    pub update_interval: u8,
    /// All agents start on one point, like a wave that has just spawned.
    pub is_wave: bool,
}

impl Crowd {
    /// A crowd with this workload and its default obstacles.
    pub const fn new(
        workload: Workload,
        agents: usize,
        neighbors: f32,
        max_neighbors: u32,
    ) -> Self {
        Self {
            workload,
            agents,
            neighbors,
            max_neighbors,
            obstacles: workload.default_obstacles(),
            ground: Ground::Circles,
            update_interval: 1,
            is_wave: false,
        }
    }

    /// The same crowd with this many obstacles of this shape.
    pub const fn among(mut self, obstacles: usize, ground: Ground) -> Self {
        self.obstacles = obstacles;
        self.ground = ground;
        self
    }

    /// The same crowd; each agent updates in one of this many ticks.
    pub const fn updating_every(mut self, ticks: u8) -> Self {
        self.update_interval = ticks;
        self
    }

    /// The same crowd on one point.
    pub const fn on_one_point(mut self) -> Self {
        self.is_wave = true;
        self
    }

    /// Half of the side of the square, world units.
    pub fn half_side(&self) -> f32 {
        let range = self.workload.view_range();
        let area = self.agents as f32 * core::f32::consts::PI * range * range / self.neighbors;
        area.sqrt() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Crowd, Workload};
    use core::f32::consts::PI;

    #[test]
    fn the_square_has_the_requested_density() {
        let crowd = Crowd::new(Workload::Flock, 10_000, 8.0, 64);
        let side = 2.0 * crowd.half_side();
        let per_unit = 10_000.0 / (side * side);
        let in_view = per_unit * PI * Workload::Flock.view_range().powi(2);
        assert!((in_view - 8.0).abs() < 1e-2, "{in_view}");
    }

    #[test]
    fn a_wave_is_on_one_point_and_otherwise_the_same() {
        let crowd = Crowd::new(Workload::Zombie, 100, 8.0, 16);
        for (spread, wave) in super::members(&crowd).zip(super::members(&crowd.on_one_point())) {
            assert_eq!(wave.position, bevy::math::Vec2::ZERO);
            assert_ne!(spread.position, bevy::math::Vec2::ZERO);
            assert_eq!((wave.velocity, wave.rules), (spread.velocity, spread.rules));
        }
    }

    #[test]
    fn only_workloads_with_obstacles_have_some() {
        assert_eq!(Crowd::new(Workload::Flock, 10, 8.0, 64).obstacles, 0);
        assert_eq!(Crowd::new(Workload::Zombie, 10, 8.0, 64).obstacles, 64);
    }
}
