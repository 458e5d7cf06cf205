//! Straight to the goal.

use super::{Crowd, Rival};
use bevy::math::Vec2;

/// Agents that ignore walls and each other.
#[derive(Clone, Copy, Debug)]
pub struct Straight;

impl Rival for Straight {
    fn velocities(&mut self, crowd: &Crowd<'_>) -> Vec<Vec2> {
        (0..crowd.positions.len())
            .map(|agent| crowd.preferred_velocity(agent))
            .collect()
    }
}
