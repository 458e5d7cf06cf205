//! The ways round the obstacles in sight, and the choice between the ways.

use super::terrain::TerrainInSight;
use super::view::{EdgeHit, ObstacleView};
use super::walls::Walls;
use crate::obstacle::{PlacedObstacle, entity_of, obstacle_of};
use crate::trace::{BlockedBearings, SteeringTrace};
use bevy::prelude::*;
use horde_kernel::math::vector::{Side, direction_and_length};
use horde_kernel::obstacles::blocked_bearings::Blocked;
use horde_kernel::obstacles::shortest_way::{Corner, Found, Wall, Way, WayNodes, shortest_ways};
use horde_kernel::obstacles::side::{
    SidePreferences, choose_side, choose_side_with_way, turns_back,
};

/// The length of a way that is not completely in sight counts this many times.
const FOR_THE_UNSEEN: f32 = 1.3;
/// The agent gives up its margin in a gap if every other way is more than this many times as long.
pub(super) const DETOUR_FOR_ROOM: f32 = 1.3;

/// How many lines a whole search draws at most. A decision searches near, and may search far.
pub(super) const MOST_LINES: u32 = 256;
/// How many lines a short search draws. The first search at an obstruction is short, so agents that
/// begin together search whole in different ticks. So is every search without a goal.
pub(super) const FEW_LINES: u32 = 10;

/// Reusable memory of a view.
#[derive(Default)]
pub(crate) struct ViewMemory {
    /// Numbers of the obstacles around the agent.
    pub(super) near: Vec<u32>,
    /// Memory of the search for a way round.
    pub(super) search: WaySearch,
}

/// Memory of a search for a way round.
#[derive(Default)]
pub(in crate::behaviors) struct WaySearch {
    /// The walls in sight that the search has computed.
    walls: Walls,
    pub(super) nodes: WayNodes,
}

/// A way round an obstruction.
#[derive(Clone, Copy)]
pub(super) struct Detour {
    pub(super) bearing: Vec2,
    pub(super) side: Side,
    /// The obstacle that the way passes.
    pub(super) obstacle: Entity,
    /// The length of the way to the goal, world units; infinite where none is in sight.
    pub(super) length: f32,
    /// The end of the way, relative to the agent: the goal, or the reachable place nearest to it.
    pub(super) ends_at: Vec2,
    /// The distance of the end, if the way does not lead to the goal.
    pub(super) ends_within: Option<f32>,
    /// The first corner of the way, relative to the agent, and the side on which the way passes it.
    pub(super) corner: Option<(Corner, Side)>,
    /// The direction in which the way leaves that corner; zero while unknown.
    pub(super) exit: Vec2,
    /// Whether all walls beside the way end in sight. The goal may be farther away.
    pub(super) is_known: bool,
    /// Whether the length is a lower bound, because the search has not drawn the way to its end.
    pub(super) is_guess: bool,
    /// Whether the search needed obstacles beyond the `sight` of
    /// [`AvoidObstacles`](super::AvoidObstacles).
    pub(super) looks_far: bool,
    /// Whether the agent keeps the remembered side.
    pub(super) is_kept: bool,
    /// Whether the agent gives up the remembered side.
    pub(super) turns_back: bool,
}

impl Detour {
    /// A way along `bearing` of unknown length that passes an obstacle on `side`.
    fn new(bearing: Vec2, side: Side, obstacle: Entity, goal: Vec2) -> Self {
        Self {
            bearing,
            side,
            obstacle,
            length: f32::INFINITY,
            ends_at: goal,
            ends_within: None,
            corner: None,
            exit: Vec2::ZERO,
            is_known: false,
            is_guess: false,
            looks_far: false,
            is_kept: false,
            turns_back: false,
        }
    }
}

/// What an agent does with the side that it remembers.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    /// Whether the remembered obstacle is a part of the obstruction.
    is_same_obstruction: bool,
    turns_back: bool,
    /// The side that counts as remembered now, if any.
    side: Option<Side>,
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

