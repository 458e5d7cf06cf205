//! The formulas of the flocking rules, in one lane.

mod in_space;

use super::{alignment, cohesion, separation};
use crate::math::lanes::{F32Lanes, Mask, Vec2Lanes};
use crate::math::random::tie_break_direction;
use crate::test_inputs::{angles, close, turned, vectors, wild_numbers, wild_sizes, wild_vectors};
use glam::Vec2;
use proptest::prelude::*;
use pulp::Scalar;

fn separation_push(offset: Vec2, distance: f32, tie_break: Vec2) -> Vec2 {
    let (offset, tie_break) = (
        Vec2Lanes::from_scalar(offset),
        Vec2Lanes::from_scalar(tie_break),
    );
    separation::push(
        offset,
        F32Lanes::from_scalar(distance),
        !Mask::none(Scalar),
        tie_break,
    )
    .to_scalar()
}

fn separation(push_sum: Vec2, max_force: f32) -> Vec2 {
    separation::separation(
        Vec2Lanes::from_scalar(push_sum),
        F32Lanes::from_scalar(max_force),
    )
    .to_scalar()
}

fn alignment(mean_velocity: Vec2, velocity: Vec2, max_speed: f32, max_force: f32) -> Vec2 {
    let (mean_velocity, velocity) = (
        Vec2Lanes::from_scalar(mean_velocity),
        Vec2Lanes::from_scalar(velocity),
    );
    let (max_speed, max_force) = (
        F32Lanes::from_scalar(max_speed),
        F32Lanes::from_scalar(max_force),
    );
    alignment::alignment(mean_velocity, velocity, max_speed, max_force).to_scalar()
}

fn cohesion(center_offset: Vec2, view_range: f32, max_force: f32) -> Vec2 {
    let (view_range, max_force) = (
        F32Lanes::from_scalar(view_range),
        F32Lanes::from_scalar(max_force),
    );
    cohesion::cohesion(Vec2Lanes::from_scalar(center_offset), view_range, max_force).to_scalar()
}

/// A tie break that must not be used.
const NO_TIE: Vec2 = Vec2::NAN;

#[test]
fn separation_falls_with_the_square_of_the_nearness() {
    let strength = |distance: f32| separation_push(Vec2::new(distance, 0.0), 4.0, NO_TIE);
    // (1 - d / 4)^2, away from the neighbor.
    assert_eq!(strength(1.0), Vec2::new(-0.5625, 0.0));
    assert_eq!(strength(2.0), Vec2::new(-0.25, 0.0));
    assert_eq!(strength(3.0), Vec2::new(-0.0625, 0.0));
    assert_eq!(strength(4.0).length(), 0.0);
    assert_eq!(strength(5.0).length(), 0.0);
}

#[test]
fn coincident_bodies_part_with_full_strength() {
    let parted = separation_push(Vec2::ZERO, 4.0, Vec2::new(0.6, 0.8));
    assert_eq!(parted, Vec2::new(0.6, 0.8));
    assert_eq!(separation_push(Vec2::NAN, 4.0, Vec2::X), Vec2::X);
}

#[test]
fn a_separation_distance_of_zero_pushes_no_agent() {
    assert_eq!(separation_push(Vec2::X, 0.0, NO_TIE).length(), 0.0);
}

#[test]
fn a_crowd_pushes_no_harder_than_the_force_allows() {
    // Half a push is half the force; a thousand pushes are all of it.
    assert_eq!(separation(Vec2::new(0.0, 0.5), 8.0), Vec2::new(0.0, 4.0));
    assert!(close(
        separation(Vec2::new(600.0, 800.0), 8.0),
        Vec2::new(4.8, 6.4),
        1e-4
    ));
}

#[test]
fn alignment_asks_for_the_missing_velocity() {
    // At rest among agents at full speed the force is whole. Among agents at half speed it is half.
    assert_eq!(
        alignment(Vec2::new(5.0, 0.0), Vec2::ZERO, 5.0, 15.0),
        Vec2::new(15.0, 0.0)
    );
    assert_eq!(
        alignment(Vec2::new(0.0, 2.5), Vec2::ZERO, 5.0, 15.0),
        Vec2::new(0.0, 7.5)
    );
    assert_eq!(alignment(Vec2::X, Vec2::X, 5.0, 15.0), Vec2::ZERO);
    // Against the stream twice the force would be needed, so the force is whole.
    assert_eq!(
        alignment(Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0), 5.0, 15.0),
        Vec2::new(15.0, 0.0)
    );
    assert_eq!(alignment(Vec2::X, Vec2::ZERO, 0.0, 15.0), Vec2::ZERO);
}

#[test]
fn cohesion_vanishes_at_the_center_and_is_whole_at_the_edge_of_the_view() {
    assert_eq!(cohesion(Vec2::ZERO, 10.0, 15.0), Vec2::ZERO);
    assert!(close(
        cohesion(Vec2::new(2.0, 0.0), 10.0, 15.0),
        Vec2::new(3.0, 0.0),
        1e-5
    ));
    assert!(close(
        cohesion(Vec2::new(0.0, -10.0), 10.0, 15.0),
        Vec2::new(0.0, -15.0),
        1e-5
    ));
    assert!(close(
        cohesion(Vec2::new(0.0, -20.0), 10.0, 15.0),
        Vec2::new(0.0, -15.0),
        1e-5
    ));
    assert_eq!(cohesion(Vec2::X, 0.0, 15.0), Vec2::ZERO);
}

