//! The ways round the obstacles in sight, and the choice between the ways.

use super::view::{EdgeHit, ObstacleView, is_turned_away};
use crate::math::arc::Arc;
use crate::math::bounds::Bounds;
use crate::math::edge::Edge;
use crate::math::shortest_way::{Corner, Terrain, Wall, Way, WayNodes, shortest_ways};
use crate::math::side::{SidePreferences, choose_side, turns_back};
use crate::math::silhouette::{Blocked, Sight, way_round_revealed};
use crate::math::swept_disc::SweptDisc;
use crate::math::vector::{Side, direction_and_length};
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;
use core::cell::Cell;

/// A way may come nearer to a wall by this part, because of rounding.
const ROUNDING: f32 = 1e-3;
/// The length of a way along walls that end out of sight counts this many times.
const FOR_THE_UNSEEN: f32 = 1.3;
/// The agent gives up its margin in a gap if every other way is more than this many times as long.
pub(super) const DETOUR_FOR_ROOM: f32 = 1.3;
/// Reusable memory of a view.
#[derive(Default)]
pub(in crate::behaviors) struct ViewMemory {
    /// Numbers of the obstacles around the agent.
    pub(super) near: Vec<u32>,
    /// Memory of the search for a way round.
    pub(super) search: WaySearch,
}

/// Memory of a search for a way round.
#[derive(Default)]
pub(in crate::behaviors) struct WaySearch {
    sight: Sight,
    /// The whole edge and the obstacle of each edge in sight.
    edges: Vec<(Edge, u32)>,
    /// Numbers of the obstacles that have come into sight.
    revealed: Vec<u32>,
    nodes: WayNodes,
    /// The obstacles of the obstruction in the straight way.
    owners: Vec<u32>,
    /// The edges of that obstruction.
    obstruction: Vec<Blocked>,
}

/// A way round an obstruction.
#[derive(Clone, Copy)]
pub(super) struct Detour {
    pub(super) bearing: Vec2,
    pub(super) side: Side,
    /// The obstacle that it passes.
    pub(super) obstacle: Entity,
    /// The length of the way to the goal, world units; infinite where none is in sight.
    pub(super) length: f32,
    /// The end of the way: the goal, or the reachable place nearest to it.
    pub(super) ends_at: Vec2,
    /// The distance of the end, if the way does not lead to the goal.
    pub(super) ends_within: Option<f32>,
    /// The first corner of the way, and the side on which the way passes it.
    pub(super) corner: Option<(Corner, Side)>,
    /// The direction in which the way leaves that corner; zero while unknown.
    pub(super) exit: Vec2,
    /// Whether all walls beside the way end in sight. The goal may be farther away.
    pub(super) is_known: bool,
    /// Whether the search needed obstacles that are not near.
    pub(super) looks_far: bool,
    /// Whether the agent keeps the remembered side.
    pub(super) is_kept: bool,
    /// Whether the agent gives up the remembered side.
    pub(super) turns_back: bool,
}

/// What an agent remembers of a detour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered {
    pub(super) side: Side,
    /// The obstacle that the agent passes on that side.
    pub(super) obstacle: Entity,
    /// How often the agent has turned back there.
    pub(super) times: u8,
}

/// What an agent sees, for a search.
struct Seen<'a, 'b> {
    view: &'b ObstacleView<'a>,
    /// The first edge in the straight way.
    first: Edge,
    memory: &'b mut WaySearch,
}

