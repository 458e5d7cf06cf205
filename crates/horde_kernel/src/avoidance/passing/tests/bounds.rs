//! Where a step aside begins and ends, by arithmetic.

use super::*;

/// A body ahead that a body at speed 2 touches after `time`. The horizon is short, 0.1 s.
fn touched_after(time: f32, clearance: f32) -> Pass {
    Pass {
        offset: Vec2::new(2.0 * time + clearance, 0.0),
        clearance,
        horizon: 0.1,
        ..standing(0.0)
    }
}

#[test]
fn a_pass_matters_six_clearances_ahead_however_short_the_horizon() {
    for (clearance, max_speed, patience) in [(1.0, 2.0, 3.0), (2.0, 2.0, 6.0), (1.0, 4.0, 1.5)] {
        let at = |time: f32| Pass {
            max_speed,
            ..touched_after(time, clearance)
        };
        let case = (clearance, max_speed);
        assert!(at(0.98 * patience).step_aside().is_some(), "{case:?}");
        assert_eq!(at(1.02 * patience).step_aside(), None, "{case:?}");
    }
}

#[test]
fn a_step_fades_toward_the_end_of_the_patience_too() {
    // Touched after 2 s of 3, abeam after 2.5.
    let step = touched_after(2.0, 1.0).step_aside().unwrap();
    let expected = Vec2::new(0.0, -1.0 / 2.5 * 2.0 * (1.0 - 2.0 / 3.0));
    assert!(close(step, expected, 1e-5), "{step}");
}

#[test]
fn within_half_of_the_horizon_a_step_is_made_in_full() {
    // Touched after 1.4 s of 3, abeam after 1.9.
    let step = touched_after(1.4, 1.0).step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -1.0 / 1.9), 1e-5), "{step}");
}

#[test]
fn a_body_that_cannot_move_plans_for_the_horizon_alone() {
    let held = Pass {
        max_speed: 0.0,
        ..standing(0.0)
    };
    // 1 / 4 * 2 (1 - 3.5 / 5).
    let step = held.step_aside().unwrap();
    assert!(close(step, Vec2::new(0.0, -0.15), 1e-5), "{step}");
    let beyond = Pass {
        horizon: 3.4,
        ..held
    };
    assert_eq!(beyond.step_aside(), None);
}

#[test]
fn a_pass_that_is_just_free_or_just_at_the_horizon_or_just_abeam_asks_for_nothing() {
    assert_eq!(standing(1.0).step_aside(), None);
    // Contact after (8 - 1) / 2.
    let just_at_it = Pass {
        horizon: 3.5,
        ..standing(0.0)
    };
    assert_eq!(just_at_it.step_aside(), None);
    let abeam = Pass {
        offset: Vec2::new(0.0, 0.5),
        ..standing(0.0)
    };
    assert_eq!(abeam.step_aside(), None);
}

#[test]
fn the_hand_insists_on_a_part_of_the_clearance() {
    let turns_right = |lateral: f32| {
        let broad = Pass {
            clearance: 2.0,
            insistence: 0.5,
            ..standing(lateral)
        };
        broad.step_aside().unwrap().y < 0.0
    };
    // Half of 2.
    assert!(turns_right(-0.95));
    assert!(!turns_right(-1.05));
}

#[test]
fn dead_ahead_is_a_thousandth_of_the_clearance() {
    for clearance in [1.0, 4.0] {
        for passing_side in [Side::Right, Side::Left] {
            // The other misses by this part on the passing side, so a step to that side crosses in
            // front.
            let goes_to_hand = |part: f32| {
                let to_hand = passing_side.of(Vec2::X).y;
                let pass = Pass {
                    clearance,
                    passing_side,
                    ..standing(part * clearance * to_hand)
                };
                pass.step_aside().unwrap().y * to_hand > 0.0
            };
            assert!(goes_to_hand(0.0005), "{clearance} {passing_side:?}");
            assert!(!goes_to_hand(0.002), "{clearance} {passing_side:?}");
        }
    }
}

#[test]
fn invalid_and_instant_passes_need_no_step() {
    let nowhere = Pass {
        offset: Vec2::NAN,
        ..standing(0.0)
    };
    assert_eq!(nowhere.step_aside(), None);
    // Abeam after 1e-30 / 1e20 s, which rounds to 0; and no least time.
    let at_once = Pass {
        offset: Vec2::new(1e-30, 0.5),
        relative_velocity: Vec2::new(-1e20, 0.0),
        shortest_time: 0.0,
        ..standing(0.0)
    };
    assert_eq!(at_once.step_aside(), None);
}
