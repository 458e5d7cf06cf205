//! Checks the headings of slow bodies.

use super::*;

const TICK: f32 = 1.0 / 60.0;

/// The heading after two seconds, from +x.
fn after(part: Vec2, toward: Option<Vec2>) -> Vec2 {
    let turn = |heading, _| turn_while_slow(heading, part, toward, 0.1, TICK);
    (0..120).fold(Vec2::X, turn)
}

#[test]
fn a_slow_body_mixes_its_velocity_and_its_goal_by_the_square_of_the_speed() {
    assert!(close(after(Vec2::ZERO, Some(Vec2::Y)), Vec2::Y, 1e-3));
    // A quarter along +x, and three quarters along +y.
    let mixed = Vec2::new(1.0, 3.0).normalize();
    let slow = Vec2::new(0.5, 0.0);
    assert!(close(after(slow, Some(Vec2::Y)), mixed, 1e-3));
    // At the speed from which it looks along its velocity, at once.
    let fast = Vec2::new(0.0, -1.0);
    assert_eq!(
        turn_while_slow(Vec2::X, fast, Some(Vec2::Y), 0.1, TICK),
        fast
    );
}

#[test]
fn without_a_goal_a_body_at_rest_keeps_its_heading() {
    assert_eq!(after(Vec2::ZERO, None), Vec2::X);
    assert!(close(after(Vec2::new(0.0, 0.5), None), Vec2::Y, 1e-2));
}

#[test]
fn a_slow_body_turns_by_the_smoothing_time() {
    // In one smoothing time, 1 - 1/e of a right angle.
    let turn = |heading, _| turn_while_slow(heading, Vec2::ZERO, Some(Vec2::Y), 0.1, TICK);
    let heading = (0..6).fold(Vec2::X, turn);
    let expected = FRAC_PI_2 * (1.0 - (-1.0_f32).exp());
    assert!((heading.to_angle() - expected).abs() < 1e-3, "{heading}");
    let at_once = turn_while_slow(Vec2::X, Vec2::ZERO, Some(Vec2::Y), 0.0, TICK);
    assert_eq!(at_once, Vec2::Y);
}

proptest! {
    #[test]
    fn a_velocity_that_turns_over_in_every_tick_hardly_turns_the_heading(
        along in headings(),
        speed in 0.0_f32..0.5,
        tick in 0.005_f32..0.034,
    ) {
        let mut heading = Vec2::X;
        for number in 0..60 {
            let part = if number % 2 == 0 { along } else { -along } * speed;
            let next = turn_while_slow(heading, part, Some(Vec2::X), 0.1, tick);
            prop_assert!((next.length() - 1.0).abs() < 1e-5);
            heading = next;
        }
        prop_assert!(heading.dot(Vec2::X) > 0.9, "{}", heading);
    }

    #[test]
    fn the_heading_of_a_slow_body_is_a_unit_vector_for_any_input(
        heading in headings(),
        part in wild_vectors(),
        toward in prop::option::of(headings()),
        smoothing_time in wild_sizes(),
        tick in wild_sizes(),
    ) {
        let turned = turn_while_slow(heading, part, toward, smoothing_time, tick);
        prop_assert!((turned.length() - 1.0).abs() < 1e-4, "{}", turned);
    }
}
