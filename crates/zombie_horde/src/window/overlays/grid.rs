//! The neighbours of agents.

use super::{DrawnAgents, HordeGizmos};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// A link to a neighbour.
const LINK: Color = Color::srgba(0.75, 0.65, 1.0, 0.6);

pub(super) fn draw(
    agents: DrawnAgents<()>,
    perceptions: Query<&Perception>,
    transforms: Query<&Transform>,
    query: SteeringQuery,
    mut gizmos: Gizmos<HordeGizmos>,
) {
    for agent in agents.iter() {
        let count = perceptions
            .get(agent.entity)
            .map_or(0, |perception| perception.max_neighbors as usize);
        // The nearest is the agent itself.
        for neighbor in query.nearest_agents(agent.place, count + 1) {
            if let Ok(transform) = transforms.get(neighbor.entity) {
                gizmos.line_2d(agent.place, transform.translation.truncate(), LINK);
            }
        }
    }
}
