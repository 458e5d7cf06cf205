//! All obstacles, in a tree of boxes.

use super::ObstacleState;
use super::index_obstacles::place_obstacle;
use super::placed::{NearestObstacle, ObstacleHit, PlacedObstacle};
use super::shape::Flaw;
use crate::kernel::bounds_tree::{BoundsTree, Leaf};
use crate::kernel::circle::CastHit;
use crate::kernel::clearance::ClearanceField;
use crate::kernel::hierarchy::Bounds;
use crate::kernel::outline::{Outline, SurfacePoint};
use crate::kernel::sweep::SweepHit;
use crate::kernel::vector::direction_and_length;
use crate::space::MovementSpace;
use bevy::ecs::entity::EntityHashMap;
use bevy::math::DVec2;
use bevy::prelude::*;
use core::cmp::Ordering;

/// So many updates never make a tree worth building anew.
const FEW_CHANGES: usize = 16;
/// The part of its length by which rounding may lead a line of sight past a corner that it touches.
const SIGHT_ROUNDING: f32 = 4.0 * f32::EPSILON;
/// The part of a distance by which rounding may bring one hit before another.
const TIE_ROUNDING: f32 = 1e-3;

/// Where all obstacles are. One that appears, changes, moves or goes is brought up to date at the start of the next tick;
/// the others cost nothing.
///
/// Games ask it through [`SteeringQuery`](crate::perception::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct ObstacleIndex {
    obstacles: Vec<PlacedObstacle>,
    /// By number of the obstacle.
    leaves: Vec<Leaf>,
    tree: BoundsTree,
    /// What is told here needs no search in the tree.
    clearance: ClearanceField,
    /// Whether something has changed since the clearance was last learnt.
    is_clearance_old: bool,
    /// Every obstacle entity that is known, the unusable ones included.
    known: EntityHashMap<Known>,
    /// The same entities as they lay in their tables.
    members: Vec<Vec<Entity>>,
    update_count: u64,
    /// Updates since the tree was built as a whole.
    changes: usize,
}

/// What is known of an obstacle entity.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its number, when it is usable.
    number: Option<u32>,
    /// Whether it stands there as the wall along its edges, because it touches itself.
    is_hollow: bool,
}

impl ObstacleIndex {
    /// All usable obstacles, in no particular order.
    pub fn obstacles(&self) -> &[PlacedObstacle] {
        &self.obstacles
    }

    /// How often an obstacle has been put in, brought up to date or taken out since the start.
    pub fn update_count(&self) -> u64 {
        self.update_count
    }

