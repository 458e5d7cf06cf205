mod slow;

use super::*;
use crate::test_inputs::{
    angles, close, headings, mirrored, turned, vectors, wild_numbers, wild_sizes, wild_vectors,
};
use core::f32::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, PI};
use proptest::prelude::*;

/// The facing after one tick of following `heading`.
fn follow(facing: Vec2, heading: Vec2, smoothing_time: f32, max_turn_rate: f32, tick: f32) -> Vec2 {
    let pace = FollowingPace::new(smoothing_time, max_turn_rate, tick);
    follow_heading(facing, heading, pace)
}

/// [`follow_heading`] for a facing given by half its angle.
fn follow_heading_by_half(half: Vec2, heading: Vec2, pace: FollowingPace) -> Vec2 {
    let mut follower = Followers::<1>::default();
    follower.set(0, half, heading, pace);
    follower.follow();
    follower.half(0)
}

#[test]
fn acceleration_adds_up_to_the_largest_speed() {
    // (3, 0) + (0, 8) / 2 = (3, 4), 5 long.
    let accelerated =
        |largest: f32| accelerate(Vec2::new(3.0, 0.0), Vec2::new(0.0, 8.0), largest, 0.5);
    assert_eq!(accelerated(5.0), Vec2::new(3.0, 4.0));
    assert!(close(accelerated(2.5), Vec2::new(1.5, 2.0), 1e-6));
    assert_eq!(accelerated(0.0), Vec2::ZERO);
    assert_eq!(accelerate(Vec2::X, Vec2::Y * 9.0, 2.0, 0.0), Vec2::X);
}

#[test]
fn a_sum_that_overflows_keeps_its_direction() {
    let huge = Vec2::splat(3e38);
    let accelerated = accelerate(huge, Vec2::splat(2e38), f32::MAX, 1.0);
    assert!(close(
        accelerated / f32::MAX,
        Vec2::splat(0.5_f32.sqrt()),
        1e-6
    ));
    let slow = accelerate(huge, Vec2::splat(2e38), 4.0, 1.0);
    assert!(close(slow, Vec2::splat(8.0_f32.sqrt()), 1e-6));
    // The SIMD form gives the same result.
    let lanes = Vec2Lanes::from_scalar(huge).accelerate(
        Vec2Lanes::from_scalar(Vec2::splat(2e38)),
        F32Lanes::from_scalar(4.0),
        F32Lanes::from_scalar(1.0),
    );
    assert_eq!(lanes.to_scalar(), slow);
    assert_eq!(accelerate(huge, Vec2::NAN, 1.0, 1.0), Vec2::ZERO);
}

#[test]
fn tiny_speeds_are_limited_too() {
    for limit in [1e-40, 1e-30, 1e-20, 1e-12] {
        let accelerated = accelerate(
            Vec2::new(3.0, 0.0) * limit,
            Vec2::new(0.0, 4.0) * limit,
            limit,
            1.0,
        );
        assert!(
            close(accelerated / limit, Vec2::new(0.6, 0.8), 1e-4),
            "{limit}: {accelerated}"
        );
        let free = accelerate(Vec2::new(0.3, 0.0) * limit, Vec2::ZERO, limit, 1.0);
        assert_eq!(free, Vec2::new(0.3, 0.0) * limit);
    }
}

#[test]
fn the_remainder_is_the_rounding_error() {
    // Coordinates from 1024 to 2048 are 2^-13 apart. The sum loses a quarter of that and rounds
    // three quarters up.
    let step = 2.0_f32.powi(-13);
    let (sum, left) = add_exactly(Vec2::new(1500.0, -1500.0), Vec2::new(0.25, 0.75) * step);
    assert_eq!(sum, Vec2::new(1500.0, -1500.0 + step));
    assert_eq!(left, Vec2::new(0.25, -0.25) * step);
    assert_eq!(
        add_exactly(Vec2::ONE, Vec2::ONE),
        (Vec2::splat(2.0), Vec2::ZERO)
    );
    // The displacement is larger than the coordinate.
    let (sum, left) = add_exactly(Vec2::splat(0.25 * step), Vec2::splat(1500.0));
    assert_eq!((sum, left), (Vec2::splat(1500.0), Vec2::splat(0.25 * step)));
}

#[test]
fn an_impossible_remainder_is_dropped() {
    // Half of 2^-23 of 1024 is 2^-14.
    let most = 2.0_f32.powi(-14);
    let position = Vec2::new(1024.0, -1024.0);
    let left = |remainder: Vec2| left_by_rounding(position, remainder);
    assert_eq!(left(Vec2::new(most, -most)), Vec2::new(most, -most));
    assert_eq!(left(Vec2::new(0.0, 1.5 * most)), Vec2::ZERO);
    assert_eq!(left(Vec2::new(f32::NAN, 0.0)), Vec2::ZERO);
    assert_eq!(left_by_rounding(Vec2::ZERO, Vec2::splat(1e-30)), Vec2::ZERO);
    assert_eq!(left_by_rounding(Vec2::NAN, Vec2::X), Vec2::ZERO);
}

