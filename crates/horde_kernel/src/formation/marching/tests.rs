use super::*;
use glam::vec2;

const TICK: f32 = 1.0 / 60.0;

#[test]
fn the_outermost_member_keeps_up_with_a_wheeling_frame() {
    let course = turned(Vec2::X, 1.0);
    // Half of the speed 4, at 8 from the leader.
    assert_eq!(turn(Vec2::X, course, 8.0, 4.0, TICK), Turn::Wheel(0.25));
    let back = turned(Vec2::X, -1.0);
    assert_eq!(turn(Vec2::X, back, 8.0, 4.0, TICK), Turn::Wheel(-0.25));
    let mut heading = Vec2::X;
    for _ in 0..300 {
        let Turn::Wheel(rate) = turn(heading, course, 8.0, 4.0, TICK) else {
            panic!("it wheels");
        };
        heading = turned(heading, rate * TICK);
    }
    assert!(angle_to(heading, course).abs() < 1e-3);
    assert!((heading.length() - 1.0).abs() < 1e-6);
}

#[test]
fn more_than_a_quarter_turns_about() {
    for (angle, is_about) in [(1.5, false), (-1.6, false), (1.8, true), (-3.0, true)] {
        let half = turned(turned(Vec2::Y, 0.5 * angle), 0.5 * angle);
        let turn = turn(Vec2::Y, half, 1.0, 1.0, TICK);
        assert_eq!(turn == Turn::About, is_about, "{angle}");
    }
}

#[test]
fn the_pace_falls_with_lag_and_turning_and_is_never_zero() {
    let none = Lag::default();
    assert_eq!(pace(5.0, 0.0, 10.0, none, 1.0), 5.0);
    // All lag by 2, half of the full lag: 1 - 0.8 / 2, times 1 - 0.4.
    let all = Lag::of([2.0; 9].into_iter());
    assert!((pace(5.0, 0.0, 10.0, all, 1.0) - 5.0 * 0.6 * 0.6).abs() < 1e-5);
    // One lags by 1, half of the full lag of one: 1 - 0.4 / 2, times 1 - 0.8 * 0.1 / 4.
    let near = Lag::of((0..100_u8).map(|number| f32::from(u8::from(number == 7))));
    assert!((pace(5.0, 0.0, 10.0, near, 1.0) - 5.0 * 0.98 * 0.8).abs() < 1e-5);
    assert_eq!(pace(5.0, 1.0, 10.0, none, 1.0), 2.5);
    // One of 100 that lags slows the leader by little more than 40 %.
    let one = Lag::of((0..100_u8).map(|number| if number == 7 { 4.0 } else { 0.0 }));
    assert_eq!((one.most, one.mean), (4.0, 0.4));
    assert!((pace(5.0, 0.0, 10.0, one, 1.0) - 5.0 * 0.92 * 0.6).abs() < 1e-5);
    let far = Lag::of([1e9; 3].into_iter());
    assert!((pace(5.0, 3.0, 10.0, far, 1.0) - 2.5 * 0.2 * 0.6).abs() < 1e-5);
    assert!(pace(5.0, 3.0, 0.0, none, 0.0).is_finite());
    assert_eq!(Lag::of([].into_iter()), none);
}

#[test]
fn as_many_files_fit_as_the_free_way_holds() {
    let free = Free {
        left: 1.5,
        right: 1.5,
    };
    // Three bodies with two gaps of 1.5.
    assert_eq!(free.files(1.5), 3);
    assert_eq!(
        Free {
            left: 0.0,
            right: 0.0
        }
        .files(1.5),
        1
    );
    assert_eq!(free.files(0.0), usize::MAX);
    assert!(free.holds(-1.5, 1.5) && !free.holds(-1.6, 0.0) && !free.holds(0.0, 1.6));
}

#[test]
fn a_column_moves_aside_from_a_wall_and_is_pressed_together_between_two() {
    let beside = Free {
        left: 1.0,
        right: 9.0,
    };
    assert_eq!(beside.aside(3.0, 3.0), 1.0);
    assert_eq!(beside.aside(-3.0, 3.0), -5.0);
    let wide = Free {
        left: 4.0,
        right: 4.0,
    };
    assert_eq!(wide.aside(-3.0, 3.0), -3.0);
    let narrow = Free {
        left: 1.0,
        right: 2.0,
    };
    assert_eq!(
        [3.0, 0.0, -3.0].map(|y| narrow.aside(y, 3.0)),
        [1.0, -0.5, -2.0]
    );
}

#[test]
fn places_lie_on_the_trail_and_beyond_its_end() {
    // To the right, then up.
    let trail = [Vec2::ZERO, Vec2::new(4.0, 0.0)];
    let head = Vec2::new(4.0, 3.0);
    let place = |way| place_on(trail.iter().copied(), head, Vec2::Y, way);
    assert_eq!(
        (place(1.0).position, place(1.0).along),
        (Vec2::new(4.0, 2.0), Vec2::Y)
    );
    assert_eq!(
        (place(5.0).position, place(5.0).along),
        (Vec2::new(2.0, 0.0), Vec2::X)
    );
    assert_eq!((place(1.0).point, place(5.0).point), (1, 0));
    assert_eq!(place(9.0).position, Vec2::new(-2.0, 0.0));
    let nothing = place_on([].into_iter(), head, Vec2::X, 2.0);
    assert_eq!(nothing.position, Vec2::new(2.0, 3.0));
}

#[test]
fn a_position_beside_a_trail_is_the_inverse_of_a_place_on_it() {
    // 10 to the right, then 10 up.
    let trail = [Vec2::ZERO, vec2(10.0, 0.0)];
    let head = vec2(10.0, 10.0);
    let beside = |position| beside_trail(trail.into_iter(), head, Vec2::Y, position);
    assert_eq!(beside(vec2(9.0, 7.0)), vec2(-3.0, 1.0));
    assert_eq!(beside(vec2(4.0, -0.5)), vec2(-16.0, -0.5));
    // Ahead of the head, and behind the tail.
    assert_eq!(beside(vec2(9.0, 12.0)), vec2(2.0, 1.0));
    assert_eq!(beside(vec2(-5.0, 1.0)), vec2(-25.0, 1.0));
    for way in [0.5, 7.0, 13.0, 30.0] {
        let place = place_on(trail.into_iter(), head, Vec2::Y, way);
        let position = place.position + left(place.along) * 0.25;
        assert!(beside(position).distance(vec2(-way, 0.25)) < 1e-5, "{way}");
    }
    // Without a trail, the coordinates are those along the heading.
    let alone = beside_trail([].into_iter(), head, Vec2::Y, vec2(9.0, 7.0));
    assert_eq!(alone, vec2(-3.0, 1.0));
}
