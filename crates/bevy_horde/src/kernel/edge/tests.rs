//! Edges by arithmetic, against walking in small steps, and against sampling.

use super::*;
use crate::kernel::circle::cast_circle;
use crate::kernel::test_inputs::{
    angles, changed, close, distance_to_segment, edges, headings, mirrored, turned, vectors,
    wild_sizes, wild_vectors,
};
use proptest::prelude::*;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

/// From (2, -3) to (2, 5).
fn upright() -> Edge {
    edge((2.0, -3.0), (2.0, 5.0))
}

fn point_at(place: Vec2) -> Edge {
    Edge {
        start: place,
        end: place,
    }
}

fn distance(edge: &Edge, point: Vec2) -> f32 {
    distance_to_segment(point, edge.start, edge.end) as f32
}

/// The points of an edge at `count` equal steps.
fn samples(edge: Edge, count: u32) -> impl Iterator<Item = Vec2> {
    (0..=count).map(move |sample| edge.start.lerp(edge.end, sample as f32 / count as f32))
}

/// The first of many sample points along the way that is within `radius`, as a distance.
fn sampled_touch(
    edge: &Edge,
    from: Vec2,
    heading: Vec2,
    length: f32,
    radius: f32,
    step: f32,
) -> Option<f32> {
    (0..)
        .map(|sample| sample as f32 * step)
        .take_while(|along| *along <= length)
        .find(|along| distance(edge, from + heading * *along) <= radius)
}

