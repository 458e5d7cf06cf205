//! Checks the selection of constraints and their accuracy by arithmetic.

use super::*;

/// Constraints with distinct directions.
fn numbered(max_speed: &[f32]) -> Vec<VelocityConstraint> {
    (0..)
        .zip(max_speed)
        .map(|(number, max_speed)| VelocityConstraint {
            toward: Vec2::from_angle(number as f32),
            max_speed: *max_speed,
        })
        .collect()
}

/// The indices of the constraints that remain of nine.
fn left_of(max_speed: &[f32; 9]) -> Vec<usize> {
    let all = numbered(max_speed);
    let kept = constraints(&all);
    let number = |constraint: &VelocityConstraint| all.iter().position(|other| other == constraint);
    kept.kept()
        .iter()
        .map(|constraint| number(constraint).unwrap())
        .collect()
}

#[test]
fn the_loosest_is_dropped_at_any_rank_and_the_others_keep_their_order() {
    for loosest in 0..9 {
        let mut max_speed = [1.0; 9];
        max_speed[loosest] = 2.0;
        let expected: Vec<usize> = (0..9).filter(|number| *number != loosest).collect();
        assert_eq!(left_of(&max_speed), expected);
    }
}

#[test]
fn of_equally_loose_constraints_the_last_is_dropped() {
    // Among the existing constraints.
    let max_speed = [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 1.0, 1.5];
    assert_eq!(left_of(&max_speed), [0, 1, 2, 3, 4, 6, 7, 8]);
    // The new constraint itself.
    assert_eq!(left_of(&[1.0; 9]), [0, 1, 2, 3, 4, 5, 6, 7]);
    let max_speed = [1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0];
    assert_eq!(left_of(&max_speed), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn eight_finite_constraints_are_kept() {
    assert_eq!(constraints(&numbered(&[1.0; 8])).kept().iter().count(), 8);
    let one = constraints(&numbered(&[1.0]));
    assert!(!one.kept().is_empty());
    for (toward, max_speed) in [
        (Vec2::NAN, 1.0),
        (Vec2::new(f32::INFINITY, 0.0), 1.0),
        (Vec2::X, f32::NAN),
        (Vec2::X, f32::NEG_INFINITY),
    ] {
        let ignored = constraints(&[VelocityConstraint { toward, max_speed }]);
        assert!(ignored.kept().is_empty(), "{toward} {max_speed}");
        assert_eq!(ignored.kept().iter().count(), 0);
    }
}

#[test]
fn a_constraint_tolerates_a_ten_thousandth_of_the_speed() {
    let constraints = constraints(&[VelocityConstraint {
        toward: Vec2::X,
        max_speed: 0.0,
    }]);
    for max_speed in [0.01, 1.0, 500.0] {
        let little = Vec2::new(0.5e-4 * max_speed, 1.0);
        assert_eq!(keep_within(constraints.kept(), little, max_speed), little);
        let more = Vec2::new(1.5e-4 * max_speed, 1.0);
        assert_eq!(keep_within(constraints.kept(), more, max_speed), Vec2::Y);
    }
}

#[test]
fn each_of_eight_rounds_converges_by_the_squared_cosine_of_a_corner() {
    // Both constraints nearly oppose each other, at an angle with cosine -0.6. From (0, 1), the
    // second leaves (0.48, 0.36). The next round leaves 0.36 of that, and so on.
    let corner = constraints(&[
        VelocityConstraint {
            toward: Vec2::X,
            max_speed: 0.0,
        },
        VelocityConstraint {
            toward: Vec2::new(-0.6, 0.8),
            max_speed: 0.0,
        },
    ]);
    let left = keep_within(corner.kept(), Vec2::new(1.0, 1.0), 1.0).length();
    let expected = 0.6 * 0.36_f32.powi(7);
    assert!(left <= 1.01 * expected, "{left} of {expected}");
}

#[test]
fn a_push_has_no_effect_on_an_unresponsive_neighbor() {
    let max_speed = |assertiveness: f32| {
        let careless = Approach {
            assertiveness,
            is_shared: false,
            ..approach(0.2)
        };
        careless.max_speed()
    };
    // 0.5 / 0.5 - 0.2.
    assert_eq!([max_speed(-0.3), max_speed(0.0), max_speed(0.3)], [0.8; 3]);
}