impl ObstacleView<'_> {
    /// A free bearing beside `base`, which `first` blocks. When `base` is free: `base` for an agent
    /// with a remembered side, else `None`. [`choose_side_with_way`] decides between the shortest
    /// way on the left and on the right.
    ///
    /// The remembered side wins, unless [`turns_back`] holds. At the remembered obstruction, the
    /// agent turns back only for
    ///
    /// - a way that is completely in sight;
    /// - a way past walls that end in sight, if the kept way leads along a wall out of sight.
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
        trace: &mut Option<&mut SteeringTrace>,
    ) -> Option<Detour> {
        search.walls.clear();
        let goal = match &self.goal {
            Some(goal) => goal.place,
            None => base * sight,
        };
        let mut terrain = TerrainInSight {
            view: self,
            walls: &mut search.walls,
        };
        let Some(wall) = terrain.blocking_wall(first, base, sight) else {
            // Inside the margin of a wall, the way along the wall is free. The agent still passes
            // the wall.
            return remembered.map(|remembered| Detour {
                length: goal.length(),
                is_known: true,
                is_kept: true,
                ..Detour::new(base, remembered.side, remembered.obstacle, goal)
            });
        };
        let nodes = &mut search.nodes;
        let found = self.find_ways(
            terrain,
            goal,
            &wall,
            preferences,
            remembered,
            is_enclosed,
            nodes,
        );
        let mut preferences = *preferences;
        let remembered = remembered.filter(|_| preferences.decided().is_none());
        let owners = search.nodes.owners();
        self.record_blocked(trace, owners);
        let kept = remembered.map_or_else(Kept::default, |remembered| {
            self.kept_side(remembered, &found, owners)
        });
        preferences.remembered = kept.side.or(preferences.remembered);
        let length = |side: Side| found.way(side).map(|way| way.length);
        let side = choose_side_with_way(&preferences, length(Side::Left), length(Side::Right));
        let detour = Detour {
            is_kept: kept.is_same_obstruction,
            turns_back: kept.turns_back,
            ..Detour::new(-base, side, entity_of(self.obstacle(wall.owner).id), goal)
        };
        Some(match (found.way(side), found.nearest) {
            (Some(way), _) => Detour {
                bearing: way.bearing,
                length: way.length,
                corner: way.corner,
                exit: way.exit,
                is_known: way.is_known,
                is_guess: way.is_guess,
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

    /// The shortest ways on both sides of `wall`, as far as the choice needs them.
    fn find_ways(
        &self,
        mut terrain: TerrainInSight,
        goal: Vec2,
        wall: &Wall,
        preferences: &SidePreferences,
        remembered: Option<Remembered>,
        is_enclosed: bool,
        nodes: &mut WayNodes,
    ) -> Found {
        let may_decide = self.goal.is_some();
        #[cfg(test)]
        let may_decide = may_decide && !self.is_exhaustive;
        // One side is enough when the other side cannot win.
        let decides = |side: Side, length: f32, rest: f32| {
            may_decide
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
        shortest_ways(
            &mut terrain,
            (Vec2::ZERO, goal),
            self.sight,
            wall,
            preferences.decided(),
            is_enclosed,
            self.longest,
            self.most_lines,
            decides,
            nodes,
        )
    }

    /// Adds the bearings that obstacles block to a trace. Places are relative to the agent.
    fn record_blocked(&self, trace: &mut Option<&mut SteeringTrace>, owners: &[u32]) {
        let Some(trace) = trace else {
            return;
        };
        for obstacle in owners.iter().map(|number| self.obstacle(*number)) {
            let edges = obstacle.shape.edges().iter();
            let blocked = edges.filter_map(|edge| {
                let edge = edge.about(self.position);
                let clearance = self.clearance(obstacle, &edge)?;
                let blocked = Blocked::new(Vec2::ZERO, edge, clearance, self.sight)?;
                Some(BlockedBearings {
                    right: blocked.right,
                    left: blocked.left,
                    distance: blocked.edge.nearest(Vec2::ZERO).length(),
                })
            });
            trace.blocked.extend(blocked);
        }
    }

    /// Whether the agent keeps the remembered side. `owners` are the obstacles in its way.
    fn kept_side(&self, remembered: Remembered, found: &Found, owners: &[u32]) -> Kept {
        let has_goal = self.goal.is_some();
        let mut ids = owners.iter().map(|number| self.obstacle(*number).id);
        let is_same_obstruction = ids.any(|id| id == obstacle_of(remembered.obstacle));
        if !is_same_obstruction && !has_goal {
            return Kept::default();
        }
        let kept = found.way(remembered.side);
        let other = found.way(remembered.side.opposite());
        // There may be more walls out of sight.
        let is_open_ended = kept.is_some_and(|way| !way.is_known);
        let counts = |way: &Way| match (has_goal, way.is_seen || !is_same_obstruction) {
            (true, true) => Some(way.length),
            (true, false) if is_open_ended && way.is_known => Some(FOR_THE_UNSEEN * way.length),
            _ => None,
        };
        let kept = kept.map(|way| way.length);
        let other = other.as_ref().and_then(counts);
        let times = if is_same_obstruction {
            remembered.times
        } else {
            0
        };
        let turns_back = turns_back(kept, other, times);
        let side = if turns_back {
            remembered.side.opposite()
        } else {
            remembered.side
        };
        Kept {
            is_same_obstruction,
            turns_back,
            side: Some(side),
        }
    }

    /// The detour along the wall in sight on the side opposite to `side`, or else along the nearest
    /// wall in sight; `None` without one.
    pub(super) fn along_wall(
        &self,
        heading: Vec2,
        side: Side,
        search: &mut WaySearch,
    ) -> Option<Detour> {
        let toward_wall = -side.of(heading);
        let (base, first) = match self.first_edge(toward_wall, self.sight) {
            Some(first) => (toward_wall, first),
            None => {
                let counts = |obstacle: &PlacedObstacle| obstacle.id != self.own;
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
            &mut None,
        )
    }
}

#[cfg(test)]
mod tests;
