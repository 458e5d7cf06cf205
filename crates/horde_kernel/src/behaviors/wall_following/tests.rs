use super::*;
use crate::obstacles::side::SidePreferences;
use crate::test_inputs::{angles, close, headings, mirrored, turned, vectors};
use proptest::prelude::*;

/// A floor, with the bodies above it.
const FLOOR: Surface = Surface {
    point: Vec2::new(3.0, 1.0),
    normal: Vec2::Y,
};

/// A clearance of 1, a correction distance of 2 and a prediction time of half a second.
fn following(side: Side) -> WallFollowing {
    WallFollowing {
        side,
        clearance: 1.0,
        horizon: 0.5,
        correction_distance: 2.0,
    }
}

#[test]
fn the_way_along_keeps_the_wall_on_its_side() {
    // A body that moves to the right above the floor has the floor on its right.
    assert_eq!(FLOOR.along(Side::Right), Vec2::X);
    assert_eq!(FLOOR.along(Side::Left), Vec2::NEG_X);
    for passing_side in [Side::Left, Side::Right] {
        assert_eq!(
            FLOOR.side_for(Vec2::new(0.6, -0.8), &SidePreferences::new(passing_side)),
            Side::Right
        );
        assert_eq!(
            FLOOR.side_for(Vec2::new(-0.6, -0.8), &SidePreferences::new(passing_side)),
            Side::Left
        );
        assert_eq!(
            FLOOR.side_for(Vec2::new(0.002, -1.0), &SidePreferences::new(passing_side)),
            Side::Right
        );
        assert_eq!(
            FLOOR.side_for(Vec2::new(-0.002, -1.0), &SidePreferences::new(passing_side)),
            Side::Left
        );
        // Head-on, and so nearly head-on that rounding may explain the difference.
        assert_eq!(
            FLOOR.side_for(Vec2::NEG_Y, &SidePreferences::new(passing_side)),
            passing_side
        );
        assert_eq!(
            FLOOR.side_for(Vec2::new(0.0005, -1.0), &SidePreferences::new(passing_side)),
            passing_side
        );
        assert_eq!(
            FLOOR.side_for(
                Vec2::new(-0.0005, -1.0),
                &SidePreferences::new(passing_side)
            ),
            passing_side
        );
    }
    assert_eq!(FLOOR.height(Vec2::new(-7.0, 3.5)), 2.5);
}

#[test]
fn a_prediction_never_enters_the_wall() {
    let place = Vec2::new(0.0, 2.0);
    let after = |velocity| FLOOR.place_after(place, velocity, 2.0);
    assert_eq!(after(Vec2::new(1.0, -3.0)), Vec2::new(2.0, 2.0));
    assert_eq!(after(Vec2::new(1.0, 3.0)), Vec2::new(2.0, 8.0));
}

#[test]
fn the_turn_is_in_proportion_to_the_error_of_the_gap() {
    let direction = |height: f32, rising: f32| {
        following(Side::Right).direction(
            &FLOOR,
            Vec2::X,
            Vec2::new(0.0, 1.0 + height),
            Vec2::new(4.0, rising),
        )
    };
    assert!(close(direction(1.0, 0.0), Vec2::X, 1e-6));
    // 0.6 of 2 too high: 0.3 rad toward the floor.
    assert!(close(direction(1.6, 0.0), Vec2::from_angle(-0.3), 1e-6));
    // 0.1 too low, with six times the gain: 0.3 rad up.
    assert!(close(direction(0.9, 0.0), Vec2::from_angle(0.3), 1e-5));
    // 0.6 too high, and 0.6 lower within half a second: no correction.
    assert!(close(direction(1.6, -1.2), Vec2::X, 1e-6));
    // At most one radian either way.
    assert!(close(direction(50.0, 0.0), Vec2::from_angle(-1.0), 1e-6));
    assert!(close(direction(-50.0, 0.0), Vec2::from_angle(1.0), 1e-6));
}

#[test]
fn only_a_turn_toward_the_wall_starts_early() {
    let following = following(Side::Left);
    for (angle, is_led) in [
        (0.5, true),
        (1.7, true),
        (1.9, false),
        (3.0, false),
        (-0.5, false),
    ] {
        let ahead = Vec2::from_angle(angle);
        let expected = if is_led { ahead } else { Vec2::X };
        assert_eq!(following.led(Vec2::X, ahead), expected, "{angle}");
    }
}

proptest! {
    #[test]
    fn the_direction_is_a_unit_vector_and_turns_and_mirrors_with_the_scene(
        place in vectors(20.0),
        velocity in vectors(6.0),
        normal in headings(),
        point in vectors(20.0),
        turn in angles(),
    ) {
        let surface = Surface { point, normal };
        let direction = |side, map: &dyn Fn(Vec2) -> Vec2| {
            let surface = Surface { point: map(surface.point), normal: map(surface.normal) };
            following(side).direction(&surface, surface.along(side), map(place), map(velocity))
        };
        let plain = direction(Side::Left, &|vector| vector);
        prop_assert!((plain.length() - 1.0).abs() < 1e-5);
        let whirled = direction(Side::Left, &|vector| turned(vector, turn));
        prop_assert!(close(whirled, turned(plain, turn), 1e-3));
        let reflected = direction(Side::Right, &mirrored);
        prop_assert!(close(reflected, mirrored(plain), 1e-4));
    }
}
