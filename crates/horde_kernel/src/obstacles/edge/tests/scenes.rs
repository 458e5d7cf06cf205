//! Checks edges in scenes that are turned, mirrored, reversed or scaled.

use super::*;

#[test]
fn overflowing_squares_do_no_harm() {
    for size in [1e19_f32, 1e30, 1e38] {
        let far = edge((size, -size), (-size, size));
        for from in [Vec2::ZERO, Vec2::ONE, Vec2::splat(size)] {
            assert!(far.nearest(from).is_finite());
            let here = upright();
            let nearest = here.nearest(Vec2::splat(size));
            assert!(distance(&here, nearest) < 1e-6, "{nearest}");
            for hit in [
                far.cast(from, Vec2::X, 100.0, 0.5),
                far.block(from, Vec2::X, 100.0, 0.5),
                here.cast(Vec2::splat(-size), Vec2::X, size, 0.5),
            ]
            .into_iter()
            .flatten()
            {
                assert!((0.0..=size).contains(&hit.distance) && hit.normal.is_finite());
            }
        }
    }
}

proptest! {
    #[test]
    fn a_point_is_a_circle(
        center in vectors(15.0),
        radius in 0.0_f32..5.0,
        from in vectors(20.0),
        heading in headings(),
        length in 0.0_f32..50.0,
    ) {
        let own = Edge::point(center).cast(from, heading, length, radius);
        let other = Circle { center, radius }.cast(from, heading, length);
        prop_assert_eq!(own.is_some(), other.is_some());
        if let (Some(own), Some(other)) = (own, other) {
            prop_assert!((own.distance - other.distance).abs() < 1e-5);
            prop_assert!(close(own.normal, other.normal, 1e-4));
        }
    }

    #[test]
    fn both_directions_of_an_edge_are_the_same_edge(
        own in edges(15.0),
        radius in 0.01_f32..5.0,
        from in vectors(20.0),
        heading in headings(),
    ) {
        let back = Edge { start: own.end, end: own.start };
        prop_assert!(close(own.nearest(from), back.nearest(from), 1e-4));
        let (plain, other) = (own.cast(from, heading, 50.0, radius), back.cast(from, heading, 50.0, radius));
        if let (Some(plain), Some(other)) = (plain, other) {
            // A way nearly along the edge has an uncertain contact.
            prop_assert!((plain.distance - other.distance).abs() < 2e-2);
        } else {
            let hit = plain.or(other);
            let grazes = hit.is_none_or(|hit| hit.normal.dot(heading).abs() < 0.05 || hit.distance > 49.9);
            prop_assert!(grazes);
        }
    }

    #[test]
    fn everything_turns_and_mirrors_with_the_scene(
        own in edges(15.0),
        radius in 0.1_f32..3.0,
        from in vectors(20.0),
        heading in headings(),
        angle in angles(),
        in_a_mirror in any::<bool>(),
    ) {
        let change = |vector: Vec2| if in_a_mirror { mirrored(vector) } else { turned(vector, angle) };
        let other = changed(&own, change);
        prop_assert!(close(change(own.nearest(from)), other.nearest(change(from)), 1e-3));
        // Exclude contact, where rounding decides.
        prop_assume!((distance(&own, from) - radius).abs() > 1e-2);
        let plain = own.cast(from, heading, 30.0, radius);
        let moved = other.cast(change(from), change(heading), 30.0, radius);
        if let (Some(plain), Some(moved)) = (plain, moved) {
            let slack = 1e-2 / plain.normal.dot(heading).abs().max(0.05);
            prop_assert!((plain.distance - moved.distance).abs() < slack);
            // On the edge itself, either side is correct.
            let is_off_the_edge = distance(&own, from) > 1e-2;
            prop_assert!(!is_off_the_edge || close(change(plain.normal), moved.normal, slack / radius.min(1.0)));
        } else {
            let hit = plain.or(moved);
            let grazes = hit.is_none_or(|hit| hit.normal.dot(heading).abs() < 0.1 || hit.distance > 29.9);
            prop_assert!(grazes, "{plain:?} {moved:?}");
        }
    }

    #[test]
    fn every_result_is_finite_at_every_scale(
        (start, end) in (wild_vectors(), wild_vectors()),
        (other_start, other_end) in (wild_vectors(), wild_vectors()),
        from in wild_vectors(),
        heading in headings(),
        length in wild_sizes(),
        radius in wild_sizes(),
    ) {
        let (own, other) = (Edge { start, end }, Edge { start: other_start, end: other_end });
        prop_assert!(own.nearest(from).is_finite());
        prop_assert!(own.distance_to(&other).is_finite());
        let cropped = own.cropped(from, radius);
        prop_assert!(cropped.is_none_or(|part| part.start.is_finite() && part.end.is_finite()));
        for hit in [own.cast(from, heading, length, radius), own.block(from, heading, length, radius)]
            .into_iter()
            .flatten()
        {
            prop_assert!((0.0..=length).contains(&hit.distance));
            prop_assert!((hit.normal.length() - 1.0).abs() < 1e-4);
        }
    }
}
