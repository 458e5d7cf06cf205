use super::*;

/// A body at `position` that wants to go `along`. Its goal lies 10 m off in x.
fn traveler(slot: u32, position: Vec2, along: Vec2) -> Traveler {
    Traveler {
        slot,
        position,
        velocity: Vec2::ZERO,
        radius: 0.3,
        preferred_velocity: along,
        along,
        goal: position + Vec2::X * 10.0,
        is_enclosed: false,
        priority: 0,
        blocked_for: 0.0,
        yields_to_near: false,
        yields: Vec2::ZERO,
    }
}

/// Two bodies at the jambs of a doorway at the origin. The lower one is ahead, and presses less.
fn arch(slots: [u32; 2]) -> [Traveler; 2] {
    [
        traveler(slots[0], Vec2::new(-0.3, -0.3), Vec2::new(0.8, 0.6)),
        traveler(slots[1], Vec2::new(-0.3, 0.4), Vec2::new(0.6, -0.8)),
    ]
}

/// Whether the first enters before the second. Asserts that the second answers the opposite.
fn first_enters(pair: [Traveler; 2], have_ways: [bool; 2]) -> bool {
    let [first, second] = pair;
    let answer = first.enters_before(have_ways[0], &second, have_ways[1]);
    let other = second.enters_before(have_ways[1], &first, have_ways[0]);
    assert_ne!(answer, other);
    answer
}

#[test]
fn of_two_that_want_into_one_place_the_one_ahead_enters_first() {
    // The two press with 0.6 and 0.8.
    for slots in [[0, 1], [1, 0]] {
        let pair = arch(slots);
        assert!(pair[0].is_blocked_by(&pair[1]) && pair[1].is_blocked_by(&pair[0]));
        assert!(first_enters(pair, [true; 2]), "{slots:?}");
        // A body without a way back cannot yield.
        assert!(!first_enters(pair, [true, false]), "{slots:?}");
        let [first, second] = pair;
        let important = Traveler {
            priority: 1,
            ..second
        };
        assert!(!first_enters([first, important], [true; 2]), "{slots:?}");
        assert!(
            !first_enters([first, important], [false, true]),
            "{slots:?}"
        );
    }
}

#[test]
fn of_two_that_press_equally_the_lower_slot_enters_first() {
    for (slots, expected) in [([0, 1], true), ([1, 0], false)] {
        let [first, second] = arch(slots);
        // The two press with 0.6 and 0.61.
        let along = Vec2::new(0.6_f32.mul_add(-0.61 * 0.61 / 0.6, 1.0).sqrt(), -0.61);
        let second = Traveler { along, ..second };
        assert_eq!(
            first_enters([first, second], [true; 2]),
            expected,
            "{slots:?}"
        );
    }
}

#[test]
fn two_do_not_want_into_one_place_if_one_only_passes_or_has_no_way() {
    let [first, second] = arch([0, 1]);
    // The second presses with 0.2 only.
    let passing = Traveler {
        along: Vec2::new(0.98, -0.2),
        ..second
    };
    assert!(!first.is_blocked_by(&passing) && !passing.is_blocked_by(&first));
    let enclosed = Traveler {
        is_enclosed: true,
        ..second
    };
    assert!(!first.is_blocked_by(&enclosed) && !enclosed.is_blocked_by(&first));
}

#[test]
fn one_lets_another_into_its_place_until_that_is_no_longer_before_it() {
    let [first, second] = arch([0, 1]);
    let waiting = Traveler {
        yields: first.along,
        ..second
    };
    assert!(waiting.lets_pass(&first));
    let ahead = Traveler {
        position: Vec2::new(0.5, 0.0),
        ..first
    };
    assert!(!waiting.lets_pass(&ahead));
    let enclosed = Traveler {
        is_enclosed: true,
        ..first
    };
    assert!(!waiting.lets_pass(&enclosed));
}

#[test]
fn one_that_yields_briefly_waits_only_for_those_near_by() {
    let [first, second] = arch([0, 1]);
    let waiting = |yields_to_near: bool| Traveler {
        yields: first.along,
        yields_to_near,
        ..second
    };
    // Others are near within the sum of the radii and 1.5 radii more: 1.05 m.
    for (distance, expected) in [(1.0, true), (1.1, false)] {
        let later = Traveler {
            position: second.position - Vec2::Y * distance,
            ..first
        };
        assert_eq!(waiting(true).lets_pass(&later), expected, "{distance} m");
        assert!(waiting(false).lets_pass(&later), "{distance} m");
    }
}

