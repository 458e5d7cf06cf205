//! All obstacles, in a tree of boxes.

use crate::obstacles::bounds_tree::BoundsTree;
use crate::obstacles::clearance::ClearanceField;
use crate::obstacles::placed::{ObstacleId, PlacedObstacle};
use glam::Vec2;
use std::collections::HashMap;

/// After no more updates than this the tree is never rebuilt.
const FEW_CHANGES: usize = 16;

/// All obstacles.
///
/// [`put`](Self::put), [`remove`](Self::remove) and [`clear`](Self::clear) change them, and
/// [`finish_update`](Self::finish_update) ends the changes: the searches answer after it. Each
/// changed obstacle costs one update of the tree. An update with changes also reads the boxes of
/// all obstacles, for the field of free space. A new velocity changes no search.
#[derive(Debug, Default)]
pub struct Obstacles {
    pub(super) obstacles: Vec<PlacedObstacle>,
    /// Over the obstacles.
    pub(super) tree: BoundsTree,
    /// A field that answers some queries without a search in the tree.
    pub(super) clearance: ClearanceField,
    numbers: HashMap<ObstacleId, usize>,
    /// The obstacles with a velocity, in no particular order.
    moving: Vec<ObstacleId>,
    update_count: u64,
    /// Updates since the clearance field was built.
    pending_changes: usize,
    /// Updates since the tree was built as a whole.
    changes: usize,
}

impl Obstacles {
    /// All obstacles, in no particular order.
    #[inline]
    pub fn obstacles(&self) -> &[PlacedObstacle] {
        &self.obstacles
    }

    /// The obstacle with this id, if there is one.
    #[inline]
    pub fn get(&self, id: ObstacleId) -> Option<&PlacedObstacle> {
        Some(&self.obstacles[self.number(id)?])
    }

    /// The number of an obstacle in [`obstacles`](Self::obstacles).
    #[inline]
    pub(super) fn number(&self, id: ObstacleId) -> Option<usize> {
        self.numbers.get(&id).copied()
    }

    /// A number that grows with each [`put`](Self::put), [`remove`](Self::remove) and
    /// [`clear`](Self::clear).
    #[inline]
    pub fn update_count(&self) -> u64 {
        self.update_count
    }

    /// The obstacles that move, in no particular order.
    #[inline]
    pub fn moving(&self) -> impl Iterator<Item = &PlacedObstacle> {
        self.moving.iter().filter_map(|id| self.get(*id))
    }

    /// Whether any obstacle moves.
    #[inline]
    pub fn has_moving(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Sets the velocities of the obstacles that moved.
    pub fn update_moving(&mut self, mut velocity_of: impl FnMut(ObstacleId) -> Vec2) {
        let mut moving = core::mem::take(&mut self.moving);
        moving.retain(|id| {
            let velocity = velocity_of(*id);
            self.number(*id).is_some_and(|number| {
                self.obstacles[number].velocity = velocity;
                velocity != Vec2::ZERO
            })
        });
        self.moving = moving;
    }

    /// Sets the velocity of an obstacle.
    #[inline]
    pub fn set_velocity(&mut self, id: ObstacleId, velocity: Vec2) {
        let Some(number) = self.number(id) else {
            return;
        };
        let before = core::mem::replace(&mut self.obstacles[number].velocity, velocity);
        match (before == Vec2::ZERO, velocity == Vec2::ZERO) {
            (true, false) => self.moving.push(id),
            (false, true) => self.moving.retain(|other| *other != id),
            _ => {}
        }
    }

    /// Adds an obstacle at rest, or replaces the one with its id. That one's velocity stays.
    pub fn put(&mut self, mut placed: PlacedObstacle) {
        self.note_change();
        match self.number(placed.id) {
            Some(number) => {
                placed.velocity = self.obstacles[number].velocity;
                self.tree.set(number, placed.tree_bounds());
                self.obstacles[number] = placed;
            }
            None => {
                placed.velocity = Vec2::ZERO;
                self.tree.push(placed.tree_bounds());
                self.numbers.insert(placed.id, self.obstacles.len());
                self.obstacles.push(placed);
            }
        }
    }

    /// Removes an obstacle, if there is one with this id.
    #[inline]
    pub fn remove(&mut self, id: ObstacleId) {
        self.note_change();
        let Some(number) = self.numbers.remove(&id) else {
            return;
        };
        self.moving.retain(|other| *other != id);
        self.tree.swap_remove(number);
        self.obstacles.swap_remove(number);
        // The last obstacle now has this number.
        if let Some(moved) = self.obstacles.get(number) {
            self.numbers.insert(moved.id, number);
        }
    }

    /// Removes all obstacles.
    #[inline]
    pub fn clear(&mut self) {
        // Caches of free space are valid for one update count.
        *self = Self {
            update_count: self.update_count + 1,
            ..Self::default()
        };
    }

    /// Rebuilds the clearance field, and after many changes the tree.
    pub fn finish_update(&mut self) {
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
}

impl FromIterator<PlacedObstacle> for Obstacles {
    fn from_iter<T: IntoIterator<Item = PlacedObstacle>>(obstacles: T) -> Self {
        let mut all = Self::default();
        obstacles.into_iter().for_each(|obstacle| all.put(obstacle));
        all.finish_update();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacles::outline::Outline;

    #[test]
    fn an_obstacle_that_was_removed_moves_no_more() {
        let (id, mut all) = (ObstacleId(7), Obstacles::default());
        let disc = PlacedObstacle::of_shape(id, Outline::disc(Vec2::ZERO, 1.0));
        all.put(disc.clone());
        all.set_velocity(id, Vec2::X);
        let velocities = |all: &Obstacles| {
            all.moving()
                .map(|moving| moving.velocity)
                .collect::<Vec<_>>()
        };
        assert_eq!(velocities(&all), [Vec2::X]);
        all.remove(id);
        assert!(!all.has_moving());
        all.put(disc);
        assert_eq!(velocities(&all), []);
        all.set_velocity(id, Vec2::Y);
        assert_eq!(velocities(&all), [Vec2::Y]);
    }
}
