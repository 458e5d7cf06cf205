//! Goals inside and beside obstacles, and gaps on the way: approached, reached, or passed around.

use super::*;
use bevy_horde::trace::SteeringTrace;

/// Spawns a traced agent at the origin that moves along `+x` and avoids obstacles.
pub(super) fn walker(app: &mut App, goal: Vec2) -> Entity {
    let mind = (
        AvoidObstacles::default(),
        Arrive::new(goal),
        SteeringTrace::default(),
    );
    spawn(app, (agent(), moving(5.0, 0.0), mind))
}

pub(super) fn side(app: &App, agent: Entity) -> DetourState {
    *get::<DetourState>(app, agent)
}

/// A wall of length 20 across the way at `x`.
pub(super) fn wall_at(x: f32) -> Obstacle {
    Obstacle::segment(vec2(x, -10.0), vec2(x, 10.0))
}

/// A disc, a box and a building with a courtyard around the origin. Each extends 3 to the left.
fn filled_shapes() -> [Obstacle; 3] {
    [
        Obstacle::circle(3.0),
        Obstacle::rectangle(6.0, 5.0),
        Obstacle::polygon([
            vec2(-3.0, -4.0),
            vec2(3.0, -4.0),
            vec2(3.0, 4.0),
            vec2(2.0, 4.0),
            vec2(2.0, 1.0),
            vec2(-1.0, 1.0),
            vec2(-1.0, 4.0),
            vec2(-3.0, 4.0),
        ]),
    ]
}

#[test]
fn an_agent_approaches_a_goal_inside_a_shape_without_a_detour() {
    for shape in filled_shapes() {
        let what = format!("{shape:?}");
        let mut app = app();
        spawn(&mut app, (at(12.0, 0.0), shape));
        let agent = walker(&mut app, vec2(12.0, 0.0));
        for _ in 0..400 {
            app.update();
            assert!(!side(&app, agent).is_passing, "{what}");
            assert_near(place(&app, agent).y, 0.0, 0.05);
        }
        // The agent stops at the surface.
        assert_near(place(&app, agent).x, 12.0 - 3.0 - 0.5, 0.01);
    }
}

#[test]
fn an_agent_approaches_a_goal_inside_two_shapes_without_a_detour() {
    let mut app = app();
    spawn(&mut app, (at(12.0, 0.0), Obstacle::rectangle(6.0, 6.0)));
    spawn(&mut app, (at(14.0, 0.0), Obstacle::rectangle(6.0, 6.0)));
    let agent = walker(&mut app, vec2(13.0, 0.0));
    for _ in 0..400 {
        app.update();
        assert!(!side(&app, agent).is_passing);
    }
    assert_near(place(&app, agent).x, 12.0 - 3.0 - 0.5, 0.01);
}

#[test]
fn an_agent_approaches_a_goal_on_a_wall_without_a_detour() {
    // From many starts, because rounding puts the goal slightly before or behind the wall.
    for start in 0_u8..12 {
        let mut app = app();
        spawn(&mut app, wall_at(9.0));
        let agent = walker(&mut app, vec2(9.0, 1.5));
        let from = vec2(0.7 * f32::from(start), 3.7 * f32::from(start % 5) - 6.0);
        *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(from.x, from.y);
        for _ in 0..300 {
            app.update();
            assert!(!side(&app, agent).is_passing, "from {from}");
        }
        assert!(
            place(&app, agent).distance(vec2(8.5, 1.5)) < 0.05,
            "from {from}"
        );
    }
}

#[test]
fn an_agent_reaches_a_goal_inside_a_passable_shape() {
    for shape in filled_shapes() {
        let what = format!("{shape:?}");
        let mut app = app();
        spawn(&mut app, (at(12.0, 0.0), shape.passable()));
        let agent = walker(&mut app, vec2(12.0, 0.0));
        run(&mut app, 400);
        let end = place(&app, agent);
        assert!(end.distance(vec2(12.0, 0.0)) < 0.01, "{what}: {end}");
    }
}

#[test]
fn an_agent_reaches_a_goal_inside_a_shape_around_another_shape() {
    let mut app = app();
    spawn(&mut app, (at(16.0, 0.0), Obstacle::circle(3.0).passable()));
    spawn(&mut app, (at(7.0, 0.0), Obstacle::rectangle(1.0, 6.0)));
    let agent = walker(&mut app, vec2(16.0, 0.0));
    app.update();
    assert!(side(&app, agent).is_passing);
    run(&mut app, 600);
    assert_close(place(&app, agent), vec2(16.0, 0.0), 0.01);
}

#[test]
fn an_agent_reaches_a_goal_before_a_wall_without_a_detour() {
    // The margin extends to 0.675 from the wall, the body to 0.5.
    for gap in [0.7, 0.6, 0.52] {
        let mut app = app();
        spawn(&mut app, wall_at(10.0));
        let goal = vec2(10.0 - gap, 0.0);
        let agent = walker(&mut app, goal);
        for _ in 0..400 {
            app.update();
            assert!(!side(&app, agent).is_passing, "{gap}");
        }
        assert_close(place(&app, agent), goal, 0.01);
    }
}

#[test]
fn an_agent_approaches_a_goal_too_near_a_wall_as_far_as_its_body_allows() {
    let mut app = app();
    spawn(&mut app, wall_at(10.0));
    let agent = walker(&mut app, vec2(9.8, 0.0));
    run(&mut app, 400);
    assert_close(place(&app, agent), vec2(9.5, 0.0), 0.01);
}

#[test]
fn an_agent_reaches_a_goal_behind_a_wall_around_the_wall() {
    let mut app = app();
    spawn(
        &mut app,
        Obstacle::segment(vec2(10.0, -5.0), vec2(10.0, 5.0)),
    );
    let agent = walker(&mut app, vec2(10.6, 0.0));
    app.update();
    assert!(side(&app, agent).is_passing);
    run(&mut app, 900);
    assert_close(place(&app, agent), vec2(10.6, 0.0), 0.01);
}

/// The distance from the middle of a gap between two discs at which an agent passes x = 8.
fn passes_at(gap: f32) -> f32 {
    let mut app = app();
    for y in [1.0 + 0.5 * gap, -1.0 - 0.5 * gap] {
        spawn(&mut app, (at(8.0, y), Obstacle::circle(1.0)));
    }
    let goal = vec2(16.0, 0.1);
    let agent = walker(&mut app, goal);
    let mut passed = f32::NAN;
    for _ in 0..900 {
        let before = place(&app, agent);
        app.update();
        let after = place(&app, agent);
        if before.x < 8.0 && after.x >= 8.0 {
            passed = after.y.abs();
        }
    }
    assert_close(place(&app, agent), goal, 0.01);
    passed
}

#[test]
fn agents_take_a_gap_exactly_if_body_and_margins_fit() {
    // Body and margins are 1.35 wide.
    for narrow in [0.3, 0.9, 1.1, 1.3] {
        let passed = passes_at(narrow);
        assert!(passed > 2.0 + 0.5 * narrow, "{narrow}: {passed}");
    }
    for wide in [1.4, 1.6, 3.0] {
        let passed = passes_at(wide);
        assert!(passed < 0.5 * wide - 0.5, "{wide}: {passed}");
    }
}
