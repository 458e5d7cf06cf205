use super::Barrier;
use super::samples::every_barrier;
use bevy::math::{DVec2, Vec2, dvec2, vec2};
use proptest::prelude::*;

fn square() -> Vec<Vec2> {
    vec![
        vec2(0.0, 0.0),
        vec2(4.0, 0.0),
        vec2(4.0, 4.0),
        vec2(0.0, 4.0),
    ]
}

fn distance(barrier: &Barrier, x: f64, y: f64) -> f64 {
    barrier.signed_distance(dvec2(x, y))
}

#[test]
fn a_circle_and_a_capsule_are_measured_from_their_surface() {
    let circle = Barrier::Circle {
        center: vec2(1.0, 2.0),
        radius: 2.0,
    };
    assert_eq!(distance(&circle, 4.0, 6.0), 3.0); // 5 - 2
    assert_eq!(distance(&circle, 1.0, 2.0), -2.0);
    let capsule = Barrier::Capsule {
        from: vec2(0.0, 0.0),
        to: vec2(10.0, 0.0),
        radius: 1.0,
    };
    assert_eq!(distance(&capsule, 5.0, 3.0), 2.0); // beside: 3 - 1
    assert_eq!(distance(&capsule, 13.0, 4.0), 4.0); // past the end: 5 - 1
    assert_eq!(distance(&capsule, 5.0, 0.0), -1.0);
}

#[test]
fn the_surface_is_one_radius_beside_the_axis_of_a_capsule() {
    let capsule = Barrier::Capsule {
        from: vec2(0.0, 0.0),
        to: vec2(10.0, 0.0),
        radius: 1.0,
    };
    let on_axis = capsule.nearest_on_surface(DVec2::new(5.0, 0.0));
    assert_eq!(on_axis, DVec2::new(5.0, 1.0));
    let above = capsule.nearest_on_surface(DVec2::new(5.0, -0.5));
    assert_eq!(above, DVec2::new(5.0, -1.0));
}

#[test]
fn a_polygon_has_an_inside_and_a_closed_polyline_has_none() {
    let polygon = Barrier::Polygon { points: square() };
    let wall = Barrier::Polyline {
        points: square(),
        closed: true,
    };
    let open = Barrier::Polyline {
        points: square(),
        closed: false,
    };
    assert_eq!(distance(&polygon, 1.0, 2.0), -1.0);
    assert_eq!(distance(&wall, 1.0, 2.0), 1.0);
    assert_eq!(distance(&open, 1.0, 2.0), 2.0); // the left side is open: the sides above and below are 2 away
    assert_eq!(distance(&polygon, 7.0, 8.0), 5.0); // 3, 4, 5 from the corner
}

#[test]
fn a_turned_box_has_turned_corners_and_an_inside() {
    let turned = Barrier::Rectangle {
        center: vec2(10.0, 20.0),
        size: vec2(4.0, 2.0),
        turned: 90.0,
    };
    // A quarter turn takes (-2, -1) to (1, -2), and so on round.
    let corners = [(11.0, 18.0), (11.0, 22.0), (9.0, 22.0), (9.0, 18.0)];
    for (position, corner) in turned.positions().into_iter().zip(corners) {
        assert!(
            position.distance(DVec2::from(corner)) < 1e-9,
            "{position} {corner:?}"
        );
    }
    let is = |x, y, expected: f64| (distance(&turned, x, y) - expected).abs() < 1e-9;
    assert!(is(10.0, 20.0, -1.0));
    assert!(is(10.5, 21.8, -0.2));
    assert!(is(10.0, 25.0, 3.0));
    assert!(is(14.0, 26.0, 5.0)); // 3, 4, 5 from the corner
}

#[test]
fn the_notch_of_a_concave_polygon_is_outside() {
    let points = vec![
        vec2(0.0, 0.0),
        vec2(6.0, 0.0),
        vec2(6.0, 6.0),
        vec2(3.0, 2.0),
        vec2(0.0, 6.0),
    ];
    let polygon = Barrier::Polygon { points };
    assert!(distance(&polygon, 3.0, 3.0) > 0.0);
    assert!(distance(&polygon, 3.0, 1.5) < 0.0);
}