#[test]
fn a_velocity_within_the_turn_limit_stays() {
    let velocity = Vec2::from_angle(0.4) * 3.0;
    assert!(close(limit_turn(Vec2::X, velocity, 0.5), velocity, 1e-5));
    let back = Vec2::new(-3.0, 0.1);
    for free in [PI, 10.0, f32::INFINITY, f32::NAN] {
        assert_eq!(limit_turn(Vec2::X, back, free), back);
    }
    assert_eq!(limit_turn(Vec2::X, Vec2::ZERO, 0.1), Vec2::ZERO);
}

#[test]
fn a_velocity_beyond_the_turn_limit_is_projected() {
    // A turn of 60 degrees with a limit of 0: cos 60 = half the speed, straight ahead.
    let limited = limit_turn(Vec2::X, Vec2::from_angle(FRAC_PI_3) * 4.0, 0.0);
    assert!(close(limited, Vec2::new(2.0, 0.0), 1e-5));
    // A turn of 90 degrees with a limit of 45: cos 45.
    let limited = limit_turn(Vec2::X, Vec2::Y * 2.0, FRAC_PI_4);
    assert!(close(limited, Vec2::new(1.0, 1.0), 1e-5));
    // A reversal brakes.
    assert!(limit_turn(Vec2::X, Vec2::new(-5.0, 0.0), 0.3).length() < 1e-5);
}

#[test]
fn a_turn_takes_the_short_way_up_to_its_limit() {
    let turned = turn_toward(Vec2::X, Vec2::Y, FRAC_PI_3);
    assert!(close(turned, Vec2::new(0.5, 0.866_025_4), 1e-5));
    let turned = turn_toward(Vec2::X, Vec2::NEG_Y, FRAC_PI_3);
    assert!(close(turned, Vec2::new(0.5, -0.866_025_4), 1e-5));
    assert_eq!(turn_toward(Vec2::X, Vec2::Y, FRAC_PI_2 + 1e-3), Vec2::Y);
    assert!(close(turn_toward(Vec2::X, Vec2::Y, 0.0), Vec2::X, 1e-6));
    assert!(close(turn_toward(Vec2::X, Vec2::Y, -1.0), Vec2::X, 1e-6));
}

#[test]
fn opposite_directions_turn_to_the_left() {
    let turned = turn_toward(Vec2::X, Vec2::NEG_X, FRAC_PI_2);
    assert!(close(turned, Vec2::Y, 1e-5));
}

#[test]
fn a_facing_follows_with_its_smoothing_time() {
    // After one smoothing time, 1 / e of the angle is left.
    let facing = follow(Vec2::X, Vec2::Y, 0.25, f32::INFINITY, 0.25);
    assert!((facing.angle_to(Vec2::Y) - FRAC_PI_2 / core::f32::consts::E).abs() < 1e-4);
    assert_eq!(follow(Vec2::X, Vec2::Y, 0.0, f32::INFINITY, 0.01), Vec2::Y);
    // Half a radian per second for a tenth of a second.
    let facing = follow(Vec2::X, Vec2::Y, 0.0, 0.5, 0.1);
    assert!((Vec2::X.angle_to(facing) - 0.05).abs() < 1e-5);
    assert!(close(
        follow(Vec2::X, Vec2::Y, 0.0, 0.0, 0.1),
        Vec2::X,
        1e-6
    ));
    assert!(close(
        follow(Vec2::X, Vec2::Y, 0.2, 1.0, 0.0),
        Vec2::X,
        1e-6
    ));
}

/// The angle of the facing one second after its heading turned by 2 radians, at `rate` ticks per
/// second.
fn faced_after_a_second(rate: u32, smoothing_time: f32, max_turn_rate: f32) -> f32 {
    let heading = Vec2::from_angle(2.0);
    let facing = (0..rate).fold(Vec2::X, |facing, _| {
        follow(
            facing,
            heading,
            smoothing_time,
            max_turn_rate,
            1.0 / rate as f32,
        )
    });
    Vec2::X.angle_to(facing)
}

#[test]
fn a_facing_follows_equally_at_any_rate() {
    for rate in [10, 30, 60, 240, 1000] {
        // 2 (1 - exp(-1 / 0.4)) = 1.8358; and 1.2 radians per second.
        assert!(
            (faced_after_a_second(rate, 0.4, f32::INFINITY) - 1.835_83).abs() < 1e-3,
            "{rate}"
        );
        assert!(
            (faced_after_a_second(rate, 0.0, 1.2) - 1.2).abs() < 1e-3,
            "{rate}"
        );
    }
    // With both limits, the results are at most one tick apart.
    let reference = faced_after_a_second(1000, 0.4, 3.0);
    for rate in [30, 60, 240] {
        assert!(
            (faced_after_a_second(rate, 0.4, 3.0) - reference).abs() < 0.02,
            "{rate}"
        );
    }
}

