//! The obstacles as one agent sees them.

use crate::math::bounds::Bounds;
use crate::math::circle::CastHit;
use crate::math::edge::Edge;
use crate::math::outline::SurfacePoint;
use crate::math::side::{SidePreferences, choose_side, turns_back};
use crate::math::silhouette::{Blocked, Sight, WayRound, way_round_revealed};
use crate::math::vector::{Side, direction_and_length};
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;
use core::cmp::Ordering;

/// How often an agent without a way out halves its sight and looks again.
const MOST_HALVINGS: u32 = 6;
/// The most corners of a way that an agent looks ahead.
const MOST_CORNERS: u32 = 4;
/// How far beside the end of an edge a way goes on, as a part of the agent's reach.
const BESIDE: f32 = 0.05;
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
    /// The obstacle of each edge in sight.
    owners: Vec<Entity>,
    /// Numbers of the obstacles that have not come into sight yet.
    hidden: Vec<u32>,
    /// Memory of the search for the way on from the end of a silhouette.
    onward: (Sight, Vec<Entity>, Vec<u32>),
}

/// The obstacles as one agent sees them.
#[derive(Clone)]
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
    /// The obstacle that it passes.
    pub(super) obstacle: Entity,
    /// Whether the agent keeps to the side that it remembers.
    pub(super) is_kept: bool,
    /// Whether the agent gives up the side that it remembers.
    pub(super) turns_back: bool,
}

