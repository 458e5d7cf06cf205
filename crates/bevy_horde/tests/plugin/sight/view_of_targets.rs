//! How far and how wide an agent sees targets, and how long it remembers one.

use super::hidden_targets::{CASES, Scene, toward};
use super::*;
use bevy_horde::perception::LastSeen;
use bevy_horde::validation::SteeringWarnings;
use core::f32::consts::{FRAC_PI_2, PI};

const GIVE_UP: LineOfSight = LineOfSight {
    neighbors: true,
    hidden_target: HiddenTarget::GiveUp,
    range: f32::INFINITY,
    half_angle: PI,
    // Like that of a fixed camera, the view does not turn after a target.
    tracking_angle: 0.0,
    memory_time: f32::INFINITY,
};

/// The fields of `LineOfSight` with a warning.
fn reported(app: &App) -> Vec<&'static str> {
    let reports = app.world().resource::<SteeringWarnings>().reported();
    let of_sight = reports.iter().filter(|it| it.component == "LineOfSight");
    of_sight.map(|it| it.field).collect()
}

#[test]
fn a_target_beyond_the_range_is_hidden() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(GIVE_UP.within(5.0, PI)));
        for (x, y, is_seen) in [(3.0, 4.0, true), (3.0, 4.01, false), (-5.0, 0.0, true)] {
            let force = scene.with_target_at(x, y);
            assert_eq!(force.is_some(), is_seen, "{} at ({x}, {y})", case.name);
        }
    }
}

#[test]
fn a_target_outside_the_angle_is_hidden() {
    for case in &CASES {
        // The agent is at the origin and looks along the x axis.
        for (half_angle, seen, hidden) in [
            (
                FRAC_PI_2,
                [(0.0, 6.0), (0.0, -6.0)],
                [(-0.01, 6.0), (-6.0, 0.0)],
            ),
            (
                1.0,
                [(5.41, 8.41), (5.41, -8.41)],
                [(5.40, 8.42), (5.40, -8.42)],
            ),
            (0.0, [(6.0, 0.0), (0.5, 0.0)], [(6.0, 0.1), (-6.0, 0.0)]),
        ] {
            let sight = GIVE_UP.within(f32::INFINITY, half_angle);
            let mut scene = Scene::new(case, Some(sight));
            for (x, y) in seen {
                let force = scene.with_target_at(x, y);
                assert!(force.is_some(), "{}: ({x}, {y}) in {half_angle}", case.name);
            }
            for (x, y) in hidden {
                let force = scene.with_target_at(x, y);
                assert_eq!(force, None, "{}: ({x}, {y}) in {half_angle}", case.name);
            }
        }
    }
}

#[test]
fn eyes_follow_a_target_that_is_seen_already() {
    for case in &CASES {
        let sight = GIVE_UP.within(9.0, 0.5).tracking(2.0);
        let mut scene = Scene::new(case, Some(sight));
        let mut sees = |x: f32, y: f32| scene.with_target_at(x, y).is_some();
        // The target is beside the agent and never seen, then in view, beside it again, and behind
        // it.
        assert!(!sees(0.0, 6.0), "{}", case.name);
        assert!(sees(6.0, 0.0), "{}", case.name);
        assert!(sees(0.0, 6.0), "{}", case.name);
        assert!(!sees(-6.0, 1.0), "{}", case.name);
        // A lost target has to come into view again, and the range counts all the time.
        assert!(!sees(0.0, 6.0), "{}", case.name);
        assert!(sees(6.0, 0.0) && !sees(0.0, 9.1), "{}", case.name);
    }
}

#[test]
fn a_target_that_an_agent_touches_is_noticed_behind_it() {
    for case in &CASES {
        let sight = GIVE_UP.within(f32::INFINITY, 0.5);
        let mut scene = Scene::new(case, Some(sight));
        // The body has a radius of 0.5 and looks along the x axis. A place is noticed within two
        // radii.
        for (x, y, is_noticed) in [(-0.99, 0.0, true), (0.0, 0.99, true), (-1.01, 0.0, false)] {
            let force = scene.with_target_at(x, y);
            assert_eq!(force.is_some(), is_noticed, "{} ({x}, {y})", case.name);
        }
        // The range counts at every bearing.
        let mut near_sighted = Scene::new(case, Some(GIVE_UP.within(0.5, 0.5)));
        let force = near_sighted.with_target_at(-0.9, 0.0);
        assert_eq!(force, None, "{}", case.name);
        // A body of radius 3 that is 0.25 away, half a radius: 0.5 + 3 + 0.25.
        let target = (SteeringAgent::new(3.0, 3.0), ExternalLocomotion);
        scene
            .app
            .world_mut()
            .entity_mut(scene.target)
            .insert(target);
        for (x, is_noticed) in [(-3.74, true), (-3.76, false)] {
            let force = scene.with_target_at(x, 0.0);
            assert_eq!(force.is_some(), is_noticed, "{} at {x}", case.name);
        }
    }
}

#[test]
fn a_target_out_of_view_is_as_one_behind_a_wall() {
    for case in &CASES {
        let sight = LineOfSight::default().within(10.0, FRAC_PI_2);
        let sight = sight.tracking(0.0);
        let mut scene = Scene::new(case, Some(sight));
        let in_sight = scene.tick();
        let remembered = toward(case, 6.0, 1.0);
        // Behind the agent, and then too far ahead.
        assert_eq!(scene.with_target_at(-3.0, 0.0), remembered, "{}", case.name);
        assert_eq!(scene.with_target_at(11.0, 0.0), remembered, "{}", case.name);
        assert_eq!(scene.with_target_at(6.0, 1.0), in_sight, "{}", case.name);
        // An agent that keeps tracking needs no view.
        let tracking = LineOfSight {
            hidden_target: HiddenTarget::KeepTracking,
            ..sight
        };
        let mut open = Scene::new(case, None);
        let mut scene = Scene::new(case, Some(tracking));
        let expected = open.with_target_at(-30.0, 0.0);
        assert_eq!(scene.with_target_at(-30.0, 0.0), expected, "{}", case.name);
    }
}