#[test]
fn a_facing_at_its_heading_stays_to_the_bit() {
    for (smoothing, rate) in [(0.1, f32::INFINITY), (0.3, 2.0), (0.0, 1.0)] {
        let pace = FollowingPace::new(smoothing, rate, 1.0 / 60.0);
        let heading = Vec2::from_angle(2.0);
        let follow = |half: Vec2, ticks: u32| {
            (0..ticks).fold(half, |half, _| follow_heading_by_half(half, heading, pace))
        };
        let come = follow(Vec2::from_angle(-0.4), 1000);
        assert!(
            close(come.rotate(come), heading, 3e-6),
            "{smoothing} {rate}"
        );
        assert_eq!(follow(come, 1), come, "{smoothing} {rate}");
    }
}

#[test]
fn half_a_facing_reverses_to_the_left() {
    // The facing may turn by 45 degrees, from +x toward -x. The result has half of that angle: 22.5
    // degrees.
    let pace = FollowingPace::new(0.0, FRAC_PI_4, 1.0);
    let next = follow_heading_by_half(Vec2::X, Vec2::NEG_X, pace);
    assert!(close(next, Vec2::new(0.923_879_5, 0.382_683_43), 1e-6));
    // A turn past straight back would make the cosine of half the angle negative.
    let behind = half_of(Vec2::from_angle(PI - 0.1));
    let next = follow_heading_by_half(behind, Vec2::from_angle(-PI + 0.5), pace);
    assert!(close(next, half_of(Vec2::from_angle(-PI + 0.5)), 1e-6));
    let pace = FollowingPace::new(0.0, 0.3, 1.0);
    let next = follow_heading_by_half(behind, Vec2::from_angle(-PI + 0.5), pace);
    assert!(close(next, half_of(Vec2::from_angle(-PI + 0.2)), 1e-6));
}

#[test]
fn many_small_turns_keep_the_length() {
    let facing = (0..100_000).fold(Vec2::X, |facing, tick| {
        let heading = Vec2::from_angle(tick as f32 * 0.01);
        follow(facing, heading, 0.3, 4.0, 0.01)
    });
    assert!((facing.length() - 1.0).abs() < 1e-5);
}

