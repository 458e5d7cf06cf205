//! The bearings that obstacles block, and the free bearings beside them.
//!
//! Every edge with its clearance blocks an interval of bearings. Edges with overlapping intervals
//! form one silhouette where the body does not fit between them. The way around one of them is then
//! the way around both. So a cul-de-sac presents its mouth and not its inner edges. Two pillars
//! with enough space between them stay separate.
//!
//! Bearings are unit vectors, and products compare them, so no function computes an angle.

use super::arc::turned;
use super::edge::Edge;
use super::vector::{Side, direction, direction_and_length, left};
use bevy::math::Vec2;

/// Sine of the tolerance at the ends of an interval. Bearings nearer than this to an end are
/// outside.
const GRAZE: f32 = 1e-5;
/// Boxes of edges farther apart than this many times the clearance leave a gap, whatever the
/// rounding.
const CERTAIN: f32 = 1.01;

/// An edge and the bearings that its visible part blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blocked {
    /// The whole edge, even where only a part is in sight.
    pub edge: Edge,
    /// The distance that the center of the body keeps from the edge, world units.
    pub clearance: f32,
    /// The first free bearing to the right.
    pub right: Vec2,
    /// The first free bearing to the left, at most half a turn from the right one.
    pub left: Vec2,
    /// The distance to the passing point of the edge on each of these bearings, right and left.
    reach: [f32; 2],
    /// The ends of the part in sight, right and left.
    corners: [Vec2; 2],
}

impl Blocked {
    /// The bearings that the part of `edge` within `sight` plus `clearance` blocks for a body at
    /// `position`.
    ///
    /// `None` when no part of the edge is as near. From inside the clearance, the edge blocks every
    /// bearing toward it.
    pub fn new(position: Vec2, edge: Edge, clearance: f32, sight: f32) -> Option<Self> {
        let seen = if sight.is_finite() {
            edge.cropped(position, sight + clearance)?
        } else {
            edge
        };
        let outward = position - seen.nearest(position);
        if outward.length_squared() <= clearance * clearance {
            let normal = direction(outward).unwrap_or_else(|| edge.normal_against(Vec2::X));
            let right = left(normal);
            let starts_right = right.dot(seen.start - seen.end) > 0.0;
            return Some(Self {
                edge,
                clearance,
                right,
                left: -right,
                reach: [0.0; 2],
                corners: if starts_right {
                    [seen.start, seen.end]
                } else {
                    [seen.end, seen.start]
                },
            });
        }
        let tangents = [seen.start, seen.end].map(|end| Tangents::new(end - position, clearance));
        let rightmost = usize::from(tangents[1].right.perp_dot(tangents[0].right) > 0.0);
        let leftmost = usize::from(tangents[0].left.perp_dot(tangents[1].left) > 0.0);
        Some(Self {
            edge,
            clearance,
            right: tangents[rightmost].right,
            left: tangents[leftmost].left,
            reach: [tangents[rightmost].reach, tangents[leftmost].reach],
            corners: [rightmost, leftmost].map(|end| [seen.start, seen.end][end]),
        })
    }

    /// Whether the edge blocks `bearing`.
    pub fn blocks(&self, bearing: Vec2) -> bool {
        self.right.perp_dot(bearing) > GRAZE && bearing.perp_dot(self.left) > GRAZE
    }

