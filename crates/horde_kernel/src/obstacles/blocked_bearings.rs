//! The bearings that an edge blocks.
//!
//! Bearings are unit vectors, and products compare them, so no function computes an angle.

use crate::math::vector::{direction, direction_and_length, left};
use crate::obstacles::edge::Edge;
use glam::Vec2;

/// Sine of the tolerance at the ends of an interval. Bearings nearer than this to an end are
/// outside.
const GRAZE: f32 = 1e-5;

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
            return Some(Self {
                edge,
                clearance,
                right,
                left: -right,
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
        })
    }

    /// Whether the edge blocks `bearing`.
    #[inline]
    pub fn blocks(&self, bearing: Vec2) -> bool {
        self.right.perp_dot(bearing) > GRAZE && bearing.perp_dot(self.left) > GRAZE
    }
}

/// The two tangents from the origin to a disc.
#[derive(Clone, Copy)]
struct Tangents {
    right: Vec2,
    left: Vec2,
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
        }
    }
}

#[cfg(test)]
mod tests;