proptest! {
    /// Compares every bit.
    #[test]
    fn lanes_accelerate_like_scalars(
        velocity in wild_vectors(),
        acceleration in wild_vectors(),
        max_speed in wild_sizes(),
        tick in 0.001_f32..0.2,
    ) {
        let bits = |vector: Vec2| vector.to_array().map(f32::to_bits);
        let (own, pull) = (Vec2Lanes::from_scalar(velocity), Vec2Lanes::from_scalar(acceleration));
        let lanes = own.accelerate(pull, F32Lanes::from_scalar(max_speed), F32Lanes::from_scalar(tick)).to_scalar();
        prop_assert_eq!(bits(lanes), bits(accelerate(velocity, acceleration, max_speed, tick)));
    }

    #[test]
    fn a_sum_and_its_remainder_are_exact(position in vectors(5000.0), displacement in vectors(5.0)) {
        let (sum, left) = add_exactly(position, displacement);
        prop_assert_eq!(sum, position + displacement);
        prop_assert_eq!(
            sum.as_dvec2() + left.as_dvec2(),
            position.as_dvec2() + displacement.as_dvec2()
        );
        prop_assert_eq!(left_by_rounding(sum, left), left);
    }

    #[test]
    fn no_velocity_exceeds_the_largest_speed(
        velocity in wild_vectors(),
        acceleration in wild_vectors(),
        max_speed in wild_sizes(),
        tick in wild_sizes(),
    ) {
        let next = accelerate(velocity, acceleration, max_speed, tick);
        prop_assert!(next.is_finite());
        prop_assert!(next.length() <= max_speed * (1.0 + 1e-5));
    }

    #[test]
    fn a_limited_turn_never_speeds_up_and_stays_within_the_limit(
        heading in headings(),
        velocity in vectors(10.0),
        limit in 0.0_f32..3.2,
    ) {
        let limited = limit_turn(heading, velocity, limit);
        prop_assert!(limited.length() <= velocity.length() * (1.0 + 1e-5));
        prop_assert!(limited.dot(velocity) >= -1e-4);
        if limited.length() > 1e-3 {
            prop_assert!(heading.angle_to(limited).abs() <= limit + 1e-3);
        }
    }

    #[test]
    fn a_turn_approaches_by_its_limit(from in headings(), to in headings(), limit in 0.0_f32..3.2) {
        let after = turn_toward(from, to, limit);
        let (whole, left) = (from.angle_to(to).abs(), after.angle_to(to).abs());
        prop_assert!((left - (whole - limit).max(0.0)).abs() < 1e-3);
        prop_assert!((after.length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn turning_mirrors_and_turns_with_the_scene(
        from in headings(),
        to in headings(),
        limit in 0.0_f32..3.2,
        angle in angles(),
    ) {
        // Opposite vectors turn to the left, with and without the mirror.
        prop_assume!(from.dot(to) > -0.999);
        let plain = turn_toward(from, to, limit);
        prop_assert!(close(turn_toward(mirrored(from), mirrored(to), limit), mirrored(plain), 1e-4));
        prop_assert!(close(turn_toward(turned(from, angle), turned(to, angle), limit), turned(plain, angle), 1e-3));
    }

    #[test]
    fn a_facing_never_overshoots(
        facing in headings(),
        heading in headings(),
        smoothing in 0.0_f32..2.0,
        rate in prop_oneof![Just(f32::INFINITY), 0.0_f32..20.0],
        tick in 0.0_f32..5.0,
    ) {
        let next = follow(facing, heading, smoothing, rate, tick);
        prop_assert!(next.angle_to(heading).abs() <= facing.angle_to(heading).abs() + 1e-3);
        prop_assert!((next.length() - 1.0).abs() < 1e-5);
        if rate.is_finite() {
            prop_assert!(facing.angle_to(next).abs() <= rate * tick + 1e-3);
        }
    }

    #[test]
    fn two_half_ticks_are_one_whole_tick(
        facing in headings(),
        heading in headings(),
        smoothing in 0.01_f32..2.0,
        tick in 0.0_f32..1.0,
    ) {
        prop_assume!(facing.dot(heading) > -0.999);
        let step = |facing: Vec2, tick: f32| follow(facing, heading, smoothing, f32::INFINITY, tick);
        let halves = step(step(facing, 0.5 * tick), 0.5 * tick);
        prop_assert!(close(halves, step(facing, tick), 1e-3));
    }

    #[test]
    fn a_half_angle_facing_follows_equally(
        facing in angles(),
        heading in headings(),
        smoothing in prop_oneof![Just(0.0_f32), 0.0_f32..2.0],
        rate in prop_oneof![Just(f32::INFINITY), 0.0_f32..20.0],
        tick in 0.001_f32..1.0,
    ) {
        let pace = FollowingPace::new(smoothing, rate, tick);
        let half = Vec2::from_angle(0.5 * facing);
        let next = follow_heading_by_half(half, heading, pace);
        let plain = follow_heading(Vec2::from_angle(facing), heading, pace);
        // Opposite vectors turn to the left, and rounding decides which are opposite.
        prop_assume!(Vec2::from_angle(facing).dot(heading) > -0.999);
        prop_assert!(close(next.rotate(next), plain, 1e-5));
        prop_assert!((next.length() - 1.0).abs() < 1e-6);
        prop_assert!(next.x >= 0.0);
    }

    #[test]
    fn several_followers_agree_with_each_alone(
        several in prop::collection::vec(
            (headings(), headings(), 0.0_f32..1.0, prop_oneof![Just(f32::INFINITY), 0.0_f32..9.0]),
            64,
        ),
        count in 0..65_usize,
    ) {
        // As many as the plugin processes together.
        let mut together = Followers::<64>::default();
        let (mut alone, mut paces) = (Vec::new(), Vec::new());
        for (number, (half, heading, smoothing, rate)) in several.into_iter().take(count).enumerate() {
            let pace = FollowingPace::new(smoothing, rate, 0.1);
            together.set(number, half, heading, pace);
            alone.push(follow_heading_by_half(half, heading, pace));
            paces.push(pace);
        }
        together.follow();
        for (number, pace) in paces.into_iter().enumerate() {
            prop_assert_eq!(together.pace(number), pace);
        }
        for number in 0..64 {
            let expected = alone.get(number).copied().unwrap_or(Vec2::X);
            prop_assert_eq!(together.half(number).to_array().map(f32::to_bits), expected.to_array().map(f32::to_bits));
        }
    }

    #[test]
    fn twice_the_half_angle_is_the_direction(unit in headings()) {
        let half = half_of(unit);
        prop_assert!(close(half.rotate(half), unit, 1e-6));
        prop_assert!(half.x >= 0.0);
    }

    #[test]
    fn a_facing_is_a_direction_at_every_scale(
        facing in headings(),
        heading in headings(),
        smoothing in wild_numbers(),
        rate in wild_numbers(),
        tick in wild_sizes(),
    ) {
        let next = follow(facing, heading, smoothing, rate, tick);
        prop_assert!((next.length() - 1.0).abs() < 1e-5);
    }
}
