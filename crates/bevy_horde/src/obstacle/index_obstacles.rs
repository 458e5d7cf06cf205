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
    let mut bring_up_to_date = |entity: Entity,
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
    if space.is_changed() {
        for (entity, obstacle, transform) in &all {
            bring_up_to_date(entity, &obstacle, obstacle.is_changed(), &transform);
        }
    } else {
        // Most never change: their change ticks are gone through and nothing else.
        for (entities, obstacles, transforms) in all.contiguous_iter().into_iter().flatten() {
            let rows = 0..entities.len();
            for first in rows.step_by(ROWS_AT_ONCE) {
                let rows = first..entities.len().min(first + ROWS_AT_ONCE);
                if !(any_changed(&obstacles, rows.clone()) | any_changed(&transforms, rows.clone()))
                {
                    continue;
                }
                for row in rows {
                    let is_reshaped = any_changed(&obstacles, row..row + 1);
                    if is_reshaped || any_changed(&transforms, row..row + 1) {
                        bring_up_to_date(
                            entities[row],
                            &obstacles[row],
                            is_reshaped,
                            &transforms[row],
                        );
                    }
                }
            }
        }
    }
    // A removal leaves no change to see, and its event may be gone before a fixed schedule runs: count.
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
