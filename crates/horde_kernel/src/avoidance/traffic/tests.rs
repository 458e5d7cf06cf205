use super::*;
use crate::math::lanes::VectorLanes;
use crate::test_inputs::{headings, mirrored, vectors, wild_sizes, wild_vectors};
use glam::Vec2;
use proptest::prelude::*;
use pulp::Scalar;

fn preferred_velocity(velocity: Vec2) -> PreferredVelocity<Scalar> {
    let velocity = Vec2Lanes::from_scalar(velocity);
    let (direction, _, has_direction) = velocity.direction_and_length();
    PreferredVelocity {
        velocity,
        direction: has_direction.or_zero_vectors(direction),
    }
}

fn pressure(preferred: Vec2, theirs: Vec2, toward: Vec2, traffic: f32, passing_side: Side) -> f32 {
    let (own, theirs) = (preferred_velocity(preferred), preferred_velocity(theirs));
    super::pressure(
        &own,
        &theirs,
        Vec2Lanes::from_scalar(toward),
        F32Lanes::from_scalar(traffic),
        passing_side,
    )
    .to_scalar()
}

fn jam(traffic: f32) -> f32 {
    super::jam(F32Lanes::from_scalar(traffic)).to_scalar()
}

fn oncoming(preferred: Vec2, theirs: Vec2, offset: Vec2, range: f32) -> f32 {
    let (own, theirs) = (preferred_velocity(preferred), preferred_velocity(theirs));
    let (toward, distance, has_direction) = Vec2Lanes::from_scalar(offset).direction_and_length();
    let toward = has_direction.or_zero_vectors(toward);
    super::oncoming(
        &own,
        &theirs,
        toward,
        distance,
        F32Lanes::from_scalar(range),
    )
    .to_scalar()
}

#[test]
fn traffic_counts_by_where_it_wants_to_go_and_where_it_is() {
    // At half the range, straight ahead: 4 * 0.5, in full.
    let ahead = |theirs: Vec2| oncoming(Vec2::X * 3.0, theirs, Vec2::new(5.0, 0.0), 10.0);
    assert_eq!(ahead(Vec2::NEG_X), 1.0);
    assert_eq!(ahead(Vec2::X), 0.0);
    assert_eq!(ahead(Vec2::Y), 0.5);
    assert_eq!(ahead(Vec2::ZERO), 0.5);
    // An eighth of the range is left: 4 * 0.125.
    assert_eq!(
        oncoming(Vec2::X, Vec2::NEG_X, Vec2::new(8.75, 0.0), 10.0),
        0.5
    );
    assert_eq!(
        oncoming(Vec2::X, Vec2::NEG_X, Vec2::new(10.0, 0.0), 10.0),
        0.0
    );
    assert_eq!(
        oncoming(Vec2::X, Vec2::NEG_X, Vec2::new(0.0, 5.0), 10.0),
        0.0
    );
    assert_eq!(
        oncoming(Vec2::X, Vec2::NEG_X, Vec2::new(-5.0, 0.0), 10.0),
        0.0
    );
    assert_eq!(
        oncoming(Vec2::ZERO, Vec2::NEG_X, Vec2::new(5.0, 0.0), 10.0),
        0.0
    );
}

#[test]
fn the_stronger_agent_presses_and_a_jam_turns() {
    let right = Side::Right;
    // Head-on: 3 against 1, in full.
    assert_eq!(
        pressure(Vec2::X * 3.0, Vec2::NEG_X, Vec2::X, 0.0, right),
        2.0
    );
    // A standing body counts half: 0.5 * 3.
    assert_eq!(
        pressure(Vec2::X * 3.0, Vec2::ZERO, Vec2::X, 0.0, right),
        1.5
    );
    assert_eq!(
        pressure(Vec2::ZERO, Vec2::X * 3.0, Vec2::NEG_X, 0.0, right),
        -1.5
    );
    // A body that goes the same way is not pressed.
    assert_eq!(pressure(Vec2::X * 3.0, Vec2::X, Vec2::X, 0.0, right), 0.0);
    // In a jam it is pressed, 3.5 times as hard to the right as ahead.
    assert_eq!(pressure(Vec2::X, Vec2::X, Vec2::NEG_Y, 1.0, right), 3.5);
    assert_eq!(pressure(Vec2::X, Vec2::X, Vec2::Y, 1.0, right), -3.5);
    assert_eq!(pressure(Vec2::X, Vec2::X, Vec2::Y, 1.0, Side::Left), 3.5);
}

#[test]
fn streams_that_cross_are_no_jam() {
    assert_eq!(jam(0.5), 0.0);
    assert_eq!(jam(0.75), 0.5);
    assert_eq!(jam(1.0), 1.0);
}

#[test]
fn one_body_is_no_traffic_and_two_are() {
    let amount = |counts: &[f32]| {
        let mut traffic = Traffic::none(Scalar);
        for counts in counts {
            traffic.add(F32Lanes::from_scalar(*counts));
        }
        traffic.amount().to_scalar()
    };
    assert_eq!(amount(&[]), 0.0);
    assert_eq!(amount(&[1.0]), 0.0);
    // Eight times the second largest, at most the largest, in any order.
    assert_eq!(amount(&[1.0, 0.0625]), 0.5);
    assert_eq!(amount(&[0.0625, 1.0]), 0.5);
    assert_eq!(amount(&[0.75, 0.5]), 0.75);
    assert_eq!(amount(&[0.5, 0.25, 0.75, 0.125]), 0.75);
}

