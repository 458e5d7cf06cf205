//! Line segments in double precision.

use bevy::math::{DVec2, Vec2};

/// A line segment, meters; its ends may coincide.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Segment {
    from: DVec2,
    to: DVec2,
}

impl Segment {
    /// The segment between two points.
    pub(crate) fn new(from: DVec2, to: DVec2) -> Self {
        Self { from, to }
    }

    /// The segment between two points in single precision.
    pub(crate) fn between(from: Vec2, to: Vec2) -> Self {
        Self::new(from.as_dvec2(), to.as_dvec2())
    }

    /// Distance from a point to the nearest point of the segment, meters.
    pub(crate) fn distance(&self, position: DVec2) -> f64 {
        position.distance(self.nearest(position))
    }

    /// The nearest point of the segment.
    pub(crate) fn nearest(&self, position: DVec2) -> DVec2 {
        let along = self.to - self.from;
        let square = along.length_squared();
        let part = if square > 0.0 {
            ((position - self.from).dot(along) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.from + along * part
    }

    /// Smallest distance between two segments, meters; 0 if they cross.
    pub(crate) fn gap(&self, other: &Self) -> f64 {
        if self.crosses(other) {
            return 0.0;
        }
        let to_other = other.distance(self.from).min(other.distance(self.to));
        to_other
            .min(self.distance(other.from))
            .min(self.distance(other.to))
    }

    /// Whether two segments cross in their interior.
    pub(crate) fn crosses(&self, other: &Self) -> bool {
        self.parts(other) && other.parts(self)
    }

    /// Whether the ends of the other segment are on different sides of this segment's line.
    fn parts(&self, other: &Self) -> bool {
        let side = |position: DVec2| (self.to - self.from).perp_dot(position - self.from);
        side(other.from) * side(other.to) < 0.0
    }

    /// Whether a ray from a point to the right meets the segment. The lower end counts as part of
    /// the segment, the upper end does not.
    pub(crate) fn is_right_of(&self, position: DVec2) -> bool {
        let Self { from, to } = *self;
        (from.y > position.y) != (to.y > position.y)
            && position.x < from.x + (position.y - from.y) / (to.y - from.y) * (to.x - from.x)
    }
}

#[cfg(test)]
mod tests {
    use super::Segment;
    use bevy::math::{dvec2, vec2};

    #[test]
    fn the_distance_is_that_of_the_foot_or_of_an_end() {
        let segment = Segment::between(vec2(0.0, 0.0), vec2(10.0, 0.0));
        assert_eq!(segment.distance(dvec2(5.0, -3.0)), 3.0);
        // 3 m past either end and 4 m beside it: 5 m.
        assert_eq!(segment.distance(dvec2(13.0, 4.0)), 5.0);
        assert_eq!(segment.distance(dvec2(-3.0, 4.0)), 5.0);
        let point = Segment::between(vec2(1.0, 1.0), vec2(1.0, 1.0));
        assert_eq!(point.distance(dvec2(4.0, 5.0)), 5.0);
    }

    #[test]
    fn the_gap_is_between_the_nearest_points() {
        let segment = |from: (f64, f64), to: (f64, f64)| Segment::new(from.into(), to.into());
        let flat = segment((0.0, 0.0), (10.0, 0.0));
        assert_eq!(flat.gap(&segment((4.0, -1.0), (5.0, 1.0))), 0.0);
        assert_eq!(flat.gap(&segment((4.0, 2.0), (5.0, 7.0))), 2.0);
        assert_eq!(segment((4.0, 2.0), (5.0, 7.0)).gap(&flat), 2.0);
        assert_eq!(flat.gap(&segment((13.0, 4.0), (13.0, 9.0))), 5.0);
    }

    #[test]
    fn two_cross_in_their_inside_only() {
        let segment = |from: (f64, f64), to: (f64, f64)| Segment::new(from.into(), to.into());
        let flat = segment((0.0, 0.0), (10.0, 0.0));
        assert!(flat.crosses(&segment((4.0, -1.0), (5.0, 1.0))));
        // Past the end; short of the segment; touching only.
        assert!(!flat.crosses(&segment((11.0, -1.0), (11.0, 1.0))));
        assert!(!flat.crosses(&segment((5.0, 2.0), (5.0, 1.0))));
        assert!(!flat.crosses(&segment((5.0, 0.0), (5.0, 1.0))));
    }
}
