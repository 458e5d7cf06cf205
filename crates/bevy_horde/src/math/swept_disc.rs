//! A disc that moves along a straight line, for conservative tests against many boxes.

use super::bounds::{Bounds, ROUNDING};
use bevy::math::{Vec2, Vec4};

/// Covers the rounding of what a test computes from the extent of a box, relative to the extent.
const EXTENT_ROUNDING: f32 = 1e-5;

/// A disc that moves along a straight line.
///
/// What does not depend on the box is computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptDisc {
    /// A box that it may touch has no corner, least and greatest, below this.
    least: Vec4,
    /// And none above this.
    greatest: Vec4,
    twice_from: Vec2,
    path: Vec2,
    /// How far a box of extent 1 reaches across the path, by axis.
    across: Vec2,
    /// How far the disc reaches across the path, doubled.
    beside: f32,
}

impl SweptDisc {
    /// A disc of `radius` that moves from `from` to `to`.
    #[inline]
    pub(crate) fn new(from: Vec2, to: Vec2, radius: f32) -> Self {
        // Coordinates of positions are exact near the origin and rounded far from it.
        let rounding = ROUNDING * (from.abs().max(to.abs()).max_element() + radius);
        let wide = radius + rounding;
        let (low, high) = (from.min(to) - wide, from.max(to) + wide);
        let path = to - from;
        let across = Vec2::new(path.y.abs(), path.x.abs()) * (1.0 + EXTENT_ROUNDING);
        Self {
            least: Vec4::from((Vec2::NEG_INFINITY, low)),
            greatest: Vec4::from((high, Vec2::INFINITY)),
            twice_from: from + from,
            path,
            across,
            beside: 2.0 * (wide + rounding) * across.element_sum(),
        }
    }

    /// Whether the disc may touch a box on its way.
    ///
    /// The test has no false negatives. Near a corner it may return a false positive.
    #[inline]
    pub(crate) fn may_touch(&self, bounds: &Bounds) -> bool {
        let Bounds { min, max } = *bounds;
        let corners = Vec4::from((min, max));
        let is_beside = corners.cmpgt(self.greatest) | corners.cmplt(self.least);
        if is_beside.any() {
            return false;
        }
        // The corners must not all lie on one side of the path.
        let reach = (max - min).dot(self.across) + self.beside;
        let passes = self.path.perp_dot(min + max - self.twice_from).abs() > reach;
        // Where the products overflow the result is unknown, and the box counts as met.
        !passes
    }
}

#[cfg(test)]
mod tests;