/// Bourg and Seeman, example 4-10: the strength of the separation from one neighbor.
fn published_strength(distance: f32, separation_distance: f32) -> f32 {
    if distance <= separation_distance {
        separation_distance / distance
    } else {
        0.0
    }
}

#[test]
fn separation_does_not_jump_at_the_edge_as_the_published_one_does() {
    let published = |distance| published_strength(distance, 2.0);
    let ours = |distance: f32| separation_push(Vec2::new(distance, 0.0), 2.0, Vec2::X).length();
    // The published force begins within a thousandth of the distance, at full strength.
    assert!(published(2.0) - published(2.002) >= 1.0);
    assert!(ours(1.998) - ours(2.002) < 1e-5);
}

#[test]
fn separation_is_finite_and_parts_agents_that_coincide() {
    assert!(published_strength(0.0, 2.0).is_infinite());
    let parted = |own, other| {
        let push = separation_push(Vec2::ZERO, 2.0, tie_break_direction(own, other));
        separation(push, 1.0)
    };
    let (own, other) = (parted(3, 8), parted(8, 3));
    assert!((own.length() - 1.0).abs() < 1e-5);
    assert_eq!(own, -other);
    // A thousand neighbors closer and closer: never more than the force.
    let pushes: Vec2 = (0..1000)
        .map(|number| separation_push(Vec2::new(1e-3 / (number + 1) as f32, 0.0), 2.0, Vec2::X))
        .sum();
    assert!(separation(pushes, 1.0).length() <= 1.0 + 1e-5);
}

proptest! {
    #[test]
    fn pulls_of_several_are_against_the_pushes_of_each(offset in vectors(10.0), distance in 0.1_f32..15.0) {
        prop_assume!(offset.length() > 1e-3);
        let length = F32Lanes::from_scalar(offset.length());
        let pull = separation::pull(Vec2Lanes::from_scalar(offset), length, F32Lanes::from_scalar(1.0 / distance)).to_scalar();
        prop_assert!(close(-pull, separation_push(offset, distance, NO_TIE), 1e-6));
    }

    #[test]
    fn pushes_of_a_pair_are_opposite(offset in vectors(10.0), distance in 0.1_f32..15.0) {
        let own = separation_push(offset, distance, Vec2::X);
        let other = separation_push(-offset, distance, Vec2::NEG_X);
        prop_assert_eq!(own, -other);
        prop_assert!(own.dot(offset) <= 0.0);
    }

    #[test]
    fn a_push_never_grows_with_the_distance(
        offset in vectors(10.0),
        farther in 1.0_f32..3.0,
        distance in 0.1_f32..15.0,
    ) {
        let near = separation_push(offset, distance, Vec2::X).length();
        let far = separation_push(offset * farther, distance, Vec2::X).length();
        prop_assert!(far <= near + 1e-6 && near <= 1.0 + 1e-6);
    }

    #[test]
    fn a_push_has_no_step_anywhere(direction in angles(), at in 0.0_f32..1.2, distance in 0.1_f32..15.0) {
        // The slope of (1 - x)^2 is at most 2.
        let strength = |part: f32| {
            separation_push(Vec2::from_angle(direction) * (part * distance), distance, Vec2::X).length()
        };
        prop_assert!((strength(at + 0.01) - strength(at + 0.001)).abs() <= 2.0 * 0.009 + 1e-4);
    }

    #[test]
    fn every_rule_turns_with_the_scene(
        first in vectors(10.0),
        second in vectors(10.0),
        angle in angles(),
    ) {
        let (first_turned, second_turned) = (turned(first, angle), turned(second, angle));
        prop_assume!(first.length() > 1e-3);
        let both = [
            (
                separation_push(first, 8.0, NO_TIE),
                separation_push(first_turned, 8.0, NO_TIE),
            ),
            (separation(first, 3.0), separation(first_turned, 3.0)),
            (
                alignment(first, second, 5.0, 3.0),
                alignment(first_turned, second_turned, 5.0, 3.0),
            ),
            (cohesion(first, 9.0, 3.0), cohesion(first_turned, 9.0, 3.0)),
        ];
        for (plain, other) in both {
            prop_assert!(close(turned(plain, angle), other, 1e-4));
        }
    }

    #[test]
    fn every_rule_is_finite_and_bounded_at_every_scale(
        first in wild_vectors(),
        second in wild_vectors(),
        size in wild_numbers(),
        force in wild_sizes(),
    ) {
        prop_assert!(separation_push(first, size.abs(), Vec2::X).length() <= 1.0 + 1e-5);
        for answer in [
            separation(first, force),
            alignment(first, second, size, force),
            cohesion(first, size, force),
        ] {
            prop_assert!(answer.length() <= force * (1.0 + 1e-5));
        }
    }
}
