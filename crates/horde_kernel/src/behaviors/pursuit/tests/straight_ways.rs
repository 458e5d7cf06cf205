//! Checks seek and flee: the force toward a position and away from it.

use super::*;

#[test]
fn a_steering_output_holds_its_desired_velocity() {
    let steering = crate::behaviors::pursuit::seek(&NIMBLE, Vec2::new(6.0, 8.0)).unwrap();
    // 0.6 and 0.8 of the largest speed, for any velocity.
    assert!(close(
        steering.desired,
        Vec2::new(0.6, 0.8) * NIMBLE.max_speed,
        1e-4
    ));
    let there = crate::behaviors::pursuit::arrive(&NIMBLE, Vec2::ZERO, Vec2::ZERO, &FIRM);
    assert_eq!(there.desired, Vec2::ZERO);
    let near = crate::behaviors::pursuit::arrive(&NIMBLE, Vec2::new(0.0, 0.5), Vec2::ZERO, &FIRM);
    let speed = arrival_speed(&NIMBLE, 0.5, &FIRM);
    assert!(speed < NIMBLE.max_speed && close(near.desired, Vec2::new(0.0, speed), 1e-4));
}

#[test]
fn a_seek_gives_the_whole_force_at_rest_and_none_at_full_speed() {
    // The desired velocity is 5 (0.6, 0.8) = (3, 4), in a third of a second: times 3.
    let force = seek(&NIMBLE, Vec2::ZERO, Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(force, Vec2::new(9.0, 12.0), 1e-4));
    assert!((force.length() - NIMBLE.max_force).abs() < 1e-4);
    let cruising = seek(&NIMBLE, Vec2::new(3.0, 4.0), Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(cruising, Vec2::ZERO, 1e-4));
    // In the wrong direction: (3 - -3, 4 - -4) * 3, twice the force; the caller truncates.
    let away = seek(&NIMBLE, Vec2::new(-3.0, -4.0), Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(away, Vec2::new(18.0, 24.0), 1e-4));
}

#[test]
fn a_seek_at_its_target_gives_no_force() {
    assert_eq!(seek(&NIMBLE, Vec2::X, Vec2::ZERO), None);
    assert_eq!(seek(&NIMBLE, Vec2::X, Vec2::NAN), None);
}

#[test]
fn a_seek_does_not_ask_for_more_than_the_last_step() {
    // A full step is 5 / 60; half of it takes half the speed.
    let half = Vec2::new(0.0, 2.5 / 60.0);
    let steering = crate::behaviors::pursuit::seek(&NIMBLE, half).unwrap();
    assert!(close(steering.desired, Vec2::new(0.0, 2.5), 1e-4));
    let full = crate::behaviors::pursuit::seek(&NIMBLE, 2.1 * half).unwrap();
    assert!(close(full.desired, Vec2::new(0.0, 5.0), 1e-4));
}

#[test]
fn twice_the_mass_takes_twice_the_force() {
    let heavy = MotionLimits {
        max_force: 30.0,
        ..NIMBLE
    };
    let force = seek(&heavy, Vec2::ZERO, Vec2::X).unwrap();
    assert!(close(force, Vec2::new(30.0, 0.0), 1e-4));
}

#[test]
fn a_long_tick_reaches_the_desired_velocity_and_does_not_overshoot_it() {
    let slow = MotionLimits {
        tick: 2.0,
        ..NIMBLE
    };
    let force = slow.force_toward_velocity(Vec2::new(-1.0, 2.0), Vec2::new(3.0, 0.0));
    // (4, -2) in 2 s.
    assert!(close(force, Vec2::new(2.0, -1.0), 1e-5));
    let next = accelerate(Vec2::new(-1.0, 2.0), force, slow.max_speed, slow.tick);
    assert!(close(next, Vec2::new(3.0, 0.0), 1e-5));
}

#[test]
fn a_change_within_the_tick_takes_one_tick() {
    // 2 units per second in 1/60 s: 120.
    let force = NIMBLE.force_to_velocity_now(Vec2::new(1.0, 0.0), Vec2::new(3.0, 0.0));
    assert!(close(force, Vec2::new(120.0, 0.0), 1e-3));
}

#[test]
fn a_body_that_cannot_accelerate_gets_no_force() {
    let stuck = MotionLimits {
        max_force: 0.0,
        max_acceleration: 0.0,
        ..NIMBLE
    };
    assert_eq!(stuck.response_time(), 0.0);
    assert_eq!(stuck.force_toward_velocity(Vec2::ZERO, Vec2::X), Vec2::ZERO);
    assert_eq!(stuck.force_to_velocity_now(Vec2::ZERO, Vec2::X), Vec2::ZERO);
    assert_eq!(seek(&stuck, Vec2::ZERO, Vec2::X), Some(Vec2::ZERO));
    assert_eq!(arrive(&stuck, Vec2::ZERO, Vec2::X, &FIRM), Vec2::ZERO);
    let paused = MotionLimits {
        tick: 0.0,
        ..NIMBLE
    };
    assert_eq!(
        paused.force_to_velocity_now(Vec2::ZERO, Vec2::X),
        Vec2::ZERO
    );
    assert!(arrive(&paused, Vec2::ZERO, Vec2::X, &FIRM).is_finite());
}

