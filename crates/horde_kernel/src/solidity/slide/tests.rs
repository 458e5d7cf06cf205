//! Checks slides by arithmetic and among random circles.

use super::*;
use crate::math::vector::{direction_and_length, left};
use crate::obstacles::circle::Circle;
use crate::obstacles::outline::Outline;
use crate::test_inputs::{cast_circle, close, headings, signed_distance, vectors, wild_vectors};
use proptest::prelude::*;

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

/// The contact of a body with a circle.
fn blocking_hit(
    circle: &Circle,
    from: DVec2,
    heading: DVec2,
    length: f64,
    radius: f32,
) -> Option<SweepHit> {
    Outline::disc(circle.center, circle.radius).sweep(from, heading, length, radius.into(), 1e-6)
}

/// The first contact of a body with many circles.
fn first_block(
    circles: &[Circle],
    from: DVec2,
    heading: DVec2,
    length: f64,
    radius: f32,
) -> Option<SweepHit> {
    circles
        .iter()
        .filter_map(|circle| blocking_hit(circle, from, heading, length, radius))
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// The result of a slide among circles.
fn slide_among(circles: &[Circle], from: Vec2, displacement: Vec2, radius: f32) -> Moved {
    let displacement = displacement.as_dvec2();
    slide(
        from.as_dvec2(),
        displacement,
        displacement,
        |from, heading, length| first_block(circles, from, heading, length, radius),
    )
}

fn circles(most: usize) -> impl Strategy<Value = Vec<Circle>> {
    prop::collection::vec(
        (vectors(20.0), 0.2_f32..5.0).prop_map(|(center, radius)| Circle { center, radius }),
        1..most,
    )
}

#[test]
fn the_contact_gap_is_a_thousandth_of_the_body_and_grows_with_the_coordinates() {
    assert!((contact_gap(0.5, Vec2::ZERO) - 5e-4).abs() < 1e-8);
    // 4 units in the last place of 1: 4 * 1.19e-7; of a million: 0.477.
    assert!((contact_gap(0.0, Vec2::new(0.2, -1.0)) - 4.768e-7).abs() < 1e-9);
    assert!((contact_gap(0.5, Vec2::new(-1e6, 0.0)) - 0.477_3).abs() < 1e-3);
}

#[test]
fn a_free_move_is_completed() {
    let moved = slide(
        DVec2::ONE,
        DVec2::new(3.0, 4.0),
        DVec2::new(6.0, 8.0),
        |_, _, _| None,
    );
    assert_eq!(
        moved,
        Moved {
            position: DVec2::new(4.0, 5.0),
            velocity: DVec2::new(6.0, 8.0),
            has_touched: false
        }
    );
}

#[test]
fn a_wall_removes_the_normal_part_and_the_rest_slides() {
    // A wall along x = 2: the body covers 2 of 4 to the right, then keeps its upward motion.
    let wall = |from: DVec2, heading: DVec2, length: f64| {
        let distance = (2.0 - from.x) / heading.x;
        (heading.x > 0.0 && distance <= length).then_some(SweepHit {
            distance: distance.max(0.0),
            normal: DVec2::NEG_X,
        })
    };
    let (way, velocity) = (DVec2::new(4.0, 3.0), DVec2::new(8.0, 6.0));
    let moved = slide(DVec2::ZERO, way, velocity, wall);
    assert!(moved.position.distance(DVec2::new(2.0, 3.0)) < 1e-12);
    assert!(moved.velocity.distance(DVec2::new(0.0, 6.0)) < 1e-12);
    assert!(moved.has_touched);
}

#[test]
fn a_body_that_meets_a_wall_head_on_stops() {
    let moved = slide_among(
        &[circle(10.0, 0.0, 2.0)],
        Vec2::ZERO,
        Vec2::new(50.0, 0.0),
        0.5,
    );
    assert_eq!(
        moved,
        Moved {
            position: DVec2::new(7.5, 0.0),
            velocity: DVec2::ZERO,
            has_touched: true
        }
    );
}

#[test]
fn a_body_in_a_crease_rests() {
    // Two circles side by side; the body moves down between them.
    let pair = [circle(-3.0, 0.0, 2.9), circle(3.0, 0.0, 2.9)];
    let first = slide_among(&pair, Vec2::new(0.0, 10.0), Vec2::new(0.3, -30.0), 0.5);
    // The body touches both where its center is 3.4 from each: sqrt(3.4^2 - 3^2) = 1.6 up.
    assert!(
        close(first.position.as_vec2(), Vec2::new(0.0, 1.6), 2e-2),
        "{}",
        first.position
    );
    let resting = first.position.as_vec2();
    let second = slide_among(&pair, resting, Vec2::new(0.3, -30.0), 0.5);
    assert!(
        close(second.position.as_vec2(), resting, 2e-2),
        "the body jitters to {}",
        second.position
    );
}

#[test]
fn a_body_pressed_into_a_corner_does_not_climb_out_of_it() {
    // The floor y = 0 meets a slope of 30 degrees at x = 1. The push is down and slightly to the
    // right.
    let slope = DVec2::new(-0.5, 0.75_f64.sqrt());
    let planes = [(DVec2::Y, DVec2::ZERO), (slope, DVec2::X)];
    let corner = |from: DVec2, heading: DVec2, length: f64| {
        planes
            .iter()
            .filter(|(normal, _)| heading.dot(*normal) < -1e-12)
            .map(|(normal, foot)| SweepHit {
                distance: ((from - foot).dot(*normal) / -heading.dot(*normal)).max(0.0),
                normal: *normal,
            })
            .filter(|hit| hit.distance <= length)
            .min_by(|a, b| a.distance.total_cmp(&b.distance))
    };
    let press = DVec2::new(0.1, -1.0);
    let moved = slide(DVec2::new(0.95, 0.0), press, press, corner);
    assert!(
        moved.position.distance(DVec2::X) < 1e-12,
        "{}",
        moved.position
    );
}

#[test]
fn a_body_slides_around_a_circle_without_sticking() {
    // Always in contact, at every angle. The push is along the surface and slightly into it.
    let obstacle = circle(3.0, -7.0, 4.0);
    let mut stuck = 0;
    for degrees in 0..360 {
        let normal = Vec2::from_angle((degrees as f32).to_radians());
        let from = obstacle.center + normal * 4.5;
        let push = left(normal) * 0.1 - normal * 0.02;
        let moved = slide_among(&[obstacle], from, push, 0.5);
        let along = (moved.position.as_vec2() - from).dot(left(normal));
        stuck += u32::from(along < 0.09);
    }
    assert_eq!(stuck, 0, "of 360 angles");
}

#[test]
fn a_move_that_is_not_finite_is_ignored() {
    for wrong in [Vec2::NAN, Vec2::INFINITY, Vec2::new(0.0, f32::NEG_INFINITY)] {
        let moved = slide_among(&[circle(5.0, 0.0, 1.0)], Vec2::ONE, wrong, 0.5);
        assert_eq!(moved.position, DVec2::ONE);
    }
}

proptest! {
    #[test]
    fn a_slide_never_ends_inside_and_never_tunnels(
        circles in circles(12),
        from in vectors(25.0),
        heading in headings(),
        radii in 0.0_f32..100.0,
        radius in 0.1_f32..1.0,
    ) {
        let gap = contact_gap(radius, Vec2::splat(130.0));
        let keep_out = radius + gap;
        let circles: Vec<Circle> =
            circles.into_iter().filter(|circle| signed_distance(circle, from) >= keep_out).collect();
        let displacement = heading * (radii * radius);
        // Every leg is checked, not only the end.
        let mut legs = vec![from];
        let way = displacement.as_dvec2();
        let moved = slide(from.as_dvec2(), way, way, |from, heading, length| {
            legs.push(from.as_vec2());
            first_block(&circles, from, heading, length, keep_out)
        });
        legs.push(moved.position.as_vec2());
        for leg in legs.windows(2) {
            let (way, length) = direction_and_length(leg[1] - leg[0]).unwrap_or((Vec2::X, 0.0));
            for sample in 0..=100 {
                let point = leg[0] + way * (length * sample as f32 / 100.0);
                for circle in &circles {
                    let clearance = signed_distance(circle, point) - radius;
                    prop_assert!(clearance > 0.0, "{clearance} at {point}");
                }
            }
        }
        let went = moved.position.as_vec2().distance(from);
        prop_assert!(went <= displacement.length() * (1.0 + 1e-4) + 1e-4);
        // The body never goes back.
        prop_assert!((moved.position.as_vec2() - from).dot(displacement) >= -1e-3 * displacement.length());
        prop_assert!(moved.velocity.length() <= way.length() * (1.0 + 1e-12));
    }

    #[test]
    fn a_slide_on_a_free_way_covers_it_all(
        circles in circles(6),
        from in vectors(25.0),
        displacement in vectors(20.0),
    ) {
        let radius = 0.5;
        let (heading, length) = direction_and_length(displacement).unwrap();
        let circles: Vec<Circle> = circles
            .into_iter()
            .filter(|circle| cast_circle(circle, from, heading, length, radius).is_none())
            .collect();
        let moved = slide_among(&circles, from, displacement, radius);
        let way = displacement.as_dvec2();
        let expected = Moved { position: from.as_dvec2() + way, velocity: way, has_touched: false };
        prop_assert_eq!(moved, expected);
    }

    #[test]
    fn a_hit_removes_only_the_velocity_into_the_surface(
        start in headings(),
        aim in vectors(0.6),
        obstacle_radius in 0.5_f32..5.0,
        reach in 1.0_f32..3.0,
    ) {
        let obstacle = circle(0.0, 0.0, obstacle_radius);
        // From outside to somewhere inside, and beyond.
        let from = start * 7.0;
        let displacement = (aim * obstacle_radius - from) * reach;
        let way = displacement.as_dvec2();
        let (heading, length) = direction_and_length_exactly(way).unwrap();
        let normal = blocking_hit(&obstacle, from.as_dvec2(), heading, length, 0.5).unwrap().normal;
        let moved = slide_among(&[obstacle], from, displacement, 0.5);
        let expected = way - normal * way.dot(normal);
        prop_assert!(moved.velocity.distance(expected) < 1e-2, "{} {}", moved.velocity, expected);
    }

    #[test]
    fn every_result_is_finite_at_every_scale(
        from in wild_vectors(),
        displacement in wild_vectors(),
        center in wild_vectors(),
        radius in 1e-3_f32..1e3,
    ) {
        let moved = slide_among(&[Circle { center, radius }], from, displacement, 0.5);
        prop_assert!(moved.position.is_finite() && moved.velocity.is_finite());
    }
}