#[test]
fn another_has_room_beside_a_body_where_both_fit() {
    let room = |half_width: f32, y: f32, radii: [f32; 2]| {
        let is_inside = |position: Vec2, radius: f32| position.y.abs() + radius <= half_width;
        let is_free = |from: Vec2, heading: Vec2, length: f32, radius: f32| {
            is_inside(from, radius) && is_inside(from + heading * length, radius)
        };
        let [own, mirrored] = [y, -y].map(|y| Traveler {
            radius: radii[0],
            ..traveler(0, Vec2::new(0.4, y), Vec2::X)
        });
        let other = Traveler {
            radius: radii[1],
            ..traveler(1, Vec2::new(1.2, 0.0), Vec2::NEG_X)
        };
        let has_room = own.has_room_beside(&other, is_free);
        assert_eq!(mirrored.has_room_beside(&other, is_free), has_room);
        has_room
    };
    // The centers are 0.3 + 0.3 + 0.2 * 0.3 = 0.66 m apart. With the body in the middle, the other
    // reaches 0.96 m from the middle. With the body 0.33 m off, that is 0.66 + 0.3 - 0.33 = 0.63 m.
    assert!(room(0.97, 0.0, [0.3, 0.3]));
    assert!(!room(0.95, 0.0, [0.3, 0.3]));
    assert!(room(0.64, 0.33, [0.3, 0.3]));
    assert!(!room(0.64, 0.31, [0.3, 0.3]));
    // Here the centers are 0.2 + 0.5 + 0.2 * 0.2 = 0.74 m and 0.5 + 0.2 + 0.2 * 0.5 = 0.8 m apart.
    assert!(room(1.25, 0.0, [0.2, 0.5]) && !room(1.23, 0.0, [0.2, 0.5]));
    assert!(room(1.01, 0.0, [0.5, 0.2]) && !room(0.99, 0.0, [0.5, 0.2]));
}

#[test]
fn another_has_no_room_beside_a_body_in_a_door() {
    // A wall of no width along y with a door of 1 m.
    let is_free = |from: Vec2, heading: Vec2, length: f32, radius: f32| {
        let to = from + heading * length;
        let crosses = from.x.min(to.x) - radius < 0.0 && 0.0 < from.x.max(to.x) + radius;
        !crosses || from.y.abs().max(to.y.abs()) + radius <= 0.5
    };
    for (x, expected) in [(0.0, false), (0.5, false), (-0.5, false), (2.0, true)] {
        let own = traveler(0, Vec2::new(x, 0.0), Vec2::X);
        let other = traveler(1, Vec2::new(x + 0.7, 0.0), Vec2::NEG_X);
        assert_eq!(own.has_room_beside(&other, is_free), expected, "{x}");
    }
}

#[test]
fn one_that_presses_on_a_wedged_body_for_long_gives_way() {
    let blocked = |slot: u32, position: Vec2, along: Vec2| Traveler {
        blocked_for: 2.6,
        ..traveler(slot, position, along)
    };
    // The first stands at the upper jamb and goes left, past the second, which goes up.
    let wedged = blocked(0, Vec2::new(0.1, 0.6), Vec2::new(-1.0, 0.0));
    let presses = blocked(1, Vec2::ZERO, Vec2::new(0.0, 1.0));
    assert!(presses.may_wedge(&wedged));
    assert!(!wedged.may_wedge(&presses));
    // Both have to stand for long, and a body that presses back is not wedged.
    for time in [0.0, 2.4] {
        let briefly = |body: Traveler| Traveler {
            blocked_for: time,
            ..body
        };
        assert!(!presses.may_wedge(&briefly(wedged)));
        assert!(!briefly(presses).may_wedge(&wedged));
    }
    for (priority, yields) in [(-1, true), (1, false)] {
        let ranked = Traveler {
            priority,
            ..presses
        };
        assert_eq!(ranked.may_wedge(&wedged), yields, "priority {priority}");
    }
    let back = blocked(0, wedged.position, Vec2::new(-0.6, -0.8));
    assert!(!presses.may_wedge(&back));
    // A body is before another within some 73 degrees of its direction.
    assert!(wedged.has_before_it(Vec2::new(-0.4, 0.6), 0.3));
    assert!(wedged.has_before_it(Vec2::new(-0.1, 0.0), 0.3));
    assert!(!wedged.has_before_it(Vec2::ZERO, 0.3));
    // The gap is at most 1.5 radii of the larger one.
    assert!(!wedged.has_before_it(Vec2::new(-1.0, 0.6), 0.3));
    assert!(wedged.has_before_it(Vec2::new(-2.0, 0.6), 0.9));
}