/// What an agent remembers of a detour.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    pub(super) side: Side,
    /// The obstacle that the agent passes on that side.
    pub(super) obstacle: Entity,
    /// How often the agent has turned back there.
    pub(super) times: u8,
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
        self.first_edge_except(None, bearing, length)
    }

    fn first_edge_except(
        &self,
        except: Option<&Edge>,
        bearing: Vec2,
        length: f32,
    ) -> Option<EdgeHit> {
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
                    if self.is_turned_away(obstacle, edge) || except == Some(edge) {
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
        owners: &mut Vec<Entity>,
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
                    owners.resize(blocked.len(), obstacle.entity);
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

    /// The first free bearing on `side` of the first edge in `seen`, which blocks `base`.
    fn way_round(
        &self,
        base: Vec2,
        part: usize,
        first: &EdgeHit,
        side: Side,
        sight: f32,
        (seen, owners, hidden): (&mut Sight, &mut Vec<Entity>, &mut Vec<u32>),
    ) -> Option<WayRound> {
        way_round_revealed(self.position, base, seen, part, side, |bearing, blocked| {
            hidden.retain(|number| {
                let obstacle = &self.obstacles[*number as usize];
                let is_revealed = self.may_block(obstacle, bearing, sight);
                if is_revealed {
                    self.add_blocked(obstacle, first, sight, blocked, owners);
                }
                !is_revealed
            });
        })
    }

    /// The length of the way to `goal` that begins with `way` and keeps to `side`, as far as it is
    /// in sight, and whether all of it is. `None` for a dead end.
    ///
    /// An edge that goes on out of sight is taken to go straight on as far again as the sight reaches.
    /// An obstacle that stands apart from the one before is passed on the shorter side.
    fn length_of(
        &self,
        way: &WayRound,
        side: Side,
        goal: Vec2,
        onward: &mut (Sight, Vec<Entity>, Vec<u32>),
    ) -> Option<(f32, bool)> {
        let (mut way, mut side, mut at) = (*way, side, self.clone());
        let mut length = 0.0;
        for _ in 0..MOST_CORNERS {
            length += way.distance;
            at.position += way.bearing * way.distance;
            let left = goal - at.position;
            if !way.is_seen {
                return Some((length + self.unseen_length(left, way.bearing), false));
            }
            at.position += side.of(way.bearing) * (BESIDE * self.reach);
            at.sight -= way.distance;
            let (toward, distance) = direction_and_length(left).unwrap_or((way.bearing, 0.0));
            let ahead = distance.min(at.sight.max(0.0));
            let first = at.first_edge_except(Some(&way.last), toward, ahead);
            let blocked = first.as_ref().and_then(|first| {
                let seen = Blocked::new(at.position, first.edge, first.clearance, at.sight)?;
                seen.blocks(toward).then_some((first, seen))
            });
            let Some((first, blocked)) = blocked else {
                return Some((length + distance, distance <= at.sight));
            };
            let (seen, owners, hidden) = &mut *onward;
            seen.blocked.clear();
            seen.blocked.push(blocked);
            owners.clear();
            owners.push(first.obstacle);
            hidden.clear();
            hidden.extend_from_slice(self.near);
            let is_apart = first.edge.distance_to(&way.last) >= 2.0 * first.clearance;
            let mut round = |side| {
                let memory = (&mut *seen, &mut *owners, &mut *hidden);
                let way = at.way_round(toward, 0, first, side, at.sight, memory)?;
                let left = goal - at.position - way.bearing * way.distance;
                let rest = if way.is_seen {
                    left.length()
                } else {
                    self.unseen_length(left, way.bearing)
                };
                Some((way.distance + rest, way, side))
            };
            let same = round(side);
            let other = is_apart.then(|| round(side.opposite())).flatten();
            let shorter = match (same, other) {
                (Some(same), Some(other)) if other.0 < same.0 => other,
                (same, other) => same.or(other)?,
            };
            (way, side) = (shorter.1, shorter.2);
        }
        let left = goal.distance(at.position);
        Some((length + self.sight + left, false))
    }

    /// The length of the way to a goal at `left` from a place where an edge along `bearing` goes out
    /// of sight.
    fn unseen_length(&self, left: Vec2, bearing: Vec2) -> f32 {
        let more = self.sight.min(left.length());
        more + (left - bearing * more).length()
    }

    /// A free bearing beside `base`, which `first` blocks. [`choose_side`] decides between the
    /// nearest one on the left and that on the right, by the lengths of the ways.
    ///
    /// A remembered side counts unless the agent [turns back](turns_back). At the obstacle that it
    /// remembers, it does that only for a way that is all in sight. A remembered obstacle that only stands before the way round
    /// `first` is passed first. Without a free bearing the agent halves its sight, and at last turns
    /// back. `None` when `base` is free. The blocked bearings go to `trace`.
    pub(super) fn detour(
        &self,
        base: Vec2,
        first: &EdgeHit,
        sight: f32,
        preferences: &SidePreferences,
        remembered: Option<Remembered>,
        search: &mut WaySearch,
        mut trace: impl FnMut(&[Blocked]),
    ) -> Option<Detour> {
        let WaySearch {
            sight: seen_so_far,
            owners,
            hidden,
            onward,
        } = search;
        let mut preferences = *preferences;
        let (mut is_kept, mut has_turned_back) = (false, false);
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
            owners.clear();
            owners.push(first.obstacle);
            hidden.clear();
            hidden.extend_from_slice(self.near);
            let mut before: Option<(usize, Remembered)> = None;
            let mut round = |side| {
                if preferences.settled().is_some_and(|settled| settled != side) {
                    return None;
                }
                let memory = (&mut *seen_so_far, &mut *owners, &mut *hidden);
                let way = self.way_round(base, 0, first, side, sight, memory);
                if let Some(remembered) = remembered.filter(|_| halving == 0) {
                    let is_it = |part: usize| owners[part] == remembered.obstacle;
                    let mut parts = seen_so_far.silhouette().iter().copied();
                    if let Some(part) = parts.find(|part| is_it(*part)) {
                        let is_same = seen_so_far.is_connected(is_it);
                        is_kept |= is_same;
                        before = before.or((!is_same).then_some((part, remembered)));
                    }
                }
                way
            };
            let ways = [round(Side::Right), round(Side::Left)];
            if halving == 0 {
                trace(&seen_so_far.blocked);
            }
            if let (false, Some((part, Remembered { side, obstacle, .. }))) = (is_kept, before) {
                let from = seen_so_far.blocked[part].end(side.opposite());
                let memory = (&mut *seen_so_far, &mut *owners, &mut *hidden);
                if let Some(way) = self.way_round(from, part, first, side, sight, memory) {
                    return Some(Detour {
                        bearing: way.bearing,
                        side,
                        obstacle,
                        is_kept: true,
                        turns_back: false,
                    });
                }
            }
            let way = |side: Side| ways[usize::from(side == Side::Left)].as_ref();
            let mut measure = |side: Side| match &self.goal {
                Some(goal) => self.length_of(way(side)?, side, goal.position, onward),
                None => Some((way(side)?.turn, way(side)?.is_seen)),
            };
            let measured = match preferences.settled() {
                None => [measure(Side::Right), measure(Side::Left)],
                Some(_) => [None; 2],
            };
            let length = |side: Side| measured[usize::from(side == Side::Left)];
            let has_goal = self.goal.is_some();
            if let Some(remembered) = remembered.filter(|_| halving == 0 && (is_kept || has_goal)) {
                let kept = length(remembered.side).map(|(length, _)| length);
                let other = length(remembered.side.opposite());
                let counts = |(_, is_seen): &(f32, bool)| has_goal && (*is_seen || !is_kept);
                let other = other.filter(counts).map(|(length, _)| length);
                let times = if is_kept { remembered.times } else { 0 };
                has_turned_back = turns_back(kept, other, times);
                preferences.remembered = Some(if has_turned_back {
                    remembered.side.opposite()
                } else {
                    remembered.side
                });
            }
            let by_length = |side: Side| match length(side) {
                Some((length, _)) => Some(length),
                // Better a dead end than no way.
                None => way(side).map(|_| f32::MAX),
            };
            let side = choose_side(&preferences, by_length(Side::Left), by_length(Side::Right));
            if let Some(way) = way(side) {
                return Some(Detour {
                    bearing: way.bearing,
                    side,
                    obstacle: first.obstacle,
                    is_kept,
                    turns_back: has_turned_back,
                });
            }
            sight *= 0.5;
        }
        Some(Detour {
            bearing: -base,
            side: choose_side(&preferences, None, None),
            obstacle: first.obstacle,
            is_kept,
            turns_back: has_turned_back,
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
        self.detour(base, &first, self.sight, &preferences, None, search, |_| {})
    }
}