#[test]
fn in_some_traffic_a_body_presses_some_to_the_hand() {
    // In a quarter of traffic 3.5 * 0.25 to the right, and half of it against a standing body.
    let presses = |toward: Vec2| pressure(Vec2::X, Vec2::ZERO, toward, 0.25, Side::Right);
    assert_eq!(presses(Vec2::NEG_Y), 0.4375);
    assert_eq!(presses(Vec2::Y), 0.0);
    // Without traffic nothing.
    assert_eq!(
        pressure(Vec2::X, Vec2::ZERO, Vec2::NEG_Y, 0.0, Side::Right),
        0.0
    );
}

#[test]
fn in_half_a_jam_bodies_with_the_same_way_press_by_half() {
    // Three quarters of traffic are half a jam: 3.5 * 0.75 to the right, times 0.5.
    let presses = pressure(Vec2::X, Vec2::X, Vec2::NEG_Y, 0.75, Side::Right);
    assert_eq!(presses, 1.3125);
    // At half of the traffic there is no jam.
    assert_eq!(
        pressure(Vec2::X, Vec2::X, Vec2::NEG_Y, 0.5, Side::Right),
        0.0
    );
}

#[test]
fn a_jam_adds_nothing_to_head_on_pressure() {
    // 3 against 1, in full, in any traffic: the passing side is across.
    for traffic in [0.0, 0.75, 1.0] {
        let presses = pressure(Vec2::X * 3.0, Vec2::NEG_X, Vec2::X, traffic, Side::Right);
        assert_eq!(presses, 2.0, "{traffic}");
    }
}

#[test]
fn less_than_half_of_the_traffic_is_no_jam_at_all() {
    assert_eq!([jam(0.0), jam(0.25)], [0.0; 2]);
}

#[test]
fn the_way_ahead_ends_two_radii_beyond_the_goal() {
    assert_eq!(way_ahead(12.0, 3.0, 0.5), 4.0);
    assert_eq!(way_ahead(12.0, 0.0, 0.5), 1.0);
    assert_eq!(way_ahead(12.0, 20.0, 0.5), 12.0);
    assert_eq!(way_ahead(12.0, f32::INFINITY, 0.5), 12.0);
    // The other is head-on, 1.5 away. With the goal at 1 the way ends at 2, and a quarter of the
    // way is left: 4 * 0.25. With the goal at 0.25 the way ends at 1.25.
    let counts = |goal: f32| {
        let way = way_ahead(12.0, goal, 0.5);
        oncoming(Vec2::X, Vec2::NEG_X, Vec2::new(1.5, 0.0), way)
    };
    assert_eq!(counts(1.0), 1.0);
    assert_eq!(counts(0.25), 0.0);
}

#[test]
fn traffic_ends_where_it_is_looked_for() {
    let ahead = Vec2::new(2.0, 0.0);
    assert_eq!(oncoming(Vec2::X, Vec2::NEG_X, ahead, 0.0), 0.0);
    assert_eq!(oncoming(Vec2::X, Vec2::NEG_X, ahead, 1.5), 0.0);
    assert_eq!(oncoming(Vec2::X, Vec2::NEG_X, ahead, f32::INFINITY), 1.0);
}

#[test]
fn traffic_asks_for_the_way_and_not_for_the_speed() {
    for speed in [0.1, 1.0, 3.0] {
        // An eighth of the range is left: 4 * 0.125.
        let ahead = Vec2::new(8.75, 0.0);
        assert_eq!(
            oncoming(Vec2::X * speed, Vec2::NEG_X, ahead, 10.0),
            0.5,
            "{speed}"
        );
    }
}

#[test]
fn a_near_body_counts_in_full_and_no_more() {
    // Three quarters of the range are left. 4 * 0.75 is more than 1, so the body counts in full. A
    // crossing body counts half.
    let near = Vec2::new(2.5, 0.0);
    assert_eq!(oncoming(Vec2::X, Vec2::NEG_X, near, 10.0), 1.0);
    assert_eq!(oncoming(Vec2::X, Vec2::Y, near, 10.0), 0.5);
    // 60 degrees aside it is half ahead: 4 * 0.25 * 0.5.
    let aside = Vec2::from_angle(core::f32::consts::FRAC_PI_3) * 7.5;
    let traffic = oncoming(Vec2::X, Vec2::NEG_X, aside, 10.0);
    assert!((traffic - 0.5).abs() < 1e-6, "{traffic}");
}

proptest! {
    #[test]
    fn pressures_of_a_pair_are_opposite(
        own in vectors(3.0),
        other in vectors(3.0),
        toward in headings(),
        traffic in 0.0_f32..1.0,
    ) {
        let presses = pressure(own, other, toward, traffic, Side::Right);
        prop_assert!((presses + pressure(other, own, -toward, traffic, Side::Right)).abs() < 1e-4);
        let mirrored = pressure(mirrored(own), mirrored(other), mirrored(toward), traffic, Side::Left);
        prop_assert_eq!(presses, mirrored);
    }

    #[test]
    fn traffic_is_a_part(own in vectors(3.0), theirs in vectors(3.0), offset in vectors(9.0), range in 0.1_f32..20.0) {
        let traffic = oncoming(own, theirs, offset, range);
        prop_assert!((0.0..=1.0).contains(&traffic));
    }

    #[test]
    fn traffic_is_finite_at_every_scale(
        preferred in wild_vectors(),
        theirs in wild_vectors(),
        offset in wild_vectors(),
        range in wild_sizes(),
    ) {
        prop_assert!((0.0..=1.0).contains(&oncoming(preferred, theirs, offset, range)));
    }
}
