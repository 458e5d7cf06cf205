mod published;

use super::*;
use crate::avoidance::avoided::responsibility as responsibility_in_lanes;
use crate::avoidance::records::readiness;
use crate::math::test_inputs::{
    angles, close, headings, mirrored, turned, vectors, wild_sizes, wild_vectors,
};
use proptest::prelude::*;
use pulp::Scalar;

/// Two bodies, seen from the first.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Encounter {
    /// From this body to the other.
    offset: Vec2,
    /// The other's velocity less this one's.
    relative_velocity: Vec2,
    /// The distance that the two centers have to keep, world units: both radii and the margin.
    clearance: f32,
    /// How far ahead a collision matters, seconds.
    horizon: f32,
    /// The side to which a head-on pair turns.
    passing_side: Side,
}

impl Encounter {
    /// The time until the two come within the clearance of each other, or `None` without a
    /// collision.
    ///
    /// Zero when they are within it already.
    fn time_to_collision(&self) -> Option<f32> {
        let (time, collides) = self.in_one_lane().time_to_collision();
        collides.to_scalar().then(|| time.to_scalar())
    }

    /// The push that this body needs, as a part of its maximum force, or `None` without a
    /// collision.
    ///
    /// Within the clearance: straight away from the other, by the depth. Before that: away from
    /// where the other will pass, stronger the sooner. Only relative values count, so the level's
    /// origin does not matter. `parting` is the direction to take when the two coincide. `heading`
    /// is this body's. Head-on, both bodies turn to the passing side.
    fn push(&self, heading: Vec2, depenetration: impl FnOnce() -> Vec2) -> Option<Vec2> {
        let encounter = self.in_one_lane();
        let is_apart = encounter.has_direction.to_scalar();
        let depenetration = Vec2Lanes::from_scalar(if is_apart {
            Vec2::ZERO
        } else {
            depenetration()
        });
        let (push, pushes) = encounter.push(Vec2Lanes::from_scalar(heading), depenetration);
        pushes.to_scalar().then(|| push.to_scalar())
    }

    fn in_one_lane(&self) -> Encounters<Scalar> {
        let offset = Vec2Lanes::from_scalar(self.offset);
        let (toward, distance, has_direction) = offset.direction_and_length();
        Encounters {
            offset,
            toward,
            distance,
            has_direction,
            relative_velocity: Vec2Lanes::from_scalar(self.relative_velocity),
            clearance: F32Lanes::from_scalar(self.clearance),
            horizon: F32Lanes::from_scalar(self.horizon),
            passing_side: self.passing_side,
        }
    }
}

fn responsibility(own_readiness: f32, other_readiness: f32) -> f32 {
    responsibility_in_lanes(
        F32Lanes::from_scalar(own_readiness),
        F32Lanes::from_scalar(other_readiness),
    )
    .to_scalar()
}

fn encounter(offset: Vec2, relative_velocity: Vec2) -> Encounter {
    Encounter {
        offset,
        relative_velocity,
        clearance: 1.0,
        horizon: 4.0,
        passing_side: Side::Right,
    }
}

fn encounters() -> impl Strategy<Value = Encounter> {
    (vectors(20.0), vectors(8.0), 0.1_f32..3.0, 0.5_f32..10.0).prop_map(
        |(offset, relative_velocity, clearance, horizon)| Encounter {
            offset,
            relative_velocity,
            clearance,
            horizon,
            passing_side: Side::Right,
        },
    )
}

/// Encounters that end in a collision after a while, within the horizon.
fn collisions() -> impl Strategy<Value = Encounter> {
    let speeds = 0.5_f32..8.0;
    (
        headings(),
        1.2_f32..10.0,
        -0.95_f32..0.95,
        speeds,
        0.1_f32..3.0,
    )
        .prop_map(
            |(steering, distance, lateral, speed, clearance)| Encounter {
                offset: (steering.perp() * lateral - steering * distance) * clearance,
                relative_velocity: steering * (speed * clearance),
                clearance,
                horizon: 25.0,
                passing_side: Side::Right,
            },
        )
}

fn no_tie_break() -> Vec2 {
    panic!("only coincident bodies part")
}

#[test]
fn two_on_one_line_collide_when_the_gap_is_closed() {
    // 9 apart, 1 of them clearance, closing at 4: (9 - 1) / 4.
    let time = encounter(Vec2::new(9.0, 0.0), Vec2::new(-4.0, 0.0)).time_to_collision();
    assert_eq!(time, Some(2.0));
}

#[test]
fn an_oblique_collision_comes_half_a_chord_before_the_closest_approach() {
    // They pass 0.6 apart; sqrt(1 - 0.36) = 0.8 before that: (9 - 0.8) / 4.
    let time = encounter(Vec2::new(9.0, 0.6), Vec2::new(-4.0, 0.0)).time_to_collision();
    assert!((time.unwrap() - 2.05).abs() < 1e-5);
}

