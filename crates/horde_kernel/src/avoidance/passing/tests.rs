mod bounds;

use super::*;
use crate::math::vector::{direction_and_length, left};
use crate::test_inputs::{
    angles, close, mirrored, turned, vectors, wild_numbers, wild_sizes, wild_vectors,
};
use core::ops::Range;
use glam::Vec2;
use proptest::prelude::*;
use pulp::Scalar;

/// A body in the way, seen from the body that goes round it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pass {
    /// From this body to the other.
    offset: Vec2,
    /// The other's velocity less this body's preferred velocity: a blocked body still plans its
    /// way.
    relative_velocity: Vec2,
    /// The preferred velocity of this body, world units per second.
    preferred_velocity: Vec2,
    /// The distance that the two centers have to keep, world units: both radii and the margin.
    clearance: f32,
    /// How far ahead a pass matters, seconds; at least six clearances at full speed.
    horizon: f32,
    /// This body's largest speed, world units per second.
    max_speed: f32,
    /// The least time to the pass, seconds: a sooner pass counts as this. It limits the speed of
    /// the step.
    shortest_time: f32,
    /// If this body misses on the wrong side by less than this part of the clearance, it crosses in
    /// front, 0 to 1. A body dead ahead is passed on the passing side in any case.
    insistence: f32,
    /// The side to turn to head-on and in traffic.
    passing_side: Side,
}

impl Pass {
    /// The change of velocity, across the other's way, that lets the two pass at the clearance;
    /// `None` when they pass anyway, or not within the horizon.
    ///
    /// The step makes up for the missing clearance by the time of the pass. It fades to nothing as
    /// the pass becomes free on the chosen side. The other body computes the same pass and steps to
    /// its own side, unless one of the two is too slow to cross in front.
    fn step_aside(&self) -> Option<Vec2> {
        let (step, steps) = self.in_one_lane().step_aside();
        steps.to_scalar().then(|| step.to_scalar())
    }

    fn in_one_lane(&self) -> PassingPairs<Scalar> {
        PassingPairs {
            offset: Vec2Lanes::from_scalar(self.offset),
            relative_velocity: Vec2Lanes::from_scalar(self.relative_velocity),
            preferred_velocity: Vec2Lanes::from_scalar(self.preferred_velocity),
            clearance: F32Lanes::from_scalar(self.clearance),
            horizon: F32Lanes::from_scalar(self.horizon),
            max_speed: F32Lanes::from_scalar(self.max_speed),
            shortest_time: F32Lanes::from_scalar(self.shortest_time),
            insistence: F32Lanes::from_scalar(self.insistence),
            passing_side: self.passing_side,
        }
    }
}

/// A body 8 ahead, at rest, `lateral` to the left, in the way of a body that goes along x at 2.
fn standing(lateral: f32) -> Pass {
    Pass {
        offset: Vec2::new(8.0, lateral),
        relative_velocity: Vec2::new(-2.0, 0.0),
        preferred_velocity: Vec2::new(2.0, 0.0),
        clearance: 1.0,
        horizon: 5.0,
        max_speed: 2.0,
        shortest_time: 0.5,
        insistence: 0.0,
        passing_side: Side::Right,
    }
}

fn passes() -> impl Strategy<Value = Pass> {
    (
        vectors(20.0),
        vectors(6.0),
        vectors(3.0),
        0.2_f32..3.0,
        0.5_f32..6.0,
        0.0_f32..1.0,
        any::<bool>(),
    )
        .prop_map(
            |(
                offset,
                relative_velocity,
                preferred_velocity,
                clearance,
                horizon,
                insistence,
                is_left,
            )| Pass {
                offset,
                relative_velocity,
                preferred_velocity,
                clearance,
                horizon,
                max_speed: 3.0,
                shortest_time: 0.3,
                insistence,
                passing_side: if is_left { Side::Left } else { Side::Right },
            },
        )
}

