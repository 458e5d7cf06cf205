//! Checks boxes by arithmetic and against sampling.

use super::*;
use crate::test_inputs::vectors;
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
    // The box from (1, -3) to (5, 1).
    let own = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0);
    let squared = |x: f32, y: f32| own.distance_squared(Vec2::new(x, y));
    assert_eq!(squared(3.0, -1.0), 0.0);
    assert_eq!(squared(5.0, 1.0), 0.0);
    // Points 2 beside the box, 3 below it, and off a corner by 3 and 4.
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
}