#[test]
fn parting_passing_and_standing_bodies_never_collide() {
    assert_eq!(
        encounter(Vec2::new(9.0, 0.0), Vec2::new(4.0, 0.0)).time_to_collision(),
        None
    );
    assert_eq!(
        encounter(Vec2::new(9.0, 0.0), Vec2::ZERO).time_to_collision(),
        None
    );
    assert_eq!(
        encounter(Vec2::new(9.0, 1.001), Vec2::new(-4.0, 0.0)).time_to_collision(),
        None
    );
    assert_eq!(
        encounter(Vec2::new(9.0, 0.0), Vec2::new(0.0, 4.0)).time_to_collision(),
        None
    );
}

#[test]
fn bodies_within_the_clearance_collide_at_time_zero_even_when_they_part() {
    assert_eq!(
        encounter(Vec2::new(0.5, 0.0), Vec2::new(9.0, 0.0)).time_to_collision(),
        Some(0.0)
    );
    assert_eq!(
        encounter(Vec2::ZERO, Vec2::ZERO).time_to_collision(),
        Some(0.0)
    );
}

#[test]
fn the_push_leads_away_from_where_the_other_will_pass() {
    // The other comes from ahead and passes 0.6 to the left after 9 / 4 s: to the right, with 1 -
    // 2.05 / 4.
    let push = encounter(Vec2::new(9.0, 0.6), Vec2::new(-4.0, 0.0)).push(Vec2::X, no_tie_break);
    assert!(close(push.unwrap(), Vec2::new(0.0, -0.4875), 1e-4));
    // The other is on the left and will pass in front: p = (2, 4), v = (0, -4), passing point (2,
    // 0). The least distance is 2, more than the clearance of 1, so there is no push.
    assert_eq!(
        encounter(Vec2::new(2.0, 4.0), Vec2::new(0.0, -4.0)).push(Vec2::X, no_tie_break),
        None
    );
    // Passing 0.5 in front: backward. t_c = (4 - sqrt(0.75)) / 4 = 0.7835, 1 - 0.7835 / 4 = 0.8041.
    let push = encounter(Vec2::new(0.5, 4.0), Vec2::new(0.0, -4.0)).push(Vec2::X, no_tie_break);
    assert!(close(push.unwrap(), Vec2::new(-0.8041, 0.0), 1e-3));
}

#[test]
fn a_head_on_pair_both_turn_to_their_right() {
    // Collision after 2 s of 4: half strength.
    let one = encounter(Vec2::new(9.0, 0.0), Vec2::new(-4.0, 0.0)).push(Vec2::X, no_tie_break);
    assert!(close(one.unwrap(), Vec2::new(0.0, -0.5), 1e-5));
    let other =
        encounter(Vec2::new(-9.0, 0.0), Vec2::new(4.0, 0.0)).push(Vec2::NEG_X, no_tie_break);
    assert!(close(other.unwrap(), Vec2::new(0.0, 0.5), 1e-5));
}

#[test]
fn within_the_clearance_the_push_is_straight_away_and_as_strong_as_they_are_deep() {
    // A quarter of the clearance apart: three quarters deep.
    let push = encounter(Vec2::new(0.0, 0.25), Vec2::new(3.0, 1.0)).push(Vec2::X, no_tie_break);
    assert!(close(push.unwrap(), Vec2::new(0.0, -0.75), 1e-5));
    let push = encounter(Vec2::ZERO, Vec2::ZERO).push(Vec2::X, || Vec2::new(0.6, 0.8));
    assert_eq!(push, Some(Vec2::new(0.6, 0.8)));
}

#[test]
fn beyond_the_horizon_there_is_nothing_to_fear() {
    // 17 - 1 at 4: exactly at the horizon, with no strength left; then after it.
    let at = |distance: f32| {
        encounter(Vec2::new(distance, 0.0), Vec2::new(-4.0, 0.0)).push(Vec2::X, no_tie_break)
    };
    assert_eq!(at(17.0), Some(Vec2::ZERO));
    assert_eq!(at(17.1), None);
    assert!(at(16.9).unwrap().length() < 0.01);
}

#[test]
fn the_work_is_shared_by_readiness() {
    assert_eq!(responsibility(1.0, 1.0), 0.5);
    assert_eq!(responsibility(1.0, 0.0), 1.0);
    assert_eq!(responsibility(0.0, 1.0), 0.0);
    assert_eq!(responsibility(0.0, 0.0), 0.0);
    assert_eq!(responsibility(1.0, 0.25), 0.8);
}

