//! The surroundings of an agent, as a search for the shortest way queries them.

use super::view::{EdgeHit, ObstacleView};
use super::walls::Walls;
use crate::obstacle::PlacedObstacle;
use bevy::prelude::*;
use horde_kernel::obstacles::arc::Arc;
use horde_kernel::obstacles::blocked_bearings::Blocked;
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::edge::{Edge, straight_runs};
use horde_kernel::obstacles::shortest_way::{Corner, Terrain, Wall, WallCorner};

/// A way may come nearer to a wall by this part of the clearance, because of rounding.
const ROUNDING: f32 = 1e-3;
/// Successive edges that stray from one straight edge by this part of the reach count as that one,
/// with as much more clearance. So a round polygon of thousands of points has few corners.
const STRAIGHT: f32 = 4e-3;
/// An edge nearer to the goal than this many times the reach may be beside it.
const BESIDE: f32 = 1.1;

/// What an agent sees, for a search.
pub(super) struct TerrainInSight<'a, 'b> {
    pub(super) view: &'b ObstacleView<'a>,
    pub(super) walls: &'b mut Walls,
}

impl<'a> TerrainInSight<'a, '_> {
    /// The wall that blocks the bearing `base`, if any. `first` is the first edge along `base`.
    pub(super) fn blocking_wall(
        &mut self,
        first: &EdgeHit,
        base: Vec2,
        sight: f32,
    ) -> Option<Wall> {
        let blocks = |wall: &Wall| {
            let blocked = blocked_bearings(Vec2::ZERO, wall);
            blocked.is_some_and(|blocked| blocked.blocks(base))
        };
        if let Some(known) = self.wall_at(first).filter(blocks) {
            return Some(known);
        }
        // A wall that the way only grazes does not block it. Another wall beyond that may.
        let beyond = self.first_wall_within((Vec2::ZERO, base, sight), 1.0 - 3.0 * ROUNDING);
        beyond.filter(blocks)
    }

    /// The first wall on a way. `place` is the start of the way, its unit vector and its length.
    /// The way keeps `part` of the clearance.
    fn first_wall_within(&mut self, place: (Vec2, Vec2, f32), part: f32) -> Option<Wall> {
        let view = self.view;
        let hit = view.first_blocking(place, |(number, obstacle), (place, edge)| {
            let wall = self.wall((number, obstacle), (place, edge))?;
            Some((wall.edge, part * wall.clearance))
        });
        self.wall_at(&hit?)
    }

    /// The edge that a line hits, as a wall.
    fn wall_at(&mut self, hit: &EdgeHit) -> Option<Wall> {
        let obstacle = self.view.obstacle(hit.number);
        let wall = self.wall((hit.number, obstacle), (hit.place, &hit.edge))?;
        Some(Wall {
            distance: hit.cast.distance,
            ..wall
        })
    }

    /// The part of an edge in sight as a wall. The obstacle and the edge come with their numbers.
    /// The edge is relative to the agent.
    fn wall(
        &mut self,
        (number, obstacle): (u32, &PlacedObstacle),
        (place, edge): (usize, &Edge),
    ) -> Option<Wall> {
        let view = self.view;
        let count = obstacle.shape.edges().len();
        let find = || seen_part(view, number, obstacle, edge);
        self.walls.of((number, count), place, find)
    }
}

/// The part of an edge in sight as a wall. The edge is relative to the agent.
fn seen_part(
    view: &ObstacleView,
    number: u32,
    obstacle: &PlacedObstacle,
    edge: &Edge,
) -> Option<Wall> {
    let clearance = view.clearance(obstacle, edge)?;
    let seen = edge.cropped(Vec2::ZERO, view.sight + clearance)?;
    let own = seen.nearest(Vec2::ZERO).length();
    Some(Wall {
        edge: seen,
        clearance: clearance.min((1.0 - ROUNDING) * own),
        owner: number,
        distance: 0.0,
    })
}

