//! Seek, flee and interception by arithmetic; arrival by running it.

use super::*;
use crate::kernel::motion::accelerate;
use crate::kernel::test_inputs::{
    angles, close, headings, turned, vectors, wild_sizes, wild_vectors,
};
use crate::kernel::vector::truncate;
use proptest::prelude::*;

/// The force of a course: these tests look at nothing else.
fn seek(ability: &Ability, velocity: Vec2, offset: Vec2) -> Option<Vec2> {
    super::seek(ability, velocity, offset).map(|course| course.force)
}

fn arrive(ability: &Ability, velocity: Vec2, offset: Vec2, braking: &Braking) -> Vec2 {
    super::arrive(ability, velocity, offset, braking).force
}

#[test]
fn a_course_says_what_velocity_it_asks_for() {
    let course = super::seek(&NIMBLE, Vec2::ONE, Vec2::new(6.0, 8.0)).unwrap();
    // 0.6 and 0.8 of the largest speed, whatever the velocity is.
    assert!(close(
        course.desired,
        Vec2::new(0.6, 0.8) * NIMBLE.max_speed,
        1e-4
    ));
    let there = super::arrive(&NIMBLE, Vec2::ONE, Vec2::ZERO, &FIRM);
    assert_eq!(there.desired, Vec2::ZERO);
    let near = super::arrive(&NIMBLE, Vec2::ONE, Vec2::new(0.0, 0.5), &FIRM);
    let speed = arrival_speed(&NIMBLE, 0.5, &FIRM);
    assert!(speed < NIMBLE.max_speed && close(near.desired, Vec2::new(0.0, speed), 1e-4));
}

/// Full speed 5 in a third of a second, mass 1.
const NIMBLE: Ability = Ability {
    max_speed: 5.0,
    max_force: 15.0,
    max_acceleration: 15.0,
    tick: 1.0 / 60.0,
};

const FIRM: Braking = Braking {
    effort: 0.6,
    slowing_distance: 0.0,
    tolerance: 0.0,
};

fn abilities() -> impl Strategy<Value = Ability> {
    (0.1_f32..20.0, 0.5_f32..60.0, 0.1_f32..10.0, 1e-3_f32..5.0).prop_map(
        |(max_speed, max_acceleration, mass, tick)| Ability {
            max_speed,
            max_force: max_acceleration * mass,
            max_acceleration,
            tick,
        },
    )
}

/// Whether a velocity is zero, or what rounding leaves of one that was taken back.
fn is_at_rest(velocity: Vec2) -> bool {
    velocity.length() < 1e-20
}

/// One tick of a body that does what an arrival asks for.
fn step(
    ability: &Ability,
    position: &mut Vec2,
    velocity: &mut Vec2,
    target: Vec2,
    braking: &Braking,
) {
    let force = arrive(ability, *velocity, target - *position, braking);
    let mass = ability.max_force / ability.max_acceleration;
    let acceleration = truncate(force, ability.max_force) / mass;
    *velocity = accelerate(*velocity, acceleration, ability.max_speed, ability.tick);
    *position += *velocity * ability.tick;
}

#[test]
fn a_seek_at_rest_asks_for_the_whole_force_and_at_full_speed_for_none() {
    // Desired velocity 5 (0.6, 0.8) = (3, 4), a third of a second to get there: times 3.
    let force = seek(&NIMBLE, Vec2::ZERO, Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(force, Vec2::new(9.0, 12.0), 1e-4));
    assert!((force.length() - NIMBLE.max_force).abs() < 1e-4);
    let cruising = seek(&NIMBLE, Vec2::new(3.0, 4.0), Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(cruising, Vec2::ZERO, 1e-4));
    // Going the wrong way: (3 - -3, 4 - -4) * 3, twice the force; the caller truncates.
    let away = seek(&NIMBLE, Vec2::new(-3.0, -4.0), Vec2::new(6.0, 8.0)).unwrap();
    assert!(close(away, Vec2::new(18.0, 24.0), 1e-4));
}

#[test]
fn a_seek_at_its_target_has_no_opinion() {
    assert_eq!(seek(&NIMBLE, Vec2::X, Vec2::ZERO), None);
    assert_eq!(seek(&NIMBLE, Vec2::X, Vec2::NAN), None);
}

