//! The obstacles as one agent sees them.

use crate::kernel::edge::Edge;
use crate::kernel::silhouette::{Blocked, WayRound, way_round};
use crate::kernel::vector::{Side, direction_and_length};
use crate::obstacle::{EdgeHit, NearestObstacle, ObstacleIndex, PlacedObstacle};
use bevy::prelude::*;

/// How often an agent that sees no way out looks again at the nearer half of what it saw.
const MOST_HALVINGS: u32 = 6;
/// Turns that differ by less are the same.
const SAME_TURN: f32 = 1e-3;
/// How near a goal may be to an edge that the agent may come as near itself, as a part of that distance.
const NEARLY_ALL: f32 = 0.99;

/// The obstacles as one agent sees them.
pub(super) struct ObstacleView<'a> {
    pub(super) index: &'a ObstacleIndex,
    pub(super) position: Vec2,
    /// Body radius and margin, world units.
    pub(super) reach: f32,
    /// What is farther off does not exist.
    pub(super) sight: f32,
    /// Where the agent is going, once that is known to matter.
    pub(super) goal: Option<GoalPlace>,
}

/// A goal among obstacles.
#[derive(Clone, Copy)]
pub(super) struct GoalPlace {
    position: Vec2,
    /// The obstacle inside of which it is.
    housing: Option<Entity>,
}

impl GoalPlace {
    pub(super) fn new(position: Vec2, index: &ObstacleIndex) -> Self {
        let mut housing: Option<&PlacedObstacle> = None;
        index.visit_near(position, 0.0, |obstacle| {
            let is_first = || housing.is_none_or(|other| obstacle.order(other).is_lt());
            if obstacle.shape.signed_distance(position) < 0.0 && is_first() {
                housing = Some(obstacle);
            }
        });
        Self {
            position,
            housing: housing.map(|obstacle| obstacle.entity),
        }
    }
}

/// A way round what is in the way.
#[derive(Clone, Copy)]
pub(super) struct Detour {
    pub(super) bearing: Vec2,
    pub(super) side: Side,
}