    /// The first free bearing on `side`.
    pub fn end(&self, side: Side) -> Vec2 {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    fn reach(&self, side: Side) -> f32 {
        self.reach[usize::from(side == Side::Left)]
    }

    /// The first free bearing on `side` of this edge, which is the last of a silhouette.
    fn way_round(&self, side: Side, turn: f32, number: usize) -> WayRound {
        WayRound {
            bearing: self.end(side),
            turn,
            corner: self.corners[usize::from(side == Side::Left)],
            last: number,
        }
    }

    /// Whether the body fits between the two edges.
    fn leaves_a_gap_to(&self, other: &Self) -> bool {
        let needed = self.clearance + other.clearance;
        let far = self.edge.bounds().grown(CERTAIN * needed);
        !far.overlaps(&other.edge.bounds()) || self.edge.distance_to(&other.edge) >= needed
    }
}

/// The two tangents from the origin to a disc.
#[derive(Clone, Copy)]
struct Tangents {
    right: Vec2,
    left: Vec2,
    /// Distance to the points of tangency.
    reach: f32,
}

impl Tangents {
    fn new(offset: Vec2, radius: f32) -> Self {
        let (toward, distance) = direction_and_length(offset).unwrap_or((Vec2::X, 0.0));
        let is_outside = distance > radius;
        let sine = if is_outside { radius / distance } else { 1.0 };
        let cosine = (1.0 - sine * sine).max(0.0).sqrt();
        let (ahead, aside) = (toward * cosine, left(toward) * sine);
        Self {
            right: ahead - aside,
            left: ahead + aside,
            reach: distance * cosine,
        }
    }
}

/// The first free bearing on one side of a silhouette.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WayRound {
    /// The bearing, a unit vector.
    pub bearing: Vec2,
    /// The turn from the blocked bearing, as a number that grows with the angle: 0 for none, 1 for
    /// a quarter turn, 4 for a full turn.
    pub turn: f32,
    /// The end of the last edge, at which the silhouette ends.
    pub corner: Vec2,
    /// The index of that edge in [`Sight::blocked`].
    pub last: usize,
}

/// The obstacles in sight, with scratch memory for queries.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The edges that block bearings.
    pub blocked: Vec<Blocked>,
    /// Indices in `blocked` of the edges of the current silhouette.
    silhouette: Vec<usize>,
    /// For each edge of `blocked`: from how many parts of the silhouette a gap parts it.
    apart: Vec<usize>,
}

impl Sight {
    /// The indices in `blocked` of the edges of the silhouette that the last search found.
    pub fn silhouette(&self) -> &[usize] {
        &self.silhouette
    }
}

/// The first free bearing on `side` of `sight.blocked[first]`, which blocks the bearing `base`.
///
/// `None` when the silhouette surrounds the body. Another edge that blocks the candidate bearing
/// joins the silhouette if the body does not fit between that edge and an edge of the silhouette.
/// Most edges in sight never matter. So `reveal` adds, bearing by bearing, the other edges that may
/// block that bearing.
///
/// With `near_from`, the position of the body, an edge joins only if the body meets it before the
/// end of the silhouette. The way may turn at that end.
pub fn way_round_revealed(
    base: Vec2,
    sight: &mut Sight,
    first: usize,
    side: Side,
    near_from: Option<Vec2>,
    mut reveal: impl FnMut(Vec2, &mut Vec<Blocked>),
) -> Option<WayRound> {
    let Sight {
        blocked,
        silhouette,
        apart,
    } = sight;
    silhouette.clear();
    silhouette.push(first);
    apart.clear();
    let mut bearing = blocked[first].end(side);
    let mut turn = turned(base, bearing, side);
    let mut last = first;
    loop {
        reveal(bearing, blocked);
        apart.resize(blocked.len(), 0);
        let known = silhouette.len();
        let mut farthest: Option<(f32, usize)> = None;
        for (number, other) in blocked.iter().enumerate() {
            let is_beyond = |position: Vec2| {
                let length = blocked[last].reach(side);
                (other.edge.block(position, bearing, length, other.clearance)).is_none()
            };
            if !other.blocks(bearing) || near_from.is_some_and(is_beyond) {
                continue;
            }
            if silhouette[..known].contains(&number) {
                // A known part ends at this bearing or before it. It blocks the bearing only if the
                // search has gone all the way round.
                return None;
            }
            // The last parts are the likeliest.
            let mut parts = silhouette[apart[number]..known].iter().rev();
            apart[number] = known;
            if parts.any(|part| !blocked[*part].leaves_a_gap_to(other)) {
                silhouette.push(number);
                let more = turned(bearing, other.end(side), side);
                // Of two edges with the same end, take the one with the farther passing point,
                // independent of their order.
                let is_farther = farthest.is_none_or(|(most, best)| {
                    more > most || (more == most && other.reach(side) > blocked[best].reach(side))
                });
                if is_farther {
                    farthest = Some((more, number));
                }
            }
        }
        let Some((_, number)) = farthest else {
            return Some(blocked[last].way_round(side, turn, last));
        };
        let next = blocked[number].end(side);
        let next_turn = turned(base, next, side);
        // Each step is less than half a turn, so a smaller turn than before is past the start.
        if next_turn < turn {
            return None;
        }
        (bearing, turn) = (next, next_turn);
        last = number;
    }
}

#[cfg(test)]
mod tests;
