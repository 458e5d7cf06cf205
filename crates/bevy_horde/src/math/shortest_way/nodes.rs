//! The corners that a search for the shortest way reaches.

use super::line::Line;
use super::{Corner, Wall, Way};
use crate::math::vector::Side;
use bevy::math::Vec2;

/// The start of a way, or a corner on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) corner: Corner,
    /// The side on which the way passes the corner; `None` at the start.
    pub(super) side: Option<Side>,
    /// The number of the previous node.
    pub(super) before: usize,
    /// The direction in which the way arrives.
    pub(super) arrival: Vec2,
    /// The length of the way so far, and (`estimate`) a lower bound for its total length.
    pub(super) length: f32,
    pub(super) estimate: f32,
    /// The direction in which the way begins, and (`first`) its first corner with the passing side.
    pub(super) bearing: Vec2,
    pub(super) first: Option<(Corner, Side)>,
    /// The direction in which the way leaves the first corner; zero before that.
    pub(super) exit: Vec2,
    /// The side on which the way passes the first wall.
    pub(super) branch: Side,
    pub(super) is_open: bool,
    /// Whether the way ends here: at the goal, or where its wall leaves the sight.
    pub(super) is_end: bool,
    pub(super) is_seen: bool,
    pub(super) is_known: bool,
    /// The next corner that the way may lead to; `None` for the goal alone.
    pub(super) aim: Option<LineEnd>,
}

impl Node {
    /// The way that ends at this node.
    pub(super) fn way(&self) -> Way {
        Way {
            bearing: self.bearing,
            corner: self.first,
            exit: self.exit,
            length: self.estimate,
            is_seen: self.is_end && self.is_seen,
            is_known: self.is_end && self.is_known,
        }
    }
}

/// Scratch memory of a search.
#[derive(Clone, Debug, Default)]
pub struct WayNodes {
    /// How many walls searches have gone round since this was last set to 0.
    pub work: u32,
    /// The start, and the corners that ways reach.
    pub(super) nodes: Vec<Node>,
    pub(super) lines: Vec<Target>,
    /// The corners of the walls in the way of these lines.
    pub(super) corners: Vec<(Wall, Side, [Option<Corner>; 2])>,
    /// Lines that the search still has to draw, each with the number of its first node.
    pub(super) later: Vec<(usize, Target)>,
    /// The lines to the goal that end at walls, each with its first node and the wall.
    pub(super) places: Vec<(Node, Line, Wall)>,
}

impl WayNodes {
    /// The corners on one side of a wall, found once for all lines from the present node.
    pub(super) fn corners_of(
        &mut self,
        wall: &Wall,
        side: Side,
        find: impl FnOnce() -> [Option<Corner>; 2],
    ) -> [Option<Corner>; 2] {
        let is_same = |(other, on, _): &&(Wall, Side, _)| {
            *on == side && other.owner == wall.owner && other.whole == wall.whole
        };
        if let Some((.., corners)) = self.corners.iter().find(is_same) {
            return *corners;
        }
        self.work += 1;
        let corners = find();
        self.corners.push((*wall, side, corners));
        corners
    }
}

/// The end of a line: a corner or the goal, the side on which the way passes it, and the side of
/// the first wall.
pub(super) type LineEnd = (Corner, Option<Side>, Side);

/// The end of a line, and the corner to which it leads on; `None` for the goal.
pub(super) type Target = (LineEnd, Option<LineEnd>);
