//! A disc that moves along a straight line, for conservative tests against many boxes.

use crate::obstacles::bounds::{Bounds, ROUNDING};
use glam::{Vec2, Vec4};

/// A bound on the rounding error of values from the extent of a box, relative to the extent.
const EXTENT_ROUNDING: f32 = 1e-5;

/// A disc that moves along a straight line.
///
/// All values that do not depend on the box are computed once.
#[derive(Clone, Copy, Debug)]
pub struct SweptDisc {
    /// The disc may touch a box only if no corner coordinate is below this.
    least: Vec4,
    /// The disc may touch a box only if no corner coordinate is above this.
    greatest: Vec4,
    twice_from: Vec2,
    path: Vec2,
    /// How far a box of extent 1 reaches across the path, by axis: doubled, and times the length of
    /// the path.
    across: Vec2,
    /// The reach of the disc across the path, in the same measure.
    beside: f32,
}

impl SweptDisc {
    /// A disc of `radius` that moves from `from` to `to`.
    #[inline]
    pub fn new(from: Vec2, to: Vec2, radius: f32) -> Self {
        // The rounding error of a coordinate grows with its distance from the origin.
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
            // On a path so short that the products underflow, every box beside it counts.
            beside: 2.0 * (wide + rounding) * across.element_sum() + f32::MIN_POSITIVE,
        }
    }

    /// Whether the disc may touch a box on its way.
    ///
    /// The test has no false negatives. Near a corner it may return a false positive.
    #[inline]
    pub fn may_touch(&self, bounds: &Bounds) -> bool {
        let Bounds { min, max } = *bounds;
        let corners = Vec4::from((min, max));
        let is_beside = corners.cmpgt(self.greatest) | corners.cmplt(self.least);
        if is_beside.any() {
            return false;
        }
        // The corners must not all lie on one side of the path.
        let reach = (max - min).dot(self.across) + self.beside;
        let apart = self.path.perp_dot(min + max - self.twice_from).abs();
        // Where a product overflows the result is unknown, and the disc may touch the box.
        let passes = apart > reach && apart.is_finite();
        !passes
    }
}

#[cfg(test)]
mod tests;
