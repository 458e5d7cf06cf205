//! View tests: a range and a cone about the heading.

use crate::math::lanes::{F32Lanes, Mask, VectorLanes};
use crate::math::vector::Vector;
use pulp::{Scalar, Simd};

/// The shortest offset with a bearing, relative to the range of the view.
const BEARING_FLOOR: f32 = 1e-6;
/// Slack for rounding, so that a neighbor exactly on the edge of the cone stays in view.
const EDGE_SLACK: f32 = 4.0 * f32::EPSILON;

/// A view: a sector of a disc, or of a ball, about the heading. The default view is empty.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ViewCone {
    /// The range of the view, center to center, world units.
    pub range: f32,
    /// The smallest cosine of a bearing in view.
    pub least_cosine: f32,
}

impl ViewCone {
    /// A view from a range and the cosine of a half angle: 1 for dead ahead only, 0 for the front
    /// half, -1 for all directions.
    #[inline]
    pub fn new(range: f32, cos_half_angle: f32) -> Self {
        Self {
            range,
            least_cosine: if cos_half_angle <= -1.0 {
                EVERYWHERE
            } else {
                cos_half_angle - EDGE_SLACK
            },
        }
    }

    /// Whether an agent that faces along the unit vector `heading` sees a neighbor at `offset`.
    pub fn contains<V: Vector>(&self, heading: V, offset: V) -> bool {
        let in_lane = |vector: V| <V::Lanes<Scalar>>::splat(Scalar, vector);
        let bearings = Bearings::new(in_lane(heading), in_lane(offset));
        let cones = ViewCones::new(
            F32Lanes::from_scalar(self.range),
            F32Lanes::from_scalar(self.least_cosine),
        );
        cones.admits(&bearings).to_scalar()
    }
}

/// A least cosine below every cosine, for a view in all directions.
const EVERYWHERE: f32 = -2.0;

/// The bearings of neighbors relative to agents, one pair per lane.
#[derive(Clone, Copy, Debug)]
pub struct Bearings<S: Simd> {
    /// Squared distances, center to center.
    pub distance_squared: F32Lanes<S>,
    /// Distances, center to center.
    pub distance: F32Lanes<S>,
    /// The part of each offset along the heading.
    pub ahead: F32Lanes<S>,
}

impl<S: Simd> Bearings<S> {
    /// The bearings of neighbors at `offset` from agents with the unit headings `heading`.
    #[inline(always)]
    pub fn new<L: VectorLanes<S>>(heading: L, offset: L) -> Self {
        let distance_squared = offset.length_squared();
        Self {
            distance_squared,
            distance: distance_squared.sqrt(),
            ahead: offset.dot(heading),
        }
    }

    /// Returns the bearings, with those of `lanes` out of every view.
    #[inline(always)]
    pub fn except(self, lanes: Mask<S>) -> Self {
        Self {
            distance_squared: lanes.or_nan(self.distance_squared),
            ..self
        }
    }
}

/// The views of several agents, one per lane.
#[derive(Clone, Copy, Debug)]
pub struct ViewCones<S: Simd> {
    /// The ranges of the views, center to center, world units.
    pub range: F32Lanes<S>,
    /// The squared ranges; negative for an empty view.
    range_squared: F32Lanes<S>,
    least_cosine: F32Lanes<S>,
    /// Forward tolerance for coincident neighbors, which have no bearing.
    slack: F32Lanes<S>,
}

impl<S: Simd> ViewCones<S> {
    /// Views of `range`, with the [least cosine](ViewCone::least_cosine) of a bearing in view. A
    /// range that is not above 0 gives an empty view.
    #[inline(always)]
    pub fn new(range: F32Lanes<S>, least_cosine: F32Lanes<S>) -> Self {
        let sees = range.is_above(range.splat_like(0.0));
        Self {
            range,
            range_squared: sees.select(range * range, range.splat_like(-1.0)),
            least_cosine,
            slack: range * (2.0 * BEARING_FLOOR),
        }
    }

