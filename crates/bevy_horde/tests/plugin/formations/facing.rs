//! Formations face as told once their leaders stand.

use super::*;
use bevy_horde::validation::SteeringWarnings;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

/// The goal of the leaders, which start at the origin.
const GOAL: Vec2 = vec2(20.0, 0.0);

fn face(app: &mut App, leader: Entity, facing: Vec2) {
    let mut formation = app.world_mut().get_mut::<Formation>(leader).unwrap();
    formation.facing = facing;
}

#[test]
fn a_formation_faces_as_told_when_its_leader_stands() {
    for shape in shapes() {
        // To the right, back, and 1 radian to the left.
        for facing in [vec2(0.0, -3.0), vec2(-1.0, 0.0), Vec2::from_angle(1.0)] {
            let mut app = app();
            let leader = point(&mut app, shape.clone(), GOAL);
            face(&mut app, leader, facing);
            let members = crowd(&mut app, 12, leader);
            run(&mut app, 180);
            assert_close(state(&app, leader).heading, Vec2::X, 0.02);
            run(&mut app, 1800);
            let march = state(&app, leader);
            let heading = if march.is_column() {
                Vec2::X
            } else {
                facing.normalize()
            };
            assert_close(march.heading, heading, 0.02);
            assert_close(march.position, GOAL, 0.01);
            let (most, _) = lags(&app, &members);
            assert!(most < 0.02 * SPACING, "{shape:?} {facing}: {most}");
        }
    }
}

#[test]
fn a_rank_that_faces_left_is_a_line_to_the_right_of_the_leader() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Line, GOAL);
    face(&mut app, leader, Vec2::Y);
    let members = crowd(&mut app, 3, leader);
    run(&mut app, 1200);
    // One rank, one spacing behind the leader.
    let mut x: Vec<f32> = members
        .iter()
        .map(|member| place(&app, *member).x)
        .collect();
    x.sort_unstable_by(f32::total_cmp);
    for (x, expected) in x.into_iter().zip([18.5, 20.0, 21.5]) {
        assert_near(x, expected, 0.02);
    }
    for member in &members {
        assert_near(place(&app, *member).y, -SPACING, 0.02);
    }
}

#[test]
fn members_walk_the_least_ways_to_the_new_slots_and_arrive_there() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, GOAL);
    face(&mut app, leader, vec2(-1.0, 0.2));
    let members = crowd(&mut app, 9, leader);
    for member in &members {
        app.world_mut()
            .entity_mut(*member)
            .insert(Journey::default());
    }
    let arrivals = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&arrivals);
    app.add_observer(move |arrived: On<Arrived>| {
        let goal = arrived.goal.to_array().map(f32::to_bits);
        noted.lock().unwrap().push((arrived.entity, goal));
    });
    app.update();
    let mut ticks = 0;
    while state(&app, leader).heading.x > 0.0 {
        assert!(arrivals.lock().unwrap().is_empty());
        app.update();
        ticks += 1;
        assert!(ticks < 1800);
    }
    let (way, least) = ways(&app, leader, &members);
    assert!(way > 5.0 && way <= 1.02 * least, "{way} {least}");
    run(&mut app, 900);
    // A member that gets another slot arrives there, too.
    let arrivals = arrivals.lock().unwrap();
    let arrived: HashSet<Entity> = arrivals.iter().map(|(member, _)| *member).collect();
    assert_eq!(arrived, members.into_iter().collect());
    let at_different_goals: HashSet<_> = arrivals.iter().collect();
    assert_eq!(at_different_goals.len(), arrivals.len());
}

#[test]
fn a_new_order_does_not_turn_the_formation_where_it_stands() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, GOAL);
    let members = crowd(&mut app, 9, leader);
    run(&mut app, 900);
    assert_close(state(&app, leader).heading, Vec2::X, 1e-3);
    send(&mut app, leader, vec2(40.0, 0.0));
    face(&mut app, leader, Vec2::NEG_X);
    for _ in 0..240 {
        app.update();
        assert_close(state(&app, leader).heading, Vec2::X, 0.02);
    }
    run(&mut app, 900);
    assert_close(state(&app, leader).heading, Vec2::NEG_X, 1e-3);
    assert!(lags(&app, &members).0 < 0.02 * SPACING);
    // The order to face another way waits, too.
    send(&mut app, leader, GOAL);
    face(&mut app, leader, Vec2::Y);
    for _ in 0..240 {
        app.update();
        assert_close(state(&app, leader).heading, Vec2::NEG_X, 0.02);
    }
    run(&mut app, 900);
    assert_close(state(&app, leader).heading, Vec2::Y, 1e-3);
    // Without an order to face, the formation stays as it stands.
    face(&mut app, leader, Vec2::ZERO);
    run(&mut app, 120);
    assert_close(state(&app, leader).heading, Vec2::Y, 1e-3);
}

#[test]
fn a_facing_that_is_not_finite_is_reported_and_ignored() {
    let mut apps = [Vec2::ZERO, vec2(f32::NAN, 1.0)].map(|facing| {
        let mut app = app();
        let leader = point(&mut app, FormationShape::Wedge, GOAL);
        face(&mut app, leader, facing);
        let members = crowd(&mut app, 5, leader);
        run(&mut app, 600);
        (app, members)
    });
    let reported = |app: &App| app.world().resource::<SteeringWarnings>().reported();
    assert!(reported(&apps[0].0).is_empty());
    let settings = reported(&apps[1].0);
    assert_eq!(settings.len(), 1);
    assert_eq!(settings[0].field, "facing");
    let [(plain, members), (wrong, others)] = &mut apps;
    for (member, other) in members.iter().zip(others) {
        assert_eq!(place(plain, *member), place(wrong, *other));
    }
}