#[test]
fn twice_the_mass_takes_twice_the_force() {
    let heavy = Ability {
        max_force: 30.0,
        ..NIMBLE
    };
    let force = seek(&heavy, Vec2::ZERO, Vec2::X).unwrap();
    assert!(close(force, Vec2::new(30.0, 0.0), 1e-4));
}

#[test]
fn a_long_tick_reaches_the_desired_velocity_and_does_not_overshoot_it() {
    let slow = Ability {
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
fn a_body_that_cannot_accelerate_asks_for_nothing() {
    let stuck = Ability {
        max_force: 0.0,
        max_acceleration: 0.0,
        ..NIMBLE
    };
    assert_eq!(stuck.response_time(), 0.0);
    assert_eq!(stuck.force_toward_velocity(Vec2::ZERO, Vec2::X), Vec2::ZERO);
    assert_eq!(stuck.force_to_velocity_now(Vec2::ZERO, Vec2::X), Vec2::ZERO);
    assert_eq!(seek(&stuck, Vec2::ZERO, Vec2::X), Some(Vec2::ZERO));
    assert_eq!(arrive(&stuck, Vec2::ZERO, Vec2::X, &FIRM), Vec2::ZERO);
    let paused = Ability {
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
    let fled = flee(&NIMBLE, Vec2::ZERO, Vec2::Y, Vec2::ZERO, 10.0).unwrap();
    assert!(close(fled, Vec2::new(0.0, 15.0), 1e-4));
}

#[test]
fn the_arrival_speed_is_the_one_from_which_whole_ticks_can_still_stop() {
    // Braking at 9 loses 0.15 in a tick of 1/60. 1 unit away: n = sqrt(0.25 + 2 * 1 / (0.15 / 60)) - 0.5 = 27.789 ticks,
    // 27.789 * 0.15 = 4.168.
    assert!((arrival_speed(&NIMBLE, 1.0, &FIRM) - 4.168).abs() < 1e-3);
    // Three whole ticks cover 0.0025 * (1 + 2 + 3) = 0.015 from a speed of 3 * 0.15.
    assert!((arrival_speed(&NIMBLE, 0.015, &FIRM) - 0.45).abs() < 1e-4);
    // Less than one tick's braking away: there in one tick, 0.001 * 60.
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
fn what_cannot_brake_has_no_arrival_speed() {
    for effort in [0.0, -1.0, f32::NAN] {
        assert_eq!(
            arrival_speed(&NIMBLE, 3.0, &Braking { effort, ..FIRM }),
            0.0
        );
    }
    assert_eq!(
        arrival_speed(
            &Ability {
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
    // Velocity (1, 0) would take a force of 60; braking keeps within the limit by itself.
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
                    // The slow end of a slowing distance is lost in the last digit of the position.
                    let tolerance = if slowing_distance > 0.0 { 1e-3 } else { 1e-4 };
                    let braking = Braking {
                        effort,
                        slowing_distance,
                        tolerance,
                    };
                    let ability = Ability { tick, ..NIMBLE };
                    let toward = Vec2::new(0.6, 0.8);
                    let target = toward * distance;
                    let (mut position, mut velocity) = (Vec2::ZERO, Vec2::ZERO);
                    let case = format!(
                        "tick {tick}, distance {distance}, effort {effort}, slowing {slowing_distance}"
                    );
                    // A slowing distance makes the end exponential: more time.
                    let ticks = (60.0 / tick) as usize + 400;
                    for _ in 0..ticks {
                        step(&ability, &mut position, &mut velocity, target, &braking);
                        let left = (target - position).dot(toward);
                        assert!(
                            left >= -1e-5 * distance.max(1.0),
                            "{case}: passed by {}",
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
                        step(&ability, &mut position, &mut velocity, target, &braking);
                    }
                    assert_eq!(position, settled, "{case}: trembles");
                }
            }
        }
    }
}

#[test]
fn an_interception_solves_the_triangle() {
    // 10 ahead, crossing at 3, pursuer at 5: after 2.5 s (10, 7.5) is 12.5 away, which is 5 * 2.5.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(0.0, 3.0), 5.0, 60.0);
    assert!((time - 2.5).abs() < 1e-4);
    // Coming straight on at the pursuer's own speed: they share the way.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(-5.0, 0.0), 5.0, 60.0);
    assert!((time - 1.0).abs() < 1e-4);
    // Standing still: distance over speed.
    let time = interception_time(Vec2::new(6.0, 8.0), Vec2::ZERO, 5.0, 60.0);
    assert!((time - 2.0).abs() < 1e-4);
    // Faster than the pursuer, but coming: (10 - 8 t) = 5 t at the first meeting, t = 10 / 13.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(-8.0, 0.0), 5.0, 60.0);
    assert!((time - 10.0 / 13.0).abs() < 1e-4);
}

#[test]
fn a_target_that_cannot_be_met_is_pursued_for_the_horizon() {
    let away =
        |speed: f32| interception_time(Vec2::new(10.0, 0.0), Vec2::new(speed, 0.0), 5.0, 7.0);
    assert_eq!(away(5.0), 7.0);
    assert_eq!(away(6.0), 7.0);
    // Slower by 1 it is met after 10 s, beyond the horizon.
    assert_eq!(away(4.0), 7.0);
    assert_eq!(interception_time(Vec2::X, Vec2::ZERO, 0.0, 7.0), 7.0);
}

#[test]
fn a_target_on_the_spot_is_met_at_once() {
    for velocity in [Vec2::ZERO, Vec2::X, Vec2::new(0.0, 5.0), Vec2::splat(30.0)] {
        assert_eq!(
            interception_time(Vec2::ZERO, velocity, 5.0, 7.0),
            0.0,
            "{velocity}"
        );
    }
}

#[test]
fn an_interception_of_nonsense_stays_within_the_horizon() {
    for wrong in [f32::NAN, f32::INFINITY, 1e30] {
        for (offset, velocity, speed) in [
            (Vec2::splat(wrong), Vec2::X, 5.0),
            (Vec2::X, Vec2::splat(wrong), 5.0),
            (Vec2::X, Vec2::Y, wrong),
        ] {
            let time = interception_time(offset, velocity, speed, 3.0);
            assert!(
                (0.0..=3.0).contains(&time),
                "{offset} {velocity} {speed}: {time}"
            );
        }
    }
    assert_eq!(interception_time(Vec2::X, Vec2::ZERO, 5.0, -1.0), 0.0);
}

proptest! {
    #[test]
    fn a_seek_reaches_full_speed_in_the_response_time(
        ability in abilities(),
        offset in vectors(50.0),
    ) {
        prop_assume!(offset.length() > 1e-3);
        let force = seek(&ability, Vec2::ZERO, offset).unwrap();
        prop_assert!(force.length() <= ability.max_force * (1.0 + 1e-4));
        if ability.tick <= ability.response_time() {
            prop_assert!((force.length() / ability.max_force - 1.0).abs() < 1e-4);
        }
        prop_assert!(force.normalize().dot(offset.normalize()) > 0.9999);
    }

    #[test]
    fn a_force_toward_a_velocity_never_overshoots_it(
        ability in abilities(),
        current in vectors(10.0),
        desired in vectors(10.0),
    ) {
        let mass = ability.max_force / ability.max_acceleration;
        let force = ability.force_toward_velocity(current, desired);
        let next = current + force / mass * ability.tick;
        // On the way from the one to the other: the two parts add up to the whole.
        let detour = current.distance(next) + next.distance(desired) - current.distance(desired);
        prop_assert!(detour.abs() < 1e-3);
        let now = current + ability.force_to_velocity_now(current, desired) / mass * ability.tick;
        prop_assert!(close(now, desired, 1e-3));
    }

    #[test]
    fn flight_and_seek_are_opposite(ability in abilities(), offset in vectors(50.0), heading in headings()) {
        prop_assume!(offset.length() > 1e-3);
        let fled = flee(&ability, Vec2::ZERO, heading, offset, 100.0).unwrap();
        prop_assert_eq!(fled, -seek(&ability, Vec2::ZERO, offset).unwrap());
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
        // Next to full speed the two ways to ask for it may differ; the truncated forces do not.
        let limit = NIMBLE.max_force;
        if (arrival_speed(&NIMBLE, offset.length(), &FIRM) - NIMBLE.max_speed).abs() > 1e-3 {
            prop_assert!(close(turned(truncate(plain, limit), angle), truncate(other, limit), 2e-2));
        }
    }

    #[test]
    fn the_arrival_speed_rises_with_the_distance_and_never_overshoots(
        ability in abilities(),
        effort in 0.05_f32..1.0,
        slowing_distance in prop_oneof![Just(0.0_f32), 0.1_f32..30.0],
        distance in 0.0_f32..100.0,
        farther in 0.0_f32..10.0,
    ) {
        let braking = Braking { effort, slowing_distance, tolerance: 0.0 };
        let speed = arrival_speed(&ability, distance, &braking);
        prop_assert!((0.0..=ability.max_speed).contains(&speed));
        prop_assert!(speed * ability.tick <= distance * (1.0 + 1e-4));
        prop_assert!(arrival_speed(&ability, distance + farther, &braking) >= speed * (1.0 - 1e-5));
        // After the tick the next speed is within reach of the brakes.
        let hard = Braking { slowing_distance: 0.0, ..braking };
        let speed = arrival_speed(&ability, distance, &hard);
        let next = arrival_speed(&ability, (distance - speed * ability.tick).max(0.0), &hard);
        let lost = effort * ability.max_acceleration * ability.tick;
        prop_assert!(speed - next <= lost * 1.001 + 1e-3 * ability.max_speed, "{speed} to {next} at {lost}");
    }

    #[test]
    fn an_arrival_settles_whatever_the_first_velocity(
        ability in abilities(),
        velocity in vectors(0.7),
        target in vectors(20.0),
        effort in 0.1_f32..1.0,
    ) {
        let braking = Braking { effort, slowing_distance: 0.0, tolerance: 1e-3 };
        let (mut position, mut velocity) = (Vec2::ZERO, velocity * ability.max_speed);
        let mut ticks_at_rest = 0;
        for _ in 0..60_000 {
            step(&ability, &mut position, &mut velocity, target, &braking);
            ticks_at_rest = if is_at_rest(velocity) { ticks_at_rest + 1 } else { 0 };
            if ticks_at_rest > 3 {
                break;
            }
        }
        prop_assert!(ticks_at_rest > 3, "still at {velocity}, {} away", position.distance(target));
        prop_assert!(position.distance(target) <= 1.001e-3);
    }

    #[test]
    fn an_interception_is_the_first_meeting(
        offset in vectors(20.0),
        velocity in vectors(8.0),
        max_speed in 0.1_f32..10.0,
    ) {
        let horizon = 30.0;
        let time = interception_time(offset, velocity, max_speed, horizon);
        prop_assert!((0.0..=horizon).contains(&time));
        // Positive while the target is still out of reach.
        let short = |time: f32| (offset + velocity * time).length() - max_speed * time;
        if time < horizon {
            prop_assert!(short(time).abs() < 2e-3 * (1.0 + offset.length()), "short by {}", short(time));
        }
        for sample in 0..200 {
            let earlier = time * sample as f32 / 200.0;
            prop_assert!(short(earlier) > -2e-3 * (1.0 + offset.length()), "met at {earlier} already, not {time}");
        }
    }

    #[test]
    fn an_interception_at_nearly_equal_speeds_is_as_exact(
        offset in vectors(20.0),
        heading in headings(),
        difference in -1e-4_f32..1e-4,
    ) {
        let velocity = heading * (5.0 * (1.0 + difference));
        let time = interception_time(offset, velocity, 5.0, 30.0);
        if time < 30.0 {
            let short = (offset + velocity * time).length() - 5.0 * time;
            prop_assert!(short.abs() < 2e-3 * (1.0 + offset.length()), "short by {}", short);
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
        let ability = Ability { max_speed, max_force, max_acceleration: max_force / mass, tick };
        let braking = Braking { effort: 0.6, slowing_distance: size, tolerance: 0.0 };
        if let Some(force) = seek(&ability, velocity, offset) {
            prop_assert!(force.is_finite());
        }
        if let Some(force) = flee(&ability, velocity, heading, offset, size) {
            prop_assert!(force.is_finite());
        }
        prop_assert!(arrival_speed(&ability, offset.length(), &braking).is_finite());
        prop_assert!(arrive(&ability, velocity, offset, &braking).is_finite());
        let time = interception_time(offset, velocity, max_speed, size);
        prop_assert!((0.0..=size).contains(&time));
    }
}