#[test]
fn the_nearest_point_is_the_foot_or_an_end() {
    let nearest = |x: f32, y: f32| upright().nearest(Vec2::new(x, y));
    assert_eq!(nearest(7.0, 1.0), Vec2::new(2.0, 1.0));
    assert_eq!(nearest(-7.0, 4.5), Vec2::new(2.0, 4.5));
    assert_eq!(nearest(3.0, 6.0), Vec2::new(2.0, 5.0));
    assert_eq!(nearest(1.0, -20.0), Vec2::new(2.0, -3.0));
    assert_eq!(nearest(2.0, 0.0), Vec2::new(2.0, 0.0));
    let point = point_at(Vec2::ONE);
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
fn edges_are_ordered_by_their_coordinates_one_after_the_other() {
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
fn edges_that_cross_have_no_distance_and_others_that_of_their_nearest_points() {
    let own = upright();
    assert_eq!(own.distance_to(&edge((0.0, 0.0), (4.0, 1.0))), 0.0);
    // Side by side, 3 apart; end to end, 3-4-5.
    assert_eq!(own.distance_to(&edge((5.0, -9.0), (5.0, 9.0))), 3.0);
    assert_eq!(own.distance_to(&edge((5.0, 9.0), (5.0, 20.0))), 5.0);
    // An end 1.5 before the side, and one that lies on it.
    assert_eq!(own.distance_to(&edge((3.5, 0.0), (9.0, 2.0))), 1.5);
    assert_eq!(own.distance_to(&edge((2.0, 0.0), (9.0, 2.0))), 0.0);
    // On one line: 4 apart, and over each other.
    assert_eq!(own.distance_to(&edge((2.0, 9.0), (2.0, 12.0))), 4.0);
    assert_eq!(own.distance_to(&edge((2.0, 0.0), (2.0, 12.0))), 0.0);
    assert_eq!(own.distance_to(&own), 0.0);
    assert_eq!(own.distance_to(&point_at(Vec2::new(-1.0, 0.0))), 3.0);
}

#[test]
fn only_edges_that_pass_through_each_other_cross() {
    let own = upright();
    assert!(own.crosses(&edge((0.0, 0.0), (4.0, 1.0))));
    assert!(own.crosses(&edge((4.0, 1.0), (0.0, 0.0))));
    // Past an end, short of the edge, touching it with an end, along it, and a point on it.
    assert!(!own.crosses(&edge((0.0, 6.0), (4.0, 6.0))));
    assert!(!own.crosses(&edge((0.0, 0.0), (1.9, 0.0))));
    assert!(!own.crosses(&edge((0.0, 0.0), (2.0, 0.0))));
    assert!(!own.crosses(&edge((2.0, 0.0), (2.0, 9.0))));
    assert!(!own.crosses(&point_at(Vec2::new(2.0, 0.0))));
}

#[test]
fn an_edge_is_cropped_to_its_chord() {
    let own = upright();
    // 3 beside it with a radius of 5: 4 up and down, and up it ends at 5.
    assert_eq!(
        own.cropped(Vec2::new(5.0, 2.0), 5.0),
        Some(edge((2.0, -2.0), (2.0, 5.0)))
    );
    assert_eq!(
        own.cropped(Vec2::new(-1.0, -1.0), 5.0),
        Some(edge((2.0, -3.0), (2.0, 3.0)))
    );
    assert_eq!(own.cropped(Vec2::ZERO, 100.0), Some(own));
    // A chord in the middle: 2 up and down.
    assert_eq!(
        own.cropped(Vec2::new(2.0, 1.0), 2.0),
        Some(edge((2.0, -1.0), (2.0, 3.0)))
    );
    assert_eq!(own.cropped(Vec2::new(5.0, 2.0), 2.9), None);
    // Its line is near enough, the edge is not.
    assert_eq!(own.cropped(Vec2::new(2.0, 9.0), 3.9), None);
    assert_eq!(own.cropped(Vec2::new(2.0, -9.0), 5.9), None);
}

#[test]
fn a_point_is_within_a_disc_or_not() {
    let point = point_at(Vec2::new(3.0, 4.0));
    assert_eq!(point.cropped(Vec2::ZERO, 5.0), Some(point));
    assert_eq!(point.cropped(Vec2::ZERO, 4.9), None);
}

#[test]
fn a_cast_meets_the_side_of_an_edge_its_radius_earlier() {
    let cast = |from: (f32, f32), heading: Vec2, length: f32| {
        upright().cast(from.into(), heading, length, 0.5)
    };
    // Square: 2 - 0.5.
    let square = CastHit {
        distance: 1.5,
        normal: Vec2::NEG_X,
    };
    assert_eq!(cast((0.0, 1.0), Vec2::X, 9.0), Some(square));
    assert_eq!(cast((0.0, 1.0), Vec2::X, 1.5), Some(square));
    assert_eq!(cast((0.0, 1.0), Vec2::X, 1.499), None);
    let other_side = cast((5.0, 1.0), Vec2::NEG_X, 9.0).unwrap();
    assert_eq!((other_side.distance, other_side.normal), (2.5, Vec2::X));
    // Three across for every four up: 1.5 / 0.6.
    let slant = cast((0.0, 1.0), Vec2::new(0.6, 0.8), 9.0).unwrap();
    assert!((slant.distance - 2.5).abs() < 1e-5);
    assert_eq!(slant.normal, Vec2::NEG_X);
    // Away from it and along it.
    assert_eq!(cast((0.0, 1.0), Vec2::NEG_X, 9.0), None);
    assert_eq!(cast((1.4, -9.0), Vec2::Y, 99.0), None);
}

#[test]
fn a_cast_meets_the_end_of_an_edge_like_a_circle() {
    // The end (2, 5) is 0.3 below the way: the half chord of 0.5 is 0.4, and (-0.4, 0.3) / 0.5 the normal.
    let hit = upright()
        .cast(Vec2::new(0.0, 5.3), Vec2::X, 9.0, 0.5)
        .unwrap();
    assert!((hit.distance - 1.6).abs() < 1e-5);
    assert!(close(hit.normal, Vec2::new(-0.8, 0.6), 1e-5));
    // Along its own line, from beyond the end: 9 - 5 - 0.5.
    let hit = upright()
        .cast(Vec2::new(2.0, 9.0), Vec2::NEG_Y, 9.0, 0.5)
        .unwrap();
    assert_eq!((hit.distance, hit.normal), (3.5, Vec2::Y));
    // Past it by a hair.
    assert_eq!(
        upright().cast(Vec2::new(0.0, 5.501), Vec2::X, 9.0, 0.5),
        None
    );
}

#[test]
fn a_cast_from_contact_answers_the_way_out_and_from_the_edge_itself_the_way_it_came() {
    let cast = |x: f32, y: f32, heading: Vec2| {
        let hit = upright().cast(Vec2::new(x, y), heading, 9.0, 0.5).unwrap();
        assert_eq!(hit.distance, 0.0);
        hit.normal
    };
    // Wherever it heads.
    for heading in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        assert_eq!(cast(1.7, 1.0, heading), Vec2::NEG_X);
        assert_eq!(cast(2.5, 1.0, heading), Vec2::X);
        assert_eq!(cast(2.0, 5.2, heading), Vec2::Y);
    }
    assert_eq!(cast(2.0, 1.0, Vec2::new(0.6, 0.8)), Vec2::NEG_X);
    assert_eq!(cast(2.0, 1.0, Vec2::new(-0.6, 0.8)), Vec2::X);
    let from_the_point = point_at(Vec2::ONE).cast(Vec2::ONE, Vec2::Y, 9.0, 0.5);
    assert_eq!(from_the_point.unwrap().normal, Vec2::NEG_Y);
}

#[test]
fn a_body_is_stopped_where_it_touches() {
    // 10 - 2.5.
    let disc = point_at(Vec2::new(10.0, 0.0));
    let expected = CastHit {
        distance: 7.5,
        normal: Vec2::NEG_X,
    };
    assert_eq!(disc.block(Vec2::ZERO, Vec2::X, 100.0, 2.5), Some(expected));
    assert_eq!(disc.block(Vec2::ZERO, Vec2::X, 7.0, 2.5), None);
    // A wall: 2 - 0.5.
    let hit = upright().block(Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
    assert_eq!((hit.distance, hit.normal), (1.5, Vec2::NEG_X));
}

#[test]
fn a_body_in_contact_may_leave_and_go_along_but_not_enter() {
    for start in [2.5_f32, 2.4, 1.0] {
        let from = Vec2::new(start, 0.0);
        let disc = |heading: Vec2| point_at(Vec2::ZERO).block(from, heading, 10.0, 2.5);
        let wall = |heading: Vec2| edge((0.0, -9.0), (0.0, 9.0)).block(from, heading, 10.0, 2.5);
        let stopped = Some(CastHit {
            distance: 0.0,
            normal: Vec2::X,
        });
        for away in [Vec2::X, Vec2::Y, Vec2::NEG_Y, Vec2::new(0.6, -0.8)] {
            assert_eq!(disc(away), None);
            assert_eq!(wall(away), None);
        }
        for into in [Vec2::NEG_X, Vec2::new(-0.6, 0.8), Vec2::new(-0.01, 1.0)] {
            assert_eq!(disc(into), stopped);
            assert_eq!(wall(into), stopped);
        }
    }
    // Right on it no way leads further in.
    for heading in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        assert_eq!(
            upright().block(Vec2::new(2.0, 1.0), heading, 9.0, 0.5),
            None
        );
    }
}

#[test]
fn a_body_that_rounding_lifted_off_the_surface_still_goes_along_it() {
    // A heading that dips by less than a ten-thousandth runs along the surface; steeper, it runs into it.
    let wall = edge((-50.0, 0.0), (50.0, 0.0));
    let from = Vec2::new(-3.0, 0.5 * (1.0 + 2e-7));
    assert_eq!(wall.block(from, Vec2::new(1.0, -0.9e-4), 50.0, 0.5), None);
    let into = wall.block(from, Vec2::new(1.0, -1.2e-4), 50.0, 0.5);
    assert_eq!(into.map(|hit| hit.distance), Some(0.0));
}

#[test]
fn the_normal_of_an_edge_looks_against_the_heading() {
    for heading in [Vec2::X, Vec2::new(0.1, 0.9), Vec2::new(0.1, -0.9)] {
        assert_eq!(upright().normal_against(heading), Vec2::NEG_X);
        assert_eq!(upright().normal_against(-heading), Vec2::X);
        let heading = heading.normalize();
        assert_eq!(point_at(Vec2::ONE).normal_against(heading), -heading);
    }
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
    fn a_cropped_edge_is_what_lies_in_the_disc(
        own in edges(20.0),
        center in vectors(25.0),
        radius in 0.0_f32..30.0,
    ) {
        let cropped = own.cropped(center, radius);
        for sample in samples(own, 200) {
            let from_rim = sample.distance(center) - radius;
            let off_the_cropped = cropped.map_or(f32::INFINITY, |part| distance(&part, sample));
            if from_rim < -1e-3 {
                prop_assert!(off_the_cropped < 1e-3, "{sample} is in the disc and left out");
            }
            if from_rim > 1e-3 {
                prop_assert!(off_the_cropped > 0.0, "{sample} is not in the disc");
            }
        }
        if let Some(part) = cropped {
            for end in [part.start, part.end] {
                prop_assert!(end.distance(center) <= radius + 1e-3);
                prop_assert!(distance(&own, end) < 1e-3);
            }
            // It runs the same way.
            prop_assert!((part.end - part.start).dot(own.end - own.start) >= -1e-3);
        }
    }

    #[test]
    fn a_cast_agrees_with_walking_in_small_steps(
        own in edges(15.0),
        radius in 0.01_f32..5.0,
        from in vectors(20.0),
        heading in headings(),
        length in 0.0_f32..50.0,
    ) {
        let step = 0.02;
        let sampled = sampled_touch(&own, from, heading, length, radius, step);
        match own.cast(from, heading, length, radius) {
            Some(hit) => {
                prop_assert!((0.0..=length).contains(&hit.distance));
                prop_assert!((hit.normal.length() - 1.0).abs() < 1e-5);
                let touch = from + heading * hit.distance;
                let nearest = own.nearest(touch);
                if hit.distance > 0.0 {
                    prop_assert!((distance(&own, touch) - radius).abs() < 2e-3);
                    prop_assert!(close(hit.normal, (touch - nearest) / radius, 2e-3 / radius + 2e-3));
                    prop_assert!(hit.normal.dot(heading) < 1e-3);
                }
                // The samples may jump over a graze, whose half chord is shorter than a step.
                let shortest = (radius * radius - (radius - 1e-3).max(0.0).powi(2)).sqrt().max(step);
                if let Some(sampled) = sampled {
                    prop_assert!(sampled - hit.distance > -1e-2, "{sampled} {}", hit.distance);
                    prop_assert!(sampled - hit.distance <= shortest + step, "{sampled} {}", hit.distance);
                }
            }
            None => {
                // Rounding at the very edge apart, no sample is inside either.
                if let Some(sampled) = sampled {
                    let depth = radius - distance(&own, from + heading * sampled);
                    prop_assert!(depth < 1e-3 || length - sampled < 1e-3, "{depth} deep at {sampled}");
                }
            }
        }
    }

    #[test]
    fn a_clear_hit_is_never_missed(
        own in edges(15.0),
        part in 0.0_f32..=1.0,
        aside in vectors(0.7),
        radius in 0.01_f32..5.0,
        heading in headings(),
        length in 0.0_f32..30.0,
    ) {
        // It ends well within reach of some point of the edge.
        let end = own.start.lerp(own.end, part) + aside * radius;
        let from = end - heading * length;
        let hit = own.cast(from, heading, length, radius);
        prop_assert!(hit.is_some());
        prop_assert!(hit.unwrap().distance <= length);
    }

    #[test]
    fn a_body_outside_is_blocked_where_a_cast_hits(
        own in edges(15.0),
        radius in 0.01_f32..5.0,
        from in vectors(20.0),
        heading in headings(),
        length in 0.0_f32..50.0,
    ) {
        prop_assume!(distance(&own, from) > radius * 1.001);
        prop_assert_eq!(
            own.block(from, heading, length, radius),
            own.cast(from, heading, length, radius)
        );
    }

    #[test]
    fn a_body_inside_is_blocked_on_all_ways_that_lead_in_and_on_no_others(
        own in edges(15.0),
        part in 0.0_f32..=1.0,
        aside in vectors(0.7),
        radius in 0.1_f32..5.0,
        heading in headings(),
    ) {
        let from = own.start.lerp(own.end, part) + aside * radius;
        let outward = from - own.nearest(from);
        let into = -outward.dot(heading) / radius;
        prop_assume!((into - ALONG_SURFACE).abs() > 1e-5);
        let blocked = own.block(from, heading, 10.0, radius);
        prop_assert_eq!(blocked.is_some(), into > ALONG_SURFACE);
        if let Some(hit) = blocked {
            prop_assert_eq!(hit.distance, 0.0);
            prop_assert!(close(hit.normal, outward.normalize(), 1e-4));
        }
    }

    #[test]
    fn a_point_is_a_circle(
        center in vectors(15.0),
        radius in 0.0_f32..5.0,
        from in vectors(20.0),
        heading in headings(),
        length in 0.0_f32..50.0,
    ) {
        let own = point_at(center).cast(from, heading, length, radius);
        let circle = Circle { center, radius };
        let other = cast_circle(&circle, from, heading, length, 0.0);
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
            // A way nearly along the edge meets it where rounding says.
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
        // Away from contact, where rounding decides.
        prop_assume!((distance(&own, from) - radius).abs() > 1e-2);
        let plain = own.cast(from, heading, 30.0, radius);
        let moved = other.cast(change(from), change(heading), 30.0, radius);
        if let (Some(plain), Some(moved)) = (plain, moved) {
            let slack = 1e-2 / plain.normal.dot(heading).abs().max(0.05);
            prop_assert!((plain.distance - moved.distance).abs() < slack);
            // Where the edge itself is touched any of its two sides will do.
            let is_off_the_edge = distance(&own, from) > 1e-2;
            prop_assert!(!is_off_the_edge || close(change(plain.normal), moved.normal, slack / radius.min(1.0)));
        } else {
            let hit = plain.or(moved);
            let grazes = hit.is_none_or(|hit| hit.normal.dot(heading).abs() < 0.1 || hit.distance > 29.9);
            prop_assert!(grazes, "{plain:?} {moved:?}");
        }
    }

    #[test]
    fn every_answer_is_a_number_at_every_scale(
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

#[test]
fn coordinates_whose_squares_overflow_do_no_harm() {
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
