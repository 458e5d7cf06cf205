//! The shortest way of a body among the walls in sight.
//!
//! A shortest way is taut. It runs straight from corner to corner, and turns only round corners, at
//! the clearance of the body. So the search goes from corner to corner, the most promising first
//! (A*). It knows the corners of the obstacles in the way so far, and draws the lines between them
//! that leave the walls of both corners on the inner side of the turn. If a line meets another
//! obstacle, the search continues with the corners of that one, too. The search remembers on which
//! side each way passes the first wall, and returns a way for each side.

mod line;
mod lines;
mod nearest_place;
mod nodes;
mod terrain;
mod way;

pub use line::line_to_corner;
pub use nodes::{SearchWork, WallCorner, WayNodes};
pub use terrain::{Corner, Terrain, Wall};
pub use way::{Found, Way};

use crate::math::vector::{Side, direction_and_length, left};
use crate::obstacles::arc::Arc;
use glam::Vec2;
use line::{Line, sign};
use nodes::{Node, OpenLine};

/// The arc of a turn by less than this, radians, is as near to its two lines as rounding.
const STRAIGHT_ON: f32 = 0.05;
/// A way arrives farther round a corner than another if the sine of the angle is above this.
const ARRIVES_FARTHER: f32 = 1e-3;
/// A way is past the first wall at the latest at this part of the distance to the goal.
const BEFORE_GOAL: f32 = 0.999;

/// The shortest ways from `from` to `goal` on both sides of `first`, the wall in the straight way.
/// With `only`, the search covers that side alone.
///
/// `decides` receives the side and the length of each way found, and a lower bound for the length
/// on the other side. The search ends if `decides` returns true. It also ends if no way is found
/// and all would be longer than `longest`.
///
/// After `most_lines`, the search draws no more. The most promising line is then the way on its
/// side, although a wall may be in it.
///
/// The search assumes that a wall that leaves the `sight` continues straight for that distance
/// again. With `is_enclosed`, no way leads round the unseen end of a wall.
pub fn shortest_ways(
    terrain: &mut impl Terrain,
    (from, goal): (Vec2, Vec2),
    sight: f32,
    first: &Wall,
    only: Option<Side>,
    is_enclosed: bool,
    longest: f32,
    most_lines: u32,
    decides: impl Fn(Side, f32, f32) -> bool,
    memory: &mut WayNodes,
) -> Found {
    let (toward, distance) = direction_and_length(goal - from).unwrap_or((Vec2::X, 0.0));
    let mut search = Search {
        terrain,
        goal,
        from,
        sight,
        toward,
        front: first.distance.min(BEFORE_GOAL * distance),
        only,
        memory,
    };
    search.begin(distance, first);
    let mut ways: [Option<Way>; 2] = [None; 2];
    let mut lines = 0;
    let mut is_too_long = false;
    while let Some(line) = search.memory.open.pop() {
        let way = |side: Side| ways[usize::from(side == Side::Left)];
        let is_done = line.branch.is_some_and(|branch| way(branch).is_some());
        if is_done || search.is_reached(&line) {
            continue;
        }
        is_too_long = ways == [None; 2] && line.estimate > longest;
        let is_decided = [Side::Right, Side::Left]
            .into_iter()
            .any(|side| way(side).is_some_and(|way: Way| decides(side, way.length, line.estimate)));
        if is_too_long || is_decided {
            break;
        }
        lines += 1;
        let is_drawn = lines <= most_lines;
        if is_drawn && search.is_blocked(&line) {
            continue;
        }
        let number = search.reach(&line);
        let node = search.memory.nodes[number];
        let is_unseen = !is_drawn || (!node.corner.is_seen && node.side.is_some());
        if is_enclosed && is_unseen {
            continue;
        }
        if is_drawn && !node.is_end {
            search.expand(number);
            continue;
        }
        let branch = node.branch.unwrap_or_else(|| search.side_of(node.place));
        let is_other = only.is_some_and(|only| only != branch);
        let found = &mut ways[usize::from(branch == Side::Left)];
        if is_other || found.is_some() {
            continue;
        }
        *found = Some(if is_drawn { node.way() } else { node.guess() });
        let others = search.memory.open.iter();
        let others = others.filter(|other| other.branch != Some(branch));
        let rest = others
            .map(|other| other.estimate)
            .fold(f32::INFINITY, f32::min);
        if decides(branch, node.estimate, rest) {
            break;
        }
    }
    let has_none = ways == [None; 2] && only.is_none() && !is_too_long;
    Found {
        ways,
        nearest: has_none.then(|| search.nearest_place()).flatten(),
    }
}

struct Search<'a, T> {
    terrain: &'a mut T,
    from: Vec2,
    goal: Vec2,
    sight: f32,
    /// The direction of the goal, and the distance at which the straight way meets the first wall.
    toward: Vec2,
    front: f32,
    only: Option<Side>,
    memory: &'a mut WayNodes,
}

