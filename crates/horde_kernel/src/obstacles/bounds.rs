//! Axis-aligned boxes, and cheap conservative tests without false negatives.

use glam::{Vec2, Vec4};

/// The largest rounding error of a distance to a box, relative to the largest coordinate.
pub(super) const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// An axis-aligned box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub min: Vec2,
    /// The corner with the greatest coordinates.
    pub max: Vec2,
}

impl Bounds {
    /// The box around a disc.
    #[inline]
    pub fn of_disc(center: Vec2, radius: f32) -> Self {
        Self {
            min: center - radius,
            max: center + radius,
        }
    }

    /// The box around two points.
    #[inline]
    pub fn of_points(one: Vec2, other: Vec2) -> Self {
        Self {
            min: one.min(other),
            max: one.max(other),
        }
    }

    /// This box, wider by `margin` on all sides.
    #[inline]
    pub fn grown(&self, margin: f32) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// The smallest box that contains both boxes.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether the two boxes share a point; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // All four comparisons at once; the negative signs reverse two of them.
        const SIGNS: Vec4 = Vec4::new(1.0, 1.0, -1.0, -1.0);
        let own = Vec4::from((self.min, self.max)) * SIGNS;
        let theirs = Vec4::from((other.max, other.min)) * SIGNS;
        own.cmple(theirs).all()
    }

    /// The corners of the box, counter-clockwise from the greatest one.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let Self { min, max } = *self;
        [max, Vec2::new(min.x, max.y), min, Vec2::new(max.x, min.y)]
    }

    /// Half the length of the perimeter.
    #[inline]
    pub fn half_perimeter(&self) -> f32 {
        (self.max - self.min).element_sum()
    }

    /// The squared distance from `point` to the box; 0 inside.
    #[inline]
    pub fn distance_squared(&self, point: Vec2) -> f32 {
        let outside = (self.min - point).max(point - self.max).max(Vec2::ZERO);
        outside.length_squared()
    }

    /// The larger of the distances from `point` to the box along the two axes; negative inside. The
    /// box lies no nearer than this.
    #[inline]
    pub fn distance_along_axes(&self, point: Vec2) -> f32 {
        (self.min - point).max(point - self.max).max_element()
    }

    /// Whether the box may lie within `range` of `point`. The test has no false negatives.
    #[inline]
    pub fn is_within(&self, point: Vec2, range: f32) -> bool {
        let far = point.abs().max(self.min.abs()).max(self.max.abs());
        let wide = range + ROUNDING * (far.max_element() + range);
        // If the square of `wide` overflows, the box counts as near. A distance whose square
        // underflows counts as 0.
        let too_far = self.distance_squared(point) > wide * wide * (1.0 + 1e-5) + f32::MIN_POSITIVE;
        !too_far
    }
}

#[cfg(test)]
mod tests;