/// Pairs that come too near within the horizon.
fn collisions() -> impl Strategy<Value = Pass> {
    contacts(0.2_f32..0.9)
}

/// Pairs that come too near after `when`, a part of the horizon.
fn contacts(when: Range<f32>) -> impl Strategy<Value = Pass> {
    (passes(), when, -0.95_f32..0.95).prop_map(|(pass, when, part)| {
        let speed = pass.relative_velocity.length().max(0.5);
        let steering = pass.relative_velocity.normalize_or(Vec2::X);
        let beside = left(steering) * (part * pass.clearance);
        let chord = pass.clearance * (1.0 - part * part).sqrt();
        let ahead = chord + speed * pass.horizon * when;
        Pass {
            offset: beside - steering * ahead,
            relative_velocity: steering * speed,
            ..pass
        }
    })
}

/// Head-on passes that touch when the horizon ends, or after six clearances at full speed if that
/// is later.
fn head_on_at_the_horizon() -> impl Strategy<Value = Pass> {
    let hair = -1e-6_f32..1e-6;
    (passes(), hair, -1e-3_f32..1e-3).prop_map(|(pass, hair, part)| {
        let steering = pass.relative_velocity.normalize_or(Vec2::X);
        let speed = pass.relative_velocity.length().max(0.5);
        let longest = pass.horizon.max(6.0 * pass.clearance / pass.max_speed);
        let ahead = pass.clearance + speed * longest * (1.0 + hair);
        Pass {
            offset: left(steering) * (part * pass.clearance) - steering * ahead,
            relative_velocity: steering * speed,
            ..pass
        }
    })
}

/// Pairs with numbers of every magnitude.
fn wild_passes() -> impl Strategy<Value = Pass> {
    let sizes = [wild_sizes(), wild_sizes(), wild_sizes(), wild_sizes()];
    (wild_vectors(), wild_vectors(), sizes, passes()).prop_map(
        |(offset, relative_velocity, [clearance, horizon, max_speed, shortest_time], pass)| Pass {
            offset,
            relative_velocity,
            clearance,
            horizon,
            max_speed,
            shortest_time,
            ..pass
        },
    )
}

fn may_come_in_time(pass: &Pass) -> bool {
    let distance = direction_and_length(pass.offset).map_or(0.0, |(_, length)| length);
    pass.in_one_lane()
        .may_come_in_time(F32Lanes::from_scalar(distance))
        .to_scalar()
}

#[test]
fn a_step_is_the_missing_clearance_over_the_time_left() {
    // The other is abeam after 4 s, 0.6 to the left. Contact is sqrt(1 - 0.36) = 0.8 before 8,
    // after 3.6 s: 0.4 / 4 * 2 (1 - 3.6 / 5).
    let step = standing(0.6).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.056), 1e-5), "{step}");
    // The other passes on the right, by as much.
    let step = standing(-0.6).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, 0.056), 1e-5), "{step}");
}