/// The bearings from a place that a wall blocks.
fn blocked_bearings(from: Vec2, wall: &Wall) -> Option<Blocked> {
    let clearance = (1.0 - 2.0 * ROUNDING) * wall.clearance;
    Blocked::new(from, wall.edge, clearance, f32::INFINITY)
}

impl Terrain for TerrainInSight<'_, '_> {
    fn first_wall(&mut self, from: Vec2, bearing: Vec2, length: f32) -> Option<Wall> {
        self.first_wall_within((from, bearing, length), 1.0 - ROUNDING)
    }

    fn corners(&mut self, wall: &Wall, corners: &mut Vec<WallCorner>) {
        let view = self.view;
        let obstacle = view.obstacle(wall.owner);
        let edges = obstacle.shape.edges();
        let runs = straight_runs(edges, STRAIGHT * view.reach).flat_map(|run| {
            let [first, last] = [edges[run.start].start, edges[run.end - 1].end];
            let chord = Edge {
                start: first - view.position,
                end: last - view.position,
            };
            // Beside the goal, each edge has a clearance of its own.
            let is_beside_goal = (view.goal.as_ref())
                .is_some_and(|goal| chord.outward(goal.place).length() < BESIDE * view.reach);
            let step = if is_beside_goal { 1 } else { run.len() };
            run.step_by(step).map(move |start| start..start + step)
        });
        for run in runs {
            let [first, last] = [&edges[run.start], &edges[run.end - 1]];
            let whole = Edge {
                start: first.start,
                end: last.end,
            };
            let whole = whole.about(view.position);
            let seen = view.sight + view.reach + obstacle.shape.radius();
            let Some(Edge { start, end }) = whole.cropped(Vec2::ZERO, seen) else {
                continue;
            };
            let wider = if run.len() > 1 { 1.0 + STRAIGHT } else { 1.0 };
            for (own, center, other) in [(first, start, end), (last, end, start)] {
                let Some(clearance) = view.clearance(obstacle, &own.about(view.position)) else {
                    continue;
                };
                let is_real = center == whole.start || center == whole.end;
                let corner = Corner {
                    center,
                    radius: (wider * clearance).min((1.0 - ROUNDING) * center.length()),
                    is_seen: is_real && center.length() <= view.sight,
                };
                let corner = WallCorner::new(corner, other - center);
                // Edges follow each other, and the last one may end where the first one starts.
                let at = |known: &usize| {
                    (corners.get(*known)).is_some_and(|known| known.corner.center == center)
                };
                let before = corners.len().saturating_sub(1);
                match [before, 0].into_iter().find(at) {
                    Some(known) if start != end => corners[known].join(&corner),
                    Some(_) => {}
                    None => corners.push(corner),
                }
            }
        }
    }

    fn wall_round(&mut self, arc: &Arc) -> Option<(Wall, Vec2)> {
        let view = self.view;
        let mut found: Option<(f32, Wall, Vec2, &PlacedObstacle)> = None;
        let widest = arc.radius + view.reach;
        let center = view.position + arc.center;
        view.index
            .visit_unclear(center, widest, |number, obstacle| {
                if obstacle.id == view.own {
                    return;
                }
                let close = Bounds::of_disc(center, widest + obstacle.shape.radius());
                obstacle.shape.visit_edges(
                    |bounds| bounds.overlaps(&close),
                    |place, edge| {
                        let edge = &edge.about(view.position);
                        let Some(wall) = self.wall((number, obstacle), (place, edge)) else {
                            return;
                        };
                        let clearance = (1.0 - 2.0 * ROUNDING) * wall.clearance;
                        if let Some((at, direction)) = arc.first_contact(&wall.edge, clearance)
                            && found.is_none_or(|(first, other, _, of)| {
                                // Two obstacles may be the same in all but their entities.
                                let by_edge = || wall.edge.order(&other.edge);
                                let by_obstacle = || obstacle.order(of);
                                let order = at.total_cmp(&first).then_with(by_edge);
                                order.then_with(by_obstacle).is_lt()
                            })
                        {
                            found = Some((at, wall, direction, obstacle));
                        }
                    },
                );
            });
        found.map(|(_, wall, direction, _)| (wall, direction))
    }
}