#[test]
fn a_hidden_target_is_forgotten_after_the_memory_time() {
    for case in &CASES {
        for ticks in [0_u8, 1, 30] {
            // Half a tick more, so that rounding does not decide.
            let time = (f32::from(ticks) + 0.5) / HERTZ;
            let sight = sees(HiddenTarget::LastSeen).remembering(time);
            let mut scene = Scene::new(case, Some(sight));
            for _ in 0..50 {
                assert!(scene.tick().is_some(), "{}", case.name);
            }
            scene.add_wall();
            for tick in 1..=ticks {
                assert!(scene.tick().is_some(), "{} in tick {tick}", case.name);
                let age = scene.memory(case).map(|seen| seen.age);
                assert_near(age.unwrap(), f32::from(tick) / HERTZ, 1e-4);
            }
            for _ in 0..3 {
                assert_eq!(scene.tick(), None, "{} after {ticks}", case.name);
                assert_eq!(scene.memory(case), None, "{}", case.name);
            }
        }
    }
}

#[test]
fn the_memory_time_starts_again_when_the_target_is_seen() {
    let case = &CASES[0];
    let sight = sees(HiddenTarget::LastSeen).remembering(3.5 / HERTZ);
    let mut scene = Scene::new(case, Some(sight));
    scene.tick();
    for _ in 0..3 {
        let wall = scene.add_wall();
        for _ in 0..3 {
            assert!(scene.tick().is_some());
        }
        scene.app.world_mut().despawn(wall);
        assert!(scene.tick().is_some());
        assert_eq!(scene.memory(case).map(|seen| seen.age), Some(0.0));
    }
}

#[test]
fn an_agent_with_an_update_interval_forgets_after_the_same_time() {
    let mut app = app();
    let target = spawn(&mut app, at(6.0, 0.0));
    let agent = (
        (
            SteeringAgent::default(),
            ExternalLocomotion,
            Seek::entity(target),
        ),
        (
            LineOfSight::default().remembering(0.5),
            UpdateInterval { ticks: 4 },
        ),
    );
    let agent = spawn(&mut app, agent);
    run(&mut app, 8);
    wall_at(&mut app, 3.0);
    run(&mut app, 24);
    assert!(get::<LastSeen>(&app, agent).of::<Seek>().is_some());
    run(&mut app, 12);
    assert!(get::<LastSeen>(&app, agent).of::<Seek>().is_none());
}

#[test]
fn the_second_agent_sees_if_the_first_is_blind() {
    for blind in [
        GIVE_UP.within(0.0, PI),
        GIVE_UP.within(f32::NAN, PI),
        GIVE_UP.within(f32::INFINITY, 0.0),
    ] {
        let mut app = app();
        let target = spawn(&mut app, at(6.0, 1.0));
        let body = (SteeringAgent::default(), Seek::entity(target));
        let first = spawn(&mut app, (body, blind));
        let body = (SteeringAgent::default(), Seek::entity(target));
        let second = spawn(&mut app, (body, at(0.0, -3.0), GIVE_UP.within(20.0, 2.0)));
        app.update();
        assert!(!has_contribution(&app, first), "{blind:?}");
        assert!(has_contribution(&app, second), "{blind:?}");
    }
}

#[test]
fn bad_numbers_are_reported_and_replaced() {
    let case = &CASES[0];
    let bad = [f32::NAN, -1.0, f32::NEG_INFINITY];
    for number in bad {
        // No range: nothing is seen.
        let mut scene = Scene::new(case, Some(GIVE_UP.within(number, PI)));
        assert_eq!(scene.tick(), None);
        assert_eq!(reported(&scene.app), ["range"]);
        // No angle: all round.
        let mut scene = Scene::new(case, Some(GIVE_UP.within(f32::INFINITY, number)));
        assert!(scene.with_target_at(-6.0, 0.0).is_some());
        assert_eq!(reported(&scene.app), ["half_angle"]);
        // No memory time: forgotten at once.
        let sight = LineOfSight::default().remembering(number);
        let mut scene = Scene::new(case, Some(sight));
        assert!(scene.tick().is_some());
        assert_eq!(reported(&scene.app), [""; 0]);
        scene.add_wall();
        assert_eq!(scene.tick(), None);
        assert_eq!(reported(&scene.app), ["memory_time"]);
    }
    // An infinite angle is as bad; an infinite range is not.
    let sight = GIVE_UP.within(f32::INFINITY, f32::INFINITY);
    let mut scene = Scene::new(case, Some(sight));
    assert!(scene.tick().is_some());
    assert_eq!(reported(&scene.app), ["half_angle"]);
}

#[test]
fn range_and_angle_leave_neighbors_alone() {
    let forces = [
        LineOfSight::default(),
        LineOfSight::default().within(0.0, 0.0),
    ]
    .map(|sight| {
        let mut app = app();
        let agent = (SteeringAgent::default(), Separation::default(), sight);
        let agent = spawn(&mut app, agent);
        spawn(&mut app, (at(-1.2, 0.3), SteeringAgent::default()));
        app.update();
        steering_force(&app, agent)
    });
    assert!(forces[0].is_some());
    assert_eq!(forces[0], forces[1]);
}
