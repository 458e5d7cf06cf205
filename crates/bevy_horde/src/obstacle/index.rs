//! All obstacles, indexed by their entities.

use super::ObstacleState;
use super::component::Obstacle;
use super::shape::{Flaw, flaw, place};
use crate::space::MovementSpace;
use bevy::ecs::entity::{EntityHashMap, EntityHashSet};
use bevy::prelude::*;
use core::ops::Deref;
use horde_kernel::obstacles::index::Obstacles;
use horde_kernel::obstacles::placed::{ObstacleId, PlacedObstacle};

/// What an update finds out about an obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    /// It was not in the index.
    New,
    /// It had a parent in the last update, and has none now.
    WithoutParent,
    /// Neither of the two.
    AsBefore,
}

/// The index of all obstacles.
///
/// The plugin updates it at the start of a tick. That costs one check for each obstacle, and one
/// update of the tree for each obstacle that appears, changes, moves or goes.
///
/// Games query it through [`SteeringQuery`](crate::perception::SteeringQuery). Its own searches are
/// those of [`Obstacles`] in the kernel, in the plane. They name obstacles by ids, see
/// [`entity_of`].
#[derive(Resource, Debug, Default)]
pub struct ObstacleIndex {
    /// The usable obstacles.
    obstacles: Obstacles,
    /// Every obstacle entity, and whether it is a wall along its edges because it touches itself.
    known: EntityHashMap<bool>,
    /// The same entities in the order in which the last update visited them, and whether each had a
    /// parent.
    members: Vec<(Entity, bool)>,
    /// The entities among them with parents.
    children: EntityHashSet,
}

impl Deref for ObstacleIndex {
    type Target = Obstacles;

    fn deref(&self) -> &Obstacles {
        &self.obstacles
    }
}

/// The id of the obstacle of an entity.
pub fn obstacle_of(entity: Entity) -> ObstacleId {
    ObstacleId(entity.to_bits())
}

/// The entity of an obstacle.
///
/// # Panics
///
/// If the id is not that of an entity, see [`obstacle_of`].
pub fn entity_of(obstacle: ObstacleId) -> Entity {
    Entity::from_bits(obstacle.0)
}

impl ObstacleIndex {
    /// Sets the velocities of the obstacles that moved in the last tick.
    pub(super) fn update_moving(&mut self, mut velocity_of: impl FnMut(Entity) -> Vec2) {
        self.obstacles
            .update_moving(|id| velocity_of(entity_of(id)));
    }

    /// Sets the velocity of an obstacle.
    pub(super) fn set_velocity(&mut self, entity: Entity, velocity: Vec2) {
        self.obstacles.set_velocity(obstacle_of(entity), velocity);
    }

    /// The largest extent of an obstacle along an axis; 0 for one that is not usable.
    pub(super) fn extent(&self, entity: Entity) -> f32 {
        self.get(obstacle_of(entity)).map_or(0.0, |obstacle| {
            let bounds = obstacle.shape.bounds();
            (bounds.max - bounds.min).max_element()
        })
    }

    /// Whether it has no obstacle entity, not even an unusable one.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Notes that an update visits `entity` as number `row`, with or without a parent.
    ///
    /// No change tick tells of an obstacle that returns after it was hidden, or of one that has
    /// lost its parent. But its row then held another entity, or this one with a parent.
    pub(super) fn visit(&mut self, row: usize, entity: Entity, is_child: bool) -> Update {
        let member = (entity, is_child);
        if self.members.get(row) == Some(&member) {
            return Update::AsBefore;
        }
        self.members.resize(self.members.len().max(row + 1), member);
        self.members[row] = member;
        let was_child = if is_child {
            !self.children.insert(entity)
        } else {
            self.children.remove(&entity)
        };
        match self.known.contains_key(&entity) {
            true if was_child && !is_child => Update::WithoutParent,
            true => Update::AsBefore,
            false => Update::New,
        }
    }