    /// The first obstacle among those that `counts` accepts which a circle of `radius` meets from `from` to `to`.
    ///
    /// One that it starts in is met at distance 0. Of several at the same distance it is the first by shape and place.
    /// Places or a radius that are not finite meet nothing.
    pub fn first_hit(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<ObstacleHit> {
        if !(from.is_finite() && to.is_finite() && radius >= 0.0 && radius.is_finite())
            || self.is_clear(from, to, radius)
        {
            return None;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        let (number, hit) =
            self.nearest_cast(from, heading, length, radius, |obstacle, length| {
                counts(obstacle)
                    .then(|| obstacle.shape.cast(from, heading, length, radius))
                    .flatten()
            })?;
        Some(ObstacleHit {
            entity: self.obstacles[number as usize].entity,
            distance: hit.distance,
            position: from + heading * hit.distance,
            normal: hit.normal,
        })
    }

    /// Whether no opaque obstacle touches the straight line from `from` to `to`.
    ///
    /// A line that only touches a corner is blocked. From inside of an opaque obstacle nothing is in sight, and nothing in
    /// there is seen. Places that are not finite are in sight: nothing is known to be in between.
    pub fn line_of_sight(&self, from: Vec2, to: Vec2) -> bool {
        self.line_of_sight_past(from, to, |_| false)
    }

    /// The same for one who sees past the obstacles for which `is_ignored` holds.
    pub(crate) fn line_of_sight_past(
        &self,
        from: Vec2,
        to: Vec2,
        is_ignored: impl Fn(Entity) -> bool,
    ) -> bool {
        if !(from.is_finite() && to.is_finite()) || self.is_clear(from, to, 0.0) {
            return true;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        // As thick as its direction is uncertain, or it slips through where two edges meet.
        let thickness = SIGHT_ROUNDING * length;
        let is_clear = core::cell::Cell::new(true);
        self.tree.visit(
            |bounds| is_clear.get() && bounds.meets_sweep(from, to, thickness),
            |number| {
                let obstacle = &self.obstacles[number as usize];
                let blocks = obstacle.opaque
                    && !is_ignored(obstacle.entity)
                    && (obstacle.shape)
                        .cast(from, heading, length, thickness)
                        .is_some();
                if blocks {
                    is_clear.set(false);
                }
            },
        );
        is_clear.get()
    }

    /// What stops a body of `radius` on its way from `from` along the unit vector `heading`, in
    /// double precision: see [`Outline::sweep`]. Only obstacles that `counts` accepts stop it.
    ///
    /// Of several at the same distance it is the first by shape and place, whatever the order of
    /// the visits.
    pub(crate) fn sweep(
        &self,
        from: DVec2,
        heading: DVec2,
        length: f64,
        radius: f64,
        touch: f64,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<SweepHit> {
        let to = from + heading * length;
        let mut first: Option<(SweepHit, &PlacedObstacle)> = None;
        let wide = (radius + touch) as f32;
        self.visit_sweep(from.as_vec2(), to.as_vec2(), wide, |obstacle| {
            if !counts(obstacle) {
                return;
            }
            if let Some(hit) = (obstacle.shape).sweep(from, heading, length, radius, touch)
                && first.is_none_or(|(best, other)| {
                    hit.distance < best.distance
                        || (hit.distance == best.distance
                            && obstacle.order(other) == Ordering::Less)
                })
            {
                first = Some((hit, obstacle));
            }
        });
        first.map(|(hit, _)| hit)
    }

    /// What is in the way of a disc of `radius`, among the obstacles that `counts` accepts. A disc
    /// that starts in contact and leaves, or goes along, meets nothing.
    pub(crate) fn blocking_hit(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<CastHit> {
        self.nearest_cast(from, heading, length, radius, |obstacle, length| {
            let shape = &obstacle.shape;
            counts(obstacle)
                .then(|| shape.block(from, heading, length, radius + shape.rounding()))
                .flatten()
        })
        .map(|(_, hit)| hit)
    }

    /// The surface of one obstacle that is nearest to `point`; `None` when it is not in the index.
    pub(crate) fn nearest_on(&self, entity: Entity, point: Vec2) -> Option<SurfacePoint> {
        let number = self.known.get(&entity)?.number?;
        Some(self.obstacles[number as usize].shape.nearest(point))
    }

    /// The obstacle among those that `counts` accepts whose surface is nearest to `point`, at most `range` away.
    ///
    /// Inside of an obstacle the distance is negative, and the deepest counts as the nearest.
    pub fn nearest(
        &self,
        point: Vec2,
        range: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<NearestObstacle> {
        if !point.is_finite() || self.is_clear(point, point, range) {
            return None;
        }
        let mut best: Option<(u32, SurfacePoint)> = None;
        let reach = core::cell::Cell::new(range);
        self.tree.visit(
            // Never misses an obstacle that is equally near: else the order of visits would decide
            // between the two.
            |bounds| bounds.is_within(point, reach.get()),
            |number| {
                let obstacle = &self.obstacles[number as usize];
                if !counts(obstacle) {
                    return;
                }
                let surface = obstacle.shape.nearest(point);
                let nearer = surface.distance <= range
                    && best.is_none_or(|(first, least)| {
                        surface.distance < least.distance
                            || (surface.distance == least.distance && self.is_before(number, first))
                    });
                if nearer {
                    best = Some((number, surface));
                    reach.set(surface.distance.max(0.0));
                }
            },
        );
        best.map(|(number, surface)| NearestObstacle {
            entity: self.obstacles[number as usize].entity,
            distance: surface.distance,
            point: surface.point,
            normal: surface.normal,
        })
    }

    /// Whether it is known without a search that a disc of `radius` meets no obstacle's box from `from` to `to`.
    #[inline]
    pub(crate) fn is_clear(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        let half_way = (to - from).abs().max_element() * 0.5;
        let rounding = f32::EPSILON * from.abs().max(to.abs()).max_element();
        self.clearance.at_least((from + to) * 0.5) > half_way + radius + rounding
    }

    /// Calls `visit` with every obstacle whose box touches the disc.
    pub(crate) fn visit_near<'a>(
        &'a self,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(&'a PlacedObstacle),
    ) {
        self.visit_numbers_near(center, radius, |number| {
            visit(&self.obstacles[number as usize]);
        });
    }

    /// The same with its number in [`obstacles`](Self::obstacles).
    pub(crate) fn visit_numbers_near(&self, center: Vec2, radius: f32, visit: impl FnMut(u32)) {
        if self.is_clear(center, center, radius) {
            return;
        }
        let disc = Bounds::of_disc(center, radius);
        self.tree.visit(|bounds| bounds.overlaps(&disc), visit);
    }

    /// Calls `visit` with every obstacle whose box a disc of `radius` may touch from `from` to `to`.
    pub(crate) fn visit_sweep<'a>(
        &'a self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        mut visit: impl FnMut(&'a PlacedObstacle),
    ) {
        if self.is_clear(from, to, radius) {
            return;
        }
        self.tree.visit(
            |bounds| bounds.meets_sweep(from, to, radius),
            |number| visit(&self.obstacles[number as usize]),
        );
    }

    fn nearest_cast(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        cast: impl Fn(&PlacedObstacle, f32) -> Option<CastHit>,
    ) -> Option<(u32, CastHit)> {
        let mut best: Option<(u32, CastHit)> = None;
        let end = from + heading * length;
        if self.is_clear(from, end, radius) {
            return None;
        }
        let to = core::cell::Cell::new(end);
        self.tree.visit(
            |bounds| bounds.meets_sweep(from, to.get(), radius),
            |number| {
                let left = best.map_or(length, |(_, hit)| hit.distance);
                if let Some(hit) = cast(&self.obstacles[number as usize], left)
                    && best.is_none_or(|(first, least)| {
                        hit.distance < least.distance
                            || (hit.distance == least.distance && self.is_before(number, first))
                    })
                {
                    best = Some((number, hit));
                    // A little more, or rounding decides which of two equally near obstacles is
                    // visited.
                    let farther = hit.distance + (hit.distance + radius) * TIE_ROUNDING;
                    to.set(from + heading * farther.min(length));
                }
            },
        );
        best
    }

    fn is_before(&self, number: u32, other: u32) -> bool {
        let (own, other) = (number as usize, other as usize);
        self.obstacles[own].order(&self.obstacles[other]) == Ordering::Less
    }

    /// How many obstacle entities are known, the unusable ones included.
    pub(super) fn known_count(&self) -> usize {
        self.known.len()
    }

    /// Whether an obstacle entity is known, usable or not.
    pub(super) fn is_known(&self, entity: Entity) -> bool {
        self.known.contains_key(&entity)
    }

    /// Takes the lists of [`set_members`](Self::set_members) out.
    pub(super) fn take_members(&mut self) -> Vec<Vec<Entity>> {
        core::mem::take(&mut self.members)
    }

    /// Sets which entities lay in which table, all of them known.
    pub(super) fn set_members(&mut self, members: Vec<Vec<Entity>>) {
        self.members = members;
    }

    /// Whether the shape of `entity` is known to have no certain inside; `None` when the entity is not known yet, or
    /// was unusable where it stood.
    pub(super) fn is_hollow(&self, entity: Entity) -> Option<bool> {
        let known = self.known.get(&entity)?;
        known.number.map(|_| known.is_hollow)
    }

    /// Puts an obstacle in, or brings it up to date; without a placed one the entity is known and unusable.
    pub(super) fn set(&mut self, entity: Entity, is_hollow: bool, placed: Option<PlacedObstacle>) {
        self.note_change();
        let number = self.known.get(&entity).and_then(|known| known.number);
        let number = match (number, placed) {
            (Some(number), Some(placed)) => {
                let bounds = tree_bounds(&placed.shape);
                self.obstacles[number as usize] = placed;
                self.tree.update(self.leaves[number as usize], bounds);
                Some(number)
            }
            (None, Some(placed)) => {
                let number = self.obstacles.len() as u32;
                self.leaves
                    .push(self.tree.insert(tree_bounds(&placed.shape), number));
                self.obstacles.push(placed);
                Some(number)
            }
            (Some(number), None) => {
                self.take_out(number);
                None
            }
            (None, None) => None,
        };
        self.known.insert(entity, Known { number, is_hollow });
    }

    /// Holds these obstacles as they were at the start of the last tick, and no others.
    pub(crate) fn restore<'a>(
        &mut self,
        states: impl Iterator<Item = (Entity, &'a ObstacleState)>,
        space: MovementSpace,
    ) {
        // Whoever remembers a place without obstacles goes by the count.
        *self = Self {
            update_count: self.update_count + 1,
            ..default()
        };
        for (entity, state) in states {
            if let Some((obstacle, transform)) = &state.known {
                let (placed, flaw) = place_obstacle(entity, obstacle, transform, space, None);
                let has_moved = state.has_moved;
                let placed = placed.map(|placed| PlacedObstacle {
                    has_moved,
                    ..placed
                });
                self.set(entity, flaw == Some(Flaw::TouchesItself), placed);
            }
        }
        self.settle();
    }

    /// Forgets every entity for which `exists` is false. Returns these entities.
    pub(super) fn retain(&mut self, exists: impl Fn(Entity) -> bool) -> Vec<Entity> {
        let gone: Vec<Entity> = self
            .known
            .keys()
            .copied()
            .filter(|entity| !exists(*entity))
            .collect();
        for entity in &gone {
            self.note_change();
            if let Some(number) = self.known.remove(entity).and_then(|known| known.number) {
                self.take_out(number);
            }
        }
        gone
    }

    fn note_change(&mut self) {
        self.update_count += 1;
        self.changes += 1;
        self.is_clearance_old = true;
    }

    /// Brings up to date what searches rest on, after whatever has changed.
    pub(super) fn settle(&mut self) {
        if self.is_clearance_old {
            self.is_clearance_old = false;
            let shapes = self.obstacles.iter().map(|obstacle| &obstacle.shape);
            self.clearance.rebuild(shapes.map(tree_bounds));
        }
        self.build_anew_if_due();
    }

    /// Builds the tree anew when so much has changed that searching the old one would be slow.
    ///
    /// Once in half as many updates as there are obstacles, and some more, so that an update costs what it costs, whatever their number.
    fn build_anew_if_due(&mut self) {
        if self.changes <= self.obstacles.len() / 2 + FEW_CHANGES {
            return;
        }
        self.changes = 0;
        let bounds = self
            .obstacles
            .iter()
            .map(|obstacle| tree_bounds(&obstacle.shape));
        self.leaves.clear();
        self.leaves.extend(self.tree.rebuild(bounds));
    }

    fn take_out(&mut self, number: u32) {
        self.tree.remove(self.leaves.swap_remove(number as usize));
        self.obstacles.swap_remove(number as usize);
        // The last one has taken its place.
        if let Some(moved) = self.obstacles.get(number as usize) {
            self.tree.renumber(self.leaves[number as usize], number);
            if let Some(known) = self.known.get_mut(&moved.entity) {
                known.number = Some(number);
            }
        }
    }
}

/// The box round a shape and everything that rounding may take for it.
fn tree_bounds(shape: &Outline) -> Bounds {
    shape.bounds().grown(shape.rounding())
}