#[test]
fn dead_ahead_bodies_turn_to_the_passing_side() {
    // 1 / 4 * 2 (1 - 3.5 / 5) to the right.
    let step = standing(0.0).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.15), 1e-5), "{step}");
    let left = Pass {
        passing_side: Side::Left,
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
    // The other would pass 0.3 to the right. With an insistence of a half the body still steps to
    // the right, in front of the other: 1 + 0.3 are missing. Contact is sqrt(1 - 0.09) = 0.954
    // before 8, after 3.523 s.
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
fn a_body_that_is_too_slow_to_cross_in_front_lets_the_other_go_first() {
    // Both go at speed 2. The other goes along -x beside this body, which wants to cross in front.
    // Relative to this body the other moves at (-0.8, 1.6). It is abeam after 1 s, 0.894 on the
    // wrong side, at (-0.8, -0.4).
    let beside = |max_speed: f32| Pass {
        offset: Vec2::new(0.0, -2.0),
        relative_velocity: Vec2::new(-0.8, 1.6),
        preferred_velocity: Vec2::new(-1.2, -1.6),
        clearance: 2.0,
        max_speed,
        insistence: 0.5,
        ..standing(0.0)
    };
    // The step in front would be 2 + 0.894. A full speed of 2.5 allows a change of 0.667, one of
    // 2.6 a change of 0.765. A quarter of the step is 0.724.
    let aside = Vec2::new(-2.0, -1.0) / 5.0_f32.sqrt();
    let in_front = beside(2.6).step_aside().unwrap();
    assert!(close(in_front, aside * 2.894, 1e-3), "{in_front}");
    let behind = beside(2.5).step_aside().unwrap();
    assert!(close(behind, aside * -1.106, 1e-3), "{behind}");
}

#[test]
fn only_a_body_that_goes_fast_that_way_is_too_slow_to_cross_in_front() {
    // The pass above, but abeam after 0.06 s, which counts as 0.25. The step in front is 2.894 over
    // 0.25, 11.6. Full speed allows a change of 1, less than a quarter. Half of the full speed is
    // 1.
    let aside = Vec2::new(-2.0, -1.0) / 5.0_f32.sqrt();
    let goes = |speed: f32| Pass {
        offset: Vec2::new(-0.755, -0.489),
        relative_velocity: Vec2::new(-0.8, 1.6),
        preferred_velocity: aside * speed,
        clearance: 2.0,
        shortest_time: 0.25,
        insistence: 0.5,
        ..standing(0.0)
    };
    let in_front = goes(0.95).step_aside().unwrap();
    assert!(close(in_front, aside * 2.894 / 0.25, 1e-2), "{in_front}");
    let behind = goes(1.05).step_aside().unwrap();
    assert!(close(behind, aside * -1.106 / 0.25, 1e-2), "{behind}");
}

#[test]
fn a_clear_or_receding_or_far_pass_needs_no_step() {
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
    // At least six clearances at full speed: 3 s, for any shorter horizon; contact comes after 3.5.
    let late = Pass {
        horizon: 0.1,
        ..standing(0.0)
    };
    assert_eq!(late.step_aside(), None);
    assert!(!may_come_in_time(&late));
    let soon = Pass {
        offset: Vec2::new(5.0, 0.0),
        ..late
    };
    assert!(soon.step_aside().is_some() && may_come_in_time(&soon));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// At the horizon itself the answer may differ by a rounding error only.
    #[test]
    fn a_contact_at_the_horizon_needs_no_step(pass in head_on_at_the_horizon()) {
        if !may_come_in_time(&pass) {
            prop_assert_eq!(pass.step_aside(), None);
        }
    }
}

#[test]
fn squares_of_next_to_nothing_rule_no_step_out() {
    for number in 0..1000 {
        let (speed, horizon) = (1.7, 1e-9 + 1e-12 * number as f32);
        let pass = Pass {
            offset: Vec2::new(0.9999 * horizon * speed, 0.0),
            relative_velocity: Vec2::new(-speed, 0.0),
            clearance: 1e-25,
            horizon,
            max_speed: 1e-12,
            shortest_time: 0.0,
            ..standing(0.0)
        };
        assert!(pass.step_aside().is_some() && may_come_in_time(&pass));
    }
}

#[test]
fn a_step_aside_is_never_hastier_than_the_shortest_time_asks_for() {
    let close_by = Pass {
        offset: Vec2::new(0.7, 0.5),
        ..standing(0.0)
    };
    // The other is abeam after 0.35 s, which counts as 0.5. The bodies touch already, so the step
    // is full.
    let step = close_by.step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.5 / 0.5), 1e-4), "{step}");
}