#[test]
fn a_body_at_rest_is_less_ready_than_a_moving_body() {
    // From `standing` to 1 at a quarter of the largest speed, 1 of 4.
    assert_eq!(readiness(0.0, 4.0, 0.2), 0.2);
    assert!((readiness(0.5, 4.0, 0.2) - 0.6).abs() < 1e-6);
    assert_eq!(readiness(1.0, 4.0, 0.2), 1.0);
    assert_eq!(readiness(9.0, 4.0, 0.2), 1.0);
    assert_eq!(readiness(0.0, 0.0, 0.2), 0.2);
}

#[test]
fn encounters_too_far_to_square_are_nothing_to_fear() {
    for distance in [1e10_f32, 1e15, 1e19, 1e20, 1e30] {
        for speed in [1.0, 1e5, 1e12, 1e25] {
            let far = encounter(Vec2::new(distance, 1e-3 * distance), Vec2::new(-speed, 0.0));
            if let Some(push) = far.push(Vec2::X, no_tie_break) {
                assert!(push.length() <= 1.0, "{distance} at {speed}: {push}");
            }
        }
    }
}

#[test]
fn of_two_in_file_only_the_one_behind_turns() {
    // Both go along +x, the one behind at 3, the one ahead at 1: it is met in (4 - 1) / 2 s.
    let behind = Encounter {
        offset: Vec2::new(4.0, 0.0),
        relative_velocity: Vec2::new(-2.0, 0.0),
        clearance: 1.0,
        horizon: 3.0,
        passing_side: Side::Right,
    };
    let ahead = Encounter {
        offset: -behind.offset,
        relative_velocity: -behind.relative_velocity,
        ..behind
    };
    let push = behind.push(Vec2::X, || Vec2::X);
    assert_eq!(push, Some(Vec2::new(0.0, -0.5)));
    assert_eq!(ahead.push(Vec2::X, || Vec2::X), None);
}

