use super::*;
use crate::test_inputs::{
    angles, close, headings, mirrored, turned, vectors, wild_sizes, wild_vectors,
};
use glam::Vec3Swizzles;
use proptest::prelude::*;

#[test]
fn a_vector_splits_into_direction_and_length() {
    // sqrt(3^2 + 4^2) = 5
    let (direction, length) = direction_and_length(Vec2::new(3.0, -4.0)).unwrap();
    assert!(close(direction, Vec2::new(0.6, -0.8), 1e-6));
    assert!((length - 5.0).abs() < 1e-6);
}

#[test]
fn a_vector_that_is_too_short_or_not_finite_has_no_direction() {
    for vector in [
        Vec2::ZERO,
        Vec2::splat(0.9 * SHORTEST_LENGTH),
        Vec2::new(f32::NAN, 1.0),
        Vec2::new(1.0, f32::NAN),
        Vec2::new(f32::INFINITY, 1.0),
        Vec2::new(1.0, f32::NEG_INFINITY),
    ] {
        assert_eq!(direction_and_length(vector), None, "{vector}");
        assert_eq!(direction(vector), None, "{vector}");
    }
    assert_eq!(
        direction(Vec2::new(0.0, -SHORTEST_LENGTH)),
        Some(Vec2::NEG_Y)
    );
}

#[test]
fn vectors_keep_direction_and_length_when_their_squares_overflow_or_vanish() {
    for scale in [1e-9_f32, 1e-6, 1e6, 1e19, 1e30, 1e37] {
        let (direction, length) = direction_and_length(Vec2::new(3.0, 4.0) * scale).unwrap();
        assert!(close(direction, Vec2::new(0.6, 0.8), 1e-6), "{scale}");
        assert!((length / scale - 5.0).abs() < 1e-5, "{scale}");
    }
}

#[test]
fn a_vector_is_finite_when_both_coordinates_are() {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let usual = [
        0.0,
        -0.0,
        1.0,
        f32::MAX,
        f32::MIN,
        f32::MIN_POSITIVE,
        -1e-45,
    ];
    for (x, y) in usual.into_iter().flat_map(|x| usual.map(|y| (x, y))) {
        assert!(is_finite(Vec2::new(x, y)), "{x} {y}");
    }
    for (x, y) in odd.into_iter().flat_map(|x| usual.map(|y| (x, y))) {
        assert!(
            !is_finite(Vec2::new(x, y)) && !is_finite(Vec2::new(y, x)),
            "{x} {y}"
        );
    }
    for (x, y) in odd.into_iter().flat_map(|x| odd.map(|y| (x, y))) {
        assert!(!is_finite(Vec2::new(x, y)), "{x} {y}");
    }
}

#[test]
fn truncation_shortens_only_longer_vectors() {
    let vector = Vec2::new(3.0, 4.0);
    // Half of its length 5, so half of each coordinate.
    assert!(close(truncate(vector, 2.5), Vec2::new(1.5, 2.0), 1e-6));
    assert_eq!(truncate(vector, 5.0), vector);
    assert_eq!(truncate(vector, 1e9), vector);
    assert_eq!(truncate(vector, f32::INFINITY), vector);
}

#[test]
fn an_invalid_limit_or_vector_truncates_to_zero() {
    for limit in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(truncate(Vec2::new(3.0, 4.0), limit), Vec2::ZERO, "{limit}");
    }
    assert_eq!(truncate(Vec2::NAN, 1.0), Vec2::ZERO);
    assert_eq!(truncate(Vec2::INFINITY, 1.0), Vec2::ZERO);
}

#[test]
fn limits_still_limit_when_their_square_overflows() {
    let vector = Vec2::new(3e30, 4e30);
    for limit in [5e10, 5e19, 5e25] {
        let expected = Vec2::new(0.6, 0.8) * limit;
        assert!(
            close(truncate(vector, limit) / limit, expected / limit, 1e-5),
            "{limit}"
        );
    }
    assert_eq!(truncate(vector, 6e30), vector);
    assert_eq!(truncate(vector, f32::INFINITY), vector);
}

#[test]
fn left_of_north_is_west_and_right_of_it_east() {
    assert_eq!(left(Vec2::Y), Vec2::NEG_X);
    assert_eq!(right(Vec2::Y), Vec2::X);
    assert_eq!(Side::Left.of(Vec2::Y), Vec2::NEG_X);
    assert_eq!(Side::Right.of(Vec2::Y), Vec2::X);
}