proptest! {
    #[test]
    fn a_step_makes_the_pass_freer(pass in collisions()) {
        let pass = Pass { insistence: 0.0, ..pass };
        let step = pass.step_aside();
        prop_assert!(step.is_some(), "{pass:?}");
        let miss = |pass: &Pass| {
            let time = -pass.offset.dot(pass.relative_velocity) / pass.relative_velocity.length_squared();
            (pass.offset + pass.relative_velocity * time).length()
        };
        // Dead ahead it may first cross the middle.
        prop_assume!(miss(&pass) > 0.05 * pass.clearance);
        let after = Pass { relative_velocity: pass.relative_velocity - step.unwrap() * 0.01, ..pass };
        prop_assert!(miss(&after) > miss(&pass), "{} {}", miss(&after), miss(&pass));
    }

    /// Without a collision a step is zero but for rounding.
    #[test]
    fn a_pass_without_a_collision_needs_no_step(pass in passes()) {
        if !pass.in_one_lane().collides().to_scalar() {
            let step = pass.step_aside();
            prop_assert!(step.is_none_or(|step| step.length() < 1e-3 * pass.clearance), "{step:?}");
        }
    }

    /// Holds close to the horizon, too, and at any scale.
    #[test]
    fn a_contact_after_the_horizon_needs_no_step(pass in prop_oneof![passes(), contacts(0.998_f32..1.002), wild_passes()]) {
        if !may_come_in_time(&pass) {
            prop_assert_eq!(pass.step_aside(), None);
        }
    }

    #[test]
    fn a_step_is_across_the_way(pass in collisions()) {
        if let Some(step) = pass.step_aside() {
            let along = step.dot(pass.relative_velocity);
            prop_assert!(along.abs() <= 1e-3 * step.length() * pass.relative_velocity.length() + 1e-5);
        }
    }

    /// Both see the same pass, and step to opposite sides, unless one is too slow to cross in
    /// front.
    #[test]
    fn a_pair_agrees(pass in collisions()) {
        let pass = Pass { preferred_velocity: Vec2::ZERO, ..pass };
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
    fn a_step_turns_with_the_scene(pass in collisions(), angle in angles()) {
        let other = Pass {
            offset: turned(pass.offset, angle),
            relative_velocity: turned(pass.relative_velocity, angle),
            preferred_velocity: turned(pass.preferred_velocity, angle),
            ..pass
        };
        if let (Some(plain), Some(other)) = (pass.step_aside(), other.step_aside()) {
            // At a tie between the sides a rounding error decides.
            let (steering, _) = direction_and_length(pass.relative_velocity).unwrap();
            let miss = pass.offset.perp_dot(steering).abs() / pass.clearance;
            let decides = miss < 1e-2 || (miss - pass.insistence).abs() < 1e-2;
            prop_assert!(decides || close(turned(plain, angle), other, 2e-2));
        }
    }

    #[test]
    fn a_step_mirrors_with_the_scene_and_the_hand(pass in collisions()) {
        let other = Pass {
            offset: mirrored(pass.offset),
            relative_velocity: mirrored(pass.relative_velocity),
            preferred_velocity: mirrored(pass.preferred_velocity),
            passing_side: if pass.passing_side == Side::Left { Side::Right } else { Side::Left },
            ..pass
        };
        prop_assert_eq!(pass.step_aside().map(mirrored), other.step_aside());
    }

    #[test]
    fn a_step_is_finite_at_every_scale(
        offset in wild_vectors(),
        relative_velocity in wild_vectors(),
        preferred_velocity in wild_vectors(),
        clearance in wild_sizes(),
        shortest_time in 1e-3_f32..10.0,
        max_speed in wild_numbers(),
    ) {
        let pass = Pass {
            offset, relative_velocity, preferred_velocity, clearance, horizon: 2.0, max_speed, shortest_time, insistence: 0.5,
            passing_side: Side::Right,
        };
        if let Some(step) = pass.step_aside() {
            prop_assert!(step.is_finite(), "{step}");
        }
    }
}
