//! The place where an agent settles at the surface of an obstacle.

use crate::arbitration::SettlingPlace;
use crate::obstacle::{ObstacleId, ObstacleIndex, PlacedObstacle, obstacle_of};
use crate::perception::AgentState;
use bevy::prelude::*;

/// Whether an agent goes no farther than to the surface of a solid obstacle: a solid body cannot,
/// and an agent that `avoids` obstacles does not.
pub(super) fn stays_outside(state: &AgentState, avoids: bool) -> bool {
    state.solid || avoids
}

impl ObstacleIndex {
    /// The same place, reached at the surface of `obstacle`, on the side of the agent.
    pub(super) fn place_at_surface(
        &self,
        obstacle: ObstacleId,
        agent: Entity,
        state: &AgentState,
        place: SettlingPlace,
    ) -> SettlingPlace {
        let is_other = |other: &PlacedObstacle| other.id != obstacle_of(agent);
        let (from, radius) = (state.position, state.body_radius);
        let surface = self.contact(obstacle, place.position, from, radius, is_other);
        SettlingPlace { surface, ..place }
    }

    /// The same place; if a solid obstacle covers it, reached at the surface of the obstacle.
    /// `avoids`: whether the agent avoids obstacles.
    pub(super) fn place_outside(
        &self,
        agent: Entity,
        state: &AgentState,
        avoids: bool,
        place: SettlingPlace,
    ) -> SettlingPlace {
        match self.solid_at(place.position) {
            Some(obstacle) if stays_outside(state, avoids) && obstacle != obstacle_of(agent) => {
                self.place_at_surface(obstacle, agent, state, place)
            }
            _ => place,
        }
    }
}
