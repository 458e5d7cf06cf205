//! Sliding against random circles, and what overlapping bodies give way.

use super::*;
use crate::kernel::circle::{Circle, cast_circle};
use crate::kernel::edge::Edge;
use crate::kernel::test_inputs::{close, headings, turned, vectors, wild_vectors};
use crate::kernel::vector::left;
use proptest::prelude::*;

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

/// Where a circle stops a body.
fn blocking_hit(
    circle: &Circle,
    from: Vec2,
    heading: Vec2,
    length: f32,
    radius: f32,
) -> Option<CastHit> {
    let center = Edge {
        start: circle.center,
        end: circle.center,
    };
    center.block(from, heading, length, circle.radius + radius)
}

/// The first of many circles that stops a body.
fn first_block(
    circles: &[Circle],
    from: Vec2,
    heading: Vec2,
    length: f32,
    radius: f32,
) -> Option<CastHit> {
    circles
        .iter()
        .filter_map(|circle| blocking_hit(circle, from, heading, length, radius))
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// The same by casting against every circle without regard to contact.
fn slide_among(circles: &[Circle], from: Vec2, displacement: Vec2, radius: f32) -> Moved {
    slide(from, displacement, displacement, |from, heading, length| {
        first_block(circles, from, heading, length, radius)
    })
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
    // 8 units in the last place of 1: 8 * 1.19e-7; of a million: 0.954.
    assert!((contact_gap(0.0, Vec2::new(0.2, -1.0)) - 9.537e-7).abs() < 1e-9);
    assert!((contact_gap(0.5, Vec2::new(-1e6, 0.0)) - 0.954_2).abs() < 1e-3);
}

#[test]
fn a_free_way_is_gone_to_its_end() {
    let moved = slide(
        Vec2::ONE,
        Vec2::new(3.0, 4.0),
        Vec2::new(6.0, 8.0),
        |_, _, _| None,
    );
    assert_eq!(
        moved,
        Moved {
            position: Vec2::new(4.0, 5.0),
            velocity: Vec2::new(6.0, 8.0)
        }
    );
}

#[test]
fn what_runs_into_a_wall_is_lost_and_the_rest_slides_along_it() {
    // A wall along x = 2: the body covers 2 of 4 to the right, then keeps its way up.
    let wall = |from: Vec2, heading: Vec2, length: f32| {
        let distance = (2.0 - from.x) / heading.x;
        (heading.x > 0.0 && distance <= length).then_some(CastHit {
            distance: distance.max(0.0),
            normal: Vec2::NEG_X,
        })
    };
    let moved = slide(Vec2::ZERO, Vec2::new(4.0, 3.0), Vec2::new(8.0, 6.0), wall);
    assert!(close(moved.position, Vec2::new(2.0, 3.0), 1e-5));
    assert!(close(moved.velocity, Vec2::new(0.0, 6.0), 1e-5));
}

#[test]
fn a_body_that_meets_a_wall_squarely_stops_there() {
    let moved = slide_among(
        &[circle(10.0, 0.0, 2.0)],
        Vec2::ZERO,
        Vec2::new(50.0, 0.0),
        0.5,
    );
    assert_eq!(
        moved,
        Moved {
            position: Vec2::new(7.5, 0.0),
            velocity: Vec2::ZERO
        }
    );
}

#[test]
fn a_body_in_a_crease_rests() {
    // Two circles side by side; the body comes down between them.
    let pair = [circle(-3.0, 0.0, 2.9), circle(3.0, 0.0, 2.9)];
    let first = slide_among(&pair, Vec2::new(0.0, 10.0), Vec2::new(0.3, -30.0), 0.5);
    // It touches both where its centre is 3.4 from each: sqrt(3.4^2 - 3^2) = 1.6 up.
    assert!(
        close(first.position, Vec2::new(0.0, 1.6), 2e-2),
        "{}",
        first.position
    );
    let second = slide_among(&pair, first.position, Vec2::new(0.3, -30.0), 0.5);
    assert!(
        close(second.position, first.position, 2e-2),
        "it trembles to {}",
        second.position
    );
}

#[test]
fn a_body_pressed_into_a_corner_does_not_climb_out_of_it() {
    // The floor y = 0 meets a slope of 30 degrees at x = 1; the body is pressed down and a little to the right.
    let slope = Vec2::new(-0.5, 0.75_f32.sqrt());
    let planes = [(Vec2::Y, Vec2::ZERO), (slope, Vec2::X)];
    let corner = |from: Vec2, heading: Vec2, length: f32| {
        planes
            .iter()
            .filter(|(normal, _)| heading.dot(*normal) < -1e-4)
            .map(|(normal, foot)| CastHit {
                distance: ((from - foot).dot(*normal) / -heading.dot(*normal)).max(0.0),
                normal: *normal,
            })
            .filter(|hit| hit.distance <= length)
            .min_by(|a, b| a.distance.total_cmp(&b.distance))
    };
    let press = Vec2::new(0.1, -1.0);
    let moved = slide(Vec2::new(0.95, 0.0), press, press, corner);
    assert!(close(moved.position, Vec2::X, 1e-5), "{}", moved.position);
}

#[test]
fn a_body_slides_round_a_circle_instead_of_sticking_to_it() {
    // In contact all the time, at every angle, pushed along the surface and a little into it.
    let obstacle = circle(3.0, -7.0, 4.0);
    let mut stuck = 0;
    for degrees in 0..360 {
        let normal = Vec2::from_angle((degrees as f32).to_radians());
        let from = obstacle.center + normal * 4.5;
        let push = left(normal) * 0.1 - normal * 0.02;
        let moved = slide_among(&[obstacle], from, push, 0.5);
        let along = (moved.position - from).dot(left(normal));
        stuck += u32::from(along < 0.09);
    }
    assert_eq!(stuck, 0, "of 360 angles");
}

#[test]
fn a_move_that_is_not_finite_goes_nowhere() {
    for wrong in [Vec2::NAN, Vec2::INFINITY, Vec2::new(0.0, f32::NEG_INFINITY)] {
        let moved = slide_among(&[circle(5.0, 0.0, 1.0)], Vec2::ONE, wrong, 0.5);
        assert_eq!(moved.position, Vec2::ONE);
    }
}

#[test]
fn the_lighter_of_two_yields_more() {
    // Masses 1 and 3: the lighter gives way by 3 / 4.
    assert_eq!(yield_share(1.0, 1.0 / 3.0), 0.75);
    assert_eq!(yield_share(1.0, 1.0), 0.5);
    assert_eq!(yield_share(1.0, 0.0), 1.0);
    assert_eq!(yield_share(0.0, 1.0), 0.0);
    assert_eq!(yield_share(0.0, 0.0), 0.0);
}

#[test]
fn a_body_gives_way_by_its_share_of_the_overlap() {
    // 3 apart where 5 are needed: half of 2, away from the other.
    let way = give_way(Vec2::new(0.0, 3.0), 5.0, 0.5, || Vec2::X);
    assert!(close(way, Vec2::new(0.0, -1.0), 1e-6));
    assert_eq!(
        give_way(Vec2::new(0.0, 5.0), 5.0, 0.5, || Vec2::X),
        Vec2::ZERO
    );
    assert_eq!(
        give_way(Vec2::ZERO, 5.0, 0.5, || Vec2::X),
        Vec2::new(2.5, 0.0)
    );
}

#[test]
fn a_body_that_is_pushed_back_does_not_keep_pushing() {
    // Pushed back by 0.1 in 0.1 s: it loses at most 1 of what it ran against that.
    let loses = |velocity: Vec2| yield_velocity(velocity, Vec2::new(-0.1, 0.0), 0.0, 0.1);
    assert!(close(loses(Vec2::new(3.0, 2.0)), Vec2::new(2.0, 2.0), 1e-5));
    assert!(close(loses(Vec2::new(0.4, 2.0)), Vec2::new(0.0, 2.0), 1e-5));
    assert_eq!(loses(Vec2::new(-3.0, 2.0)), Vec2::new(-3.0, 2.0));
    assert_eq!(yield_velocity(Vec2::ONE, Vec2::ZERO, 0.0, 0.1), Vec2::ONE);
    // Pressing on by half it keeps exp(-0.025 / 0.025) of the 1 that it would lose: it loses 0.63212.
    let presses = |presses_on: f32, tick: f32| {
        yield_velocity(Vec2::new(3.0, 2.0), Vec2::new(-tick, 0.0), presses_on, tick)
    };
    assert!(close(presses(0.5, 0.025), Vec2::new(2.367_88, 2.0), 1e-5));
    // By three quarters in three times that time.
    assert!(close(presses(0.75, 0.075), Vec2::new(2.367_88, 2.0), 1e-5));
    assert_eq!(presses(1.0, 0.025), Vec2::new(3.0, 2.0));
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
            circles.into_iter().filter(|circle| circle.signed_distance(from) >= keep_out).collect();
        let displacement = heading * (radii * radius);
        // Every leg is checked, not only the end.
        let mut legs = vec![from];
        let moved = slide(from, displacement, displacement, |from, heading, length| {
            legs.push(from);
            first_block(&circles, from, heading, length, keep_out)
        });
        legs.push(moved.position);
        for leg in legs.windows(2) {
            let (way, length) = direction_and_length(leg[1] - leg[0]).unwrap_or((Vec2::X, 0.0));
            for sample in 0..=100 {
                let point = leg[0] + way * (length * sample as f32 / 100.0);
                for circle in &circles {
                    let clearance = circle.signed_distance(point) - radius;
                    prop_assert!(clearance > 0.0, "{clearance} at {point}");
                }
            }
        }
        let went = moved.position.distance(from);
        prop_assert!(went <= displacement.length() * (1.0 + 1e-4) + 1e-4);
        // A move that sends nobody back.
        prop_assert!((moved.position - from).dot(displacement) >= -1e-3 * displacement.length());
        prop_assert!(moved.velocity.length() <= displacement.length() * (1.0 + 1e-4));
    }

    #[test]
    fn a_slide_whose_way_is_free_goes_all_of_it(
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
        prop_assert_eq!(moved, Moved { position: from + displacement, velocity: displacement });
    }

    #[test]
    fn a_hit_takes_from_the_velocity_only_what_runs_into_the_surface(
        start in headings(),
        aim in vectors(0.6),
        obstacle_radius in 0.5_f32..5.0,
        reach in 1.0_f32..3.0,
    ) {
        let obstacle = circle(0.0, 0.0, obstacle_radius);
        // From outside to somewhere inside, and on.
        let from = start * 7.0;
        let displacement = (aim * obstacle_radius - from) * reach;
        let (heading, length) = direction_and_length(displacement).unwrap();
        let normal = blocking_hit(&obstacle, from, heading, length, 0.5).unwrap().normal;
        let moved = slide_among(&[obstacle], from, displacement, 0.5);
        let expected = displacement - normal * displacement.dot(normal);
        prop_assert!(close(moved.velocity, expected, 1e-2), "{} {}", moved.velocity, expected);
    }

    #[test]
    fn two_that_give_way_just_touch(
        offset in vectors(1.0),
        clearance in 0.1_f32..2.0,
        own_mass in 0.1_f32..10.0,
        other_mass in 0.1_f32..10.0,
    ) {
        let own = yield_share(own_mass.recip(), other_mass.recip());
        let other = yield_share(other_mass.recip(), own_mass.recip());
        prop_assert!((own + other - 1.0).abs() < 1e-5);
        let own_way = give_way(offset, clearance, own, || Vec2::X);
        let other_way = give_way(-offset, clearance, other, || Vec2::NEG_X);
        let after = (offset + other_way - own_way).length();
        prop_assert!((after - clearance.max(offset.length())).abs() < 1e-4);
        // Momentum: the heavier moves less, in proportion.
        prop_assert!(close(own_way * own_mass, -other_way * other_mass, 1e-3));
    }

    #[test]
    fn giving_way_turns_with_the_scene(offset in vectors(1.0), angle in crate::kernel::test_inputs::angles()) {
        prop_assume!(offset.length() > 1e-3);
        let plain = give_way(offset, 1.0, 0.5, || Vec2::X);
        let other = give_way(turned(offset, angle), 1.0, 0.5, || Vec2::X);
        prop_assert!(close(turned(plain, angle), other, 1e-4));
    }

    #[test]
    fn yielding_never_speeds_up_nor_turns_round(
        velocity in vectors(10.0),
        correction in vectors(0.5),
        tick in 1e-3_f32..1.0,
        presses_on in 0.0_f32..1.0,
    ) {
        let yielded = yield_velocity(velocity, correction, presses_on, tick);
        prop_assert!(yielded.length() <= velocity.length() * (1.0 + 1e-5));
        prop_assert!(yielded.dot(velocity) >= -1e-4);
        prop_assert!((yielded - velocity).length() <= correction.length() / tick * (1.0 + 1e-4));
        prop_assert!((yielded - velocity).dot(correction) >= 0.0);
    }

    /// Who presses on ends up as fast at any tick.
    #[test]
    fn pressing_on_does_not_depend_on_the_tick(presses_on in 0.1_f32..0.95, push in 0.5_f32..5.0) {
        // Accelerated by `push`, and pushed back by as much as it moves, for two seconds.
        let ends = |rate: u32| {
            let tick = 1.0 / rate as f32;
            (0..2 * rate).fold(0.0, |speed: f32, _| {
                let moving = Vec2::new(speed + push * tick, 0.0);
                yield_velocity(moving, moving * -tick, presses_on, tick).x
            })
        };
        let reference = ends(4000);
        let steps = push * presses_on / (1.0 - presses_on) * 0.025;
        // One tick's acceleration apart at most.
        prop_assert!((ends(240) - reference).abs() <= push / 240.0, "{} {reference}", ends(240));
        prop_assert!((ends(60) - reference).abs() <= push / 60.0, "{} {reference}", ends(60));
        prop_assert!(presses_on > 0.9 || (reference - steps).abs() < 0.1 * steps + 1e-3, "{reference} {steps}");
    }

    #[test]
    fn every_answer_is_finite_at_every_scale(
        from in wild_vectors(),
        displacement in wild_vectors(),
        center in wild_vectors(),
        radius in 1e-3_f32..1e3,
    ) {
        let moved = slide_among(&[Circle { center, radius }], from, displacement, 0.5);
        prop_assert!(moved.position.is_finite() && moved.velocity.is_finite());
        prop_assert!(give_way(displacement, radius, 0.5, || Vec2::X).is_finite());
        prop_assert!(yield_velocity(from, displacement, 0.5, radius).is_finite());
    }
}
