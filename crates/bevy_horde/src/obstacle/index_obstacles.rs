//! The system that brings the index up to date.

use super::ObstacleState;
use super::component::Obstacle;
use super::index::ObstacleIndex;
use super::placed::PlacedObstacle;
use super::shape::{Described, Flaw, flaw, place};
use crate::space::MovementSpace;
use crate::tables::{any_changed, rows_at_once};
use crate::validation::InputWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

/// Whether there are obstacles, or were when somebody looked last.
pub(crate) fn obstacles_matter(
    all: Query<(), (With<Obstacle>, With<Transform>)>,
    index: Res<ObstacleIndex>,
) -> bool {
    index.known_count() > 0 || !all.is_empty()
}

/// Brings the obstacles that have appeared, changed, moved or gone up to date.
pub(crate) fn index_obstacles(
    // Inputs
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    // Output
    mut index: ResMut<ObstacleIndex>,
    mut obstacles: ParamSet<(
        Query<(
            Entity,
            Ref<Obstacle>,
            Ref<Transform>,
            Option<&mut ObstacleState>,
        )>,
        Query<&mut ObstacleState, Allow<Disabled>>,
    )>,
) {
    let is_space_changed = space.is_changed();
    let mut all = obstacles.p0();
    // Most obstacles never change: for them the loop reads their change ticks and entities, and
    // nothing else.
    let tables = all.contiguous_iter_mut();
    let tables = tables.expect("every component of an obstacle lies in tables");
    let mut members = index.take_members();
    let mut table_count = 0;
    for (table, (entities, obstacles, transforms, states)) in tables.enumerate() {
        table_count = table + 1;
        members.resize_with(members.len().max(table_count), Vec::new);
        let members = &mut members[table];
        members.resize(entities.len(), Entity::PLACEHOLDER);
        let mut states =
            states.map(|states| ContiguousMut::bypass_change_detection_split(states).0);
        for rows in rows_at_once(entities.len()) {
            // An obstacle that comes back from where queries do not see it has no newer change
            // tick. But its row held another entity.
            let are_known = members[rows.clone()] == entities[rows.clone()];
            let are_as_before = are_known
                & !is_space_changed
                & !any_changed(&obstacles, rows.clone())
                & !any_changed(&transforms, rows.clone());
            if are_as_before {
                continue;
            }
            members[rows.clone()].copy_from_slice(&entities[rows.clone()]);
            for row in rows {
                let (entity, obstacle) = (entities[row], &obstacles[row]);
                let is_reshaped = any_changed(&obstacles, row..row + 1) || !index.is_known(entity);
                if !is_reshaped && !is_space_changed && !any_changed(&transforms, row..row + 1) {
                    continue;
                }
                // A move changes nothing about what is wrong with a shape, and a check costs more
                // than the move.
                let is_hollow = index.is_hollow(entity).filter(|_| !is_reshaped);
                let transform = &transforms[row];
                let mut has_moved = false;
                if let Some(states) = &mut states {
                    states[row].set(obstacle, is_reshaped, transform);
                    has_moved = states[row].has_moved;
                }
                let (placed, flaw) = place_obstacle(entity, obstacle, transform, *space, is_hollow);
                let placed = placed.map(|placed| PlacedObstacle {
                    has_moved,
                    ..placed
                });
                if placed.is_none() || flaw.is_some() {
                    report(entity, obstacle, flaw, &warnings);
                }
                let is_hollow = is_hollow.unwrap_or(flaw == Some(Flaw::TouchesItself));
                index.set(entity, is_hollow, placed);
            }
        }
    }
    members.truncate(table_count);
    index.set_members(members);
    // All obstacles that are there are known now. If others are known as well, they have gone.
    // Their removal left no change to see, and its event may be gone before a fixed schedule runs.
    if index.known_count() != all.iter().len() {
        let gone = index.retain(|entity| all.contains(entity));
        for entity in gone {
            if let Ok(mut state) = obstacles.p1().get_mut(entity) {
                *state = ObstacleState::default();
            }
        }
    }
    index.settle();
}

/// An obstacle where `transform` puts it, unless it is unusable there, and what is wrong with its
/// shape. Where `is_hollow` says what is known of that, the shape is not checked.
pub(super) fn place_obstacle(
    entity: Entity,
    obstacle: &Obstacle,
    transform: &Transform,
    space: MovementSpace,
    is_hollow: Option<bool>,
) -> (Option<PlacedObstacle>, Option<Flaw>) {
    let Some(shape) = place(&obstacle.shape, transform, space) else {
        return (None, None);
    };
    let flaw = match is_hollow {
        Some(_) => None,
        None => flaw(&obstacle.shape),
    };
    let is_hollow = is_hollow.unwrap_or(flaw == Some(Flaw::TouchesItself));
    let placed = PlacedObstacle {
        entity,
        shape: if is_hollow { shape.hollow() } else { shape },
        solid: obstacle.solid,
        opaque: obstacle.opaque,
        has_moved: false,
    };
    (Some(placed), flaw)
}

#[cold]
fn report(entity: Entity, obstacle: &Obstacle, flaw: Option<Flaw>, warnings: &InputWarnings) {
    let check = warnings.of(entity, "Obstacle");
    match flaw {
        Some(Flaw::TouchesItself) => check.unusable(
            "shape.points",
            "touch or cross themselves, so that there is no certain inside; they are taken for a wall along them",
        ),
        Some(Flaw::RepeatsPoints) => {
            check.unusable("shape.points", "repeat; the repetitions are left out");
        }
        None => check.unusable(
            "shape",
            format_args!(
                "is {}, which is not finite or has no extent where it stands; it is ignored",
                Described(&obstacle.shape)
            ),
        ),
    }
}
