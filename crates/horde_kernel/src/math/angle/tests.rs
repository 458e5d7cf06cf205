//! Compares the polynomials with the system's mathematics library in double precision.

use super::*;
use crate::test_inputs::{angles, wild_numbers, wild_vectors};
use core::f32::consts::{FRAC_PI_3, FRAC_PI_4, FRAC_PI_6};
use proptest::prelude::*;

#[test]
fn known_angles_are_exact() {
    for (vector, angle) in [
        (Vec2::X, 0.0),
        (Vec2::Y, FRAC_PI_2),
        (Vec2::NEG_Y, -FRAC_PI_2),
        (Vec2::ONE, FRAC_PI_4),
        (Vec2::new(-2.0, 2.0), 3.0 * FRAC_PI_4),
        // sin 60 = sqrt(3) / 2.
        (Vec2::new(1.0, -1.732_050_8), -FRAC_PI_3),
        // Straight back: the sign of the zero `y` is the sign of the angle.
        (Vec2::new(-1.0, 0.0), PI),
        (Vec2::new(-1.0, -0.0), -PI),
    ] {
        assert!((angle_of(vector) - angle).abs() < 4e-7, "{vector}");
    }
}

#[test]
fn vectors_without_a_direction_have_the_angle_zero() {
    for vector in [Vec2::ZERO, Vec2::NAN, Vec2::INFINITY, -Vec2::ZERO] {
        assert_eq!(angle_of(vector), 0.0, "{vector}");
    }
}

#[test]
fn known_cosines_and_sines_are_exact() {
    assert_eq!(cosine_and_sine(0.0), Vec2::X);
    let sixth = cosine_and_sine(FRAC_PI_6);
    assert!(sixth.distance(Vec2::new(0.866_025_4, 0.5)) < 2e-7);
    assert!(cosine_and_sine(-FRAC_PI_2).distance(Vec2::NEG_Y) < 2e-7);
}

#[test]
fn a_lifetime_leaves_one_part_in_e() {
    assert_eq!(decayed(1.0), 0.632_120_55);
    assert_eq!(decayed(LN_2 as f32), 0.5);
    assert_eq!(decayed(0.0), 0.0);
    assert_eq!(decayed(-3.0), 0.0);
    assert_eq!(decayed(f32::NAN), 0.0);
    assert_eq!(decayed(f32::INFINITY), 1.0);
    assert_eq!(decayed(1e-20), 1e-20);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn an_angle_is_within_its_stated_error(vector in wild_vectors()) {
        prop_assume!(vector != Vec2::ZERO);
        let exact = f64::from(vector.y).atan2(f64::from(vector.x));
        prop_assert!((f64::from(angle_of(vector)) - exact).abs() <= 4e-7);
    }

    #[test]
    fn an_angle_gives_its_direction_back(angle in angles()) {
        let direction = Vec2::new(f64::from(angle).cos() as f32, f64::from(angle).sin() as f32);
        prop_assert!((angle_of(direction) - angle).abs() <= 5e-7);
    }

    #[test]
    fn a_cosine_and_a_sine_are_within_their_stated_error(angle in -FRAC_PI_2..FRAC_PI_2) {
        let (sine, cosine) = f64::from(angle).sin_cos();
        let both = cosine_and_sine(angle);
        prop_assert!((f64::from(both.x) - cosine).abs() <= 3e-7);
        prop_assert!((f64::from(both.y) - sine).abs() <= 3e-7);
    }

    /// Squares of tiny angles are negligible, and the functions ignore them.
    #[test]
    fn tiny_angles_are_their_own_sines_and_tangents(exponent in -44.0_f32..-4.0, sign in any::<bool>()) {
        let angle = 10_f32.powf(exponent) * if sign { 1.0 } else { -1.0 };
        prop_assert_eq!(cosine_and_sine(angle), Vec2::new(1.0, angle));
        prop_assert_eq!(angle_of(Vec2::new(1.0, angle)), angle);
    }

    /// The results are continuous where the functions start to use squares.
    #[test]
    fn angles_are_continuous_where_squares_start_to_count(beyond in 0..2_000_u32) {
        let angle = f32::from_bits(1e-4_f32.to_bits() - 1_000 + beyond);
        let both = cosine_and_sine(angle);
        let (sine, cosine) = f64::from(angle).sin_cos();
        prop_assert_eq!(both.x, cosine as f32);
        prop_assert!((f64::from(both.y) - sine).abs() <= 1.2e-7 * sine);
    }

    #[test]
    fn a_decay_is_within_its_stated_error(lifetimes in wild_numbers()) {
        let exact = -(-f64::from(lifetimes).max(0.0)).exp_m1();
        prop_assert!((f64::from(decayed(lifetimes)) - exact).abs() <= 1.2e-7 * exact);
    }
}
