//! What the index of agents finds for each: the neighbours that count, and how far it searches.

use super::views::Rules;
use super::{DrawnAgents, HordeGizmos};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// A link to a neighbour.
const LINK: Color = Color::srgba(0.75, 0.65, 1.0, 0.6);
/// The edge of the search.
const REACH: Color = Color::srgba(0.75, 0.65, 1.0, 0.2);

pub(super) fn draw(
    agents: DrawnAgents<()>,
    rules: Query<(&Perception, Rules)>,
    transforms: Query<&Transform>,
    query: SteeringQuery,
    mut gizmos: Gizmos<HordeGizmos>,
) {
    for agent in agents.iter() {
        let Ok((perception, rules)) = rules.get(agent.entity) else {
            continue;
        };
        let reach = rules.reach(agent.radius);
        if reach <= 0.0 {
            continue;
        }
        gizmos.circle_2d(agent.place, reach, REACH);
        let neighbors = query
            .agents_within(agent.place, reach)
            .into_iter()
            .filter(|neighbor| neighbor.entity != agent.entity)
            .take(perception.max_neighbors as usize);
        for neighbor in neighbors {
            if let Ok(transform) = transforms.get(neighbor.entity) {
                gizmos.line_2d(agent.place, transform.translation.truncate(), LINK);
            }
        }
    }
}
