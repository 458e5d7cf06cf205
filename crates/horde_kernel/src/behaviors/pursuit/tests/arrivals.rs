//! Checks arrival: the body brakes in time, and rests at its target.

use super::*;

/// Whether a velocity is zero, or the rounding error that braking leaves.
fn is_at_rest(velocity: Vec2) -> bool {
    velocity.length() < 1e-20
}

/// One tick of a body that an arrival steers.
fn step(
    motion_limits: &MotionLimits,
    position: &mut Vec2,
    velocity: &mut Vec2,
    target: Vec2,
    braking: &Braking,
) {
    let force = arrive(motion_limits, *velocity, target - *position, braking);
    let mass = motion_limits.max_force / motion_limits.max_acceleration;
    let acceleration = truncate(force, motion_limits.max_force) / mass;
    *velocity = accelerate(
        *velocity,
        acceleration,
        motion_limits.max_speed,
        motion_limits.tick,
    );
    *position += *velocity * motion_limits.tick;
}

#[test]
fn the_arrival_speed_is_the_highest_from_which_whole_ticks_still_stop() {
    // Braking at 9 loses 0.15 in a tick of 1/60. At 1 unit: n = sqrt(0.25 + 2 * 1 / (0.15 / 60)) -
    // 0.5 = 27.789 ticks, 27.789 * 0.15 = 4.168.
    assert!((arrival_speed(&NIMBLE, 1.0, &FIRM) - 4.168).abs() < 1e-3);
    // Three whole ticks cover 0.0025 * (1 + 2 + 3) = 0.015 from a speed of 3 * 0.15.
    assert!((arrival_speed(&NIMBLE, 0.015, &FIRM) - 0.45).abs() < 1e-4);
    // Less than one tick's braking away: the body arrives in one tick, 0.001 * 60.
    assert!((arrival_speed(&NIMBLE, 0.001, &FIRM) - 0.06).abs() < 1e-6);
    // Far away: full speed.
    assert_eq!(arrival_speed(&NIMBLE, 1e3, &FIRM), 5.0);
    // A slowing distance of 10: in proportion, 5 * 2 / 10.
    let soft = Braking {
        slowing_distance: 10.0,
        ..FIRM
    };
    assert!((arrival_speed(&NIMBLE, 2.0, &soft) - 1.0).abs() < 1e-6);
    assert_eq!(arrival_speed(&NIMBLE, 0.0, &FIRM), 0.0);
}

#[test]
fn a_body_that_cannot_brake_has_no_arrival_speed() {
    for effort in [0.0, -1.0, f32::NAN] {
        assert_eq!(
            arrival_speed(&NIMBLE, 3.0, &Braking { effort, ..FIRM }),
            0.0
        );
    }
    assert_eq!(
        arrival_speed(
            &MotionLimits {
                tick: 0.0,
                ..NIMBLE
            },
            3.0,
            &FIRM
        ),
        0.0
    );
}

#[test]
fn an_arrival_stops_within_its_tolerance() {
    let braking = Braking {
        tolerance: 0.5,
        ..FIRM
    };
    // Velocity (0.1, 0) to zero within 1/60 s: 0.1 * 60 for a mass of one.
    let slow = arrive(&NIMBLE, 0.1 * Vec2::X, Vec2::new(0.3, 0.3), &braking);
    assert!(close(slow, Vec2::new(-6.0, 0.0), 1e-3));
    // Velocity (1, 0) would take a force of 60; braking stays within the limit by itself.
    let fast = arrive(&NIMBLE, Vec2::X, Vec2::new(0.3, 0.3), &braking);
    assert!(close(fast, Vec2::new(-NIMBLE.max_force, 0.0), 1e-3));
}

#[test]
fn an_arrival_from_rest_settles_exactly_at_any_step_size() {
    for tick in [
        1.0 / 1000.0,
        1.0 / 240.0,
        1.0 / 60.0,
        1.0 / 30.0,
        0.1,
        0.37,
        1.0,
        5.0,
    ] {
        for distance in [1e-3, 0.02, 0.7, 3.0, 11.3] {
            for effort in [0.1, 0.6, 1.0] {
                for slowing_distance in [0.0, 2.0] {
                    // With a slowing distance, the last movements are below the resolution of the
                    // position.
                    let tolerance = if slowing_distance > 0.0 { 1e-3 } else { 1e-4 };
                    let braking = Braking {
                        effort,
                        slowing_distance,
                        tolerance,
                    };
                    let motion_limits = MotionLimits { tick, ..NIMBLE };
                    let toward = Vec2::new(0.6, 0.8);
                    let target = toward * distance;
                    let (mut position, mut velocity) = (Vec2::ZERO, Vec2::ZERO);
                    let case = format!(
                        "tick {tick}, distance {distance}, effort {effort}, slowing {slowing_distance}"
                    );
                    // A slowing distance makes the end exponential, so it takes more time.
                    let ticks = (60.0 / tick) as usize + 400;
                    for _ in 0..ticks {
                        step(
                            &motion_limits,
                            &mut position,
                            &mut velocity,
                            target,
                            &braking,
                        );
                        let left = (target - position).dot(toward);
                        assert!(
                            left >= -1e-5 * distance.max(1.0),
                            "{case}: the body overshoots by {}",
                            -left
                        );
                    }
                    assert!(
                        position.distance(target) <= tolerance,
                        "{case}: {} away",
                        position.distance(target)
                    );
                    assert!(is_at_rest(velocity), "{case}: still at {velocity}");
                    let settled = position;
                    for _ in 0..100 {
                        step(
                            &motion_limits,
                            &mut position,
                            &mut velocity,
                            target,
                            &braking,
                        );
                    }
                    assert_eq!(position, settled, "{case}: oscillates");
                }
            }
        }
    }
}

