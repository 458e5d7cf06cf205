mod bounds;
mod jams;

use super::*;
use crate::kernel::test_inputs::{
    angles, close, headings, mirrored, turned, vectors, wild_numbers, wild_sizes, wild_vectors,
};
use proptest::prelude::*;

/// Somebody 8 ahead, at rest, `lateral` to the left, in the way of one that wants to go along x at 2.
fn standing(lateral: f32) -> Pass {
    Pass {
        offset: Vec2::new(8.0, lateral),
        relative_velocity: Vec2::new(-2.0, 0.0),
        clearance: 1.0,
        horizon: 5.0,
        max_speed: 2.0,
        shortest_time: 0.5,
        insistence: 0.0,
        hand: Side::Right,
    }
}

fn passes() -> impl Strategy<Value = Pass> {
    (
        vectors(20.0),
        vectors(6.0),
        0.2_f32..3.0,
        0.5_f32..6.0,
        0.0_f32..1.0,
        any::<bool>(),
    )
        .prop_map(
            |(offset, relative_velocity, clearance, horizon, insistence, is_left)| Pass {
                offset,
                relative_velocity,
                clearance,
                horizon,
                max_speed: 3.0,
                shortest_time: 0.3,
                insistence,
                hand: if is_left { Side::Left } else { Side::Right },
            },
        )
}

#[test]
fn a_step_is_as_wide_as_what_is_missing_over_the_time_that_is_left() {
    // It passes 0.6 to the left after 4 s; contact sqrt(1 - 0.36) = 0.8 before 8, after 3.6 s: 0.4 / 4 * 2 (1 - 3.6 / 5).
    let step = standing(0.6).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.056), 1e-5), "{step}");
    // The same on the right.
    let step = standing(-0.6).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, 0.056), 1e-5), "{step}");
}

#[test]
fn dead_ahead_everybody_turns_to_the_hand() {
    // 1 / 4 * 2 (1 - 3.5 / 5) to the right.
    let step = standing(0.0).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.15), 1e-5), "{step}");
    let left = Pass {
        hand: Side::Left,
        ..standing(0.0)
    };
    assert!(close(
        left.step_aside().unwrap(),
        Vec2::new(0.0, 0.15),
        1e-5
    ));
}

#[test]
fn in_oncoming_traffic_the_hand_counts_for_more_than_the_shorter_way() {
    // It would pass 0.3 to the right. Insisting on half of the clearance the way to the right is taken nevertheless, in
    // front of it: 1 + 0.3 are missing. Contact sqrt(1 - 0.09) = 0.954 before 8: 3.523 s.
    let insisting = Pass {
        insistence: 0.5,
        ..standing(-0.3)
    };
    let step = insisting.step_aside().unwrap();
    assert!(
        close(
            step,
            Vec2::new(0.0, -1.3 / 4.0 * 2.0 * (1.0 - 3.523 / 5.0)),
            1e-3
        ),
        "{step}"
    );
    // 0.6 to the right is too far for that.
    let too_far = Pass {
        insistence: 0.5,
        ..standing(-0.6)
    };
    assert!(too_far.step_aside().unwrap().y > 0.0);
}

#[test]
fn who_passes_clear_or_goes_away_or_is_far_is_left_alone() {
    assert_eq!(standing(1.001).step_aside(), None);
    let gone = Pass {
        relative_velocity: Vec2::new(2.0, 0.0),
        ..standing(0.2)
    };
    assert_eq!(gone.step_aside(), None);
    let still = Pass {
        relative_velocity: Vec2::ZERO,
        ..standing(0.2)
    };
    assert_eq!(still.step_aside(), None);
    // At least six clearances at full speed: 3 s, however short the horizon; contact comes after 3.5.
    let late = Pass {
        horizon: 0.1,
        ..standing(0.0)
    };
    assert_eq!(late.step_aside(), None);
    let soon = Pass {
        offset: Vec2::new(5.0, 0.0),
        ..late
    };
    assert!(soon.step_aside().is_some());
}

