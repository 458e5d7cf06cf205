//! The surroundings of an agent, as a search for the shortest way queries them.

use super::view::{EdgeHit, ObstacleView, is_turned_away};
use super::ways::WaySearch;
use crate::math::arc::Arc;
use crate::math::bounds::Bounds;
use crate::math::edge::Edge;
use crate::math::shortest_way::{Corner, Terrain, Wall};
use crate::math::silhouette::{Blocked, Sight, WayRound, way_round_revealed};
use crate::math::swept_disc::SweptDisc;
use crate::math::vector::Side;
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;
use core::cell::Cell;

/// A way may come nearer to a wall by this part of the clearance, because of rounding.
const ROUNDING: f32 = 1e-3;

/// What an agent sees, for a search.
pub(super) struct TerrainInSight<'a, 'b> {
    pub(super) view: &'b ObstacleView<'a>,
    /// The first edge in the straight way.
    pub(super) first: Edge,
    pub(super) memory: &'b mut WaySearch,
}

impl<'a> TerrainInSight<'a, '_> {
    /// The wall that blocks the bearing `base`, if any. `first` is the first edge along `base`.
    pub(super) fn blocking_wall(
        &mut self,
        first: &EdgeHit,
        base: Vec2,
        sight: f32,
    ) -> Option<Wall> {
        let from = Vec2::ZERO;
        let blocks = |wall: &Wall| {
            let blocked = Self::blocked(from, wall);
            blocked.is_some_and(|blocked| blocked.blocks(base))
        };
        let known = self.wall_of(first).filter(blocks);
        // A wall that the way only grazes does not block it. Another wall beyond that may.
        let beyond = || self.first_wall_within((from, base, sight), 1.0 - 3.0 * ROUNDING);
        known.or_else(|| beyond().filter(blocks))
    }

    /// The part of an edge in sight as a wall.
    fn wall(&self, number: u32, obstacle: &PlacedObstacle, edge: &Edge) -> Option<Wall> {
        let view = self.view;
        let clearance = view.clearance(obstacle, edge)?;
        let seen = edge.cropped(Vec2::ZERO, view.sight + clearance)?;
        let own = seen.nearest(Vec2::ZERO).length();
        Some(Wall {
            edge: seen,
            whole: *edge,
            clearance: clearance.min((1.0 - ROUNDING) * own),
            owner: number,
            distance: 0.0,
        })
    }

    /// Adds the walls of an obstacle in sight.
    fn walls_of(&self, number: u32, walls: &mut Vec<Wall>) {
        let (view, obstacle) = (self.view, self.obstacle(number));
        let widest = view.sight + view.reach + obstacle.shape.radius();
        let seen = Bounds::of_disc(view.position, widest);
        obstacle.shape.visit_edges(
            |bounds| bounds.overlaps(&seen),
            |_, edge| walls.extend(self.wall(number, obstacle, &edge.about(view.position))),
        );
    }

    /// The first wall on a way. `place` is the start of the way, its unit vector and its length.
    /// The way keeps `part` of the clearance.
    fn first_wall_within(&self, place: (Vec2, Vec2, f32), part: f32) -> Option<Wall> {
        let hit = self.view.first_blocking(place, |number, obstacle, edge| {
            let wall = self.wall(number, obstacle, edge)?;
            Some((wall.edge, part * wall.clearance))
        });
        self.wall_of(&hit?)
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

    /// Notes the obstacles and the edges of the silhouette as the obstruction in the straight way.
    fn note_obstruction(&mut self, sight: &Sight, edges: &[(Edge, u32)]) {
        let view = self.view;
        for part in sight.silhouette() {
            let (blocked, (whole, owner)) = (&sight.blocked[*part], edges[*part]);
            self.memory.owners.push(owner);
            let known = &mut self.memory.obstruction;
            if !known.iter().any(|known| known.edge == blocked.edge) {
                let obstacle = view.obstacle(owner);
                known.extend(view.clearance(obstacle, &whole).and_then(|clearance| {
                    Blocked::new(Vec2::ZERO, blocked.edge, clearance, f32::INFINITY)
                }));
            }
        }
    }

    /// The corner at `center`, the end of a silhouette, on this edge of this obstacle.
    fn corner_at(&self, center: Vec2, (whole, owner): (Edge, u32)) -> Corner {
        let view = self.view;
        let clearance = view
            .clearance(self.obstacle(owner), &whole)
            .unwrap_or(view.reach);
        let is_real = center == whole.start || center == whole.end;
        let is_seen = is_real && center.length() <= view.sight;
        let mut radius = clearance.min((1.0 - ROUNDING) * center.length());
        if let Some(goal) = &view.goal {
            radius = radius.min((1.0 - ROUNDING) * center.distance(goal.place));
        }
        Corner {
            center,
            radius,
            is_seen,
        }
    }

    fn obstacle(&self, number: u32) -> &'a PlacedObstacle {
        self.view.obstacle(number)
    }
}