#[test]
fn an_offset_has_a_side_only_beyond_the_tolerance() {
    let side = |x: f32| Side::containing(Vec2::Y, Vec2::new(x, 7.0), 0.5);
    assert_eq!(side(-0.6), Some(Side::Left));
    assert_eq!(side(-0.5), None);
    assert_eq!(side(0.0), None);
    assert_eq!(side(0.5), None);
    assert_eq!(side(0.6), Some(Side::Right));
}

/// Numbers of every magnitude of single precision, and zero.
fn all_sizes() -> impl Strategy<Value = f32> {
    (0..=f32::MAX.to_bits()).prop_map(f32::from_bits)
}

fn all_vectors() -> impl Strategy<Value = Vec2> {
    (all_sizes(), all_sizes(), any::<bool>(), any::<bool>()).prop_map(|(x, y, left, down)| {
        Vec2::new(if left { -x } else { x }, if down { -y } else { y })
    })
}

fn wide_length(vector: Vec2) -> f64 {
    f64::from(vector.x).hypot(f64::from(vector.y))
}

#[test]
fn shortening_leaves_no_last_bit_too_much_at_the_ends_of_all_sizes() {
    let least = f32::from_bits(1);
    for limit in [
        least,
        3.0 * least,
        f32::MIN_POSITIVE,
        1e-30,
        1.0,
        1e30,
        f32::MAX,
    ] {
        for vector in [
            Vec2::splat(limit),
            Vec2::new(limit, least),
            Vec2::new(-0.8 * limit, 0.7 * limit),
            Vec2::new(0.0, f32::MAX),
            Vec2::splat(f32::MIN),
        ] {
            let short = vector.shorten(limit);
            assert!(wide_length(short) <= f64::from(limit), "{vector} {limit}");
            // The result is as long as the step of the smallest number allows.
            let lost = f64::from(limit) - wide_length(short);
            let least_loss = 1.5 * f64::from(least) + 2e-7 * f64::from(limit);
            assert!(
                wide_length(vector) < f64::from(limit) || lost <= least_loss,
                "{vector} {limit}: {short}"
            );
        }
        assert_eq!(Vec2::new(limit, 0.0).shorten(limit), Vec2::new(limit, 0.0));
    }
    assert_eq!(Vec2::new(3.0, 4.0).shorten(5.0), Vec2::new(3.0, 4.0));
    assert_eq!(Vec2::ONE.shorten(f32::INFINITY), Vec2::ONE);
    for (vector, limit) in [
        (Vec2::ONE, 0.0),
        (Vec2::ONE, -1.0),
        (Vec2::ONE, f32::NAN),
        (Vec2::new(f32::NAN, 0.0), 1.0),
        (Vec2::INFINITY, 1.0),
        (Vec2::INFINITY, f32::INFINITY),
    ] {
        assert_eq!(vector.shorten(limit), Vec2::ZERO, "{vector} {limit}");
    }
}

