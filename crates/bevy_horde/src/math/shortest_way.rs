//! The shortest way of a body among the walls in sight.
//!
//! A shortest way is taut. It runs straight from corner to corner, and turns only round corners, at
//! the clearance of the body. So the search goes from corner to corner, the most promising first
//! (A*). If a straight line meets a wall, the search continues at the corners of the wall on both
//! sides. From there, the search also draws a line to the corner that the blocked line led to,
//! because the line to the goal may meet other walls. If a way would turn away from a corner, the
//! search drops the corner and draws the line from the corner before it. The search remembers on
//! which side each way passes the first wall, and returns a way for each side.

mod line;
mod nearest_place;
mod nodes;
mod terrain;
mod way;

pub use line::line_to_corner;
pub use nodes::WayNodes;
pub use terrain::{Corner, Terrain, Wall};
pub use way::{Found, Way};

use super::arc::Arc;
use super::portable;
use super::vector::{Side, direction_and_length, left};
use bevy::math::Vec2;
use line::{Line, sign, tangent};
use nodes::{LineEnd, Node, Target};

/// The largest number of corners that a search expands.
const MOST_CORNERS: usize = 64;
/// The most lines to corners that a search notes for later.
const MOST_LATER: usize = 2 * MOST_CORNERS;
/// The number of the node at which all ways begin.
const BEGINNING: usize = 0;
/// From this line on, the lines from one corner that meet a wall add no further lines.
const MOST_LINES: usize = 12;
/// Sine of the angle by which a way may turn away from its corner, a tolerance for rounding.
const TAUT: f32 = 1e-4;