impl<'a> Seen<'a, '_> {
    /// The part of an edge in sight as a wall.
    fn wall(&self, number: u32, obstacle: &PlacedObstacle, edge: &Edge) -> Option<Wall> {
        let view = self.view;
        let clearance = view.clearance(obstacle, edge)?;
        let seen = edge.cropped(view.position, view.sight + clearance)?;
        let own = seen.nearest(view.position).distance(view.position);
        Some(Wall {
            edge: seen,
            whole: *edge,
            clearance: clearance.min((1.0 - ROUNDING) * own),
            owner: number,
            distance: 0.0,
        })
    }

    /// The edge that a line hits, as a wall.
    fn wall_of(&self, hit: &EdgeHit) -> Option<Wall> {
        let wall = self.wall(hit.number, self.obstacle(hit.number), &hit.edge)?;
        Some(Wall {
            distance: hit.cast.distance,
            ..wall
        })
    }

    /// The bearings that a wall blocks.
    fn blocked(from: Vec2, wall: &Wall) -> Option<Blocked> {
        Blocked::new(
            from,
            wall.edge,
            (1.0 - 2.0 * ROUNDING) * wall.clearance,
            f32::INFINITY,
        )
    }

    fn obstacle(&self, number: u32) -> &'a PlacedObstacle {
        self.view.obstacle(number)
    }
}

impl Terrain for Seen<'_, '_> {
    fn first_wall(&mut self, from: Vec2, bearing: Vec2, length: f32) -> Option<Wall> {
        let place = (from, bearing, length);
        let hit = self.view.first_blocking(place, |number, obstacle, edge| {
            let wall = self.wall(number, obstacle, edge)?;
            Some((wall.edge, (1.0 - ROUNDING) * wall.clearance))
        });
        self.wall_of(&hit?)
    }

    fn corner(&mut self, from: Vec2, base: Vec2, wall: &Wall, side: Side) -> Option<Corner> {
        let view = self.view;
        let first = Self::blocked(from, wall)?;
        let mut sight = core::mem::take(&mut self.memory.sight);
        let mut edges = core::mem::take(&mut self.memory.edges);
        let mut revealed = core::mem::take(&mut self.memory.revealed);
        sight.blocked.clear();
        edges.clear();
        revealed.clear();
        sight.blocked.push(first);
        edges.push((wall.whole, wall.owner));
        let mut round = |near_from: Option<Vec2>| {
            let reveal = |bearing: Vec2, blocked: &mut Vec<Blocked>| {
                let end = from + bearing * (2.0 * view.sight + view.reach);
                let known = revealed.len();
                let swept = Cell::new(SweptDisc::new(from, end, view.reach));
                view.index.visit_along(&swept, |number, obstacle| {
                    if obstacle.entity != view.agent && !revealed[..known].contains(&number) {
                        revealed.push(number);
                    }
                });
                // The order must not depend on history.
                let order =
                    |one: &u32, other: &u32| self.obstacle(*one).order(self.obstacle(*other));
                revealed[known..].sort_unstable_by(order);
                for number in &revealed[known..] {
                    let obstacle = self.obstacle(*number);
                    let widest = view.sight + view.reach + obstacle.shape.radius();
                    let seen = Bounds::of_disc(view.position, widest);
                    obstacle.shape.visit_edges(
                        |bounds| bounds.overlaps(&seen),
                        |_, edge| {
                            if is_turned_away(from, obstacle, edge) {
                                return;
                            }
                            let other = self.wall(*number, obstacle, edge);
                            let other = other.filter(|other| other.edge != wall.edge);
                            if let Some(seen) = other.and_then(|other| Self::blocked(from, &other))
                            {
                                blocked.push(seen);
                                edges.push((*edge, *number));
                            }
                        },
                    );
                }
            };
            way_round_revealed(base, &mut sight, 0, side, near_from, reveal)
        };
        // Inside a room all walls belong together. So only the near ones count first.
        let round = round(None).or_else(|| round(Some(from)));
        let is_first = from == view.position && wall.edge == self.first;
        for part in sight.silhouette() {
            let (blocked, (whole, owner)) = (&sight.blocked[*part], edges[*part]);
            if is_first {
                self.memory.owners.push(owner);
                let known = &mut self.memory.obstruction;
                if !known.iter().any(|known| known.edge == blocked.edge) {
                    let obstacle = view.obstacle(owner);
                    known.extend(view.clearance(obstacle, &whole).and_then(|clearance| {
                        Blocked::new(from, blocked.edge, clearance, f32::INFINITY)
                    }));
                }
            }
        }
        let corner = round.map(|round| {
            let (whole, owner) = edges[round.last];
            let clearance = view
                .clearance(self.obstacle(owner), &whole)
                .unwrap_or(view.reach);
            let center = round.corner;
            let is_real = center == whole.start || center == whole.end;
            let is_seen = is_real && center.distance(view.position) <= view.sight;
            let mut radius = clearance.min((1.0 - ROUNDING) * center.distance(view.position));
            if let Some(goal) = &view.goal {
                radius = radius.min((1.0 - ROUNDING) * center.distance(goal.position));
            }
            Corner {
                center,
                radius,
                is_seen,
            }
        });
        (self.memory.sight, self.memory.edges) = (sight, edges);
        self.memory.revealed = revealed;
        corner
    }

