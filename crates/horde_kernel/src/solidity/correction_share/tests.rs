use super::*;
use crate::test_inputs::{close, turned, vectors, wild_vectors};
use glam::Vec2;
use proptest::prelude::*;

#[test]
fn the_lighter_body_takes_the_larger_share() {
    // Masses 1 and 3: the lighter body takes 3 / 4.
    assert_eq!(correction_share(1.0, 1.0 / 3.0), 0.75);
    assert_eq!(correction_share(1.0, 1.0), 0.5);
    assert_eq!(correction_share(1.0, 0.0), 1.0);
    assert_eq!(correction_share(0.0, 1.0), 0.0);
    assert_eq!(correction_share(0.0, 0.0), 0.0);
}

#[test]
fn of_two_bodies_of_one_mass_the_larger_yields_less() {
    let share = |own: (f32, f32), other: (f32, f32)| {
        let [own, other] = [own, other].map(|(mass, radius)| inverse_weight(mass, radius));
        correction_share(own, other)
    };
    assert_eq!(share((1.0, 0.3), (1.0, 0.3)), 0.5);
    // Weights of 0.25 and 1: the larger body takes a fifth.
    assert!((share((1.0, 1.0), (1.0, 0.5)) - 0.2).abs() < 1e-6);
    // A quarter of the mass at twice the radius is the same weight.
    assert_eq!(share((0.25, 1.0), (1.0, 0.5)), 0.5);
    // A point yields to any disc, and each movable body yields to an immovable one.
    assert_eq!(share((1.0, 0.0), (1.0, 1e-3)), 1.0);
    for weight in [(1e-30, 1e-30), (1.0, 0.0), (1e30, 1e30)] {
        let inverse = inverse_weight(weight.0, weight.1);
        assert!(inverse > 0.0 && correction_share(inverse, 0.0) == 1.0);
        assert_eq!(correction_share(inverse, inverse), 0.5);
    }
}

#[test]
fn a_body_moves_by_its_share_of_the_overlap() {
    // The bodies are 3 apart and touch at 5: half of 2, away from the other.
    let way = correction(Vec2::new(0.0, 3.0), 5.0, 0.5, || Vec2::X);
    assert!(close(way, Vec2::new(0.0, -1.0), 1e-6));
    assert_eq!(
        correction(Vec2::new(0.0, 5.0), 5.0, 0.5, || Vec2::X),
        Vec2::ZERO
    );
    assert_eq!(
        correction(Vec2::ZERO, 5.0, 0.5, || Vec2::X),
        Vec2::new(2.5, 0.0)
    );
}

#[test]
fn a_body_that_is_pushed_back_does_not_keep_pushing() {
    // A correction of 0.1 in 0.1 s removes at most 1 of the opposing velocity.
    let loses = |velocity: Vec2| corrected_velocity(velocity, Vec2::new(-0.1, 0.0), 0.0, 0.1);
    assert!(close(loses(Vec2::new(3.0, 2.0)), Vec2::new(2.0, 2.0), 1e-5));
    assert!(close(loses(Vec2::new(0.4, 2.0)), Vec2::new(0.0, 2.0), 1e-5));
    assert_eq!(loses(Vec2::new(-3.0, 2.0)), Vec2::new(-3.0, 2.0));
    assert_eq!(
        corrected_velocity(Vec2::ONE, Vec2::ZERO, 0.0, 0.1),
        Vec2::ONE
    );
    // A push strength of 0.5 keeps exp(-0.025 / 0.025) of 1, so the body loses 0.63212.
    let presses = |push_strength: f32, tick: f32| {
        corrected_velocity(
            Vec2::new(3.0, 2.0),
            Vec2::new(-tick, 0.0),
            push_strength,
            tick,
        )
    };
    assert!(close(presses(0.5, 0.025), Vec2::new(2.367_88, 2.0), 1e-5));
    // A push strength of 0.75 takes three times as long.
    assert!(close(presses(0.75, 0.075), Vec2::new(2.367_88, 2.0), 1e-5));
    assert_eq!(presses(1.0, 0.025), Vec2::new(3.0, 2.0));
}

proptest! {
    #[test]
    fn two_corrected_bodies_just_touch(
        offset in vectors(1.0),
        clearance in 0.1_f32..2.0,
        own_mass in 0.1_f32..10.0,
        other_mass in 0.1_f32..10.0,
    ) {
        let own = correction_share(own_mass.recip(), other_mass.recip());
        let other = correction_share(other_mass.recip(), own_mass.recip());
        prop_assert!((own + other - 1.0).abs() < 1e-5);
        let own_way = correction(offset, clearance, own, || Vec2::X);
        let other_way = correction(-offset, clearance, other, || Vec2::NEG_X);
        let after = (offset + other_way - own_way).length();
        prop_assert!((after - clearance.max(offset.length())).abs() < 1e-4);
        // The moves are in inverse proportion to the masses, which conserves momentum.
        prop_assert!(close(own_way * own_mass, -other_way * other_mass, 1e-3));
    }

    #[test]
    fn a_correction_turns_with_the_scene(offset in vectors(1.0), angle in crate::test_inputs::angles()) {
        prop_assume!(offset.length() > 1e-3);
        let plain = correction(offset, 1.0, 0.5, || Vec2::X);
        let other = correction(turned(offset, angle), 1.0, 0.5, || Vec2::X);
        prop_assert!(close(turned(plain, angle), other, 1e-4));
    }

    #[test]
    fn a_correction_never_speeds_up_nor_reverses_a_body(
        velocity in vectors(10.0),
        correction in vectors(0.5),
        tick in 1e-3_f32..1.0,
        push_strength in 0.0_f32..1.0,
    ) {
        let yielded = corrected_velocity(velocity, correction, push_strength, tick);
        prop_assert!(yielded.length() <= velocity.length() * (1.0 + 1e-5));
        prop_assert!(yielded.dot(velocity) >= -1e-4);
        prop_assert!((yielded - velocity).length() <= correction.length() / tick * (1.0 + 1e-4));
        prop_assert!((yielded - velocity).dot(correction) >= 0.0);
    }

    /// The final speed of a pushing body does not depend on the tick.
    #[test]
    fn pushing_does_not_depend_on_the_tick(push_strength in 0.1_f32..0.95, push in 0.5_f32..5.0) {
        // `push` accelerates the body and a correction undoes its motion, for two seconds.
        let ends = |rate: u32| {
            let tick = 1.0 / rate as f32;
            (0..2 * rate).fold(0.0, |speed: f32, _| {
                let moving = Vec2::new(speed + push * tick, 0.0);
                corrected_velocity(moving, moving * -tick, push_strength, tick).x
            })
        };
        let reference = ends(4000);
        let steps = push * push_strength / (1.0 - push_strength) * 0.025;
        // The final speeds differ by at most the acceleration of one tick.
        prop_assert!((ends(240) - reference).abs() <= push / 240.0, "{} {reference}", ends(240));
        prop_assert!((ends(60) - reference).abs() <= push / 60.0, "{} {reference}", ends(60));
        prop_assert!(push_strength > 0.9 || (reference - steps).abs() < 0.1 * steps + 1e-3, "{reference} {steps}");
    }

    #[test]
    fn every_result_is_finite_at_every_scale(
        velocity in wild_vectors(),
        offset in wild_vectors(),
        radius in 1e-3_f32..1e3,
    ) {
        prop_assert!(correction(offset, radius, 0.5, || Vec2::X).is_finite());
        prop_assert!(corrected_velocity(velocity, offset, 0.5, radius).is_finite());
    }
}
