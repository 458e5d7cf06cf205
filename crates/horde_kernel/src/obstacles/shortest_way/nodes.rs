//! The corners that a search for the shortest way knows, and the lines between them.

use super::line::{Line, sign};
use super::{Corner, Wall, Way};
use crate::math::portable;
use crate::math::vector::Side;
use crate::obstacles::edge::Edge;
use core::cmp::Ordering;
use glam::Vec2;
use smallvec::SmallVec;
use std::collections::BinaryHeap;

/// A line may cut into the walls of its corner by this part of the corner's radius. A cast decides.
const CUT: f32 = 2e-3;
/// The same as a part of the length of the wall, a tolerance for rounding.
const CUT_OF_LENGTH: f32 = 1e-5;
/// A line turns from the direction between two corners by less than this many times the sum of
/// their radii, at their distance.
const TURN_OF_RADII: f32 = 1.5;
/// Comparing this many corners with the end of a way takes as long as drawing a line.
const TESTS_PER_LINE: u32 = 16;

/// The start of a way, or a corner that ways reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) corner: Corner,
    /// The side on which the way passes the corner; `None` at the start and at the goal.
    pub(super) side: Option<Side>,
    /// The number of the corner in the search; `None` at the start and at the goal.
    pub(super) number: Option<usize>,
    /// The place where the way arrives, and the direction in which it does.
    pub(super) place: Vec2,
    pub(super) arrival: Vec2,
    /// The length of the way so far, and (`estimate`) a lower bound for its total length.
    pub(super) length: f32,
    pub(super) estimate: f32,
    /// The direction in which the way begins, and (`first`) its first corner with the passing side.
    pub(super) bearing: Vec2,
    pub(super) first: Option<(Corner, Side)>,
    /// The direction in which the way leaves the first corner; zero before that.
    pub(super) exit: Vec2,
    /// The side on which the way passes the first wall; `None` before that wall.
    pub(super) branch: Option<Side>,
    /// Whether the search has noted the lines that begin here.
    pub(super) is_expanded: bool,
    /// Whether the way ends here: at the goal, or where its wall leaves the sight.
    pub(super) is_end: bool,
    pub(super) is_seen: bool,
    pub(super) is_known: bool,
}

impl Node {
    /// The way that ends at this node.
    pub(super) fn way(&self) -> Way {
        Way {
            bearing: self.bearing,
            corner: self.first,
            exit: self.exit,
            length: self.estimate,
            is_seen: self.is_seen,
            is_known: self.is_known,
            is_guess: false,
        }
    }

    /// The length of the turn round the corner to a line along `bearing`.
    pub(super) fn turn_to(&self, bearing: Vec2) -> f32 {
        let chord = self.arrival.distance(bearing);
        self.corner.radius * 2.0 * portable::asin((0.5 * chord).min(1.0))
    }

    /// The way that leads on from this node, with an estimated length.
    pub(super) fn guess(&self) -> Way {
        Way {
            is_seen: false,
            is_known: false,
            is_guess: true,
            ..self.way()
        }
    }
}

/// A corner of the walls in the way.
#[derive(Clone, PartialEq, Debug)]
pub struct WallCorner {
    /// The corner.
    pub corner: Corner,
    /// The offsets from the corner to the other ends of its walls.
    pub walls: SmallVec<[Vec2; 2]>,
    /// The last node at which a way has reached the corner: by its side, and by the side of the
    /// first wall.
    pub(super) nodes: [[Option<usize>; 3]; 2],
}

impl WallCorner {
    /// A corner of one wall, which ends at the offset `wall`; zero for a single point.
    pub fn new(corner: Corner, wall: Vec2) -> Self {
        Self {
            corner,
            walls: (wall != Vec2::ZERO).then_some(wall).into_iter().collect(),
            nodes: [[None; 3]; 2],
        }
    }

    /// Adds what `other`, a corner at the same place, has more.
    pub fn join(&mut self, other: &Self) {
        self.corner.radius = self.corner.radius.max(other.corner.radius);
        self.corner.is_seen &= other.corner.is_seen;
        self.walls.extend(other.walls.iter().copied());
    }

    /// Whether a line along `bearing` that passes the corner on `side` may leave all its walls on
    /// the other side. `end` is the other end of the line. A wall that is nearer to that end than
    /// the line is to the corner does not count.
    pub(super) fn leaves_walls_beside(&self, side: Side, bearing: Vec2, end: Vec2) -> bool {
        let inward = sign(Some(side));
        let Corner { center, radius, .. } = self.corner;
        let length = (end - center).dot(bearing);
        self.walls.iter().all(|wall| {
            let along = wall.dot(bearing) / length;
            let beside = if along > 1.0 { *wall / along } else { *wall };
            let tolerance = CUT * radius + CUT_OF_LENGTH * beside.length();
            let is_near = || {
                let wall = Edge {
                    start: center,
                    end: center + *wall,
                };
                wall.outward(end).length() < (1.0 - CUT) * radius
            };
            inward * bearing.perp_dot(beside) >= -tolerance || is_near()
        })
    }

    /// Whether a line that passes the corner on `side` may leave its walls beside it. `offset`
    /// leads from one end of the line to the other; `radii` is the sum of the radii at its ends.
    pub(super) fn may_leave_walls_beside(&self, side: Side, offset: Vec2, radii: f32) -> bool {
        let inward = sign(Some(side));
        let reach = offset.x.abs() + offset.y.abs();
        self.walls.iter().all(|wall| {
            let size = wall.x.abs() + wall.y.abs();
            let slack = TURN_OF_RADII * radii * size + CUT * self.corner.radius * reach;
            inward * offset.perp_dot(*wall) >= -slack - 2.0 * CUT_OF_LENGTH * size * reach
        })
    }

