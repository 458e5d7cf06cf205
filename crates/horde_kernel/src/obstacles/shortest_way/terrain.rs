//! The walls and corners that a search queries.

use super::WallCorner;
use crate::obstacles::arc::Arc;
use crate::obstacles::edge::Edge;
use glam::Vec2;

/// A wall in the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wall {
    /// The part of the edge in sight.
    pub edge: Edge,
    /// The distance that the center of the body keeps from the edge, world units.
    pub clearance: f32,
    /// The number of the wall's obstacle.
    pub owner: u32,
    /// The distance along the line at which the body meets the wall, world units.
    pub distance: f32,
}

/// A corner that a way may turn round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corner {
    /// The place of the corner.
    pub center: Vec2,
    /// The distance that the center of the body keeps from the corner, world units.
    pub radius: f32,
    /// Whether the wall ends at the corner; else the wall leaves the sight there.
    pub is_seen: bool,
}

/// The queries of a search about the surroundings.
pub trait Terrain {
    /// The first wall that a body meets from `from` along `bearing` within `length`.
    fn first_wall(&mut self, from: Vec2, bearing: Vec2, length: f32) -> Option<Wall>;

    /// Adds the corners of the obstacle of a wall, each once.
    fn corners(&mut self, wall: &Wall, corners: &mut Vec<WallCorner>);

    /// The first wall within the clearance of the way round a corner, and the direction from the
    /// corner in which the body meets the wall.
    fn wall_round(&mut self, arc: &Arc) -> Option<(Wall, Vec2)>;
}