/// Returns the position of a body relative to a target that keeps its velocity, after each of
/// `ticks` ticks.
fn follow(
    motion_limits: &MotionLimits,
    offset: Vec2,
    target_velocity: Vec2,
    ticks: usize,
) -> Vec<Vec2> {
    let braking = Braking {
        tolerance: 1e-4,
        ..FIRM
    };
    let (mut place, mut velocity) = (-offset, Vec2::ZERO);
    (0..ticks)
        .map(|_| {
            let steering =
                crate::behaviors::pursuit::arrive(motion_limits, -place, target_velocity, &braking);
            let mass = motion_limits.max_force / motion_limits.max_acceleration;
            let acceleration = truncate(
                steering.force(motion_limits, velocity),
                motion_limits.max_force,
            ) / mass;
            velocity = accelerate(
                velocity,
                acceleration,
                motion_limits.max_speed,
                motion_limits.tick,
            );
            // Relative to the target, so that rounding of the common movement does not count.
            place += (velocity - target_velocity) * motion_limits.tick;
            place
        })
        .collect()
}

#[test]
fn an_arrival_at_a_moving_target_does_not_lag() {
    for tick in [1.0 / 1000.0, 1.0 / 240.0, 1.0 / 60.0, 0.1, 0.37, 1.0] {
        for target_velocity in [
            Vec2::new(2.0, 0.0),
            Vec2::new(-2.0, 0.0),
            Vec2::new(0.0, 3.5),
            Vec2::new(-3.0, 3.0),
        ] {
            let motion_limits = MotionLimits { tick, ..NIMBLE };
            let ticks = (60.0 / tick) as usize + 100;
            let places = follow(&motion_limits, Vec2::new(7.0, 1.0), target_velocity, ticks);
            let last = &places[ticks - 50..];
            for place in last {
                assert!(
                    place.length() < 1e-3,
                    "tick {tick}, {target_velocity}: {place}"
                );
            }
            let trembles = last.windows(2).map(|pair| pair[0].distance(pair[1]));
            assert!(trembles.fold(0.0, f32::max) < 1e-5, "tick {tick}");
        }
    }
}

#[test]
fn a_target_that_is_too_fast_is_followed_at_full_speed() {
    let braking = FIRM;
    for target_velocity in [Vec2::new(9.0, 0.0), Vec2::new(1e38, 0.0), Vec2::splat(3e38)] {
        let steering = crate::behaviors::pursuit::arrive(
            &NIMBLE,
            Vec2::new(3.0, 3.0),
            target_velocity,
            &braking,
        );
        assert!(
            (steering.desired.length() - 5.0).abs() < 1e-4
                && steering.force(&NIMBLE, Vec2::ZERO).is_finite()
        );
        assert!(steering.desired.dot(target_velocity) > 0.0);
    }
}

#[test]
fn a_target_that_approaches_is_met_at_full_speed() {
    let steering = crate::behaviors::pursuit::arrive(
        &NIMBLE,
        Vec2::new(50.0, 0.0),
        Vec2::new(-4.0, 0.0),
        &FIRM,
    );
    assert!(close(steering.desired, Vec2::new(5.0, 0.0), 1e-5));
}

proptest! {
    #[test]
    fn the_arrival_speed_rises_with_the_distance_and_never_overshoots(
        motion_limits in motion_limits(),
        effort in 0.05_f32..1.0,
        slowing_distance in prop_oneof![Just(0.0_f32), 0.1_f32..30.0],
        distance in 0.0_f32..100.0,
        farther in 0.0_f32..10.0,
    ) {
        let braking = Braking { effort, slowing_distance, tolerance: 0.0 };
        let speed = arrival_speed(&motion_limits, distance, &braking);
        prop_assert!((0.0..=motion_limits.max_speed).contains(&speed));
        prop_assert!(speed * motion_limits.tick <= distance * (1.0 + 1e-4));
        prop_assert!(arrival_speed(&motion_limits, distance + farther, &braking) >= speed * (1.0 - 1e-5));
        // Within a tick, the body can brake to the next speed.
        let hard = Braking { slowing_distance: 0.0, ..braking };
        let speed = arrival_speed(&motion_limits, distance, &hard);
        let next = arrival_speed(&motion_limits, (distance - speed * motion_limits.tick).max(0.0), &hard);
        let lost = effort * motion_limits.max_acceleration * motion_limits.tick;
        prop_assert!(speed - next <= lost * 1.001 + 1e-3 * motion_limits.max_speed, "{speed} to {next} at {lost}");
    }

    #[test]
    fn an_arrival_settles_from_any_first_velocity(
        motion_limits in motion_limits(),
        velocity in vectors(0.7),
        target in vectors(20.0),
        effort in 0.1_f32..1.0,
    ) {
        let braking = Braking { effort, slowing_distance: 0.0, tolerance: 1e-3 };
        let (mut position, mut velocity) = (Vec2::ZERO, velocity * motion_limits.max_speed);
        let mut ticks_at_rest = 0;
        for _ in 0..60_000 {
            step(&motion_limits, &mut position, &mut velocity, target, &braking);
            ticks_at_rest = if is_at_rest(velocity) { ticks_at_rest + 1 } else { 0 };
            if ticks_at_rest > 3 {
                break;
            }
        }
        prop_assert!(ticks_at_rest > 3, "the velocity is still {velocity}, {} away", position.distance(target));
        prop_assert!(position.distance(target) <= 1.001e-3);
    }
}
