//! How obstacles turn the way to a goal: what is gone round, what is not, and what is remembered and recorded of it.

use super::*;
use bevy_horde::trace::SteeringTrace;

/// An agent at the origin that runs along `+x`, avoids obstacles, and is watched.
fn walker(app: &mut App, goal: Vec2) -> Entity {
    let mind = (
        AvoidObstacles::default(),
        Arrive::new(goal),
        SteeringTrace::default(),
    );
    spawn(app, (agent(), moving(5.0, 0.0), mind))
}

fn side(app: &App, agent: Entity) -> PassingSide {
    *get::<PassingSide>(app, agent)
}

/// A wall across, 20 long, at `x`.
fn wall_at(x: f32) -> Obstacle {
    Obstacle::segment(vec2(x, -10.0), vec2(x, 10.0))
}

/// A box, a disc and a building with a courtyard, about the origin, all 3 from it to the left.
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
fn a_goal_inside_a_shape_is_approached_and_not_circled() {
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
        // Up to the surface, and no farther.
        assert_near(place(&app, agent).x, 12.0 - 3.0 - 0.5, 0.01);
    }
}

#[test]
fn a_goal_inside_two_shapes_is_approached_and_not_circled() {
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
fn a_goal_on_a_wall_is_approached_and_not_gone_round_to() {
    // From everywhere, for rounding puts the goal a little before the wall or behind it.
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
fn a_goal_inside_a_passable_shape_is_reached() {
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
fn a_goal_inside_one_shape_is_reached_round_another() {
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
fn a_goal_beside_a_wall_is_reached_from_its_own_side() {
    // The margin reaches to 0.675 from the wall, the body to 0.5.
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
fn a_goal_in_a_wall_is_approached_as_far_as_the_body_allows() {
    let mut app = app();
    spawn(&mut app, wall_at(10.0));
    let agent = walker(&mut app, vec2(9.8, 0.0));
    run(&mut app, 400);
    assert_close(place(&app, agent), vec2(9.5, 0.0), 0.01);
}

#[test]
fn a_goal_beside_a_wall_on_its_far_side_is_reached_round_it() {
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

/// How far beside the middle of a gap between two discs at x = 8 the agent passes them.
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
fn a_gap_is_taken_when_body_and_margins_fit() {
    // They are 1.35 wide.
    for narrow in [0.3, 0.9, 1.1, 1.3] {
        let passed = passes_at(narrow);
        assert!(passed > 2.0 + 0.5 * narrow, "{narrow}: {passed}");
    }
    for wide in [1.4, 1.6, 3.0] {
        let passed = passes_at(wide);
        assert!(passed < 0.5 * wide - 0.5, "{wide}: {passed}");
    }
}

#[test]
fn the_second_goes_round_although_the_first_does_not_look() {
    let mut app = app();
    let first = walker(&mut app, vec2(20.0, 0.0));
    spawn(&mut app, wall_at(8.0));
    let second = walker(&mut app, vec2(20.0, 4.0));
    app.world_mut()
        .get_mut::<AvoidObstacles>(first)
        .unwrap()
        .weight = 0.0;
    *app.world_mut().get_mut::<Transform>(second).unwrap() = at(0.0, 4.0);
    app.update();
    assert_eq!(side(&app, first), PassingSide::default());
    assert_eq!(get::<SteeringTrace>(&app, first).bearing, None);
    assert_near(force(&app, first).y, 0.0, 1e-4);
    assert!(side(&app, second).is_passing);
    assert!(force(&app, second).y > 1.0, "round the nearer end");
}

#[test]
fn without_sight_the_goal_is_not_turned() {
    let goal_force = |sight: f32| {
        let mut app = app();
        spawn(&mut app, wall_at(8.0));
        let avoid = AvoidObstacles {
            sight: Length::World(sight),
            look_ahead: 0.0,
            min_look_ahead: Length::ZERO,
            ..default()
        };
        let mind = (avoid, Seek::new(vec2(20.0, 0.0)), SteeringTrace::default());
        let agent = spawn(&mut app, (agent(), mind));
        app.update();
        let trace = get::<SteeringTrace>(&app, agent);
        assert_eq!(trace.bearing.is_some(), side(&app, agent).is_passing);
        trace.tier(Tier::Goal)
    };
    // From rest all of the force.
    assert_close(goal_force(0.0), vec2(15.0, 0.0), 1e-4);
    assert_close(goal_force(5.0), vec2(15.0, 0.0), 1e-4);
    assert!(goal_force(15.0).x < 14.0);
}

#[test]
fn without_sight_the_goal_is_not_turned_in_touch_with_a_wall_either() {
    let mut app = app();
    spawn(&mut app, wall_at(0.5));
    let agent = walker(&mut app, vec2(9.0, 3.0));
    let mut avoid = app.world_mut().get_mut::<AvoidObstacles>(agent).unwrap();
    avoid.sight = Length::ZERO;
    for _ in 0..60 {
        app.update();
        assert!(!side(&app, agent).is_passing);
    }
}

#[test]
fn every_goal_that_is_headed_for_is_turned() {
    let turned = |mind: fn(&mut EntityWorldMut, Entity)| {
        let mut app = app();
        spawn(&mut app, wall_at(8.0));
        let target = spawn(&mut app, at(20.0, 0.0));
        let body = (agent(), AvoidObstacles::default());
        let mut agent = app.world_mut().spawn(body);
        mind(&mut agent, target);
        let agent = agent.id();
        app.update();
        side(&app, agent).is_passing && force(&app, agent).y.abs() > 1.0
    };
    assert!(turned(|agent, target| {
        agent.insert(Seek::entity(target));
    }));
    assert!(turned(|agent, target| {
        agent.insert(Arrive::new(target));
    }));
    assert!(turned(|agent, target| {
        agent.insert(Pursue::new(target));
    }));
    assert!(!turned(|agent, target| {
        agent.insert(Flee::new(target));
    }));
}

#[test]
fn a_despawned_obstacle_frees_the_way() {
    let mut app = app();
    let wall = spawn(&mut app, wall_at(8.0));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    run(&mut app, 10);
    assert!(side(&app, agent).is_passing);
    app.world_mut().despawn(wall);
    app.update();
    assert_eq!(side(&app, agent), PassingSide::default());
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.bearing, trace.blocked.len()), (None, 0));
    run(&mut app, 500);
    assert_close(place(&app, agent), vec2(20.0, 0.0), 0.01);
}

#[test]
fn what_is_seen_and_chosen_is_recorded() {
    let mut app = app();
    spawn(&mut app, (at(6.0, 0.5), Obstacle::circle(1.0)));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    app.update();
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!(trace.goal, Some(vec2(20.0, 0.0)));
    let [blocked] = trace.blocked[..] else {
        panic!("{:?}", trace.blocked);
    };
    // The tangents to a disc of 1 + 0.5 + 0.175 at a distance of sqrt(6^2 + 0.5^2) = 6.0208: asin(0.27820) = 0.28192 to
    // either side of atan(0.5 / 6) = 0.08314.
    assert_close(blocked.left, Vec2::from_angle(0.08314 + 0.28192), 1e-4);
    assert_close(blocked.right, Vec2::from_angle(0.08314 - 0.28192), 1e-4);
    // To the disc's middle, which is its edge.
    assert_near(blocked.distance, 6.0208, 1e-3);
    assert_eq!(trace.bearing, Some(blocked.right), "the smaller turn");
    let [feeler] = trace.feelers[..] else {
        panic!("{:?}", trace.feelers);
    };
    // 1.5 s at speed 5, as wide as body and margin.
    assert_eq!((feeler.from, feeler.to), (Vec2::ZERO, vec2(7.5, 0.0)));
    assert_near(feeler.radius, 0.675, 1e-6);
    let (met, normal) = feeler.hit.expect("the disc is ahead");
    assert_near(met.distance(vec2(6.0, 0.5)), 1.675, 1e-4);
    assert_close(normal, (met - vec2(6.0, 0.5)) / 1.675, 1e-4);
}

#[test]
fn while_the_way_is_free_no_bearings_are_recorded() {
    let mut app = app();
    spawn(&mut app, (at(6.0, 9.0), Obstacle::circle(1.0)));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    app.update();
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.bearing, trace.blocked.len()), (None, 0));
    assert_eq!(trace.feelers.len(), 1);
    assert_eq!(trace.feelers[0].hit, None);
    assert_eq!(trace.tier(Tier::Avoidance), Vec2::ZERO);
}

#[test]
fn nobody_is_watched_who_is_not_to_be() {
    let mut app = app();
    spawn(&mut app, wall_at(8.0));
    let mind = (AvoidObstacles::default(), Seek::new(vec2(20.0, 0.0)));
    let unwatched = spawn(&mut app, (agent(), moving(5.0, 0.0), mind));
    let watched = spawn(&mut app, (agent(), moving(5.0, 0.0), at(0.0, 40.0), mind));
    app.world_mut()
        .entity_mut(watched)
        .insert(SteeringTrace::default());
    app.update();
    assert!(app.world().get::<SteeringTrace>(unwatched).is_none());
    assert!(get::<SteeringTrace>(&app, watched).goal.is_some());
}

#[test]
fn being_watched_changes_nothing() {
    let walk = |is_watched: bool| {
        let mut app = app();
        spawn(&mut app, wall_at(8.0));
        let agent = walker(&mut app, vec2(20.0, 0.0));
        if !is_watched {
            app.world_mut().entity_mut(agent).remove::<SteeringTrace>();
        }
        run(&mut app, 120);
        bits(&app, agent)
    };
    assert_eq!(walk(true), walk(false));
}

#[test]
fn a_trace_holds_one_tick_only() {
    let mut app = app();
    let wall = spawn(&mut app, wall_at(8.0));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    run(&mut app, 5);
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.blocked.len(), trace.feelers.len()), (1, 1));
    app.world_mut().despawn(wall);
    app.world_mut().entity_mut(agent).remove::<Arrive>();
    app.world_mut().entity_mut(agent).remove::<AvoidObstacles>();
    app.update();
    assert_eq!(*get::<SteeringTrace>(&app, agent), SteeringTrace::default());
}