proptest! {
    /// Adding 0 to a sum of squares changes no bit.
    #[test]
    fn vectors_of_space_without_height_are_vectors_of_the_plane(
        vector in all_vectors(),
        limit in all_sizes(),
    ) {
        let flat = |vector: Vec3| {
            assert_eq!(vector.z, 0.0);
            vector.truncate()
        };
        let in_space = direction_and_length(vector.extend(0.0));
        let in_space = in_space.map(|(direction, length)| (flat(direction), length));
        prop_assert_eq!(in_space, direction_and_length(vector));
        prop_assert_eq!(flat(truncate(vector.extend(0.0), limit)), truncate(vector, limit));
        prop_assert_eq!(flat(vector.extend(0.0).shorten(limit)), vector.shorten(limit));
    }

    #[test]
    fn the_three_axes_of_space_are_alike(
        plane in all_vectors(),
        height in all_sizes(),
        limit in all_sizes(),
    ) {
        let vector = plane.extend(height);
        let short = vector.shorten(limit);
        let wide_length = short.as_dvec3().length();
        prop_assert!(wide_length <= f64::from(limit) * (1.0 + 1e-15));
        let nearly = truncate(vector, limit).as_dvec3();
        prop_assert!((nearly.length() - wide_length).abs() <= 1e-6 * wide_length + 1e-44);
        for turned in [vector.yzx(), vector.zxy()] {
            let same = turned.shorten(limit).as_dvec3().length();
            prop_assert!((same - wide_length).abs() <= 2e-7 * wide_length + 1e-44);
            let lengths = [turned, vector].map(|vector| direction_and_length(vector).map(|it| it.1));
            if let [Some(one), Some(other)] = lengths {
                prop_assert!((one - other).abs() <= 1e-6 * one);
            }
            prop_assert_eq!(lengths[0].is_some(), lengths[1].is_some());
        }
    }

    #[test]
    fn shortening_is_exact_at_any_size(vector in all_vectors(), limit in all_sizes()) {
        let short = vector.shorten(limit);
        prop_assert!(wide_length(short) <= f64::from(limit));
        if limit > 0.0 && wide_length(vector) <= f64::from(limit) * (1.0 - 1e-15) {
            prop_assert_eq!(short, vector);
        }
        prop_assert_eq!(short.shorten(limit), short);
    }

    #[test]
    fn a_vector_nearly_as_long_as_its_limit_is_shortened_by_last_bits(
        heading in headings(),
        bits in 1_u32..f32::MAX.to_bits(),
    ) {
        let limit = f32::from_bits(bits);
        let vector = heading * limit;
        let short = vector.shorten(limit);
        prop_assert!(wide_length(short) <= f64::from(limit));
        let step = f64::from(f32::from_bits(bits + 1)) - f64::from(limit);
        prop_assert!(wide_length(short) >= wide_length(vector) - 4.0 * step);
    }

    #[test]
    fn truncation_bounds_at_any_size(vector in all_vectors(), limit in all_sizes()) {
        let short = truncate(vector, limit);
        prop_assert!(wide_length(short) <= f64::from(limit) * (1.0 + 1e-6));
        prop_assert!(wide_length(short) >= 0.999 * wide_length(vector).min(f64::from(limit)) - 1e-44);
    }

    #[test]
    fn directions_have_length_one_and_reproduce_the_vector(vector in wild_vectors()) {
        let expected = vector.abs().max_element() >= SHORTEST_LENGTH;
        prop_assert_eq!(direction_and_length(vector).is_some(), expected);
        if let Some((direction, length)) = direction_and_length(vector) {
            prop_assert!((direction.length() - 1.0).abs() < 1e-6);
            prop_assert!(close(direction * length, vector, 1e-6 * length));
        }
    }

    #[test]
    fn truncation_bounds_keeps_the_direction_and_is_idempotent(
        vector in wild_vectors(),
        limit in wild_sizes(),
    ) {
        let shortened = truncate(vector, limit);
        let length = f64::from(shortened.x).hypot(f64::from(shortened.y));
        prop_assert!(length <= f64::from(limit) * (1.0 + 1e-6), "{} > {}", length, limit);
        prop_assert!(shortened.dot(vector) >= 0.0);
        if limit > 2.0 * SHORTEST_LENGTH {
            prop_assert!(close(truncate(shortened, limit), shortened, 1e-6 * limit));
        }
        let whole = f64::from(vector.x).hypot(f64::from(vector.y));
        if whole < f64::from(limit) * (1.0 - 1e-6) {
            prop_assert_eq!(shortened, vector);
        } else if vector.abs().max_element() >= SHORTEST_LENGTH {
            prop_assert!(length >= f64::from(limit) * (1.0 - 1e-6));
        }
    }

    #[test]
    fn truncation_turns_with_its_vector(vector in vectors(10.0), angle in angles(), limit in 0.1_f32..20.0) {
        let expected = turned(truncate(vector, limit), angle);
        prop_assert!(close(truncate(turned(vector, angle), limit), expected, 1e-4));
    }

    #[test]
    fn left_and_right_are_opposite_and_square_to_the_heading(heading in headings()) {
        prop_assert_eq!(left(heading), -right(heading));
        prop_assert_eq!(heading.dot(left(heading)), 0.0);
        prop_assert!(heading.perp_dot(left(heading)) > 0.0);
    }

    #[test]
    fn the_side_of_an_offset_points_at_it_and_mirrors(heading in headings(), offset in vectors(5.0)) {
        let side = Side::containing(heading, offset, 0.1);
        if let Some(side) = side {
            prop_assert!(side.of(heading).dot(offset) > 0.0);
        }
        let opposite = side.map(|side| if side == Side::Left { Side::Right } else { Side::Left });
        prop_assert_eq!(Side::containing(mirrored(heading), mirrored(offset), 0.1), opposite);
    }
}
