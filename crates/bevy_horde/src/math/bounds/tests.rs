//! Checks boxes by arithmetic and against sampling.

use super::*;
use crate::math::test_inputs::{distance_to_segment, vectors};
use proptest::prelude::*;

#[test]
fn boxes_are_measured_from_corner_to_corner() {
    let disc = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0);
    assert_eq!(disc.min, Vec2::new(1.0, -3.0));
    assert_eq!(disc.max, Vec2::new(5.0, 1.0));
    let both = disc.union(&Bounds::of_disc(Vec2::new(-4.0, 0.0), 1.5));
    assert_eq!(both.min, Vec2::new(-5.5, -3.0));
    assert_eq!(both.max, Vec2::new(5.0, 1.5));
}

#[test]
fn corners_run_counter_clockwise() {
    let corners = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0).corners();
    assert_eq!(
        corners,
        [(5.0, 1.0), (1.0, 1.0), (1.0, -3.0), (5.0, -3.0)].map(Vec2::from)
    );
}

#[test]
fn a_box_grows_on_all_sides() {
    let grown = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0).grown(0.5);
    assert_eq!(grown.min, Vec2::new(0.5, -3.5));
    assert_eq!(grown.max, Vec2::new(5.5, 1.5));
    assert_eq!(grown.grown(0.0), grown);
}

#[test]
fn the_distance_to_a_box_is_squared_and_zero_inside() {
    // From (1, -3) to (5, 1).
    let own = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0);
    let squared = |x: f32, y: f32| own.distance_squared(Vec2::new(x, y));
    assert_eq!(squared(3.0, -1.0), 0.0);
    assert_eq!(squared(5.0, 1.0), 0.0);
    // 2 beside the box, 3 below it, and off a corner by 3 and 4.
    assert_eq!(squared(-1.0, 0.0), 4.0);
    assert_eq!(squared(4.0, -6.0), 9.0);
    assert_eq!(squared(8.0, 5.0), 25.0);
    assert_eq!(squared(-2.0, -7.0), 25.0);
}

#[test]
fn boxes_that_touch_overlap() {
    let first = Bounds::of_disc(Vec2::ZERO, 1.0);
    let at = |x: f32, y: f32| Bounds::of_disc(Vec2::new(x, y), 1.0);
    assert!(first.overlaps(&at(2.0, 0.0)));
    assert!(first.overlaps(&at(2.0, 2.0)));
    assert!(first.overlaps(&first));
    assert!(!first.overlaps(&at(2.1, 0.0)));
    assert!(!first.overlaps(&at(0.0, -2.1)));
}

#[test]
fn a_sweep_meets_the_boxes_on_its_way_and_no_others() {
    let (from, to) = (Vec2::ZERO, Vec2::new(10.0, 10.0));
    let meets = |x: f32, y: f32, radius: f32| {
        Bounds::of_disc(Vec2::new(x, y), 1.0).meets_sweep(from, to, radius)
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
    assert!(around.meets_sweep(here, here, 0.0));
    assert!(!around.meets_sweep(here + Vec2::X, here + Vec2::X, 0.25));
    assert!(around.meets_sweep(here + Vec2::X, here + Vec2::X, 0.75));
}

#[test]
fn sweeps_with_overflowing_squares_are_not_missed() {
    let far = Bounds::of_disc(Vec2::splat(1e20), 1e18);
    assert!(far.meets_sweep(Vec2::ZERO, Vec2::splat(2e20), 0.0));
    assert!(far.meets_sweep(Vec2::splat(-1e25), Vec2::splat(1e25), 0.0));
}

proptest! {
    #[test]
    fn the_distance_to_a_box_is_that_to_its_nearest_point(
        corner in vectors(20.0),
        extent in (0.0_f32..10.0, 0.0_f32..10.0),
        point in vectors(40.0),
    ) {
        let own = Bounds { min: corner, max: corner + Vec2::from(extent) };
        let least = point.distance_squared(point.clamp(own.min, own.max));
        prop_assert!((own.distance_squared(point) - least).abs() <= 1e-5 * (1.0 + least));
    }

    #[test]
    fn a_grown_box_holds_all_points_within_the_margin(
        corner in vectors(20.0),
        extent in (0.0_f32..10.0, 0.0_f32..10.0),
        margin in 0.0_f32..5.0,
        point in vectors(40.0),
    ) {
        let own = Bounds { min: corner, max: corner + Vec2::from(extent) };
        let is_within = own.grown(margin).overlaps(&Bounds::of_disc(point, 0.0));
        let apart = (point - point.clamp(own.min, own.max)).abs().max_element();
        // Exclude the edge, where rounding decides.
        prop_assume!((apart - margin).abs() > 1e-4);
        prop_assert_eq!(is_within, apart < margin);
    }

    #[test]
    fn a_sweep_meets_only_nearby_boxes(
        center in vectors(50.0),
        own_radius in 0.0_f32..8.0,
        from in vectors(60.0),
        to in vectors(60.0),
        radius in 0.0_f32..10.0,
    ) {
        // The two boxes touch at their corners at most, at a distance of sqrt(2) times the radii.
        let reach = core::f64::consts::SQRT_2 * f64::from(radius + own_radius);
        if Bounds::of_disc(center, own_radius).meets_sweep(from, to, radius) {
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
        let meets = Bounds::of_disc(center, own_radius).meets_sweep(from, to, radius);
        prop_assert!(meets || !touches);
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
        if own.meets_sweep(from, to, 1.0) {
            prop_assert!(own.meets_sweep(to, from, 1.001));
        }
    }
}