#[test]
fn a_formation_does_not_turn_into_a_wall() {
    let mut app = app();
    // The surface is at y = -2.2. The slots behind a leader that faces away from it would be in it.
    let wall = Obstacle::rectangle(200.0, 1.0);
    app.world_mut().spawn((at(0.0, -2.7), wall));
    let leader = point(&mut app, FormationShape::Box, GOAL);
    face(&mut app, leader, Vec2::Y);
    let members = crowd(&mut app, 9, leader);
    run(&mut app, 1800);
    assert_close(state(&app, leader).heading, Vec2::X, 0.02);
    assert!(!state(&app, leader).is_moving);
    assert!(lags(&app, &members).0 < 0.02 * SPACING);
    // Away from the wall there is room.
    face(&mut app, leader, Vec2::NEG_Y);
    run(&mut app, 1200);
    assert_close(state(&app, leader).heading, Vec2::NEG_Y, 1e-3);
    assert!(lags(&app, &members).0 < 0.02 * SPACING);
}

#[test]
fn a_standing_formation_follows_a_facing_that_turns_slowly() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Line, GOAL);
    face(&mut app, leader, Vec2::X);
    let members = crowd(&mut app, 5, leader);
    run(&mut app, 900);
    let slots = slots_of(&app, &members);
    for tick in 0..300_u16 {
        let facing = Vec2::from_angle(0.005 * f32::from(tick));
        face(&mut app, leader, facing);
        app.update();
        assert_close(state(&app, leader).heading, facing, 0.02);
    }
    assert_eq!(slots_of(&app, &members), slots);
    assert!(lags(&app, &members).0 < SPACING);
}

#[test]
fn a_leader_with_a_body_faces_and_a_disabled_leader_faces_after_four_seconds() {
    let mut app = app();
    let own = leader(&mut app, FormationShape::Wedge, GOAL);
    face(&mut app, own, Vec2::NEG_X);
    let members = crowd(&mut app, 6, own);
    run(&mut app, 1800);
    assert_close(state(&app, own).heading, Vec2::NEG_X, 1e-3);
    assert!(lags(&app, &members).0 < 0.1 * SPACING);
    // A push does not turn the formation.
    let mut pushed = app.world_mut().get_mut::<Transform>(own).unwrap();
    pushed.translation.y += 0.4;
    for _ in 0..120 {
        app.update();
        assert_close(state(&app, own).heading, Vec2::NEG_X, 0.1);
    }

    let mut app = self::app();
    let held = point(&mut app, FormationShape::Wedge, vec2(200.0, 0.0));
    face(&mut app, held, Vec2::Y);
    let members = crowd(&mut app, 6, held);
    run(&mut app, 300);
    app.world_mut().entity_mut(held).insert(SteeringDisabled);
    run(&mut app, 200);
    assert_close(state(&app, held).heading, Vec2::X, 0.02);
    run(&mut app, 600);
    assert_close(state(&app, held).heading, Vec2::Y, 1e-3);
    assert!(lags(&app, &members).0 < 0.02 * SPACING);
}

#[test]
fn a_new_order_waits_for_a_leader_that_updates_rarely() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, GOAL);
    let rarely = UpdateInterval { ticks: 90 };
    app.world_mut().entity_mut(leader).insert(rarely);
    crowd(&mut app, 9, leader);
    run(&mut app, 1800);
    // Whenever the order comes, the formation does not turn before it marches.
    for (goal, facing) in [(60.0, Vec2::NEG_X), (20.0, Vec2::X), (60.0, Vec2::NEG_X)] {
        let before = state(&app, leader).heading;
        send(&mut app, leader, vec2(goal, 0.0));
        face(&mut app, leader, facing);
        for _ in 0..100 {
            app.update();
            assert_close(state(&app, leader).heading, before, 0.02);
        }
        run(&mut app, 1800);
        assert_close(state(&app, leader).heading, facing, 1e-3);
    }
}

#[test]
fn a_formation_begins_along_the_way_of_its_leader() {
    let goal = vec2(-30.0, 0.0);
    for (marches_bodiless, ticks) in [(true, 1), (false, 1), (true, 8)] {
        let mut app = app();
        // The leader updates in another tick than the first.
        run(&mut app, usize::from(ticks) / 2);
        let leader = match marches_bodiless {
            true => point(&mut app, FormationShape::Box, goal),
            false => leader(&mut app, FormationShape::Box, goal),
        };
        let interval = UpdateInterval { ticks };
        app.world_mut().entity_mut(leader).insert(interval);
        // Behind the leader on its way, in their slots.
        let members: Vec<Entity> = (0..9_u8)
            .map(|number| {
                let (row, column) = (f32::from(number / 3), f32::from(number % 3));
                let place = SPACING * vec2(row + 1.0, column - 1.0);
                app.world_mut().spawn(member(place, leader)).id()
            })
            .collect();
        run(&mut app, 2 * usize::from(ticks));
        assert_close(state(&app, leader).heading, Vec2::NEG_X, 1e-4);
        for _ in 0..120 {
            app.update();
            assert!(
                lags(&app, &members).0 < 1.5 * SPACING,
                "nothing turns about"
            );
        }
    }
    // A leader that stays looks along its heading, and so does its formation.
    let mut app = app();
    let leader = leader(&mut app, FormationShape::Box, Vec2::ZERO);
    crowd(&mut app, 9, leader);
    run(&mut app, 2);
    assert_close(state(&app, leader).heading, Vec2::X, 1e-4);
}
