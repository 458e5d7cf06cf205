//! Checks the sweep against boxes by arithmetic and against exact distances.

use super::*;
use crate::test_inputs::{distance_to_segment, vectors};
use proptest::prelude::*;

#[test]
fn a_sweep_meets_the_boxes_on_its_way_and_no_others() {
    let (from, to) = (Vec2::ZERO, Vec2::new(10.0, 10.0));
    let meets = |x: f32, y: f32, radius: f32| {
        SweptDisc::new(from, to, radius).may_touch(&Bounds::of_disc(Vec2::new(x, y), 1.0))
    };
    assert!(meets(5.0, 5.0, 0.0));
    assert!(meets(0.0, 0.0, 0.0));
    assert!(meets(10.9, 10.9, 0.0));
    // Inside the box around the path, but beside the path: the corner (6, 4) is sqrt(2) away from
    // it.
    assert!(!meets(7.0, 3.0, 0.0));
    assert!(!meets(7.0, 3.0, 0.9));
    assert!(meets(7.0, 3.0, 1.1));
    // Behind the start and beyond the end.
    assert!(!meets(-2.0, -2.0, 0.5));
    assert!(!meets(12.0, 12.0, 0.5));
}

#[test]
fn a_sweep_of_zero_length_meets_the_box_around_it() {
    let around = Bounds::of_disc(Vec2::new(4.0, 4.0), 1.0);
    let here = Vec2::new(4.5, 3.5);
    assert!(SweptDisc::new(here, here, 0.0).may_touch(&around));
    assert!(!SweptDisc::new(here + Vec2::X, here + Vec2::X, 0.25).may_touch(&around));
    assert!(SweptDisc::new(here + Vec2::X, here + Vec2::X, 0.75).may_touch(&around));
}

#[test]
fn sweeps_with_overflowing_squares_are_not_missed() {
    let far = Bounds::of_disc(Vec2::splat(1e20), 1e18);
    assert!(SweptDisc::new(Vec2::ZERO, Vec2::splat(2e20), 0.0).may_touch(&far));
    assert!(SweptDisc::new(Vec2::splat(-1e25), Vec2::splat(1e25), 0.0).may_touch(&far));
}

#[test]
fn a_path_so_short_that_products_underflow_misses_nothing() {
    let to = Vec2::new(f32::from_bits(1), 0.0);
    let own = Bounds::of_disc(Vec2::new(0.0, 0.375), 0.2);
    assert!(SweptDisc::new(Vec2::ZERO, to, 0.2).may_touch(&own));
}

proptest! {
    #[test]
    fn a_sweep_meets_only_nearby_boxes(
        center in vectors(50.0),
        own_radius in 0.0_f32..8.0,
        from in vectors(60.0),
        to in vectors(60.0),
        radius in 0.0_f32..10.0,
    ) {
        // At worst, the two boxes touch at their corners, at a distance of sqrt(2) times the radii.
        let reach = core::f64::consts::SQRT_2 * f64::from(radius + own_radius);
        if SweptDisc::new(from, to, radius).may_touch(&Bounds::of_disc(center, own_radius)) {
            prop_assert!(distance_to_segment(center, from, to) <= reach + 1e-3);
        }
    }

    #[test]
    fn sweeps_far_from_the_origin_miss_nothing(
        origin in vectors(4e6),
        center in vectors(20.0),
        own_radius in 0.01_f32..2.0,
        from in vectors(20.0),
        to in vectors(20.0),
        radius in 0.01_f32..2.0,
    ) {
        let (center, from, to) = (origin + center, origin + from, origin + to);
        let touches = distance_to_segment(center, from, to) < f64::from(radius) + f64::from(own_radius);
        let meets = SweptDisc::new(from, to, radius).may_touch(&Bounds::of_disc(center, own_radius));
        prop_assert!(meets || !touches);
    }

    #[test]
    fn a_sweep_past_a_point_of_a_large_box_does_not_miss_the_box(
        origin in vectors(1e5),
        exponents in (-2.0_f32..7.0, -2.0_f32..7.0),
        (u, v) in prop_oneof![
            (0.0_f32..1.0, 0.0_f32..1.0),
            prop_oneof![Just((0.0, 0.0)), Just((0.0, 1.0)), Just((1.0, 0.0)), Just((1.0, 1.0))],
        ],
        from in vectors(5.0),
        to in vectors(5.0),
        radius in 0.01_f32..2.0,
    ) {
        let extent = Vec2::new(10_f32.powf(exponents.0), 10_f32.powf(exponents.1));
        let own = Bounds { min: origin, max: origin + extent };
        let point = (origin + extent * Vec2::new(u, v)).clamp(own.min, own.max);
        let (from, to) = (point + from, point + to);
        let touches = distance_to_segment(point, from, to) < f64::from(radius);
        prop_assert!(SweptDisc::new(from, to, radius).may_touch(&own) || !touches);
    }

    #[test]
    fn a_sweep_and_its_way_back_agree(
        center in vectors(50.0),
        own_radius in 0.0_f32..8.0,
        from in vectors(60.0),
        to in vectors(60.0),
    ) {
        let own = Bounds::of_disc(center, own_radius);
        // A margin covers rounding at the edge.
        if SweptDisc::new(from, to, 1.0).may_touch(&own) {
            prop_assert!(SweptDisc::new(to, from, 1.001).may_touch(&own));
        }
    }
}