impl Terrain for TerrainInSight<'_, '_> {
    fn first_wall(&mut self, from: Vec2, bearing: Vec2, length: f32) -> Option<Wall> {
        self.first_wall_within((from, bearing, length), 1.0 - ROUNDING)
    }

    fn corners(&mut self, from: Vec2, base: Vec2, wall: &Wall, side: Side) -> [Option<Corner>; 2] {
        let view = self.view;
        let Some(first) = Self::blocked(from, wall) else {
            return [None; 2];
        };
        let mut sight = core::mem::take(&mut self.memory.sight);
        let mut edges = core::mem::take(&mut self.memory.edges);
        let mut revealed = core::mem::take(&mut self.memory.revealed);
        let mut walls = core::mem::take(&mut self.memory.walls);
        sight.blocked.clear();
        edges.clear();
        revealed.clear();
        sight.blocked.push(first);
        edges.push((wall.whole, wall.owner));
        let mut round = |near_from: Option<Vec2>| {
            let reveal = |bearing: Vec2, blocked: &mut Vec<Blocked>| {
                let start = view.position + from;
                let end = start + bearing * (2.0 * view.sight + view.reach);
                let known = revealed.len();
                let swept = Cell::new(SweptDisc::new(start, end, view.reach));
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
                    let in_sight = walls.of(*number, |walls| self.walls_of(*number, walls));
                    for other in in_sight {
                        let counts = !is_turned_away(from, obstacle, &other.whole)
                            && other.edge != wall.edge;
                        let seen = counts.then(|| Self::blocked(from, other)).flatten();
                        if let Some(seen) = seen {
                            blocked.push(seen);
                            edges.push((other.whole, *number));
                        }
                    }
                }
            };
            way_round_revealed(base, &mut sight, 0, side, near_from, reveal)
        };
        // Inside a room all walls belong together. So there only the near ones count. The search
        // for a way through a gap wants both ends: the walls of a room may end far beyond the gap.
        let nearest = match view.reach <= view.least_reach {
            true => round(Some(from)),
            false => None,
        };
        let end = round(None).or_else(|| round(Some(from)));
        if from == Vec2::ZERO && wall.edge == self.first {
            self.note_obstruction(&sight, &edges);
        }
        let corner_at = |round: WayRound| self.corner_at(round.corner, edges[round.last]);
        let corners = [end.map(corner_at), nearest.map(corner_at)];
        (self.memory.sight, self.memory.edges) = (sight, edges);
        (self.memory.revealed, self.memory.walls) = (revealed, walls);
        corners
    }

    fn wall_round(&mut self, arc: &Arc) -> Option<(Wall, Vec2)> {
        let view = self.view;
        let mut found: Option<(f32, Wall, Vec2)> = None;
        let widest = arc.radius + view.reach;
        let center = view.position + arc.center;
        view.index
            .visit_unclear(center, widest, |number, obstacle| {
                if obstacle.entity == view.agent {
                    return;
                }
                let close = Bounds::of_disc(center, widest + obstacle.shape.radius());
                obstacle.shape.visit_edges(
                    |bounds| bounds.overlaps(&close),
                    |_, edge| {
                        let edge = &edge.about(view.position);
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