impl<T: Terrain> Search<'_, T> {
    /// Clears the memory, and adds the node at which all ways begin, with its lines to the corners
    /// of the first obstacle.
    fn begin(&mut self, distance: f32, first: &Wall) {
        self.memory.clear();
        let node = Node {
            corner: Corner {
                center: self.from,
                radius: 0.0,
                is_seen: true,
            },
            side: None,
            number: None,
            place: self.from,
            arrival: self.toward,
            length: 0.0,
            estimate: distance,
            bearing: self.toward,
            first: None,
            exit: Vec2::ZERO,
            branch: None,
            is_expanded: true,
            is_end: false,
            is_seen: true,
            is_known: true,
        };
        let straight = Line {
            start: self.from,
            bearing: self.toward,
            length: distance,
        };
        self.memory.nodes.push(node);
        self.memory.places.push((node, straight, *first));
        self.learn(first);
    }

    /// Whether a way has reached the end of a line that is at least as short from there on.
    fn is_reached(&mut self, open: &OpenLine) -> bool {
        let Some((corner, side)) = open.to else {
            return false;
        };
        let Some(known) = *self.memory.corners[corner].node(side, open.branch) else {
            return false;
        };
        let (known, line) = (self.memory.nodes[known], open.line);
        let turn = sign(Some(side)) * known.arrival.perp_dot(line.bearing);
        // The line arrives farther round the corner. A wall may be in the turn to that place.
        let is_farther = turn > ARRIVES_FARTHER;
        let is_shorter = || open.length < known.length + known.turn_to(line.bearing);
        !(is_farther && (is_shorter() || self.wall_round(&known, &line).is_some()))
    }

    /// Draws a line, and learns the wall in its way, if any.
    fn is_blocked(&mut self, open: &OpenLine) -> bool {
        let node = self.memory.nodes[open.from];
        let line = open.line;
        self.memory.work.lines += 1;
        let Some((wall, start)) = self.first_wall(&node, &line) else {
            return false;
        };
        if open.to.is_none() {
            let line = Line { start, ..line };
            self.memory.places.push((node, line, wall));
        }
        self.learn(&wall);
        true
    }

    /// Adds the node at the end of a line, and returns its number.
    fn reach(&mut self, open: &OpenLine) -> usize {
        let node = self.memory.nodes[open.from];
        let OpenLine { line, to, .. } = *open;
        let corner = match to {
            Some((corner, side)) => {
                let number = self.memory.nodes.len();
                let corner = &mut self.memory.corners[corner];
                *corner.node(side, open.branch) = Some(number);
                corner.corner
            }
            None => Corner {
                center: self.goal,
                radius: 0.0,
                is_seen: self.goal.distance(self.from) <= self.sight,
            },
        };
        let side = to.map(|(_, side)| side);
        let is_beginning = node.side.is_none();
        self.memory.nodes.push(Node {
            corner,
            side,
            number: to.map(|(corner, _)| corner),
            place: line.start + line.bearing * line.length,
            arrival: line.bearing,
            length: open.length,
            estimate: open.estimate,
            bearing: if is_beginning {
                line.bearing
            } else {
                node.bearing
            },
            first: if is_beginning {
                side.map(|side| (corner, side))
            } else {
                node.first
            },
            exit: if is_beginning || node.exit != Vec2::ZERO {
                node.exit
            } else {
                line.bearing
            },
            branch: open.branch,
            is_expanded: false,
            is_end: side.is_none() || !corner.is_seen,
            is_seen: node.is_seen && corner.is_seen,
            is_known: node.is_known && (side.is_none() || corner.is_seen),
        });
        self.memory.nodes.len() - 1
    }

    /// The first wall on the way round the node's corner and then along the line, and the place
    /// from which the line to that wall starts.
    fn first_wall(&mut self, node: &Node, line: &Line) -> Option<(Wall, Vec2)> {
        let found = self.wall_round(node, line);
        found.or_else(|| {
            let wall = (self.terrain).first_wall(line.start, line.bearing, line.length)?;
            Some((wall, line.start))
        })
    }

    /// The first wall on the way round the node's corner up to a line, and the place on that arc
    /// where the body meets the wall.
    fn wall_round(&mut self, node: &Node, line: &Line) -> Option<(Wall, Vec2)> {
        if node.arrival.distance_squared(line.bearing) < STRAIGHT_ON * STRAIGHT_ON {
            return None;
        }
        let out = -sign(node.side);
        let [from, to] = [node.arrival, line.bearing].map(|bearing| left(bearing) * out);
        let arc = Arc {
            center: node.corner.center,
            radius: node.corner.radius,
            from,
            to,
            turn: node.side?.opposite(),
        };
        let (wall, direction) = self.terrain.wall_round(&arc)?;
        Some((wall, arc.center + direction * arc.radius))
    }
}
