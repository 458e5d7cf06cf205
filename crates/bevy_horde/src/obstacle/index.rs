//! All obstacles, in a tree of boxes.

use super::ObstacleState;
use super::component::Obstacle;
use super::placed::PlacedObstacle;
use super::shape::{Flaw, flaw, place};
use crate::space::MovementSpace;
use bevy::ecs::entity::{EntityHashMap, EntityHashSet};
use bevy::prelude::*;
use horde_kernel::obstacles::bounds_tree::BoundsTree;
use horde_kernel::obstacles::clearance::ClearanceField;

/// After no more updates than this the tree is never rebuilt.
const FEW_CHANGES: usize = 16;

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
/// Games query it through [`SteeringQuery`](crate::perception::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct ObstacleIndex {
    pub(super) obstacles: Vec<PlacedObstacle>,
    /// Over the obstacles.
    pub(super) tree: BoundsTree,
    /// A field that answers some queries without a search in the tree.
    pub(super) clearance: ClearanceField,
    /// Every obstacle entity, with its number among the obstacles if it is usable.
    pub(super) known: EntityHashMap<Option<usize>>,
    /// The same entities in the order in which the last update visited them, and whether each had a
    /// parent.
    members: Vec<(Entity, bool)>,
    /// The entities among them with parents.
    children: EntityHashSet,
    /// The obstacles with a velocity, in no particular order.
    moving: Vec<Entity>,
    update_count: u64,
    /// Updates since the clearance field was built.
    pending_changes: usize,
    /// Updates since the tree was built as a whole.
    changes: usize,
}

impl ObstacleIndex {
    /// All usable obstacles, in no particular order.
    pub fn obstacles(&self) -> &[PlacedObstacle] {
        &self.obstacles
    }

    /// The obstacles that move, in no particular order.
    pub(crate) fn moving(&self) -> impl Iterator<Item = &PlacedObstacle> {
        let number = |entity: &Entity| *self.known.get(entity)?;
        let numbers = self.moving.iter().filter_map(number);
        numbers.map(|number| &self.obstacles[number])
    }

    /// Whether any obstacle moves.
    pub(crate) fn has_moving(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Sets the velocities of the obstacles that moved in the last tick.
    pub(super) fn update_moving(&mut self, mut velocity_of: impl FnMut(Entity) -> Vec2) {
        let mut moving = core::mem::take(&mut self.moving);
        moving.retain(|entity| {
            let velocity = velocity_of(*entity);
            let number = self.known.get(entity).copied().flatten();
            number.is_some_and(|number| {
                self.obstacles[number].velocity = velocity;
                velocity != Vec2::ZERO
            })
        });
        self.moving = moving;
    }

    /// Sets the velocity of an obstacle.
    pub(super) fn set_velocity(&mut self, entity: Entity, velocity: Vec2) {
        let Some(number) = self.known.get(&entity).copied().flatten() else {
            return;
        };
        let before = core::mem::replace(&mut self.obstacles[number].velocity, velocity);
        match (before == Vec2::ZERO, velocity == Vec2::ZERO) {
            (true, false) => self.moving.push(entity),
            (false, true) => self.moving.retain(|other| *other != entity),
            _ => {}
        }
    }

    /// The largest extent of an obstacle along an axis; 0 for one that is not usable.
    pub(super) fn extent(&self, entity: Entity) -> f32 {
        let number = self.known.get(&entity).copied().flatten();
        number.map_or(0.0, |number| {
            let bounds = self.obstacles[number].shape.bounds();
            (bounds.max - bounds.min).max_element()
        })
    }

    /// How often an obstacle has been added, updated or removed since the start.
    pub fn update_count(&self) -> u64 {
        self.update_count
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
            self.note_change();
            self.children.remove(entity);
            if let Some(number) = self.known.remove(entity).flatten() {
                self.take_out(number);
            }
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
        self.note_change();
        let number = self.known.get(&entity).copied().flatten();
        let Some(shape) = place(&obstacle.shape, transform, space) else {
            if let Some(number) = number {
                self.take_out(number);
            }
            self.known.insert(entity, None);
            return Some(Flaw::IsUnusable);
        };
        // A move does not change a shape's flaw, and a check costs more than the move.
        let before = number.filter(|_| !is_reshaped);
        let flaw = match before {
            Some(number) => self.obstacles[number]
                .is_hollow
                .then_some(Flaw::TouchesItself),
            None => flaw(&obstacle.shape),
        };
        let is_hollow = flaw == Some(Flaw::TouchesItself);
        let placed = PlacedObstacle {
            entity,
            shape: if is_hollow { shape.hollow() } else { shape },
            solid: obstacle.solid,
            opaque: obstacle.opaque,
            standing_since,
            velocity: number.map_or(Vec2::ZERO, |number| self.obstacles[number].velocity),
            is_hollow,
        };
        match number {
            Some(number) => {
                self.tree.set(number, placed.tree_bounds());
                self.obstacles[number] = placed;
            }
            None => {
                self.tree.push(placed.tree_bounds());
                self.known.insert(entity, Some(self.obstacles.len()));
                self.obstacles.push(placed);
            }
        }
        flaw.filter(|_| before.is_none())
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
        // Caches of free space are valid for one update count.
        *self = Self {
            update_count: self.update_count + 1,
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
        let mut index = Self::default();
        for obstacle in obstacles {
            index.tree.push(obstacle.tree_bounds());
            index.obstacles.push(obstacle);
            index.note_change();
        }
        index.finish_update();
        index
    }

    /// Rebuilds the clearance field, and after many changes the tree.
    pub(super) fn finish_update(&mut self) {
        if self.pending_changes == 0 {
            return;
        }
        self.changes += core::mem::take(&mut self.pending_changes);
        let boxes = self.obstacles.iter().map(PlacedObstacle::tree_bounds);
        self.clearance.rebuild(boxes.clone());
        // Rebuild after half as many updates as there are obstacles, and some more. So the cost of
        // an update does not grow with their number.
        if self.changes > self.obstacles.len() / 2 + FEW_CHANGES {
            self.changes = 0;
            self.tree.rebuild(boxes);
        }
    }

    fn note_change(&mut self) {
        self.update_count += 1;
        self.pending_changes += 1;
    }

    fn take_out(&mut self, number: usize) {
        self.tree.swap_remove(number);
        self.obstacles.swap_remove(number);
        // The last obstacle now has this number.
        if let Some(moved) = self.obstacles.get(number) {
            self.known.insert(moved.entity, Some(number));
        }
    }
}
