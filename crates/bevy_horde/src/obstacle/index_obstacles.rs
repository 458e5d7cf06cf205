//! The system that brings the index up to date.

use super::component::Obstacle;
use super::index::{ObstacleIndex, PlacedObstacle};
use super::shape::{Described, Flaw, flaw, place};
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Brings the obstacles that have appeared, changed, moved or gone up to date.
pub(crate) fn index_obstacles(
    // Inputs
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    changed: Query<
        (Entity, Ref<Obstacle>, &Transform),
        Or<(Changed<Obstacle>, Changed<Transform>)>,
    >,
    all: Query<(Entity, Ref<Obstacle>, &Transform)>,
    // Output
    mut index: ResMut<ObstacleIndex>,
) {
    let mut bring_up_to_date = |(entity, obstacle, transform): (
        Entity,
        Ref<Obstacle>,
        &Transform,
    )| {
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
        let known = index.is_hollow(entity).filter(|_| !obstacle.is_changed());
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
        all.iter().for_each(&mut bring_up_to_date);
    } else {
        changed.iter().for_each(&mut bring_up_to_date);
    }
    // A removal leaves no change to see, and its event may be gone before a fixed schedule runs: count.
    if index.known_count() != all.iter().len() {
        index.retain(|entity| all.contains(entity));
    }
    index.settle();
}
