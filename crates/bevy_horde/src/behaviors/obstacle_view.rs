//! The obstacles as one agent sees them.

use crate::math::bounds::Bounds;
use crate::math::circle::CastHit;
use crate::math::edge::Edge;
use crate::math::outline::SurfacePoint;
use crate::math::side::{SidePreferences, choose_side};
use crate::math::silhouette::{Blocked, Sight, WayRound, way_round_revealed};
use crate::math::vector::{Side, direction_and_length};
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;
use core::cmp::Ordering;

/// How often an agent without a way out halves its sight and looks again.
const MOST_HALVINGS: u32 = 6;
/// How near an agent may come to an edge beside its goal, as a part of the goal's distance.
const NEARLY_ALL: f32 = 0.99;
/// A goal nearer than this to an edge is on it, as a part of the agent's reach.
const ON_THE_WALL: f32 = 0.01;

/// Reusable memory of a view.
#[derive(Default)]
pub(super) struct ViewMemory {
    /// Numbers of the obstacles that may be in sight.
    pub(super) near: Vec<u32>,
    /// Memory of the search for a way round.
    pub(super) search: WaySearch,
}

/// Memory of a search for a way round.
#[derive(Default)]
pub(super) struct WaySearch {
    sight: Sight,
    /// Numbers of the obstacles that have not come into sight yet.
    hidden: Vec<u32>,
}

/// The obstacles as one agent sees them.
pub(super) struct ObstacleView<'a> {
    /// All obstacles.
    pub(super) obstacles: &'a [PlacedObstacle],
    /// The numbers of the obstacles that may be in sight or in the way, in no particular order.
    pub(super) near: &'a [u32],
    pub(super) position: Vec2,
    /// Body radius and margin, world units.
    pub(super) reach: f32,
    /// The distance beyond which obstacles do not count.
    pub(super) sight: f32,
    /// The agent's goal, once something is in the way.
    pub(super) goal: Option<GoalPlace>,
}

/// A goal among obstacles.
#[derive(Clone)]
pub(super) struct GoalPlace {
    position: Vec2,
    /// The obstacles that contain it.
    enclosing_obstacles: Vec<Entity>,
}

/// Where a way meets an edge.
#[derive(Clone, Copy)]
pub(super) struct EdgeHit {
    pub(super) obstacle: Entity,
    pub(super) edge: Edge,
    /// How near to the edge the center may come.
    pub(super) clearance: f32,
    pub(super) cast: CastHit,
}

/// A way round an obstruction.
#[derive(Clone, Copy)]
pub(super) struct Detour {
    pub(super) bearing: Vec2,
    pub(super) side: Side,
    /// The first obstacle in the way.
    pub(super) obstacle: Entity,
}

impl<'a> ObstacleView<'a> {
    /// The obstacles that may be in sight or in the way.
    fn near(&self) -> impl Iterator<Item = &'a PlacedObstacle> + use<'a> {
        let obstacles = self.obstacles;
        (self.near.iter()).map(move |number| &obstacles[*number as usize])
    }

    /// The least distance of the agent's center to an edge; `None` for an edge at the goal.
    fn clearance(&self, obstacle: &PlacedObstacle, edge: &Edge) -> Option<f32> {
        let wanted = obstacle.shape.radius() + self.reach;
        let Some(goal) = &self.goal else {
            return Some(wanted);
        };
        if goal.enclosing_obstacles.contains(&obstacle.entity) {
            return None;
        }
        // A goal right beside a wall can be reached. A goal on the wall is not behind it.
        let to_goal = edge.nearest(goal.position).distance(goal.position);
        (to_goal > ON_THE_WALL * self.reach).then_some(wanted.min(NEARLY_ALL * to_goal))
    }

    /// Sets the goal. Obstacles beside the goal or around it are not in its way.
    pub(super) fn set_goal(&mut self, position: Vec2) {
        let encloses = |obstacle: &&PlacedObstacle| obstacle.shape.signed_distance(position) < 0.0;
        let enclosing_obstacles = self.near().filter(encloses);
        self.goal = Some(GoalPlace {
            position,
            enclosing_obstacles: enclosing_obstacles
                .map(|obstacle| obstacle.entity)
                .collect(),
        });
    }

