//! The obstacles as one agent sees them.
//!
//! Places are relative to the agent. So the view is as exact far from the origin as near to it.

use crate::obstacle::{ObstacleId, ObstacleIndex, PlacedObstacle, entity_of};
use bevy::prelude::*;
use core::cell::Cell;
use core::cmp::Ordering;
use horde_kernel::obstacles::circle::CastHit;
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::SurfacePoint;
use horde_kernel::obstacles::swept_disc::SweptDisc;
use smallvec::SmallVec;

/// How near an agent may come to an edge beside its goal, as a part of the goal's distance from it.
const NEARLY_ALL: f32 = 0.99;
/// The reach with which an agent goes through a gap, as a part of half the gap.
const IN_A_GAP: f32 = 0.998;
/// A goal nearer than this to an edge is on it, as a part of the agent's reach.
const ON_THE_WALL: f32 = 0.01;

/// The obstacles as one agent sees them.
#[derive(Clone)]
pub(super) struct ObstacleView<'a> {
    pub(super) index: &'a ObstacleIndex,
    /// The obstacle on the agent itself, which does not count.
    pub(super) own: ObstacleId,
    /// The numbers of the obstacles around the agent, in no particular order.
    pub(super) near: &'a [u32],
    /// The position of the agent, the origin of all other places here.
    pub(super) position: Vec2,
    /// Body radius and margin, world units.
    pub(super) reach: f32,
    /// Body radius and the least margin, world units.
    pub(super) least_reach: f32,
    /// Whether a search continues after its answer is certain.
    #[cfg(test)]
    pub(super) is_exhaustive: bool,
    /// The distance beyond which obstacles do not count.
    pub(super) sight: f32,
    /// If all ways are longer than this, a search may end without one.
    pub(super) longest: f32,
    /// How many lines a search may draw.
    pub(super) most_lines: u32,
    /// The agent's goal, once something is in the way.
    pub(super) goal: Option<GoalPlace>,
}

/// A goal among obstacles.
#[derive(Clone)]
pub(super) struct GoalPlace {
    /// The place of the goal, relative to the agent.
    pub(super) place: Vec2,
    /// The obstacles that contain the goal.
    enclosing_obstacles: SmallVec<[ObstacleId; 4]>,
}

/// Where a way meets an edge.
#[derive(Clone, Copy)]
pub(super) struct EdgeHit {
    /// The number of the obstacle.
    pub(super) number: u32,
    /// The number of the edge in its obstacle.
    pub(super) place: usize,
    /// The edge, relative to the agent.
    pub(super) edge: Edge,
    /// How near to the edge the agent's center may come, world units.
    pub(super) clearance: f32,
    pub(super) cast: CastHit,
}

impl<'a> ObstacleView<'a> {
    /// The obstacles around the agent.
    pub(super) fn near(&self) -> impl Iterator<Item = &'a PlacedObstacle> + use<'a> {
        let obstacles = self.index.obstacles();
        (self.near.iter()).map(move |number| &obstacles[*number as usize])
    }

