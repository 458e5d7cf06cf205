//! Avoidance of obstacles, with look-ahead and with whiskers.

use super::*;

/// Passes a circle of radius 2 at x = 12, with its center `offset` beside the line to the goal.
fn pass(offset: f32, hertz: f64, mind: impl Bundle) -> (f32, Vec2) {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    let circle = (Vec2::new(12.0, offset), 2.0);
    spawn(&mut app, (at(12.0, offset), Obstacle::circle(2.0)));
    let body = (agent(), moving(5.0, 0.0));
    let agent = spawn(&mut app, (body, mind, Arrive::new(Vec2::new(24.0, 0.0))));
    let ticks = (10.0 * hertz) as usize;
    let least = least_clearance(&mut app, agent, circle, ticks);
    (least, place(&app, agent))
}

#[test]
fn an_agent_passes_an_obstacle_near_the_margin_and_a_centered_one_too() {
    for offset in [0.0, 1e-4, -1e-4, 0.5, -0.5, 1.5, -1.5, 2.4] {
        for hertz in [30.0, 60.0, 240.0] {
            let (gap, end) = pass(offset, hertz, AvoidObstacles::default());
            assert_close(end, Vec2::new(24.0, 0.0), 0.01);
            // The margin is 0.35 radii of 0.5.
            assert!(gap > 0.05, "offset {offset} at {hertz} Hz: gap {gap}");
            assert!(gap < 0.6, "offset {offset} at {hertz} Hz: gap {gap}");
        }
    }
}

#[test]
fn obstacles_beside_or_beyond_the_way_are_not_avoided() {
    let avoids = |x: f32, y: f32, radius: f32, goal: f32| {
        let mut app = app();
        spawn(&mut app, (at(x, y), Obstacle::circle(radius)));
        let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
        let agent = spawn(&mut app, (body, Seek::new(Vec2::new(goal, 0.0))));
        app.update();
        get::<DetourState>(&app, agent).is_passing
    };
    assert!(avoids(5.0, 0.0, 1.0, 50.0));
    assert!(
        avoids(5.0, 1.6, 1.0, 50.0),
        "the corridor is as wide as the body and its margin"
    );
    assert!(!avoids(5.0, 1.7, 1.0, 50.0), "it is beside the way");
    assert!(!avoids(-5.0, 0.0, 1.0, 50.0), "it is behind");
    assert!(
        avoids(12.0, 0.0, 1.0, 50.0),
        "an obstacle in sight changes the bearing to the goal"
    );
    assert!(
        !avoids(15.0, 0.0, 1.0, 50.0),
        "it is beyond the sight of 25 radii"
    );
    assert!(!avoids(5.0, 0.0, 1.0, 2.0), "it is behind the goal");
    assert!(
        avoids(60.0, 0.0, 54.0, 500.0),
        "the edge counts, not the center"
    );
}

#[test]
fn an_agent_keeps_its_side_while_the_obstacle_is_in_the_way() {
    let mut app = app();
    spawn(&mut app, (at(8.0, 0.05), Obstacle::circle(2.0)));
    let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
    let agent = spawn(&mut app, (body, Seek::new(Vec2::new(30.0, 0.0))));
    app.update();
    let first = *get::<DetourState>(&app, agent);
    assert!(first.is_passing && !first.left, "the center is on the left");
    // Now the center is on the right of the heading. The agent keeps its side.
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation
        .y = 0.3;
    app.update();
    let now = *get::<DetourState>(&app, agent);
    assert!(now.is_passing && !now.left && now.obstacle == first.obstacle);
    let mut flips = 0;
    for _ in 0..400 {
        let before = *get::<DetourState>(&app, agent);
        app.update();
        let after = *get::<DetourState>(&app, agent);
        let same = before.is_passing && after.is_passing;
        flips += usize::from(same && before.left != after.left);
    }
    assert_eq!(flips, 0);
    assert_eq!(*get::<DetourState>(&app, agent), DetourState::default());
}

#[test]
fn avoidance_alone_passes_an_obstacle() {
    assert_eq!(first_force(Vec2::X, AvoidObstacles::default()), None);
}

#[test]
fn passable_obstacles_are_avoided_too() {
    let mut app = app();
    spawn(&mut app, (at(12.0, 0.0), Obstacle::circle(2.0).passable()));
    let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
    let agent = spawn(&mut app, (body, Arrive::new(Vec2::new(24.0, 0.0))));
    let gap = least_clearance(&mut app, agent, (Vec2::new(12.0, 0.0), 2.0), 600);
    assert!(gap > 0.05, "{gap}");
}

#[test]
fn two_adjacent_obstacles_do_not_cancel() {
    // The gap between them is too narrow.
    let mut app = app();
    spawn(&mut app, (at(10.0, 1.2), Obstacle::circle(1.0)));
    spawn(&mut app, (at(10.0, -1.2), Obstacle::circle(1.0)));
    let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
    let agent = spawn(&mut app, (body, Arrive::new(Vec2::new(20.0, 0.0))));
    run(&mut app, 1200);
    assert_close(place(&app, agent), Vec2::new(20.0, 0.0), 0.05);
}

#[test]
fn agents_cross_a_field_of_obstacles() {
    let mut app = app();
    for row in 0..6 {
        for column in 0..6 {
            let x = 6.0 + 5.0 * column as f32;
            let y = -12.5 + 5.0 * row as f32 + if column % 2 == 0 { 0.0 } else { 2.5 };
            spawn(&mut app, (at(x, y), Obstacle::circle(1.2)));
        }
    }
    let walkers: Vec<_> = (0..9)
        .map(|number| {
            let y = -10.0 + 2.5 * number as f32;
            let mind = (AvoidObstacles::default(), Arrive::new(Vec2::new(45.0, y)));
            (spawn(&mut app, (agent(), at(0.0, y), mind)), y)
        })
        .collect();
    run(&mut app, 60 * 25);
    for (walker, y) in walkers {
        assert_close(place(&app, walker), Vec2::new(45.0, y), 0.05);
    }
}

#[test]
fn whiskers_lead_around_a_circle() {
    for count in [1, 3, 5] {
        for offset in [0.0, 0.7, -0.7] {
            let (gap, end) = pass(offset, 60.0, Whiskers::new(count));
            assert_close(end, Vec2::new(24.0, 0.0), 0.05);
            assert!(gap >= 0.0, "{count} whiskers, offset {offset}: gap {gap}");
        }
    }
}

#[test]
fn without_whiskers_nothing_is_sensed() {
    let mut app = app();
    spawn(&mut app, (at(2.0, 0.0), Obstacle::circle(1.0)));
    let agent = spawn(&mut app, (agent(), moving(4.0, 0.0), Whiskers::new(0)));
    app.update();
    assert!(!has_contribution(&app, agent));
}