#[test]
fn a_flight_is_a_seek_away_within_the_panic_distance() {
    let threat = Vec2::new(6.0, 8.0);
    let fled = flee(&NIMBLE, Vec2::ZERO, Vec2::Y, threat, 10.0).unwrap();
    assert!(close(fled, Vec2::new(-9.0, -12.0), 1e-4));
    assert_eq!(flee(&NIMBLE, Vec2::ZERO, Vec2::Y, threat, 9.99), None);
    // On top of the threat: along the heading.
    assert_eq!(flee(&NIMBLE, Vec2::ZERO, Vec2::Y, Vec2::ZERO, 0.0), None);
    let fled = flee(&NIMBLE, Vec2::ZERO, Vec2::Y, Vec2::ZERO, 10.0).unwrap();
    assert!(close(fled, Vec2::new(0.0, 15.0), 1e-4));
}

proptest! {
    #[test]
    fn a_seek_reaches_full_speed_in_the_response_time(
        motion_limits in motion_limits(),
        offset in vectors(50.0),
    ) {
        prop_assume!(offset.length() > 1e-3);
        // Farther away than one step.
        let step = motion_limits.max_speed * motion_limits.tick;
        let offset = offset + offset.normalize() * step;
        let force = seek(&motion_limits, Vec2::ZERO, offset).unwrap();
        prop_assert!(force.length() <= motion_limits.max_force * (1.0 + 1e-4));
        if motion_limits.tick <= motion_limits.response_time() {
            prop_assert!((force.length() / motion_limits.max_force - 1.0).abs() < 1e-4);
        }
        prop_assert!(force.normalize().dot(offset.normalize()) > 0.9999);
    }

    #[test]
    fn a_force_toward_a_velocity_never_overshoots_it(
        motion_limits in motion_limits(),
        current in vectors(10.0),
        desired in vectors(10.0),
    ) {
        let mass = motion_limits.max_force / motion_limits.max_acceleration;
        let force = motion_limits.force_toward_velocity(current, desired);
        let next = current + force / mass * motion_limits.tick;
        // The result is on the line between both velocities: the parts add up to the whole.
        let detour = current.distance(next) + next.distance(desired) - current.distance(desired);
        prop_assert!(detour.abs() < 1e-3);
        let now = current + motion_limits.force_to_velocity_now(current, desired) / mass * motion_limits.tick;
        prop_assert!(close(now, desired, 1e-3));
    }

    #[test]
    fn flight_and_seek_are_opposite(motion_limits in motion_limits(), offset in vectors(50.0), heading in headings()) {
        prop_assume!(offset.length() > 1e-3);
        let step = motion_limits.max_speed * motion_limits.tick;
        let offset = offset + offset.normalize() * step;
        let fled = flee(&motion_limits, Vec2::ZERO, heading, offset, 1e3).unwrap();
        prop_assert_eq!(fled, -seek(&motion_limits, Vec2::ZERO, offset).unwrap());
    }

    #[test]
    fn seek_flee_and_arrive_turn_with_the_scene(
        velocity in vectors(5.0),
        offset in vectors(20.0),
        heading in headings(),
        angle in angles(),
    ) {
        prop_assume!(offset.length() > 0.1 && (offset.length() - 10.0).abs() > 0.1);
        let both = [
            (
                seek(&NIMBLE, velocity, offset),
                seek(&NIMBLE, turned(velocity, angle), turned(offset, angle)),
            ),
            (
                flee(&NIMBLE, velocity, heading, offset, 10.0),
                flee(&NIMBLE, turned(velocity, angle), turned(heading, angle), turned(offset, angle), 10.0),
            ),
        ];
        for (plain, other) in both {
            prop_assert_eq!(plain.is_some(), other.is_some());
            if let (Some(plain), Some(other)) = (plain, other) {
                prop_assert!(close(turned(plain, angle), other, 1e-3));
            }
        }
        let plain = arrive(&NIMBLE, velocity, offset, &FIRM);
        let other = arrive(&NIMBLE, turned(velocity, angle), turned(offset, angle), &FIRM);
        // Near full speed the two formulas for the force may differ; the truncated forces do not.
        let limit = NIMBLE.max_force;
        if (arrival_speed(&NIMBLE, offset.length(), &FIRM) - NIMBLE.max_speed).abs() > 1e-3 {
            prop_assert!(close(turned(truncate(plain, limit), angle), truncate(other, limit), 2e-2));
        }
    }

    #[test]
    fn every_force_is_finite_at_every_scale(
        velocity in wild_vectors(),
        offset in wild_vectors(),
        heading in headings(),
        max_speed in wild_sizes(),
        max_force in wild_sizes(),
        mass in 1e-6_f32..1e6,
        tick in wild_sizes(),
        size in wild_sizes(),
    ) {
        let motion_limits = MotionLimits { max_speed, max_force, max_acceleration: max_force / mass, tick };
        let braking = Braking { effort: 0.6, slowing_distance: size, tolerance: 0.0 };
        if let Some(force) = seek(&motion_limits, velocity, offset) {
            prop_assert!(force.is_finite());
        }
        if let Some(force) = flee(&motion_limits, velocity, heading, offset, size) {
            prop_assert!(force.is_finite());
        }
        prop_assert!(arrival_speed(&motion_limits, offset.length(), &braking).is_finite());
        prop_assert!(arrive(&motion_limits, velocity, offset, &braking).is_finite());
        let time = interception_time(offset, velocity, max_speed, size);
        prop_assert!((0.0..=size).contains(&time));
    }
}