    fn wall_round(&mut self, arc: &Arc) -> Option<(Wall, Vec2)> {
        let view = self.view;
        let mut found: Option<(f32, Wall, Vec2)> = None;
        let widest = arc.radius + view.reach;
        view.index
            .visit_unclear(arc.center, widest, |number, obstacle| {
                if obstacle.entity == view.agent {
                    return;
                }
                let close = Bounds::of_disc(arc.center, widest + obstacle.shape.radius());
                obstacle.shape.visit_edges(
                    |bounds| bounds.overlaps(&close),
                    |_, edge| {
                        let Some(wall) = self.wall(number, obstacle, edge) else {
                            return;
                        };
                        let clearance = (1.0 - 2.0 * ROUNDING) * wall.clearance;
                        if let Some((at, direction)) = arc.first_contact(&wall.edge, clearance)
                            && found.is_none_or(|(first, other, _)| {
                                at < first || (at == first && wall.edge.order(&other.edge).is_lt())
                            })
                        {
                            found = Some((at, wall, direction));
                        }
                    },
                );
            });
        found.map(|(_, wall, direction)| (wall, direction))
    }
}

impl ObstacleView<'_> {
    /// A free bearing beside `base`, which `first` blocks. `None` when `base` is free.
    /// [`choose_side`] decides between the shortest way on the left and on the right.
    ///
    /// The remembered side wins unless the agent [turns back](turns_back). At the remembered
    /// obstruction, it turns back only for
    ///
    /// - a way that is completely in sight;
    /// - a way past walls that end in sight, if its own way leads along a wall out of sight.
    ///
    /// Without any way, the agent goes to the reachable place nearest to its goal, or turns round
    /// if it has no goal. For an agent that `is_enclosed`, only ways completely in sight count.
    /// `trace` receives the blocked bearings.
    pub(super) fn detour(
        &self,
        base: Vec2,
        first: &EdgeHit,
        sight: f32,
        preferences: &SidePreferences,
        remembered: Option<Remembered>,
        is_enclosed: bool,
        search: &mut WaySearch,
        mut trace: impl FnMut(&[Blocked]),
    ) -> Option<Detour> {
        search.owners.clear();
        search.obstruction.clear();
        let mut terrain = Seen {
            view: self,
            first: Edge::point(self.position),
            memory: search,
        };
        let goal = match &self.goal {
            Some(goal) => goal.position,
            None => self.position + base * sight,
        };
        let blocks = |wall: &Wall| {
            let blocked = Seen::blocked(self.position, wall);
            blocked.is_some_and(|blocked| blocked.blocks(base))
        };
        let known = terrain.wall_of(first).filter(blocks);
        let wall = known.or_else(|| {
            let wall = terrain.first_wall(self.position, base, sight);
            wall.filter(blocks)
        });
        let Some(wall) = wall else {
            // From inside the margin, the way along a wall is free. The wall is still the same.
            return remembered.map(|remembered| Detour {
                bearing: base,
                side: remembered.side,
                obstacle: remembered.obstacle,
                length: goal.distance(self.position),
                ends_at: goal,
                ends_within: None,
                corner: None,
                exit: Vec2::ZERO,
                is_known: true,
                looks_far: false,
                is_kept: true,
                turns_back: false,
            });
        };
        terrain.first = wall.edge;
        let has_goal = self.goal.is_some();
        let enough = DETOUR_FOR_ROOM * goal.distance(self.position);
        let is_enough = |length: f32| has_goal && length <= enough;
        #[cfg(test)]
        let is_enough = |length: f32| !self.is_exhaustive && is_enough(length);
        // One side is enough when the other side cannot win.
        let decides = |side: Side, length: f32, rest: f32| {
            is_enough(length)
                && match remembered {
                    Some(kept) => kept.side == side && !turns_back(Some(length), Some(rest), 0),
                    None => {
                        let (own, other) = (Some(length), Some(rest));
                        let chosen = match side {
                            Side::Left => choose_side(preferences, own, other),
                            Side::Right => choose_side(preferences, other, own),
                        };
                        chosen == side
                    }
                }
        };
        let ways = (self.position, goal);
        let mut nodes = core::mem::take(&mut terrain.memory.nodes);
        let found = shortest_ways(
            &mut terrain,
            ways,
            self.sight,
            &wall,
            preferences.settled(),
            is_enclosed,
            decides,
            &mut nodes,
        );
        search.nodes = nodes;
        trace(&search.obstruction);
        let mut preferences = *preferences;
        let (mut is_kept, mut has_turned_back) = (false, false);
        let way = |side: Side| found.ways[usize::from(side == Side::Left)];
        if let Some(remembered) = remembered.filter(|_| preferences.settled().is_none()) {
            let entities = search.owners.iter();
            let mut entities = entities.map(|number| self.obstacle(*number).entity);
            is_kept = entities.any(|entity| entity == remembered.obstacle);
            if is_kept || has_goal {
                let kept = way(remembered.side);
                let other = way(remembered.side.opposite());
                // There may be more walls out of sight.
                let is_open_ended = kept.is_some_and(|way| !way.is_known);
                let counts = |way: &Way| match (has_goal, way.is_seen || !is_kept) {
                    (true, true) => Some(way.length),
                    (true, false) if is_open_ended && way.is_known => {
                        Some(FOR_THE_UNSEEN * way.length)
                    }
                    _ => None,
                };
                let kept = kept.map(|way| way.length);
                let other = other.as_ref().and_then(counts);
                let times = if is_kept { remembered.times } else { 0 };
                has_turned_back = turns_back(kept, other, times);
                preferences.remembered = Some(if has_turned_back {
                    remembered.side.opposite()
                } else {
                    remembered.side
                });
            }
        }
        let length = |side: Side| way(side).map(|way| way.length);
        let chosen = choose_side(&preferences, length(Side::Left), length(Side::Right));
        let side = match (way(chosen), way(chosen.opposite())) {
            (None, Some(_)) => chosen.opposite(),
            _ => chosen,
        };
        let detour = Detour {
            bearing: -base,
            side,
            obstacle: self.obstacle(wall.owner).entity,
            length: f32::INFINITY,
            ends_at: goal,
            ends_within: None,
            corner: None,
            exit: Vec2::ZERO,
            is_known: false,
            looks_far: false,
            is_kept,
            turns_back: has_turned_back,
        };
        Some(match (way(side), found.nearest) {
            (Some(way), _) => Detour {
                bearing: way.bearing,
                length: way.length,
                corner: way.corner,
                exit: way.exit,
                is_known: way.is_known,
                ..detour
            },
            (None, Some((place, way))) if self.goal.is_some() => Detour {
                bearing: way.bearing,
                ends_at: place,
                ends_within: Some(way.length),
                ..detour
            },
            (None, _) => detour,
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
                let counts = |obstacle: &PlacedObstacle| obstacle.entity != self.agent;
                let surface = self.index.nearest(self.position, self.sight, counts)?;
                let (toward, distance) = direction_and_length(surface.point - self.position)?;
                (toward, self.first_edge(toward, distance)?)
            }
        };
        let preferences = SidePreferences {
            chosen: Some(side),
            ..SidePreferences::new(side)
        };
        self.detour(
            base,
            &first,
            self.sight,
            &preferences,
            None,
            false,
            search,
            |_| {},
        )
    }
}

#[cfg(test)]
mod tests;
