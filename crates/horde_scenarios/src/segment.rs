//! Straight lines between two places, in double precision.

use bevy::math::{DVec2, Vec2};

/// A straight line between two places, metres; they may be the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Segment {
    from: DVec2,
    to: DVec2,
}

impl Segment {
    /// From one place to another.
    pub(crate) fn new(from: DVec2, to: DVec2) -> Self {
        Self { from, to }
    }

    /// The same of places in single precision.
    pub(crate) fn between(from: Vec2, to: Vec2) -> Self {
        Self::new(from.as_dvec2(), to.as_dvec2())
    }

    /// Distance of a place from its nearest point, metres.
    pub(crate) fn distance(&self, place: DVec2) -> f64 {
        let along = self.to - self.from;
        let square = along.length_squared();
        let part = if square > 0.0 {
            ((place - self.from).dot(along) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        place.distance(self.from + along * part)
    }

    /// Whether two cross each other in their inside.
    pub(crate) fn crosses(&self, other: &Self) -> bool {
        self.parts(other) && other.parts(self)
    }

    /// Whether the ends of another are on both sides of the straight line that it lies on.
    fn parts(&self, other: &Self) -> bool {
        let side = |place: DVec2| (self.to - self.from).perp_dot(place - self.from);
        side(other.from) * side(other.to) < 0.0
    }

    /// Whether a ray from a place to the right meets it; of two that share an end it meets one.
    pub(crate) fn is_right_of(&self, place: DVec2) -> bool {
        let Self { from, to } = *self;
        (from.y > place.y) != (to.y > place.y)
            && place.x < from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
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
        // 3, 4, 5 past either end.
        assert_eq!(segment.distance(dvec2(13.0, 4.0)), 5.0);
        assert_eq!(segment.distance(dvec2(-3.0, 4.0)), 5.0);
        let point = Segment::between(vec2(1.0, 1.0), vec2(1.0, 1.0));
        assert_eq!(point.distance(dvec2(4.0, 5.0)), 5.0);
    }

    #[test]
    fn two_cross_in_their_inside_only() {
        let segment = |from: (f64, f64), to: (f64, f64)| Segment::new(from.into(), to.into());
        let flat = segment((0.0, 0.0), (10.0, 0.0));
        assert!(flat.crosses(&segment((4.0, -1.0), (5.0, 1.0))));
        // Past the end; short of it; only touching.
        assert!(!flat.crosses(&segment((11.0, -1.0), (11.0, 1.0))));
        assert!(!flat.crosses(&segment((5.0, 2.0), (5.0, 1.0))));
        assert!(!flat.crosses(&segment((5.0, 0.0), (5.0, 1.0))));
    }
}
