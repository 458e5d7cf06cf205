//! Checks nearest points, boxes, order and chords of edges.

use super::*;

/// The points of an edge at `count` equal steps.
fn samples(edge: Edge, count: u32) -> impl Iterator<Item = Vec2> {
    (0..=count).map(move |sample| edge.start.lerp(edge.end, sample as f32 / count as f32))
}

#[test]
fn the_nearest_point_is_the_foot_or_an_end() {
    let nearest = |x: f32, y: f32| upright().nearest(Vec2::new(x, y));
    assert_eq!(nearest(7.0, 1.0), Vec2::new(2.0, 1.0));
    assert_eq!(nearest(-7.0, 4.5), Vec2::new(2.0, 4.5));
    assert_eq!(nearest(3.0, 6.0), Vec2::new(2.0, 5.0));
    assert_eq!(nearest(1.0, -20.0), Vec2::new(2.0, -3.0));
    assert_eq!(nearest(2.0, 0.0), Vec2::new(2.0, 0.0));
    let point = Edge::point(Vec2::ONE);
    assert_eq!(point.nearest(Vec2::new(4.0, 5.0)), Vec2::ONE);
    assert_eq!(point.nearest(Vec2::ONE), Vec2::ONE);
}

#[test]
fn the_box_of_an_edge_goes_from_its_least_to_its_greatest_coordinates() {
    let bounds = edge((3.0, -1.0), (-2.0, 4.0)).bounds();
    assert_eq!(bounds.min, Vec2::new(-2.0, -1.0));
    assert_eq!(bounds.max, Vec2::new(3.0, 4.0));
}

#[test]
fn edges_are_ordered_by_their_coordinates_in_turn() {
    let plain = edge((1.0, 2.0), (3.0, 4.0));
    for (other, order) in [
        (edge((1.5, 0.0), (0.0, 0.0)), Ordering::Less),
        (edge((1.0, 1.5), (9.0, 9.0)), Ordering::Greater),
        (edge((1.0, 2.0), (3.5, 0.0)), Ordering::Less),
        (edge((1.0, 2.0), (3.0, 3.5)), Ordering::Greater),
        (plain, Ordering::Equal),
    ] {
        assert_eq!(plain.order(&other), order, "{other:?}");
        assert_eq!(other.order(&plain), order.reverse(), "{other:?}");
    }
}

#[test]
fn crossing_edges_have_distance_zero_and_others_that_of_their_nearest_points() {
    let own = upright();
    assert_eq!(own.distance_to(&edge((0.0, 0.0), (4.0, 1.0))), 0.0);
    // Parallel edges 3 apart, and ends apart by 3 and 4.
    assert_eq!(own.distance_to(&edge((5.0, -9.0), (5.0, 9.0))), 3.0);
    assert_eq!(own.distance_to(&edge((5.0, 9.0), (5.0, 20.0))), 5.0);
    // An end 1.5 from the side of the edge, and an end on it.
    assert_eq!(own.distance_to(&edge((3.5, 0.0), (9.0, 2.0))), 1.5);
    assert_eq!(own.distance_to(&edge((2.0, 0.0), (9.0, 2.0))), 0.0);
    // Edges on one line, 4 apart or overlapping.
    assert_eq!(own.distance_to(&edge((2.0, 9.0), (2.0, 12.0))), 4.0);
    assert_eq!(own.distance_to(&edge((2.0, 0.0), (2.0, 12.0))), 0.0);
    assert_eq!(own.distance_to(&own), 0.0);
    assert_eq!(own.distance_to(&Edge::point(Vec2::new(-1.0, 0.0))), 3.0);
}

#[test]
fn only_edges_that_pass_through_each_other_cross() {
    let own = upright();
    assert!(own.crosses(&edge((0.0, 0.0), (4.0, 1.0))));
    assert!(own.crosses(&edge((4.0, 1.0), (0.0, 0.0))));
    // Edges past an end, short of the edge, touching it with an end, along it, and a point on it.
    assert!(!own.crosses(&edge((0.0, 6.0), (4.0, 6.0))));
    assert!(!own.crosses(&edge((0.0, 0.0), (1.9, 0.0))));
    assert!(!own.crosses(&edge((0.0, 0.0), (2.0, 0.0))));
    assert!(!own.crosses(&edge((2.0, 0.0), (2.0, 9.0))));
    assert!(!own.crosses(&Edge::point(Vec2::new(2.0, 0.0))));
}