    /// The last node at which a way on this side has reached the corner, with this side of the
    /// first wall.
    pub(super) fn node(&mut self, side: Side, branch: Option<Side>) -> &mut Option<usize> {
        let branch = branch.map_or(2, |branch| usize::from(branch == Side::Left));
        &mut self.nodes[usize::from(side == Side::Left)][branch]
    }
}

/// A line that the search may draw next: from a node to a corner, or to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLine {
    pub(super) from: usize,
    /// The number of the corner, and the side on which the way passes it; `None` for the goal.
    pub(super) to: Option<(usize, Side)>,
    pub(super) line: Line,
    /// The length of the way up to the end of the line, and (`estimate`) a lower bound for its
    /// total length.
    pub(super) length: f32,
    pub(super) estimate: f32,
    /// The side of the first wall; `None` before that wall.
    pub(super) branch: Option<Side>,
    /// How many lines were noted before. It decides between equal estimates.
    pub(super) order: u32,
}

impl Ord for OpenLine {
    /// The line to draw first is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_estimate = other.estimate.total_cmp(&self.estimate);
        by_estimate.then_with(|| other.order.cmp(&self.order))
    }
}

impl PartialOrd for OpenLine {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OpenLine {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OpenLine {}

/// The work of searches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchWork {
    /// How many lines the searches have drawn.
    pub lines: u32,
    /// How many corners the searches have compared with the end of a way.
    pub tests: u32,
}

impl SearchWork {
    /// How many lines take as long as all the work.
    pub fn lines_in_all(&self) -> u32 {
        self.lines + self.tests / TESTS_PER_LINE
    }
}

/// Scratch memory of a search.
#[derive(Clone, Debug, Default)]
pub struct WayNodes {
    /// The work of all searches since this was last set to nothing.
    pub work: SearchWork,
    /// The start, and the corners that ways reach.
    pub(super) nodes: Vec<Node>,
    /// The obstacles in the way so far, and their corners.
    pub(super) owners: Vec<u32>,
    pub(super) corners: Vec<WallCorner>,
    /// The corners of one obstacle.
    pub(super) added: Vec<WallCorner>,
    pub(super) open: BinaryHeap<OpenLine>,
    /// How many lines the search has noted.
    pub(super) noted: u32,
    /// The lines to the goal that end at walls, each with its first node and the wall.
    pub(super) places: Vec<(Node, Line, Wall)>,
}

impl WayNodes {
    /// The numbers of the obstacles that the last search met.
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.owners.clear();
        self.corners.clear();
        self.open.clear();
        self.noted = 0;
        self.places.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacles::shortest_way::line::tangent;
    use crate::test_inputs::vectors;
    use proptest::prelude::*;

    fn corner(wall: Vec2, radius: f32) -> WallCorner {
        let corner = Corner {
            center: Vec2::ZERO,
            radius,
            is_seen: true,
        };
        WallCorner::new(corner, wall)
    }

    #[test]
    fn sixteen_tests_count_as_a_line() {
        let work = SearchWork {
            lines: 5,
            tests: 33,
        };
        assert_eq!(work.lines_in_all(), 7);
    }

    #[test]
    fn a_line_leaves_the_wall_on_the_side_of_its_corner() {
        // The wall leads down from the corner, and the line passes above it, to the right.
        let wall = corner(Vec2::NEG_Y, 0.5);
        let far = Vec2::new(-5.0, 0.5);
        assert!(wall.leaves_walls_beside(Side::Left, Vec2::X, far));
        assert!(!wall.leaves_walls_beside(Side::Right, Vec2::X, far));
        // The wall leads back from the corner, and the line passes above it.
        let long = corner(Vec2::new(-100.0, 0.0), 0.5);
        let leaves = |slope: f32, start: Vec2| {
            let bearing = Vec2::new(1.0, slope).normalize();
            long.leaves_walls_beside(Side::Left, bearing, start)
        };
        assert!(leaves(-0.01, Vec2::new(-2.0, 0.52)));
        assert!(!leaves(0.01, Vec2::new(-2.0, 0.6)));
        // Only the part beside the line counts: 0.0006 on 2 units, and not 0.03 on 100.
        assert!(leaves(0.0003, Vec2::new(-2.0, 0.5)));
        assert!(!leaves(0.0003, Vec2::new(-90.0, 0.6)));
        // A start nearer to the wall than the radius may lead away from it.
        assert!(leaves(0.01, Vec2::new(-2.0, 0.48)));
    }

    proptest! {
        #[test]
        fn the_quick_test_rejects_no_line_that_the_exact_one_accepts(
            wall in vectors(20.0),
            other in vectors(20.0),
            (own, radius) in (0.0_f32..2.0, 0.01_f32..2.0),
            (from, to) in (0..3_usize, 0..2_usize),
        ) {
            let sides = [Some(Side::Left), Some(Side::Right), None];
            let (from, side) = (sides[from], sides[to].expect("a side"));
            let corner = corner(wall, radius);
            let line = tangent((other, own, from), (Vec2::ZERO, radius, Some(side)));
            prop_assume!(line.is_some());
            let line = line.expect("a line");
            if corner.leaves_walls_beside(side, line.bearing, line.start) {
                prop_assert!(corner.may_leave_walls_beside(side, -other, own + radius));
            }
        }
    }
}