    /// The obstacle with this number.
    pub(super) fn obstacle(&self, number: u32) -> &'a PlacedObstacle {
        &self.index.obstacles()[number as usize]
    }

    /// The clearance from an edge; `None` if the goal is on it or in its obstacle.
    pub(super) fn clearance(&self, obstacle: &PlacedObstacle, edge: &Edge) -> Option<f32> {
        let clearance = obstacle.shape.radius() + self.reach;
        let Some(goal) = &self.goal else {
            return Some(clearance);
        };
        if goal.enclosing_obstacles.contains(&obstacle.id) {
            return None;
        }
        // A goal beside a wall is reachable. A goal on a wall does not lie behind it.
        let to_goal = edge.outward(goal.place).length();
        (to_goal > ON_THE_WALL * self.reach).then_some(clearance.min(NEARLY_ALL * to_goal))
    }

    /// Sets the goal. Obstacles beside the goal or around it are then not in the way.
    pub(super) fn set_goal(&mut self, position: Vec2) {
        let mut enclosing_obstacles = SmallVec::new();
        self.index.visit_unclear(position, 0.0, |_, obstacle| {
            if obstacle.shape.signed_distance(position) < 0.0 {
                enclosing_obstacles.push(obstacle.id);
            }
        });
        self.goal = Some(GoalPlace {
            place: position - self.position,
            enclosing_obstacles,
        });
    }

    /// Whether the clearance of this edge does not depend on the goal.
    pub(super) fn is_away_from_goal(&self, hit: &EdgeHit) -> bool {
        let obstacle = self.obstacle(hit.number);
        self.clearance(obstacle, &hit.edge) == Some(hit.clearance)
    }

    /// The first edge in the way along the unit vector `bearing`, within `length`.
    ///
    /// A near edge is not in the way when the bearing leaves or follows it.
    pub(super) fn first_edge(&self, bearing: Vec2, length: f32) -> Option<EdgeHit> {
        let place = (Vec2::ZERO, bearing, length);
        self.first_blocking(place, |(_, obstacle), (_, edge)| {
            Some((*edge, self.clearance(obstacle, edge)?))
        })
    }

    /// The first edge in the way from a place along a unit vector, within a length. For an obstacle
    /// and one of its edges, both with their numbers, `seen` returns the part of the edge that
    /// counts, and how near the center may come to it; `None` for an edge that does not count.
    pub(super) fn first_blocking(
        &self,
        (from, bearing, length): (Vec2, Vec2, f32),
        mut seen: impl FnMut((u32, &PlacedObstacle), (usize, &Edge)) -> Option<(Edge, f32)>,
    ) -> Option<EdgeHit> {
        let mut first: Option<(EdgeHit, &PlacedObstacle)> = None;
        let start = self.position + from;
        let to = |distance: f32| start + bearing * distance;
        let swept = Cell::new(SweptDisc::new(start, to(length), self.reach));
        (self.index).visit_along(&swept, |number, obstacle| {
            let shape = &obstacle.shape;
            if obstacle.id == self.own || !swept.get().may_touch(shape.bounds()) {
                return;
            }
            let left = first.as_ref().map_or(length, |(hit, _)| hit.cast.distance);
            let widest = SweptDisc::new(start, to(left), self.reach + shape.radius());
            shape.visit_edges(
                |bounds| widest.may_touch(bounds),
                |place, edge| {
                    let may_touch = widest.may_touch(&edge.bounds());
                    let edge = &edge.about(self.position);
                    if !may_touch || is_turned_away(from, obstacle, edge) {
                        return;
                    }
                    let left = first.as_ref().map_or(length, |(hit, _)| hit.cast.distance);
                    let hit =
                        seen((number, obstacle), (place, edge)).and_then(|(part, clearance)| {
                            let cast = part.block(from, bearing, left, clearance)?;
                            Some(EdgeHit {
                                number,
                                place,
                                edge: *edge,
                                clearance,
                                cast,
                            })
                        });
                    let Some(hit) = hit else {
                        return;
                    };
                    let is_nearer = first.as_ref().is_none_or(|(best, other)| {
                        let by_distance = hit.cast.distance.total_cmp(&best.cast.distance);
                        let by_place = || obstacle.order(other).then(edge.order(&best.edge));
                        by_distance.then_with(by_place) == Ordering::Less
                    });
                    if is_nearer {
                        first = Some((hit, obstacle));
                        swept.set(SweptDisc::new(start, to(hit.cast.distance), self.reach));
                    }
                },
            );
        });
        first.map(|(hit, _)| hit)
    }

    /// The nearest surface within the margin, and its obstacle.
    fn nearest(&self) -> Option<(SurfacePoint, &'a PlacedObstacle)> {
        let limit = self.reach * self.reach;
        self.near()
            .filter(|obstacle| obstacle.shape.bounds().distance_squared(self.position) <= limit)
            .map(|obstacle| (obstacle.shape.nearest(self.position), obstacle))
            .filter(|(surface, _)| surface.distance <= self.reach)
            .min_by(|(first, own), (second, other)| {
                first
                    .distance
                    .total_cmp(&second.distance)
                    .then_with(|| own.order(other))
            })
    }

    /// Whether the `nearest` surface is nearer than the clearance; with its obstacle, and the part
    /// of `margin` by which it is too near.
    pub(super) fn too_near(
        &self,
        nearest: Option<(SurfacePoint, &PlacedObstacle)>,
        margin: f32,
        goal: Option<Vec2>,
    ) -> Option<(SurfacePoint, Entity, f32)> {
        let (surface, obstacle) = nearest.filter(|(surface, _)| surface.distance <= self.reach)?;
        let allowed = match goal.map(|goal| obstacle.shape.signed_distance(goal)) {
            // The goal is inside this obstacle.
            Some(to_goal) if to_goal < 0.0 => return None,
            Some(to_goal) => self.reach.min(to_goal),
            None => self.reach,
        };
        let intrusion = allowed - surface.distance;
        let depth = if intrusion < margin {
            intrusion / margin
        } else {
            1.0
        };
        (intrusion > 0.0).then_some((surface, entity_of(obstacle.id), depth))
    }

    /// Reduces the margin to what the passage around the agent leaves. Returns the nearest surface
    /// within the margin, and its obstacle.
    pub(super) fn squeeze(&mut self) -> Option<(SurfacePoint, &'a PlacedObstacle)> {
        let nearest = self.nearest();
        let (surface, _) = nearest?;
        let length = 2.0 * self.reach - surface.distance;
        let opposite = self.near().filter_map(|obstacle| {
            let cast = (obstacle.shape).cast(self.position, surface.normal, length, 0.0)?;
            Some(cast.distance)
        });
        if let Some(opposite) = opposite.min_by(f32::total_cmp) {
            let half = 0.5 * (surface.distance + opposite) * IN_A_GAP;
            if half >= self.least_reach {
                self.reach = half.min(self.reach);
            }
        }
        nearest
    }
}

/// Whether an edge of a filled shape faces away from a place: the place is on the inner side of the
/// edge's line.
pub(super) fn is_turned_away(from: Vec2, obstacle: &PlacedObstacle, edge: &Edge) -> bool {
    obstacle.shape.is_filled() && (edge.end - edge.start).perp_dot(from - edge.start) > 0.0
}