    /// The first edge in the way along the unit vector `bearing`, within `length`.
    ///
    /// A near edge is not in the way when the bearing leaves or follows it.
    pub(super) fn first_edge(&self, bearing: Vec2, length: f32) -> Option<EdgeHit> {
        let mut first: Option<(EdgeHit, &PlacedObstacle)> = None;
        let to = core::cell::Cell::new(self.position + bearing * length);
        for obstacle in self.near() {
            let shape = &obstacle.shape;
            if !shape
                .bounds()
                .meets_sweep(self.position, to.get(), self.reach)
            {
                continue;
            }
            let widest = self.reach + shape.radius();
            shape.visit_edges(
                |bounds| bounds.meets_sweep(self.position, to.get(), widest),
                |_, edge| {
                    if self.is_turned_away(obstacle, edge) {
                        return;
                    }
                    let left = first.as_ref().map_or(length, |(hit, _)| hit.cast.distance);
                    let hit = self.clearance(obstacle, edge).and_then(|clearance| {
                        let cast = edge.block(self.position, bearing, left, clearance)?;
                        Some(EdgeHit {
                            obstacle: obstacle.entity,
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
                        to.set(self.position + bearing * hit.cast.distance);
                    }
                },
            );
        }
        first.map(|(hit, _)| hit)
    }

    /// The nearest surface within `range`, and its obstacle.
    fn nearest(&self, range: f32) -> Option<(SurfacePoint, &PlacedObstacle)> {
        let limit = range * range;
        self.near()
            .filter(|obstacle| obstacle.shape.bounds().distance_squared(self.position) <= limit)
            .map(|obstacle| (obstacle.shape.nearest(self.position), obstacle))
            .filter(|(surface, _)| surface.distance <= range)
            .min_by(|(first, own), (second, other)| {
                first
                    .distance
                    .total_cmp(&second.distance)
                    .then_with(|| own.order(other))
            })
    }

    /// The surface within the wanted distance, its obstacle, and the part of `margin` by which it
    /// is too near.
    pub(super) fn too_near(
        &self,
        margin: f32,
        goal: Option<Vec2>,
    ) -> Option<(SurfacePoint, Entity, f32)> {
        let (surface, obstacle) = self.nearest(self.reach)?;
        let allowed = match goal.map(|goal| obstacle.shape.signed_distance(goal)) {
            // The goal is inside.
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
        (intrusion > 0.0).then_some((surface, obstacle.entity, depth))
    }

    /// Adds the bearings that the edges of `obstacle` block within `sight`, except those of
    /// `first`.
    fn add_blocked(
        &self,
        obstacle: &PlacedObstacle,
        first: &EdgeHit,
        sight: f32,
        blocked: &mut Vec<Blocked>,
    ) {
        let shape = &obstacle.shape;
        let seen = Bounds::of_disc(self.position, sight + self.reach + shape.radius());
        shape.visit_edges(
            |bounds| bounds.overlaps(&seen),
            |_, edge| {
                if *edge != first.edge && !self.is_turned_away(obstacle, edge) {
                    let clearance = self.clearance(obstacle, edge);
                    blocked.extend(clearance.and_then(|clearance| {
                        Blocked::new(self.position, *edge, clearance, sight)
                    }));
                }
            },
        );
    }

    /// Whether `obstacle` may block `bearing` within `sight`; never false for a blocking obstacle.
    fn may_block(&self, obstacle: &PlacedObstacle, bearing: Vec2, sight: f32) -> bool {
        let end = self.position + bearing * (sight + self.reach);
        let bounds = obstacle.shape.bounds();
        bounds.meets_sweep(self.position, end, self.reach)
    }

    /// Whether an edge faces away: on the far side of a filled shape, or around the agent.
    fn is_turned_away(&self, obstacle: &PlacedObstacle, edge: &Edge) -> bool {
        obstacle.shape.is_filled()
            && (edge.end - edge.start).perp_dot(self.position - edge.start) > 0.0
    }

    /// A free bearing beside `base`, which `first` blocks. [`choose_side`] decides between the
    /// nearest one on the left and that on the right.
    ///
    /// Without a free bearing the agent halves its sight, and at last turns back. `None`
    /// when `base` is free. The blocked bearings go to `trace`.
    pub(super) fn detour(
        &self,
        base: Vec2,
        first: &EdgeHit,
        sight: f32,
        preferences: &SidePreferences,
        search: &mut WaySearch,
        mut trace: impl FnMut(&[Blocked]),
    ) -> Option<Detour> {
        let WaySearch {
            sight: seen_so_far,
            hidden,
        } = search;
        let mut sight = sight;
        for halving in 0..=MOST_HALVINGS {
            let seen = Blocked::new(self.position, first.edge, first.clearance, sight);
            if halving == 0 && !seen.is_some_and(|seen| seen.blocks(base)) {
                return None;
            }
            let Some(seen) = seen else {
                break;
            };
            seen_so_far.blocked.clear();
            seen_so_far.blocked.push(seen);
            hidden.clear();
            hidden.extend_from_slice(self.near);
            let mut round = |side| {
                if preferences.settled().is_some_and(|settled| settled != side) {
                    return None;
                }
                way_round_revealed(
                    self.position,
                    base,
                    seen_so_far,
                    0,
                    side,
                    |bearing, blocked| {
                        hidden.retain(|number| {
                            let obstacle = &self.obstacles[*number as usize];
                            let is_revealed = self.may_block(obstacle, bearing, sight);
                            if is_revealed {
                                self.add_blocked(obstacle, first, sight, blocked);
                            }
                            !is_revealed
                        });
                    },
                )
            };
            let (left, right) = (round(Side::Left), round(Side::Right));
            let turn = |way: &Option<WayRound>| way.as_ref().map(|way| way.turn);
            let side = choose_side(preferences, turn(&left), turn(&right));
            let way = match side {
                Side::Left => left,
                Side::Right => right,
            };
            if halving == 0 {
                trace(&seen_so_far.blocked);
            }
            if let Some(way) = way {
                return Some(Detour {
                    bearing: way.bearing,
                    side,
                    obstacle: first.obstacle,
                });
            }
            sight *= 0.5;
        }
        Some(Detour {
            bearing: -base,
            side: choose_side(preferences, None, None),
            obstacle: first.obstacle,
        })
    }

    /// The detour along the wall in sight, on the side opposite to `side`.
    pub(super) fn along_wall(
        &self,
        heading: Vec2,
        side: Side,
        search: &mut WaySearch,
    ) -> Option<Detour> {
        let on_passing_side = -side.of(heading);
        let (base, first) = match self.first_edge(on_passing_side, self.sight) {
            Some(first) => (on_passing_side, first),
            None => {
                let (surface, _) = self.nearest(self.sight)?;
                let (toward, distance) = direction_and_length(surface.point - self.position)?;
                (toward, self.first_edge(toward, distance)?)
            }
        };
        let preferences = SidePreferences {
            chosen: Some(side),
            ..SidePreferences::new(side)
        };
        self.detour(base, &first, self.sight, &preferences, search, |_| {})
    }
}
