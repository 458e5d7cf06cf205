//! From agents to their targets, as far as they see.

use super::{DrawnAgents, HordeGizmos};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Sees it.
const CLEAR: Color = Color::srgba(0.55, 1.0, 0.65, 0.45);
/// Something stands between.
const BLOCKED: Color = Color::srgba(1.0, 0.4, 0.35, 0.6);
/// What it does not see.
const HIDDEN: Color = Color::srgba(0.6, 0.6, 0.6, 0.15);

pub(super) fn draw(
    agents: DrawnAgents<With<Seek>>,
    seeks: Query<&Seek>,
    places: Query<&Transform>,
    space: Res<MovementSpace>,
    query: SteeringQuery,
    mut gizmos: Gizmos<HordeGizmos>,
) {
    for agent in agents.iter() {
        let Ok(seek) = seeks.get(agent.entity) else {
            continue;
        };
        let entity_place = |entity| {
            let transform = places.get(entity).ok()?;
            Some(transform.translation.truncate())
        };
        let target = match seek.target {
            Target::Entity(entity) => entity_place(entity),
            place => place.fixed_place(*space),
        };
        let Some(target) = target else {
            continue;
        };
        match query.first_obstacle(agent.place, target) {
            Some(hit) => {
                gizmos.line_2d(agent.place, hit.position, BLOCKED);
                gizmos.line_2d(hit.position, target, HIDDEN);
            }
            None => gizmos.line_2d(agent.place, target, CLEAR),
        }
    }
}