#[test]
fn a_step_aside_is_never_hastier_than_the_shortest_time_asks_for() {
    let close_by = Pass {
        offset: Vec2::new(0.7, 0.5),
        ..standing(0.0)
    };
    // 0.35 s until it is abeam counts as 0.5; they touch already, so nothing is taken off.
    let step = close_by.step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.5 / 0.5), 1e-4), "{step}");
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
fn the_stronger_wish_presses_and_a_jam_turns() {
    let right = Side::Right;
    // Head-on: 3 against 1, in full.
    assert_eq!(
        pressure(Vec2::X * 3.0, Vec2::NEG_X, Vec2::X, 0.0, right),
        2.0
    );
    // One that stands counts half: 0.5 * 3.
    assert_eq!(
        pressure(Vec2::X * 3.0, Vec2::ZERO, Vec2::X, 0.0, right),
        1.5
    );
    assert_eq!(
        pressure(Vec2::ZERO, Vec2::X * 3.0, Vec2::NEG_X, 0.0, right),
        -1.5
    );
    // Nobody presses one that goes the same way.
    assert_eq!(pressure(Vec2::X * 3.0, Vec2::X, Vec2::X, 0.0, right), 0.0);
    // In a jam everybody does, 3.5 times as hard to the right as ahead.
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
fn one_alone_is_no_traffic_and_two_are() {
    let amount = |counts: &[f32]| {
        let mut traffic = Traffic::default();
        for counts in counts {
            traffic.meet(*counts);
        }
        traffic.amount()
    };
    assert_eq!(amount(&[]), 0.0);
    assert_eq!(amount(&[1.0]), 0.0);
    // Eight times the second, as much as the first at most, in whatever order they are met.
    assert_eq!(amount(&[1.0, 0.0625]), 0.5);
    assert_eq!(amount(&[0.0625, 1.0]), 0.5);
    assert_eq!(amount(&[0.75, 0.5]), 0.75);
    assert_eq!(amount(&[0.5, 0.25, 0.75, 0.125]), 0.75);
}

proptest! {
    #[test]
    fn what_one_advances_the_other_falls_back(
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
    fn a_step_makes_the_pass_freer(pass in passes()) {
        let Some(step) = pass.step_aside() else { return Ok(()) };
        prop_assume!(pass.insistence < 1e-3);
        let miss = |pass: &Pass| {
            let time = -pass.offset.dot(pass.relative_velocity) / pass.relative_velocity.length_squared();
            (pass.offset + pass.relative_velocity * time).length()
        };
        let after = Pass { relative_velocity: pass.relative_velocity - step * 0.01, ..pass };
        // Dead ahead it may first cross the middle, a thousandth of the clearance away.
        prop_assert!(miss(&after) >= miss(&pass) - 1e-2 * pass.clearance);
    }

    #[test]
    fn a_step_is_across_the_way(pass in passes()) {
        if let Some(step) = pass.step_aside() {
            let along = step.dot(pass.relative_velocity);
            prop_assert!(along.abs() <= 1e-3 * step.length() * pass.relative_velocity.length() + 1e-5);
        }
    }

    /// Both see the same pass, and step to opposite sides of it.
    #[test]
    fn a_pair_agrees(pass in passes()) {
        let theirs = Pass { offset: -pass.offset, relative_velocity: -pass.relative_velocity, ..pass };
        match (pass.step_aside(), theirs.step_aside()) {
            (Some(own), Some(other)) => prop_assert!(close(own, -other, 1e-4)),
            (own, other) => prop_assert_eq!(own, other),
        }
    }

    #[test]
    fn a_step_fades_to_nothing_as_the_pass_becomes_free(lateral in 0.9_f32..1.0) {
        let step = standing(lateral).step_aside();
        prop_assert!(step.is_none_or(|step| step.length() <= 1.0 - lateral + 1e-6));
    }

    #[test]
    fn a_step_turns_with_the_scene(pass in passes(), angle in angles()) {
        let other = Pass {
            offset: turned(pass.offset, angle),
            relative_velocity: turned(pass.relative_velocity, angle),
            ..pass
        };
        if let (Some(plain), Some(other)) = (pass.step_aside(), other.step_aside()) {
            // Where the side is decided a rounding error decides.
            let (course, _) = direction_and_length(pass.relative_velocity).unwrap();
            let room = pass.offset.perp_dot(course).abs() / pass.clearance;
            let decides = room < 1e-2 || (room - pass.insistence).abs() < 1e-2;
            prop_assert!(decides || close(turned(plain, angle), other, 2e-2));
        }
    }

    #[test]
    fn a_step_mirrors_with_the_scene_and_the_hand(pass in passes()) {
        let other = Pass {
            offset: mirrored(pass.offset),
            relative_velocity: mirrored(pass.relative_velocity),
            hand: if pass.hand == Side::Left { Side::Right } else { Side::Left },
            ..pass
        };
        prop_assert_eq!(pass.step_aside().map(mirrored), other.step_aside());
    }

    #[test]
    fn traffic_is_a_part(own in vectors(3.0), theirs in vectors(3.0), offset in vectors(9.0), range in 0.1_f32..20.0) {
        let traffic = oncoming(own, theirs, offset, range);
        prop_assert!((0.0..=1.0).contains(&traffic));
    }

    #[test]
    fn a_step_is_finite_at_every_scale(
        offset in wild_vectors(),
        relative_velocity in wild_vectors(),
        clearance in wild_sizes(),
        shortest_time in 1e-3_f32..10.0,
        max_speed in wild_numbers(),
        heading in headings(),
        range in wild_sizes(),
    ) {
        let pass = Pass {
            offset, relative_velocity, clearance, horizon: 2.0, max_speed, shortest_time, insistence: 0.5,
            hand: Side::Right,
        };
        if let Some(step) = pass.step_aside() {
            prop_assert!(step.is_finite(), "{step}");
        }
        prop_assert!(oncoming(heading, relative_velocity, offset, range).is_finite());
    }
}
