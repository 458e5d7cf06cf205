//! The system that brings the index up to date.

use super::component::Obstacle;
use super::index::ObstacleIndex;
use super::placed::PlacedObstacle;
use super::shape::{Described, Flaw, flaw, place};
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::ecs::change_detection::{ContiguousRef, Tick};
use bevy::prelude::*;

/// So many obstacles at a time are asked whether any of them has changed.
const ROWS_AT_ONCE: usize = 64;

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
    all: Query<(Entity, Ref<Obstacle>, Ref<Transform>)>,
    // Output
    mut index: ResMut<ObstacleIndex>,
) {
    let update = |index: &mut ObstacleIndex,
                  entity: Entity,
                  obstacle: &Obstacle,
                  is_reshaped: bool,
                  transform: &Transform| {
        let check = warnings.of(entity, "Obstacle");
        let shape = place(&obstacle.shape, transform, *space);
        if shape.is_none() {
            check.unusable(
                "shape",
                format_args!(
                    "is {}, which is not finite or has no extent where it stands; it is ignored",
                    Described(&obstacle.shape)
                ),
            );
        }
        // A move changes nothing about what is wrong with a shape, and asking costs more than the move.
        let known = index.is_hollow(entity).filter(|_| !is_reshaped);
        let is_hollow = known.unwrap_or_else(|| {
            let flaw = shape.as_ref().and_then(|_| flaw(&obstacle.shape));
            match flaw {
                Some(Flaw::TouchesItself) => check.unusable(
                    "shape.points",
                    "touch or cross themselves, so that there is no certain inside; they are taken for a wall along them",
                ),
                Some(Flaw::RepeatsPoints) => {
                    check.unusable("shape.points", "repeat; the repetitions are left out");
                }
                None => {}
            }
            flaw == Some(Flaw::TouchesItself)
        });
        let placed = shape.map(|shape| PlacedObstacle {
            entity,
            shape: if is_hollow { shape.hollow() } else { shape },
            solid: obstacle.solid,
            opaque: obstacle.opaque,
        });
        index.set(entity, is_hollow, placed);
    };
    let is_space_changed = space.is_changed();
    // Most never change: their change ticks are gone through, and who they are, and nothing else.
    let tables = all.contiguous_iter();
    let tables = tables.expect("every component of an obstacle lies in tables");
    let mut members = index.take_members();
    let mut table_count = 0;
    for (table, (entities, obstacles, transforms)) in tables.enumerate() {
        table_count = table + 1;
        members.resize_with(members.len().max(table_count), Vec::new);
        let members = &mut members[table];
        members.resize(entities.len(), Entity::PLACEHOLDER);
        let rows = 0..entities.len();
        for first in rows.step_by(ROWS_AT_ONCE) {
            let rows = first..entities.len().min(first + ROWS_AT_ONCE);
            // One that comes back from where queries do not see it has no newer change tick, and lies where it did not.
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
                let is_reshaped = any_changed(&obstacles, row..row + 1);
                let is_outdated = is_reshaped
                    || is_space_changed
                    || any_changed(&transforms, row..row + 1)
                    || !index.is_known(entities[row]);
                if is_outdated {
                    update(
                        &mut index,
                        entities[row],
                        &obstacles[row],
                        is_reshaped,
                        &transforms[row],
                    );
                }
            }
        }
    }
    members.truncate(table_count);
    index.set_members(members);
    // All that are there are known now. If others are as well, they have gone; their removal left no change to see, and its
    // event may be gone before a fixed schedule runs.
    if index.known_count() != all.iter().len() {
        index.retain(|entity| all.contains(entity));
    }
    index.settle();
}

/// Whether a component of any of these rows has changed since the system last ran.
fn any_changed<C>(components: &ContiguousRef<C>, rows: core::ops::Range<usize>) -> bool {
    let (last_run, this_run) = (components.last_run_tick(), components.this_run_tick());
    let is_changed = |tick: &Tick| tick.is_newer_than(last_run, this_run);
    // All of them, without a branch that could end it sooner.
    let ticks = &components.changed_ticks_slice()[rows];
    ticks.iter().fold(false, |any, tick| any | is_changed(tick))
}