    /// Ends an update that has visited `visited` entities. Removes the entities for which `exists`
    /// is false, and returns them.
    ///
    /// A removal leaves no change tick, and its event may be gone before a fixed schedule runs.
    pub(super) fn forget_gone(
        &mut self,
        visited: usize,
        exists: impl Fn(Entity) -> bool,
    ) -> Vec<Entity> {
        self.members.truncate(visited);
        if self.known.len() == visited {
            return Vec::new();
        }
        let known = self.known.keys().copied();
        let gone: Vec<Entity> = known.filter(|entity| !exists(*entity)).collect();
        for entity in &gone {
            self.children.remove(entity);
            self.known.remove(entity);
            self.obstacles.remove(obstacle_of(*entity));
        }
        gone
    }

    /// Adds an obstacle at `transform`, or updates it. Returns the flaw to report, if any.
    pub(super) fn put(
        &mut self,
        entity: Entity,
        obstacle: &Obstacle,
        transform: &Transform,
        space: MovementSpace,
        is_reshaped: bool,
        standing_since: u64,
    ) -> Option<Flaw> {
        let id = obstacle_of(entity);
        let Some(shape) = place(&obstacle.shape, transform, space) else {
            self.obstacles.remove(id);
            self.known.insert(entity, false);
            return Some(Flaw::IsUnusable);
        };
        // A move does not change a shape's flaw, and a check costs more than the move.
        let is_known = !is_reshaped && self.get(id).is_some();
        let flaw = match self.known.get(&entity).filter(|_| is_known) {
            Some(is_hollow) => is_hollow.then_some(Flaw::TouchesItself),
            None => flaw(&obstacle.shape),
        };
        let is_hollow = flaw == Some(Flaw::TouchesItself);
        self.known.insert(entity, is_hollow);
        self.obstacles.put(PlacedObstacle {
            solid: obstacle.solid,
            opaque: obstacle.opaque,
            standing_since,
            ..PlacedObstacle::of_shape(id, if is_hollow { shape.hollow() } else { shape })
        });
        flaw.filter(|_| !is_known)
    }

    /// Replaces all obstacles by these, as they were at the start of the last tick.
    pub(crate) fn restore<'a>(
        &mut self,
        states: impl Iterator<Item = (Entity, &'a ObstacleState)>,
        space: MovementSpace,
    ) {
        let mut moving = Vec::new();
        let known = states.filter_map(|(entity, state)| {
            let (obstacle, transform) = state.known.as_ref()?;
            moving.push((entity, state.velocity));
            Some((entity, obstacle, *transform, state.standing_since))
        });
        self.replace_all(known, space);
        for (entity, velocity) in moving {
            self.set_velocity(entity, velocity);
        }
    }

    /// Replaces all obstacles by these, each with its transform and its `standing_since`.
    pub(crate) fn replace_all<'a>(
        &mut self,
        obstacles: impl Iterator<Item = (Entity, &'a Obstacle, Transform, u64)>,
        space: MovementSpace,
    ) {
        let mut before = core::mem::take(&mut self.obstacles);
        before.clear();
        *self = Self {
            obstacles: before,
            ..default()
        };
        for (entity, obstacle, transform, standing_since) in obstacles {
            self.put(entity, obstacle, &transform, space, true, standing_since);
        }
        self.finish_update();
    }

    /// An index of these obstacles.
    #[cfg(test)]
    pub(crate) fn of_placed(obstacles: Vec<PlacedObstacle>) -> Self {
        Self {
            obstacles: obstacles.into_iter().collect(),
            ..default()
        }
    }

    /// Ends an update of the obstacles.
    pub(super) fn finish_update(&mut self) {
        self.obstacles.finish_update();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entity_has_an_id_of_its_own_also_one_with_the_number_of_a_despawned_one() {
        let entity = Entity::from_raw_u32(3).expect("an entity");
        let later = entity.generation().after_versions(1);
        let later = Entity::from_index_and_generation(entity.index(), later);
        assert_ne!(obstacle_of(entity), obstacle_of(later));
        for entity in [entity, later] {
            assert_eq!(entity_of(obstacle_of(entity)), entity);
        }
    }
}
