//! Checks casts: when a moving circle meets an edge.

use super::*;

/// The distance to the first of many sample points along the way within `radius`.
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
fn a_cast_meets_the_side_of_an_edge_its_radius_earlier() {
    let cast = |from: (f32, f32), heading: Vec2, length: f32| {
        upright().cast(from.into(), heading, length, 0.5)
    };
    // Perpendicular: 2 - 0.5.
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
    // Away from the edge, and along it.
    assert_eq!(cast((0.0, 1.0), Vec2::NEG_X, 9.0), None);
    assert_eq!(cast((1.4, -9.0), Vec2::Y, 99.0), None);
}

#[test]
fn a_cast_meets_the_end_of_an_edge_like_a_circle() {
    // The end (2, 5) is 0.3 below the way. Half the chord is 0.4, and the normal is (-0.4, 0.3) /
    // 0.5.
    let hit = upright()
        .cast(Vec2::new(0.0, 5.3), Vec2::X, 9.0, 0.5)
        .unwrap();
    assert!((hit.distance - 1.6).abs() < 1e-5);
    assert!(close(hit.normal, Vec2::new(-0.8, 0.6), 1e-5));
    // Along the line of the edge, from beyond its end: 9 - 5 - 0.5.
    let hit = upright()
        .cast(Vec2::new(2.0, 9.0), Vec2::NEG_Y, 9.0, 0.5)
        .unwrap();
    assert_eq!((hit.distance, hit.normal), (3.5, Vec2::Y));
    // A narrow miss.
    assert_eq!(
        upright().cast(Vec2::new(0.0, 5.501), Vec2::X, 9.0, 0.5),
        None
    );
}

#[test]
fn a_cast_from_contact_returns_the_way_out_and_on_the_edge_the_way_back() {
    let cast = |x: f32, y: f32, heading: Vec2| {
        let hit = upright().cast(Vec2::new(x, y), heading, 9.0, 0.5).unwrap();
        assert_eq!(hit.distance, 0.0);
        hit.normal
    };
    // The normal is the same for every heading.
    for heading in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        assert_eq!(cast(1.7, 1.0, heading), Vec2::NEG_X);
        assert_eq!(cast(2.5, 1.0, heading), Vec2::X);
        assert_eq!(cast(2.0, 5.2, heading), Vec2::Y);
    }
    assert_eq!(cast(2.0, 1.0, Vec2::new(0.6, 0.8)), Vec2::NEG_X);
    assert_eq!(cast(2.0, 1.0, Vec2::new(-0.6, 0.8)), Vec2::X);
    let from_the_point = Edge::point(Vec2::ONE).cast(Vec2::ONE, Vec2::Y, 9.0, 0.5);
    assert_eq!(from_the_point.unwrap().normal, Vec2::NEG_Y);
}

#[test]
fn the_normal_of_an_edge_faces_against_the_heading() {
    for heading in [Vec2::X, Vec2::new(0.1, 0.9), Vec2::new(0.1, -0.9)] {
        assert_eq!(upright().normal_against(heading), Vec2::NEG_X);
        assert_eq!(upright().normal_against(-heading), Vec2::X);
        let heading = heading.normalize();
        assert_eq!(Edge::point(Vec2::ONE).normal_against(heading), -heading);
    }
}

proptest! {
    #[test]
    fn a_cast_agrees_with_small_steps(
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
                // The samples may skip a graze, because its half chord is shorter than a step.
                let shortest = (radius * radius - (radius - 1e-3).max(0.0).powi(2)).sqrt().max(step);
                if let Some(sampled) = sampled {
                    prop_assert!(sampled - hit.distance > -1e-2, "{sampled} {}", hit.distance);
                    prop_assert!(sampled - hit.distance <= shortest + step, "{sampled} {}", hit.distance);
                }
            }
            None => {
                // Apart from rounding at the edge, no sample is inside either.
                if let Some(sampled) = sampled {
                    let depth = radius - distance(&own, from + heading * sampled);
                    prop_assert!(depth < 1e-3 || length - sampled < 1e-3, "sample {sampled} is {depth} deep");
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
        // The cast ends well within reach of a point of the edge.
        let end = own.start.lerp(own.end, part) + aside * radius;
        let from = end - heading * length;
        let hit = own.cast(from, heading, length, radius);
        prop_assert!(hit.is_some());
        prop_assert!(hit.unwrap().distance <= length);
    }
}
