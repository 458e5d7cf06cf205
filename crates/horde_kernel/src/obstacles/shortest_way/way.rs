//! A way, and the result of a search.

use super::Corner;
use crate::math::vector::Side;
use glam::Vec2;

/// A way on one side of the first wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// The direction at the start, a unit vector.
    pub bearing: Vec2,
    /// The first corner, and the side on which the way passes it; `None` for a straight way.
    pub corner: Option<(Corner, Side)>,
    /// The direction in which the way leaves that corner; zero while unknown.
    pub exit: Vec2,
    /// The length to the goal, world units.
    pub length: f32,
    /// Whether the whole way is in sight.
    pub is_seen: bool,
    /// Whether all walls beside the way end in sight. The goal may be farther away.
    pub is_known: bool,
    /// Whether the search has not drawn the way to its end. Its length is then a lower bound.
    pub is_guess: bool,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    /// The ways on the right and on the left of the first wall; `None` where there is none.
    pub ways: [Option<Way>; 2],
    /// If a search of both sides finds no way: the reachable place nearest to the goal, and the way
    /// there.
    pub nearest: Option<(Vec2, Way)>,
}

impl Found {
    /// The way on a side of the first wall.
    pub fn way(&self, side: Side) -> Option<Way> {
        self.ways[usize::from(side == Side::Left)]
    }
}