#[test]
fn an_edge_is_cropped_to_its_chord() {
    let own = upright();
    // The center is 3 beside the edge and the radius 5: the chord is 4 up and down, but the edge
    // ends at 5.
    assert_eq!(
        own.cropped(Vec2::new(5.0, 2.0), 5.0),
        Some(edge((2.0, -2.0), (2.0, 5.0)))
    );
    assert_eq!(
        own.cropped(Vec2::new(-1.0, -1.0), 5.0),
        Some(edge((2.0, -3.0), (2.0, 3.0)))
    );
    assert_eq!(own.cropped(Vec2::ZERO, 100.0), Some(own));
    // The center is on the edge: the chord is 2 up and down.
    assert_eq!(
        own.cropped(Vec2::new(2.0, 1.0), 2.0),
        Some(edge((2.0, -1.0), (2.0, 3.0)))
    );
    assert_eq!(own.cropped(Vec2::new(5.0, 2.0), 2.9), None);
    // The line is near enough, but the edge is not.
    assert_eq!(own.cropped(Vec2::new(2.0, 9.0), 3.9), None);
    assert_eq!(own.cropped(Vec2::new(2.0, -9.0), 5.9), None);
}

#[test]
fn a_point_is_within_a_disc_or_not() {
    let point = Edge::point(Vec2::new(3.0, 4.0));
    assert_eq!(point.cropped(Vec2::ZERO, 5.0), Some(point));
    assert_eq!(point.cropped(Vec2::ZERO, 4.9), None);
}

proptest! {
    #[test]
    fn no_sampled_point_is_nearer_than_the_nearest(own in edges(20.0), point in vectors(30.0)) {
        let nearest = own.nearest(point);
        prop_assert!(distance(&own, nearest) < 1e-4);
        for sample in samples(own, 200) {
            prop_assert!(nearest.distance(point) <= sample.distance(point) + 1e-4);
        }
    }

    #[test]
    fn the_distance_of_two_edges_agrees_with_sampling(own in edges(20.0), other in edges(20.0)) {
        let count = 2_000;
        let sampled = samples(own, count)
            .map(|sample| distance(&other, sample))
            .fold(f32::INFINITY, f32::min);
        let found = own.distance_to(&other);
        let step = own.start.distance(own.end) / count as f32;
        prop_assert!(found <= sampled + 1e-4, "{found} > {sampled}");
        prop_assert!(found >= sampled - step - 1e-4, "{found} < {sampled}");
        prop_assert!((found - other.distance_to(&own)).abs() < 1e-5);
        prop_assert!(!own.crosses(&other) || found == 0.0);
        prop_assert_eq!(own.crosses(&other), other.crosses(&own));
    }

    #[test]
    fn a_cropped_edge_is_the_part_in_the_disc(
        own in edges(20.0),
        center in vectors(25.0),
        radius in 0.0_f32..30.0,
    ) {
        let cropped = own.cropped(center, radius);
        for sample in samples(own, 200) {
            let from_rim = sample.distance(center) - radius;
            let off_the_cropped = cropped.map_or(f32::INFINITY, |part| distance(&part, sample));
            if from_rim < -1e-3 {
                prop_assert!(off_the_cropped < 1e-3, "the chord lacks {sample}, which is in the disc");
            }
            if from_rim > 1e-3 {
                prop_assert!(off_the_cropped > 0.0, "the chord holds {sample}, which is not in the disc");
            }
        }
        if let Some(part) = cropped {
            for end in [part.start, part.end] {
                prop_assert!(end.distance(center) <= radius + 1e-3);
                prop_assert!(distance(&own, end) < 1e-3);
            }
            // The cropped edge has the same direction.
            prop_assert!((part.end - part.start).dot(own.end - own.start) >= -1e-3);
        }
    }
}
