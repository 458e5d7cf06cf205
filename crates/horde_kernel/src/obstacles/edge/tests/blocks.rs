//! Checks blocks: where an edge stops a body, and the directions that are free in contact.

use super::*;

#[test]
fn a_body_is_stopped_where_it_touches() {
    // The body stops at 10 - 2.5.
    let disc = Edge::point(Vec2::new(10.0, 0.0));
    let expected = CastHit {
        distance: 7.5,
        normal: Vec2::NEG_X,
    };
    assert_eq!(disc.block(Vec2::ZERO, Vec2::X, 100.0, 2.5), Some(expected));
    assert_eq!(disc.block(Vec2::ZERO, Vec2::X, 7.0, 2.5), None);
    // At a wall, the body stops at 2 - 0.5.
    let hit = upright().block(Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
    assert_eq!((hit.distance, hit.normal), (1.5, Vec2::NEG_X));
}

#[test]
fn a_body_in_contact_may_leave_and_slide_but_not_enter() {
    for start in [2.5_f32, 2.4, 1.0] {
        let from = Vec2::new(start, 0.0);
        let disc = |heading: Vec2| Edge::point(Vec2::ZERO).block(from, heading, 10.0, 2.5);
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
    // Exactly on the edge, no direction leads further in.
    for heading in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        assert_eq!(
            upright().block(Vec2::new(2.0, 1.0), heading, 9.0, 0.5),
            None
        );
    }
}

#[test]
fn a_body_lifted_by_rounding_still_slides() {
    // A heading that dips by less than a ten-thousandth is along the surface; a steeper one is
    // blocked.
    let wall = edge((-50.0, 0.0), (50.0, 0.0));
    let from = Vec2::new(-3.0, 0.5 * (1.0 + 2e-7));
    assert_eq!(wall.block(from, Vec2::new(1.0, -0.9e-4), 50.0, 0.5), None);
    let into = wall.block(from, Vec2::new(1.0, -1.2e-4), 50.0, 0.5);
    assert_eq!(into.map(|hit| hit.distance), Some(0.0));
}

proptest! {
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
    fn a_body_inside_is_blocked_exactly_on_inward_ways(
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
            // Near the edge the rounding of the position turns the direction.
            let rounding = 4e-6 / outward.length();
            prop_assert!(close(hit.normal, outward.normalize(), rounding.max(1e-4)));
        }
    }
}
