use super::*;
use crate::test_inputs::{angles, close, turned, vectors};
use proptest::prelude::*;

const NIMBLE: MotionLimits = MotionLimits {
    max_speed: 5.0,
    max_force: 15.0,
    max_acceleration: 15.0,
    tick: 1.0 / 60.0,
};

fn contained(position: Vec2, velocity: Vec2) -> ContainedBody {
    ContainedBody {
        position,
        velocity,
        body_radius: 0.5,
        margin: 0.5,
        look_ahead: 1.0,
    }
}

fn square() -> Border {
    Border::rectangle(Vec2::ZERO, Vec2::splat(10.0)).unwrap()
}

#[test]
fn a_shape_without_an_inside_is_no_border() {
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30] {
        assert!(Border::circle(Vec2::ZERO, radius).is_none(), "{radius}");
        let half_size = Vec2::new(1.0, radius);
        assert!(
            Border::rectangle(Vec2::ZERO, half_size).is_none(),
            "{radius}"
        );
    }
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    assert!(Border::polygon(&corners).is_some());
    assert!(Border::polygon(&[corners[0], corners[2], corners[1], corners[3]]).is_none());
    // A bow tie with wings of different sizes.
    let bow_tie = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 2.0)].map(Vec2::from);
    assert!(Border::polygon(&bow_tie).is_none());
    assert!(Border::polygon(&corners[..2]).is_none());
    assert!(Border::polygon(&[]).is_none());
}

#[test]
fn the_velocity_loses_its_outward_part() {
    let force = |x: f32, velocity: Vec2| {
        square().containment(&contained(Vec2::new(x, 0.0), velocity), &NIMBLE, 1.0)
    };
    // The center may reach x = 9, so a look-ahead of 5 from 4 just fits.
    assert_eq!(force(3.9, Vec2::new(5.0, 0.0)), None);
    // From x = 6 the body may move for 0.6 s, so it loses 0.4 of 5, at a rate of 3 per second.
    assert!(close(
        force(6.0, Vec2::new(5.0, 0.0)).unwrap(),
        Vec2::new(-6.0, 0.0),
        1e-4
    ));
    // The body loses the same share of the outward velocity, and none of the tangential velocity.
    assert!(close(
        force(6.0, Vec2::new(5.0, 1.0)).unwrap(),
        Vec2::new(-6.0, 0.0),
        1e-4
    ));
    assert_eq!(force(9.0, Vec2::new(0.0, 5.0)), None);
}

#[test]
fn in_a_corner_both_borders_act() {
    let force = square().containment(
        &contained(Vec2::new(7.0, 8.0), Vec2::new(4.0, 4.0)),
        &NIMBLE,
        1.0,
    );
    // The upper side comes after 1 / 4 s and takes 3 / 4 of 4. The right side comes after 2 / 4 s
    // and takes 1 / 2 of 4. Both act at a rate of 3 per second.
    assert!(close(force.unwrap(), Vec2::new(-6.0, -9.0), 1e-4));
}

#[test]
fn in_the_margin_the_border_pushes_back() {
    // The body reaches to 9.7: 0.2 of the gap of 0.5 is missing, so 0.4 of the force.
    let force =
        |weight| square().containment(&contained(Vec2::new(9.2, 0.0), Vec2::ZERO), &NIMBLE, weight);
    assert!(close(force(1.0).unwrap(), Vec2::new(-6.0, 0.0), 1e-3));
    assert!(close(force(2.0).unwrap(), Vec2::new(-12.0, 0.0), 1e-3));
}

#[test]
fn a_corner_pushes_once_and_the_far_side_of_a_spike_does_not() {
    // A square with a thin spike from its upper side down to the center.
    let points = [
        (-9.0, -9.0),
        (9.0, -9.0),
        (9.0, 9.0),
        (0.2, 9.0),
        (0.0, 0.0),
        (-0.2, 9.0),
        (-9.0, 9.0),
    ];
    let border = Border::polygon(&points.map(Vec2::from)).unwrap();
    let force = |place| border.containment(&contained(place, Vec2::ZERO), &NIMBLE, 1.0);
    // 0.8 below the tip: 0.2 of the gap of 0.5 is missing.
    assert!(close(
        force(Vec2::new(0.0, -0.8)).unwrap(),
        Vec2::new(0.0, -6.0),
        1e-3
    ));
    // To the right of the spike, 0.8 from its near side. Its far side is near too, but adds no
    // force.
    let beside = force(Vec2::new(0.9, 4.5)).unwrap();
    assert!((beside.length() - 6.0).abs() < 0.1, "{beside}");
}

#[test]
fn outside_the_force_leads_to_the_nearest_point_inside() {
    let force = |place| {
        square()
            .containment(&contained(place, Vec2::ZERO), &NIMBLE, 1.0)
            .unwrap()
    };
    assert!(close(
        force(Vec2::new(13.0, 14.0)),
        Vec2::new(-9.0, -12.0),
        1e-3
    ));
    assert!(close(
        force(Vec2::new(3.0, -11.0)),
        Vec2::new(0.0, 15.0),
        1e-3
    ));
}