impl ObstacleView<'_> {
    /// How near the agent's centre may come to an edge; `None` when the edge hides nothing but the goal.
    fn clearance(&self, obstacle: &PlacedObstacle, edge: &Edge) -> Option<f32> {
        let wanted = obstacle.shape.radius() + self.reach;
        let Some(goal) = &self.goal else {
            return Some(wanted);
        };
        if goal.housing == Some(obstacle.entity) {
            return None;
        }
        // A goal right beside a wall, or in a tomb, is to be reached all the same.
        let to_goal = edge.nearest(goal.position).distance(goal.position);
        Some(wanted.min(NEARLY_ALL * to_goal))
    }

    /// The first edge in the way along the unit vector `bearing`, within `length`.
    pub(super) fn first_edge(&self, bearing: Vec2, length: f32) -> Option<EdgeHit> {
        self.index.first_edge(
            self.position,
            bearing,
            length,
            self.reach,
            |obstacle, edge| self.clearance(obstacle, edge),
        )
    }

    /// The obstacle to which the agent is nearer than it wants to be, and by which part of `margin`.
    pub(super) fn too_near(
        &self,
        margin: f32,
        goal: Option<Vec2>,
    ) -> Option<(NearestObstacle, f32)> {
        let nearest = self.index.nearest(self.position, self.reach, |_| true)?;
        let allowed = match goal.and_then(|goal| self.index.distance_to(nearest.entity, goal)) {
            // The goal is inside of it.
            Some(to_goal) if to_goal < 0.0 => return None,
            Some(to_goal) => self.reach.min(to_goal),
            None => self.reach,
        };
        let depth = (allowed - nearest.distance) / margin;
        (depth > 0.0 || (margin <= 0.0 && nearest.distance < allowed))
            .then_some((nearest, if depth < 1.0 { depth } else { 1.0 }))
    }

    /// Everything that blocks some bearing within `sight`, `first` at the head of it.
    fn blocked(&self, first: &EdgeHit, sight: f32) -> Vec<Blocked> {
        let block = |edge, clearance| Blocked::new(self.position, edge, clearance, sight);
        let mut blocked: Vec<Blocked> = block(first.edge, first.clearance).into_iter().collect();
        if blocked.is_empty() {
            return blocked;
        }
        self.index
            .visit_edges_near(self.position, sight + self.reach, |obstacle, edge| {
                if *edge == first.edge || self.is_turned_away(obstacle, edge) {
                    return;
                }
                let clearance = self.clearance(obstacle, edge);
                blocked.extend(clearance.and_then(|clearance| block(*edge, clearance)));
            });
        // The order of the search depends on which obstacles there are elsewhere.
        blocked[1..].sort_by(|first, second| first.edge.order(&second.edge));
        blocked
    }

    /// Whether an edge is on the far side of a filled shape, where the near side hides it.
    fn is_turned_away(&self, obstacle: &PlacedObstacle, edge: &Edge) -> bool {
        obstacle.shape.is_filled()
            && (edge.end - edge.start).perp_dot(self.position - edge.start) > 0.0
    }

    /// The free bearing with the least turn from `base`, which `first` blocks, on the `remembered` side if there is one.
    ///
    /// Of two equal turns the `preferred` one. Where nothing is free the agent looks at what is nearer only, and at last
    /// turns back. `None` when `base` is not blocked after all. What it saw goes to `trace`.
    pub(super) fn detour(
        &self,
        base: Vec2,
        first: &EdgeHit,
        sight: f32,
        remembered: Option<Side>,
        preferred: Side,
        mut trace: impl FnMut(&[Blocked]),
    ) -> Option<Detour> {
        let mut sight = sight;
        for halving in 0..=MOST_HALVINGS {
            let blocked = self.blocked(first, sight);
            if halving == 0 {
                trace(&blocked);
                if !blocked.first().is_some_and(|first| first.blocks(base)) {
                    return None;
                }
            }
            if blocked.is_empty() {
                break;
            }
            let round = |side| way_round(self.position, base, &blocked, 0, side);
            let choice = match remembered {
                Some(side) => round(side).map(|way| (way, side)),
                None => shorter(round(Side::Left), round(Side::Right), preferred),
            };
            if let Some((way, side)) = choice {
                return Some(Detour {
                    bearing: way.bearing,
                    side,
                });
            }
            sight *= 0.5;
        }
        Some(Detour {
            bearing: -base,
            side: remembered.unwrap_or(preferred),
        })
    }

    /// The bearing along the wall in sight that is at hand, which is the one opposite to `side`.
    pub(super) fn along_wall(&self, heading: Vec2, side: Side) -> Option<Vec2> {
        let at_hand = -side.of(heading);
        let (base, first) = match self.first_edge(at_hand, self.sight) {
            Some(first) => (at_hand, first),
            None => {
                let nearest = self.index.nearest(self.position, self.sight, |_| true)?;
                let (toward, distance) = direction_and_length(nearest.point - self.position)?;
                (toward, self.first_edge(toward, distance)?)
            }
        };
        let detour = self.detour(base, &first, self.sight, Some(side), side, |_| {})?;
        Some(detour.bearing)
    }
}

fn shorter(
    left: Option<WayRound>,
    right: Option<WayRound>,
    preferred: Side,
) -> Option<(WayRound, Side)> {
    match (left, right) {
        (Some(left), Some(right)) => {
            let more = left.turn - right.turn;
            let side = if more.abs() <= SAME_TURN {
                preferred
            } else if more < 0.0 {
                Side::Left
            } else {
                Side::Right
            };
            Some(match side {
                Side::Left => (left, side),
                Side::Right => (right, side),
            })
        }
        (Some(left), None) => Some((left, Side::Left)),
        (None, Some(right)) => Some((right, Side::Right)),
        (None, None) => None,
    }
}