#[test]
fn the_side_is_kept_with_the_bearing_the_goal_had_and_forgotten_behind_the_wall() {
    let mut app = app();
    spawn(&mut app, Obstacle::segment(vec2(8.0, -6.0), vec2(8.0, 6.0)));
    // Nearer to the left end.
    let agent = walker(&mut app, vec2(20.0, 0.0));
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, 1.5);
    app.update();
    let first = side(&app, agent);
    assert!(first.is_passing && first.left);
    assert_close(first.goal_bearing, vec2(20.0, -1.5).normalize(), 1e-5);
    // From the other side of the middle the way round is the other one; the agent stays with its own.
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, -2.0);
    app.update();
    assert_eq!(side(&app, agent), first);
    for _ in 0..600 {
        app.update();
        let now = side(&app, agent);
        assert!(!now.is_passing || now.left);
        if place(&app, agent).x > 8.0 {
            break;
        }
    }
    assert!(place(&app, agent).y > 6.0);
    run(&mut app, 60);
    assert_eq!(side(&app, agent), PassingSide::default());
}

#[test]
fn without_a_goal_what_is_ahead_is_passed_on_a_side_that_is_remembered() {
    let mut app = app();
    spawn(&mut app, (at(6.0, 0.5), Obstacle::circle(1.0)));
    let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
    let agent = spawn(&mut app, body);
    app.update();
    let first = PassingSide {
        is_passing: true,
        left: false,
        goal_bearing: Vec2::ZERO,
    };
    assert_eq!(side(&app, agent), first);
    run(&mut app, 200);
    assert_eq!(side(&app, agent), PassingSide::default());
    assert!(place(&app, agent).x > 8.0);
}

#[test]
fn a_memory_that_is_no_number_is_replaced() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut app = app();
        spawn(&mut app, wall_at(8.0));
        let agent = walker(&mut app, vec2(20.0, 0.0));
        app.world_mut().entity_mut(agent).insert(PassingSide {
            is_passing: true,
            left: false,
            goal_bearing: Vec2::splat(bad),
        });
        app.update();
        let memory = side(&app, agent);
        assert!(memory.is_passing && !memory.left, "the side is good");
        assert_close(memory.goal_bearing, Vec2::X, 1e-5);
        run(&mut app, 600);
        assert_close(place(&app, agent), vec2(20.0, 0.0), 0.01);
    }
}