    /// Returns the lanes with a neighbor in view.
    ///
    /// A neighbor is in view if `|offset| <= range`, and either it coincides with the agent or
    /// `offset . heading >= |offset| cos(half angle)`. The test compares cosines. So it keeps
    /// neighbors exactly abeam and coincident ones. The published tests on rotated coordinates lose
    /// them.
    #[inline(always)]
    pub fn admits(&self, bearings: &Bearings<S>) -> Mask<S> {
        let is_near = bearings.distance_squared.is_at_most(self.range_squared);
        let least_ahead = bearings.distance * self.least_cosine;
        is_near & (bearings.ahead + self.slack).is_at_least(least_ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_inputs::{
        angles, headings, mirrored, turned, vectors, wild_numbers, wild_sizes, wild_vectors,
    };
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    use glam::Vec2;
    use proptest::prelude::*;

    fn cone(range: f32, half_angle: f32) -> ViewCone {
        ViewCone::new(range, half_angle.cos())
    }

    #[test]
    fn the_four_named_views_match_their_angles() {
        // Whether the view contains a neighbor 10 units away at this bearing, degrees from the
        // heading.
        let sees = |half_angle: f32, degrees: f32| {
            let offset = turned(Vec2::Y * 10.0, degrees.to_radians());
            cone(20.0, half_angle).contains(Vec2::Y, offset)
        };
        for (half_angle, last_seen) in [(45.0_f32, 44.0), (90.0, 89.0), (135.0, 134.0)] {
            for sign in [1.0, -1.0] {
                assert!(sees(half_angle.to_radians(), sign * last_seen));
                assert!(!sees(half_angle.to_radians(), sign * (last_seen + 2.0)));
            }
        }
        assert!((-180..=180).all(|degrees| sees(PI, degrees as f32)));
    }

    #[test]
    fn neighbors_exactly_on_the_edge_of_the_cone_are_seen() {
        for side in [1.0, -1.0] {
            let abeam = Vec2::new(3.0 * side, 0.0);
            assert!(cone(5.0, FRAC_PI_2).contains(Vec2::Y, abeam));
            assert!(cone(5.0, FRAC_PI_4).contains(Vec2::Y, Vec2::new(3.0 * side, 3.0)));
            assert!(cone(5.0, 3.0 * FRAC_PI_4).contains(Vec2::Y, Vec2::new(3.0 * side, -3.0)));
        }
        assert!(cone(5.0, PI).contains(Vec2::Y, Vec2::new(0.0, -5.0)));
    }

    #[test]
    fn the_range_is_measured_center_to_center_and_its_edge_counts() {
        // 3-4-5 triangle.
        let offset = Vec2::new(3.0, 4.0);
        assert!(cone(5.0, PI).contains(Vec2::X, offset));
        assert!(!cone(4.999, PI).contains(Vec2::X, offset));
    }

    #[test]
    fn a_coincident_neighbor_is_seen_by_every_view_but_the_blind_one() {
        for half_angle in [0.0, 0.1, FRAC_PI_4, FRAC_PI_2, PI] {
            assert!(cone(2.0, half_angle).contains(Vec2::X, Vec2::ZERO));
        }
        // Below a millionth of the range there is no bearing, not even behind.
        assert!(cone(2.0, 0.1).contains(Vec2::X, Vec2::new(-1e-6, 0.0)));
        assert!(!cone(2.0, 0.1).contains(Vec2::X, Vec2::new(-1e-5, 0.0)));
        assert!(!ViewCone::default().contains(Vec2::X, Vec2::ZERO));
        assert!(!ViewCone::default().contains(Vec2::X, Vec2::X));
    }

    #[test]
    fn a_view_without_a_usable_range_sees_nothing() {
        for range in [0.0, -1.0, f32::NAN] {
            let blind = ViewCone::new(range, -1.0);
            assert!(!blind.contains(Vec2::X, Vec2::ZERO));
            assert!(!blind.contains(Vec2::X, Vec2::new(0.5, 0.0)));
        }
    }

    proptest! {
        #[test]
        fn a_view_is_a_range_and_an_angle(
            heading in headings(),
            offset in vectors(10.0),
            range in 0.1_f32..12.0,
            half_angle in 0.0_f32..PI,
        ) {
            let bearing = heading.angle_to(offset).abs();
            // Exclude the edges, where rounding decides.
            prop_assume!((bearing - half_angle).abs() > 1e-3);
            prop_assume!((offset.length() - range).abs() > 1e-3);
            let expected = offset.length() < range && bearing < half_angle;
            prop_assert_eq!(cone(range, half_angle).contains(heading, offset), expected);
        }

        #[test]
        fn a_view_turns_with_the_scene(
            heading in headings(),
            offset in vectors(10.0),
            angle in angles(),
            half_angle in 0.0_f32..PI,
        ) {
            let view = cone(8.0, half_angle);
            prop_assume!((heading.angle_to(offset).abs() - half_angle).abs() > 1e-3);
            prop_assume!((offset.length() - 8.0).abs() > 1e-3);
            prop_assert_eq!(
                view.contains(heading, offset),
                view.contains(turned(heading, angle), turned(offset, angle))
            );
        }

        #[test]
        fn left_and_right_are_symmetric(offset in vectors(10.0), half_angle in 0.0_f32..PI) {
            let view = cone(8.0, half_angle);
            prop_assert_eq!(view.contains(Vec2::X, offset), view.contains(Vec2::X, mirrored(offset)));
        }

        #[test]
        fn a_wider_or_longer_view_never_sees_less(
            heading in headings(),
            offset in vectors(10.0),
            range in 0.1_f32..12.0,
            half_angle in 0.0_f32..PI,
            longer in 0.0_f32..5.0,
            wider in 0.0_f32..1.0,
        ) {
            if cone(range, half_angle).contains(heading, offset) {
                let grown = cone(range + longer, (half_angle + wider).min(PI));
                prop_assert!(grown.contains(heading, offset));
            }
        }

        #[test]
        fn nothing_beyond_the_range_is_seen_at_any_scale(
            offset in wild_vectors(),
            range in wild_sizes(),
            cosine in wild_numbers(),
        ) {
            let view = ViewCone::new(range, cosine);
            if view.contains(Vec2::X, offset) {
                prop_assert!(offset.length() <= range * (1.0 + 1e-6));
            }
        }
    }
}