/// The shortest ways from `from` to `goal` on both sides of `first`, the wall in the straight way.
/// With `only`, the search covers that side alone.
///
/// `decides` receives the side and the length of each way found, and a lower bound for the length
/// on the other side. The search ends if `decides` returns true. It also ends if no way is found
/// and all would be longer than `longest`.
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
    decides: impl Fn(Side, f32, f32) -> bool,
    memory: &mut WayNodes,
) -> Found {
    let (toward, distance) = direction_and_length(goal - from).unwrap_or((Vec2::X, 0.0));
    let mut search = Search {
        terrain,
        goal,
        from,
        sight,
        memory,
    };
    search.begin(toward, distance);
    search.expand(BEGINNING, Some(first), only);
    let mut ways: [Option<Way>; 2] = [None; 2];
    let (mut corners, mut drawn) = (0, 0);
    let mut is_too_long = false;
    loop {
        while let Some((before, to)) = search.memory.later.get(drawn).copied() {
            drawn += 1;
            search.draw_lines(before, to, None, only);
        }
        let is_done = |branch: Side| ways[usize::from(branch == Side::Left)].is_some();
        let open = search.memory.nodes.iter().enumerate();
        let open = open.filter(|(_, node)| node.is_open && !is_done(node.branch));
        let best = open.min_by(|(_, one), (_, other)| one.estimate.total_cmp(&other.estimate));
        let Some((number, node)) = best.map(|(number, node)| (number, *node)) else {
            break;
        };
        let other = node.branch.opposite();
        is_too_long = ways == [None; 2] && node.estimate > longest;
        let is_decided = ways[usize::from(other == Side::Left)]
            .is_some_and(|way| decides(other, way.length, node.estimate));
        if is_too_long || is_decided {
            break;
        }
        search.memory.nodes[number].is_open = false;
        if is_enclosed && node.is_end && !node.corner.is_seen && node.side.is_some() {
            continue;
        }
        if node.is_end || corners >= MOST_CORNERS {
            ways[usize::from(node.branch == Side::Left)] = Some(node.way());
            let others = search.memory.nodes.iter();
            let others = others.filter(|other| other.is_open && other.branch != node.branch);
            let rest = others
                .map(|other| other.estimate)
                .fold(f32::INFINITY, f32::min);
            if decides(node.branch, node.estimate, rest) {
                break;
            }
            continue;
        }
        corners += 1;
        search.expand(number, None, None);
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
    memory: &'a mut WayNodes,
}

impl<T: Terrain> Search<'_, T> {
    /// Clears the memory, and adds the node at which all ways begin.
    fn begin(&mut self, toward: Vec2, distance: f32) {
        self.memory.nodes.clear();
        self.memory.places.clear();
        self.memory.later.clear();
        self.memory.nodes.push(Node {
            corner: Corner {
                center: self.from,
                radius: 0.0,
                is_seen: true,
            },
            side: None,
            before: BEGINNING,
            arrival: toward,
            length: 0.0,
            estimate: distance,
            bearing: toward,
            first: None,
            exit: Vec2::ZERO,
            branch: Side::Right,
            is_open: false,
            is_end: false,
            is_seen: true,
            is_known: true,
            aim: None,
        });
    }

    /// Draws the line from a node to the goal, and notes the line to the node's aim. `known` is the
    /// first wall on the line to the goal, if already found.
    fn expand(&mut self, number: usize, known: Option<&Wall>, only: Option<Side>) {
        let goal = Corner {
            center: self.goal,
            radius: 0.0,
            is_seen: self.goal.distance(self.from) <= self.sight,
        };
        let Node { branch, aim, .. } = self.memory.nodes[number];
        self.draw_lines(number, ((goal, None, branch), None), known, only);
        // The line to the goal may meet other walls than the line that led here.
        if let Some(aim) = aim {
            self.draw_later(number, (aim, None));
        }
    }

    /// Draws a line from a node, and lines to the corners of the walls in its way. `known` is the
    /// first wall on the line, if already found.
    fn draw_lines(&mut self, number: usize, to: Target, known: Option<&Wall>, only: Option<Side>) {
        let node = self.memory.nodes[number];
        self.memory.lines.clear();
        self.memory.corners.clear();
        self.memory.lines.push(to);
        let mut next = 0;
        while let Some((end, aim)) = self.memory.lines.get(next).copied() {
            let (corner, side, _) = end;
            next += 1;
            let own = (node.corner.center, node.corner.radius, node.side);
            let Some(line) = tangent(own, (corner.center, corner.radius, side)) else {
                continue;
            };
            let wall = match known.filter(|_| next == 1) {
                Some(wall) => Some((*wall, line.start)),
                None => self.first_wall(&node, &line),
            };
            if wall.is_none() && self.is_taut(&node, &line) {
                self.add(number, &line, (end, aim));
            } else if wall.is_none() {
                // The taut way omits the corner of this node.
                self.draw_later(node.before, (end, aim));
            }
            if let Some((wall, from)) = wall
                && side.is_none()
            {
                let start = Line {
                    start: from,
                    ..line
                };
                self.memory.places.push((node, start, wall));
            }
            if next >= MOST_LINES {
                continue;
            }
            let behind = self.wall_behind(&node, &line);
            for (wall, from) in [wall, behind].into_iter().flatten() {
                self.note_corners(&node, end, (&wall, from, line.bearing), only);
            }
        }
    }

    /// Notes the lines to the corners of a wall on the line from a node to an end.
    fn note_corners(
        &mut self,
        node: &Node,
        end: LineEnd,
        (wall, from, bearing): (&Wall, Vec2, Vec2),
        only: Option<Side>,
    ) {
        let (_, side, branch) = end;
        for beside in [Side::Right, Side::Left] {
            let is_beginning = node.side.is_none() && side.is_none();
            let branch = if is_beginning { beside } else { branch };
            if only.is_some_and(|only| only != branch) {
                continue;
            }
            let terrain = &mut *self.terrain;
            let find = || terrain.corners(from, bearing, wall, beside);
            let corners = self.memory.corners_of(wall, beside, find);
            for corner in corners.into_iter().flatten() {
                let aim = side.is_some().then_some(end);
                self.note_line(((corner, Some(beside), branch), aim));
            }
        }
    }

    /// Notes a line to draw from the present node, unless the same line is noted already.
    fn note_line(&mut self, to: Target) {
        let ((corner, side, branch), aim) = to;
        let known = self.memory.lines.iter_mut().find(|((other, on, from), _)| {
            let is_same = other.center == corner.center && other.radius >= corner.radius;
            is_same && *on == side && *from == branch
        });
        match known {
            Some((_, known)) => *known = known.or(aim),
            None => self.memory.lines.push(to),
        }
    }

    /// The first wall on the way round the node's corner and then along the line, and the place
    /// from which the line to that wall starts.
    fn first_wall(&mut self, node: &Node, line: &Line) -> Option<(Wall, Vec2)> {
        if self.is_taut(node, line)
            && let Some(found) = self.wall_round(node, line)
        {
            return Some(found);
        }
        let wall = (self.terrain).first_wall(line.start, line.bearing, line.length)?;
        Some((wall, line.start))
    }

    /// The first wall on the way round the node's corner, for a line that leads back.
    ///
    /// A turn of more than half a turn looks like a turn away from the corner. It occurs where the
    /// way out of a room leads round the wall beside its door.
    fn wall_behind(&mut self, node: &Node, line: &Line) -> Option<(Wall, Vec2)> {
        let along = node.arrival.dot(line.bearing);
        let across = node.arrival.perp_dot(line.bearing);
        let turns_back = along < -across.abs() && !self.is_taut(node, line);
        turns_back.then(|| self.wall_round(node, line)).flatten()
    }

    /// The first wall on the way round the node's corner up to a line, and the place on that arc
    /// where the body meets the wall.
    fn wall_round(&mut self, node: &Node, line: &Line) -> Option<(Wall, Vec2)> {
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

    /// Whether a way along this line turns round the corner of its node.
    fn is_taut(&self, node: &Node, line: &Line) -> bool {
        let turn = node.arrival.perp_dot(line.bearing);
        sign(node.side) * turn >= -TAUT
    }

    /// Notes a line from the node `before` to a corner, to draw it later, unless it is known.
    fn draw_later(&mut self, before: usize, to: Target) {
        let WayNodes { nodes, later, .. } = &mut *self.memory;
        let ((corner, side, branch), _) = to;
        // A line from the start node counts once for both sides of the first wall.
        let is_known = |from: usize, (other, to, on): LineEnd| {
            let is_same = from == before && other.center == corner.center && to == side;
            is_same && (on == branch || before == BEGINNING)
        };
        let mut ways = nodes
            .iter()
            .map(|node| (node.before, (node.corner, node.side, node.branch)));
        let is_new = !ways.any(|(from, end)| is_known(from, end))
            && !later.iter().any(|(from, (end, _))| is_known(*from, *end));
        if side.is_some() && is_new && later.len() < MOST_LATER {
            later.push((before, to));
        }
    }

    /// Adds a reached corner, or the goal.
    fn add(&mut self, number: usize, line: &Line, (end, aim): Target) {
        let (corner, side, branch) = end;
        let node = self.memory.nodes[number];
        let chord = node.arrival.distance(line.bearing);
        let arc = node.corner.radius * 2.0 * portable::asin((0.5 * chord).min(1.0));
        let length = node.length + line.length + arc;
        let rest = self.goal - line.start - line.bearing * line.length;
        let is_end = side.is_none() || !corner.is_seen;
        let estimate = length
            + if side.is_some() && !corner.is_seen {
                unseen_length(rest, line.bearing, self.sight)
            } else {
                rest.length()
            };
        let is_beginning = node.side.is_none();
        let added = Node {
            corner,
            side,
            before: number,
            arrival: line.bearing,
            length,
            estimate,
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
            branch,
            is_open: true,
            is_end,
            is_seen: node.is_seen && corner.is_seen,
            is_known: node.is_known && (side.is_none() || corner.is_seen),
            aim,
        };
        let nodes = &mut self.memory.nodes;
        let known = nodes.iter().position(|known| {
            let is_same =
                known.corner.center == corner.center && known.corner.radius >= corner.radius;
            is_same && known.side == side && known.branch == branch
        });
        let Some(number) = known else {
            nodes.push(added);
            return;
        };
        let known = &mut nodes[number];
        let aim = known.aim.or(aim);
        let had_none = core::mem::replace(&mut known.aim, aim).is_none();
        if known.length > length {
            *known = Node { aim, ..added };
        } else if let Some(aim) = aim.filter(|_| had_none && !known.is_open) {
            self.draw_later(number, (aim, None));
        }
    }
}

/// The length of the way to a goal at the offset `rest` from the place where a wall along `bearing`
/// leaves the sight.
fn unseen_length(rest: Vec2, bearing: Vec2, sight: f32) -> f32 {
    let more = sight.min(rest.length());
    more + (rest - bearing * more).length()
}