#[test]
fn an_inner_corner_beside_the_way_makes_no_force() {
    let notch = [
        (-9.0, -9.0),
        (9.0, -9.0),
        (9.0, 9.0),
        (0.0, 0.0),
        (-9.0, 9.0),
    ]
    .map(Vec2::from);
    let border = Border::polygon(&notch).unwrap();
    let force = |height: f32| {
        border.containment(
            &contained(Vec2::new(-3.0, height), Vec2::new(5.0, 0.0)),
            &NIMBLE,
            1.0,
        )
    };
    assert_eq!(force(-1.1), None);
    assert!(force(-0.5).unwrap().y < -0.1);
}

#[test]
fn a_region_too_small_for_the_body_holds_it_at_the_center() {
    let border = Border::circle(Vec2::ONE, 0.3).unwrap();
    let force = border.containment(&contained(Vec2::new(1.2, 1.0), Vec2::ZERO), &NIMBLE, 1.0);
    assert!(force.unwrap().x < 0.0);
    assert_eq!(
        border.containment(&contained(Vec2::ONE, Vec2::ZERO), &NIMBLE, 1.0),
        None
    );
}

#[test]
fn deep_inside_a_rectangle_the_border_makes_no_force() {
    // The center may reach 9, and the look-ahead takes 5, so 4 are left.
    for (x, is_deep) in [(3.99, true), (4.01, false), (9.0, false), (20.0, false)] {
        let contained = contained(Vec2::new(x, 0.0), Vec2::new(0.0, 5.0));
        assert_eq!(square().is_deep_inside(&contained), is_deep, "{x}");
    }
}

fn regions() -> impl Strategy<Value = Border> {
    let polygon = (
        proptest::collection::vec(2.0_f32..30.0, 3..9),
        vectors(50.0),
    )
        .prop_map(|(radii, center)| {
            let count = radii.len() as f32;
            let corner = |(number, radius): (usize, f32)| {
                center + Vec2::from_angle(core::f32::consts::TAU * number as f32 / count) * radius
            };
            let corners: Vec<Vec2> = radii.into_iter().enumerate().map(corner).collect();
            Border::polygon(&corners)
        });
    let circle =
        (vectors(50.0), 1.0_f32..30.0).prop_map(|(center, radius)| Border::circle(center, radius));
    let rectangle = (vectors(50.0), vectors(30.0))
        .prop_map(|(center, size)| Border::rectangle(center, size.abs()));
    prop_oneof![polygon, circle, rectangle].prop_filter_map("has no inside", |border| border)
}

proptest! {
    #[test]
    fn deep_inside_the_full_computation_makes_no_force(
        border in regions(),
        part in vectors(1.0),
        velocity in vectors(8.0),
        body_radius in 0.0_f32..2.0,
        margin in 0.0_f32..2.0,
        look_ahead in 0.0_f32..2.0,
    ) {
        let whole = border.core.grown(5.0);
        let position = (whole.min + whole.max) * 0.5 + part * (whole.max - whole.min);
        let contained = ContainedBody { position, velocity, body_radius, margin, look_ahead };
        if border.is_deep_inside(&contained) {
            prop_assert!(border.nearest(position).1 > 0.0);
            prop_assert_eq!(border.demand(&contained), None);
        }
    }

    #[test]
    fn a_circle_is_a_polygon_of_many_corners(place in vectors(9.0), velocity in vectors(5.0)) {
        prop_assume!(place.length() < 9.9);
        let corners: Vec<Vec2> =
            (0..720).map(|corner| Vec2::from_angle(corner as f32 * 0.5_f32.to_radians()) * 10.0).collect();
        let contained = contained(place, velocity);
        let round = Border::circle(Vec2::ZERO, 10.0).unwrap().containment(&contained, &NIMBLE, 1.0);
        let ring = Border::polygon(&corners).unwrap();
        let first = |border: &Border| {
            let (heading, speed) = direction_and_length(velocity)?;
            border.first_meeting(place, heading, speed, 1.0)
        };
        if let (Some(round), Some(many)) = (first(&Border::circle(Vec2::ZERO, 10.0).unwrap()), first(&ring))
            && place.length() < 8.5
        {
            prop_assert!((round.distance - many.distance).abs() < 0.05);
            prop_assert!(close(round.normal, many.normal, 0.02));
        }
        // There is no force exactly if the positions now and after the look-ahead are in the
        // allowed circle.
        let ends_inside = (place + velocity).length() <= 9.0 && place.length() <= 9.0;
        let is_clear = ((place + velocity).length() - 9.0).abs() > 1e-3 && (place.length() - 9.0).abs() > 1e-3;
        if is_clear {
            prop_assert_eq!(round.is_none(), ends_inside);
        }
    }

    #[test]
    fn containment_turns_with_the_scene(place in vectors(12.0), velocity in vectors(5.0), turn in angles()) {
        let corners = [(-9.0, -9.0), (9.0, -9.0), (9.0, 0.0), (0.0, 0.0), (0.0, 9.0), (-9.0, 9.0)].map(Vec2::from);
        let force = |angle: f32| {
            let border = Border::polygon(&corners.map(|corner| turned(corner, angle))).unwrap();
            let contained = contained(turned(place, angle), turned(velocity, angle));
            border.containment(&contained, &NIMBLE, 1.0).unwrap_or(Vec2::ZERO)
        };
        let (inward, inside) = Border::polygon(&corners).unwrap().nearest(place);
        // On the border, rounding decides.
        prop_assume!(inside.abs() > 1e-2 && inside < 9.0 && inward.is_finite());
        if inside > 0.0 {
            prop_assert!(close(turned(force(0.0), turn), force(turn), 0.5));
        }
    }
}
