//! Checks interception: when a pursuer meets a moving target.

use super::*;

#[test]
fn an_interception_solves_the_triangle() {
    // The target is 10 ahead and crosses at a speed of 3; the pursuer has 5. After 2.5 s, (10, 7.5)
    // is 12.5 away, which is 5 * 2.5.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(0.0, 3.0), 5.0, 60.0);
    assert!((time - 2.5).abs() < 1e-4);
    // The target approaches at the pursuer's own speed: each covers half the distance.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(-5.0, 0.0), 5.0, 60.0);
    assert!((time - 1.0).abs() < 1e-4);
    // The target is at rest: distance over speed.
    let time = interception_time(Vec2::new(6.0, 8.0), Vec2::ZERO, 5.0, 60.0);
    assert!((time - 2.0).abs() < 1e-4);
    // The target is faster, but approaches: (10 - 8 t) = 5 t at the first meeting, t = 10 / 13.
    let time = interception_time(Vec2::new(10.0, 0.0), Vec2::new(-8.0, 0.0), 5.0, 60.0);
    assert!((time - 10.0 / 13.0).abs() < 1e-4);
}

#[test]
fn a_target_that_cannot_be_met_is_pursued_for_the_horizon() {
    let away =
        |speed: f32| interception_time(Vec2::new(10.0, 0.0), Vec2::new(speed, 0.0), 5.0, 7.0);
    assert_eq!(away(5.0), 7.0);
    assert_eq!(away(6.0), 7.0);
    // If the target is slower by 1, they meet after 10 s, beyond the horizon.
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
fn an_interception_with_numbers_that_are_not_usable_stays_within_the_horizon() {
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
            prop_assert!(short(earlier) > -2e-3 * (1.0 + offset.length()), "the meeting is at {earlier} already, not {time}");
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
}