#[test]
fn a_thin_wall_is_crossed_by_a_jump_and_a_way_past_its_end_is_free() {
    let (from, to) = (vec2(0.0, -1.0), vec2(0.0, 1.0));
    let polyline = Barrier::Polyline {
        points: vec![from, to],
        closed: false,
    };
    for wall in [polyline, Barrier::Segment { from, to }] {
        assert!(wall.is_crossed(dvec2(-5.0, 0.0), dvec2(5.0, 0.5)));
        assert!(!wall.is_crossed(dvec2(-5.0, 2.0), dvec2(5.0, 1.5)));
        assert!(!wall.is_crossed(dvec2(-5.0, 0.0), dvec2(-0.1, 0.0)));
    }
}

fn any_barrier() -> impl Strategy<Value = Barrier> {
    let point = || (-10.0f32..10.0, -10.0f32..10.0).prop_map(|(x, y)| vec2(x, y));
    prop_oneof![
        (point(), 0.1f32..5.0).prop_map(|(center, radius)| Barrier::Circle { center, radius }),
        (point(), point(), 0.1f32..5.0).prop_map(|(from, to, radius)| Barrier::Capsule {
            from,
            to,
            radius
        }),
        prop::collection::vec(point(), 3..7).prop_map(|points| Barrier::Polygon { points }),
        (point(), point()).prop_map(|(from, to)| Barrier::Segment { from, to }),
        (point(), 0.1f32..9.0, 0.1f32..9.0, -180.0f32..180.0).prop_map(
            |(center, width, height, turned)| Barrier::Rectangle {
                center,
                size: vec2(width, height),
                turned,
            }
        ),
        (prop::collection::vec(point(), 2..7), any::<bool>())
            .prop_map(|(points, closed)| Barrier::Polyline { points, closed }),
    ]
}

proptest! {
    #[test]
    fn outside_its_box_the_barrier_is_no_nearer_than_the_box(
        barrier in any_barrier(), x in -30.0f64..30.0, y in -30.0f64..30.0,
    ) {
        let point = dvec2(x, y);
        let (least, most) = barrier.bounds();
        let to_box = point.distance(point.clamp(least, most));
        prop_assert!(barrier.signed_distance(point) >= to_box - 1e-9 || to_box == 0.0);
    }

    #[test]
    fn no_step_changes_the_distance_by_more_than_itself(
        barrier in any_barrier(), x in -15.0f64..15.0, y in -15.0f64..15.0, angle in 0.0f64..6.3, length in 0.0f64..1.0,
    ) {
        let point = dvec2(x, y);
        let step = DVec2::from_angle(angle) * length;
        let change = barrier.signed_distance(point + step) - barrier.signed_distance(point);
        prop_assert!(change.abs() <= length + 1e-9);
    }
}

#[test]
fn the_clearance_of_a_way_is_that_of_its_nearest_point() {
    // Ways are up to 100 m long: each point of a way is at most 0.05 m from the nearest sample.
    for barrier in every_barrier() {
        for number in 0..40 {
            let at = |turn: f64| 50.0 * DVec2::from_angle(turn * f64::from(number));
            let (from, to) = (at(0.7), at(1.9));
            let sample = |part: i32| from.lerp(to, f64::from(part) / 1000.0);
            let sampled = (0..=1000).map(|part| barrier.signed_distance(sample(part)));
            let sampled = sampled.fold(f64::INFINITY, f64::min);
            let clearance = barrier.clearance(from, to);
            if sampled > 0.1 {
                assert!((clearance - sampled).abs() < 0.1, "{barrier:?} {from} {to}");
            } else if sampled < -0.1 {
                assert!(clearance <= 0.0, "{barrier:?} {from} {to}: {clearance}");
            }
        }
    }
}