proptest! {
    #[test]
    fn a_body_without_a_collision_needs_no_push(
        encounter in prop_oneof![encounters(), collisions(), (vectors(1.0), Just(Vec2::ZERO)).prop_map(|(velocity, offset)| encounter(offset, velocity))],
        heading in headings(),
    ) {
        let collides = Encounters::collides(
            Vec2Lanes::from_scalar(encounter.offset),
            Vec2Lanes::from_scalar(encounter.relative_velocity),
            F32Lanes::from_scalar(encounter.clearance),
        );
        let push = encounter.push(heading, || Vec2::X);
        prop_assert!(collides.to_scalar() || push.is_none());
        prop_assert_eq!(collides.to_scalar(), encounter.time_to_collision().is_some());
    }

    #[test]
    fn wild_numbers_are_ruled_out_only_where_there_is_no_push(
        offset in wild_vectors(),
        relative_velocity in wild_vectors(),
        clearance in wild_sizes(),
        heading in headings(),
    ) {
        let wild = Encounter { clearance, ..encounter(offset, relative_velocity) };
        let collides = Encounters::collides(
            Vec2Lanes::from_scalar(offset),
            Vec2Lanes::from_scalar(relative_velocity),
            F32Lanes::from_scalar(clearance),
        );
        prop_assert!(collides.to_scalar() || wild.push(heading, || Vec2::X).is_none());
    }

    #[test]
    fn the_time_to_collision_agrees_with_stepping(encounter in encounters()) {
        let step = 2e-3;
        let distance = |time: f32| (encounter.offset + encounter.relative_velocity * time).length();
        let stepped = (0..10_000).map(|tick| tick as f32 * step).find(|time| distance(*time) < encounter.clearance);
        let slack = step + 1e-3;
        match (encounter.time_to_collision(), stepped) {
            (Some(predicted), Some(stepped)) => {
                // A graze may take less than a step.
                let deep = distance(stepped) < encounter.clearance - 1e-3;
                prop_assert!(!deep || (stepped - predicted).abs() <= slack, "{predicted} {stepped}");
                prop_assert!(stepped >= predicted - slack);
            }
            (Some(predicted), None) => {
                let closest = -encounter.offset.dot(encounter.relative_velocity)
                    / encounter.relative_velocity.length_squared();
                let graze = distance(closest) > encounter.clearance - 1e-2;
                prop_assert!(graze || predicted > 19.9 || closest - predicted < step);
            }
            (None, Some(stepped)) => prop_assert!(distance(stepped) > encounter.clearance - 1e-3),
            (None, None) => {}
        }
    }

    #[test]
    fn both_of_a_pair_see_the_same_collision_and_push_apart(
        encounter in encounters(),
        heading in headings(),
    ) {
        let seen_by_other = Encounter {
            offset: -encounter.offset,
            relative_velocity: -encounter.relative_velocity,
            ..encounter
        };
        prop_assert_eq!(encounter.time_to_collision(), seen_by_other.time_to_collision());
        let depenetration = || Vec2::X;
        if let (Some(own), Some(other)) = (
            encounter.push(heading, depenetration),
            seen_by_other.push(-heading, || -Vec2::X),
        ) {
            prop_assert!(close(own, -other, 1e-5));
        }
    }

    #[test]
    fn a_push_is_at_most_the_whole_force(encounter in encounters(), heading in headings()) {
        if let Some(push) = encounter.push(heading, || Vec2::X) {
            prop_assert!(push.length() <= 1.0 + 1e-5);
        }
    }

    #[test]
    fn a_push_never_brings_the_pass_nearer(encounter in collisions(), heading in headings()) {
        let Some(push) = encounter.push(heading, no_tie_break) else {
            // Met dead center, from behind.
            prop_assert!(encounter.offset.dot(heading) < 0.0);
            return Ok(());
        };
        let passing = |encounter: &Encounter| {
            let time = -encounter.offset.dot(encounter.relative_velocity)
                / encounter.relative_velocity.length_squared();
            (encounter.offset + encounter.relative_velocity * time).length()
        };
        // Our velocity changes by the push, so the other's relative one by its opposite.
        let after = Encounter {
            relative_velocity: encounter.relative_velocity - push * 0.01,
            ..encounter
        };
        // Head-on it may first cross the middle, a thousandth of the clearance away.
        prop_assert!(passing(&after) >= passing(&encounter) - 1e-2);
    }

    #[test]
    fn a_push_grows_evenly_as_the_collision_comes_nearer(
        encounter in collisions(),
        heading in headings(),
        part in 0.01_f32..0.95,
    ) {
        let time = encounter.time_to_collision().unwrap();
        let then = Encounter {
            offset: encounter.offset + encounter.relative_velocity * (part * time),
            ..encounter
        };
        let (Some(now), Some(then)) = (
            encounter.push(heading, no_tie_break),
            then.push(heading, no_tie_break),
        ) else {
            // Met dead center, from behind.
            prop_assert!(encounter.offset.dot(heading) < 0.0);
            return Ok(());
        };
        let (now, then) = (now.length(), then.length());
        prop_assert!((then - now - part * time / encounter.horizon).abs() < 1e-3);
    }

    #[test]
    fn a_push_turns_with_the_scene(encounter in encounters(), heading in headings(), angle in angles()) {
        let other = Encounter {
            offset: turned(encounter.offset, angle),
            relative_velocity: turned(encounter.relative_velocity, angle),
            ..encounter
        };
        let plain = encounter.push(heading, || Vec2::X);
        let other = other.push(turned(heading, angle), || turned(Vec2::X, angle));
        if let (Some(plain), Some(other)) = (plain, other) {
            // Next to head-on a rounding error decides between two sides.
            let passing = encounter.offset.perp_dot(encounter.relative_velocity).abs()
                / encounter.relative_velocity.length();
            let near_head_on = passing < 1e-2;
            prop_assert!(near_head_on || close(turned(plain, angle), other, 1e-2));
        }
    }

    #[test]
    fn a_push_mirrors_with_the_scene_but_head_on(encounter in encounters(), heading in headings()) {
        let other = Encounter {
            offset: mirrored(encounter.offset),
            relative_velocity: mirrored(encounter.relative_velocity),
            ..encounter
        };
        let passing = encounter.offset.perp_dot(encounter.relative_velocity).abs()
            / encounter.relative_velocity.length();
        prop_assume!(passing > 1e-2);
        let plain = encounter.push(heading, || Vec2::X);
        prop_assert_eq!(plain.map(mirrored), other.push(mirrored(heading), || mirrored(Vec2::X)));
    }

    #[test]
    fn a_push_is_finite_and_bounded_at_every_scale(
        offset in wild_vectors(),
        relative_velocity in wild_vectors(),
        clearance in wild_sizes(),
        horizon in 1e-3_f32..1e6,
        heading in headings(),
    ) {
        let encounter = Encounter { offset, relative_velocity, clearance, horizon, passing_side: Side::Right };
        if let Some(push) = encounter.push(heading, || Vec2::X) {
            prop_assert!(push.length() <= 1.0 + 1e-4, "{}", push);
        }
    }

    #[test]
    fn a_pair_shares_all_of_the_work(own in 0.0_f32..1.0, other in 0.01_f32..1.0) {
        let sum = responsibility(own, other) + responsibility(other, own);
        prop_assert!((sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn readiness_rises_with_speed(speed in 0.0_f32..10.0, more in 0.0_f32..5.0, standing in 0.0_f32..1.0) {
        let slow = readiness(speed, 8.0, standing);
        prop_assert!((standing - 1e-6..=1.0 + 1e-6).contains(&slow));
        prop_assert!(readiness(speed + more, 8.0, standing) >= slow - 1e-6);
    }
}
