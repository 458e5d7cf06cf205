//! All obstacles, in a tree of boxes.

use super::component::Obstacle;
use super::shape::PlacedShape;
use crate::kernel::circle::CastHit;
use crate::kernel::hierarchy::{Bounds, BoundsHierarchy};
use crate::kernel::vector::direction_and_length;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// An obstacle where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlacedObstacle {
    /// The obstacle's entity.
    pub entity: Entity,
    /// Its shape, placed.
    pub shape: PlacedShape,
    /// Whether solid agents are kept out of it.
    pub solid: bool,
    /// Whether it blocks the line of sight.
    pub opaque: bool,
}

/// Where a cast meets an obstacle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ObstacleHit {
    /// The obstacle.
    pub entity: Entity,
    /// Distance travelled until the meeting, world units.
    pub distance: f32,
    /// Where the moving circle's centre is then, in steering coordinates.
    pub position: Vec2,
    /// The outward unit normal of the surface there, in steering coordinates.
    pub normal: Vec2,
}

/// Where all obstacles are; rebuilt only when one appears, changes, moves or goes.
///
/// Games ask it through [`SteeringQuery`](crate::perception::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct ObstacleIndex {
    obstacles: Vec<PlacedObstacle>,
    hierarchy: BoundsHierarchy,
    /// Obstacle entities at the last rebuild, the unusable ones included.
    entity_count: usize,
    rebuild_count: u64,
    bounds: Vec<Bounds>,
}

impl ObstacleIndex {
    /// All usable obstacles, in an order that depends on their shapes and places alone.
    pub fn obstacles(&self) -> &[PlacedObstacle] {
        &self.obstacles
    }

    /// How often the index has been rebuilt since the start.
    pub fn rebuild_count(&self) -> u64 {
        self.rebuild_count
    }

    /// The first obstacle among those that `counts` accepts which a circle of `radius` meets from `from` to `to`.
    ///
    /// Of several at the same distance it is the first in [`obstacles`](Self::obstacles). Places or a radius that are not
    /// finite meet nothing.
    pub fn first_hit(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<ObstacleHit> {
        if !(from.is_finite() && to.is_finite() && radius >= 0.0 && radius.is_finite()) {
            return None;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        let (index, hit) = self.nearest_cast(from, heading, length, radius, |obstacle| {
            counts(obstacle)
                .then(|| obstacle.shape.cast(from, heading, length, radius))
                .flatten()
        })?;
        Some(ObstacleHit {
            entity: self.obstacles[index].entity,
            distance: hit.distance,
            position: from + heading * hit.distance,
            normal: hit.normal,
        })
    }

    /// What stops a solid body of `radius` on its way; see [`PlacedShape::block`].
    pub(crate) fn blocking_hit(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
    ) -> Option<CastHit> {
        self.nearest_cast(from, heading, length, radius, |obstacle| {
            obstacle
                .solid
                .then(|| obstacle.shape.block(from, heading, length, radius))
                .flatten()
        })
        .map(|(_, hit)| hit)
    }

    /// The obstacle whose surface is nearest to `point`, and the signed distance to it.
    pub fn nearest(&self, point: Vec2) -> Option<(Entity, f32)> {
        if !point.is_finite() {
            return None;
        }
        let mut best: Option<(f32, u32)> = None;
        let reach = core::cell::Cell::new(f32::INFINITY);
        self.hierarchy.visit(
            |bounds| {
                let outside = (bounds.min - point).max(point - bounds.max).max(Vec2::ZERO);
                outside.length_squared() <= reach.get() * reach.get()
            },
            |index| {
                let distance = self.obstacles[index as usize].shape.signed_distance(point);
                let nearer = best.is_none_or(|(least, first)| {
                    distance < least || (distance == least && index < first)
                });
                if nearer {
                    best = Some((distance, index));
                    reach.set(distance.max(0.0));
                }
            },
        );
        best.map(|(distance, index)| (self.obstacles[index as usize].entity, distance))
    }

    /// Calls `visit` with the number of every obstacle whose box touches the disc.
    pub(crate) fn visit_near(&self, center: Vec2, radius: f32, visit: impl FnMut(u32)) {
        let disc = Bounds::of_disc(center, radius);
        self.hierarchy.visit(|bounds| bounds.overlaps(&disc), visit);
    }

    /// Calls `visit` with the number of every obstacle whose box a disc of `radius` may touch from `from` to `to`.
    pub(crate) fn visit_sweep(&self, from: Vec2, to: Vec2, radius: f32, visit: impl FnMut(u32)) {
        self.hierarchy
            .visit(|bounds| bounds.meets_sweep(from, to, radius), visit);
    }

    fn nearest_cast(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        cast: impl Fn(&PlacedObstacle) -> Option<CastHit>,
    ) -> Option<(usize, CastHit)> {
        let mut best: Option<(u32, CastHit)> = None;
        self.visit_sweep(from, from + heading * length, radius, |index| {
            if let Some(hit) = cast(&self.obstacles[index as usize]) {
                let nearer = best.is_none_or(|(first, least)| {
                    hit.distance < least.distance
                        || (hit.distance == least.distance && index < first)
                });
                if nearer {
                    best = Some((index, hit));
                }
            }
        });
        best.map(|(index, hit)| (index as usize, hit))
    }

    fn rebuild(&mut self) {
        self.obstacles.sort_by(|a, b| {
            let (a_key, b_key) = (a.shape.order_key(), b.shape.order_key());
            let by_shape = a_key.iter().zip(&b_key).map(|(a, b)| a.total_cmp(b));
            by_shape
                .fold(core::cmp::Ordering::Equal, core::cmp::Ordering::then)
                .then(a.entity.cmp(&b.entity))
        });
        self.bounds.clear();
        self.bounds.extend(
            self.obstacles
                .iter()
                .map(|obstacle| obstacle.shape.bounds()),
        );
        self.hierarchy.rebuild(&self.bounds);
        self.rebuild_count += 1;
    }
}

/// Brings the obstacle index up to date, if anything has changed.
pub(crate) fn index_obstacles(
    // Inputs
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    changed: Query<(), (With<Obstacle>, Or<(Changed<Obstacle>, Changed<Transform>)>)>,
    obstacles: Query<(Entity, &Obstacle, &Transform)>,
    // Output
    mut index: ResMut<ObstacleIndex>,
) {
    // A removal leaves no change to see, and its event may be gone before a fixed schedule runs: count.
    let entity_count = obstacles.iter().len();
    if entity_count == index.entity_count && changed.is_empty() && !space.is_changed() {
        return;
    }
    index.entity_count = entity_count;
    index.obstacles.clear();
    for (entity, obstacle, transform) in &obstacles {
        match PlacedShape::place(&obstacle.shape, transform, *space) {
            Some(shape) => index.obstacles.push(PlacedObstacle {
                entity,
                shape,
                solid: obstacle.solid,
                opaque: obstacle.opaque,
            }),
            None => warnings.of(entity, "Obstacle").unusable(
                "shape",
                "is not finite or has no extent where it stands; it is ignored",
            ),
        }
    }
    index.rebuild();
}
