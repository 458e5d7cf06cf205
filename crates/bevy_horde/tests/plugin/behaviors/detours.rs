//! The bearing to a goal turns around obstacles, and the agent keeps its side.

use super::goals_among_obstacles::{side, walker, wall_at};
use super::*;
use bevy_horde::trace::SteeringTrace;

#[test]
fn the_second_agent_makes_a_detour_if_the_first_does_not_avoid() {
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
    assert_eq!(side(&app, first), DetourState::default());
    assert_eq!(get::<SteeringTrace>(&app, first).bearing, None);
    assert_near(force(&app, first).y, 0.0, 1e-4);
    assert!(side(&app, second).is_passing);
    assert!(
        force(&app, second).y > 1.0,
        "the agent goes around the nearer end"
    );
}

#[test]
fn without_sight_the_bearing_to_the_goal_does_not_turn() {
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
    // For an agent at rest, the goal takes the maximum force.
    assert_close(goal_force(0.0), vec2(15.0, 0.0), 1e-4);
    assert_close(goal_force(5.0), vec2(15.0, 0.0), 1e-4);
    assert!(goal_force(15.0).x < 14.0);
}

#[test]
fn without_sight_contact_with_a_wall_does_not_turn_the_bearing() {
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
fn obstacles_turn_the_bearing_of_every_behavior_with_a_goal() {
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
fn despawning_the_obstacle_ends_the_detour() {
    let mut app = app();
    let wall = spawn(&mut app, wall_at(8.0));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    run(&mut app, 10);
    assert!(side(&app, agent).is_passing);
    app.world_mut().despawn(wall);
    app.update();
    assert_eq!(side(&app, agent), DetourState::default());
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.bearing, trace.blocked.len()), (None, 0));
    run(&mut app, 500);
    assert_close(place(&app, agent), vec2(20.0, 0.0), 0.01);
}

#[test]
fn an_agent_keeps_its_side_and_goal_bearing_until_it_is_behind_the_wall() {
    let mut app = app();
    spawn(&mut app, Obstacle::segment(vec2(8.0, -6.0), vec2(8.0, 6.0)));
    // The start is nearer to the left end.
    let agent = walker(&mut app, vec2(20.0, 0.0));
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, 1.5);
    app.update();
    let first = side(&app, agent);
    assert!(first.is_passing && first.left);
    assert_close(first.goal_bearing, vec2(20.0, -1.5).normalize(), 1e-5);
    // From below the middle, the other end is nearer. The agent keeps its side.
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, -2.0);
    app.update();
    let now = side(&app, agent);
    assert!(now.is_passing && now.left && now.goal_bearing == first.goal_bearing);
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
    assert_eq!(side(&app, agent), DetourState::default());
}

#[test]
fn an_agent_without_a_goal_keeps_the_side_on_which_it_passes_an_obstacle() {
    let mut app = app();
    let obstacle = spawn(&mut app, (at(6.0, 0.5), Obstacle::circle(1.0)));
    let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
    let agent = spawn(&mut app, body);
    app.update();
    let first = DetourState {
        is_passing: true,
        left: false,
        obstacle: Some(obstacle),
        ..default()
    };
    assert_eq!(side(&app, agent), first);
    run(&mut app, 200);
    assert_eq!(side(&app, agent), DetourState::default());
    assert!(place(&app, agent).x > 8.0);
}

#[test]
fn an_agent_follows_its_way_between_two_searches() {
    let mut app = app();
    let wall = spawn(&mut app, Obstacle::segment(vec2(8.0, -6.0), vec2(8.0, 6.0)));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, 1.5);
    app.update();
    let first = side(&app, agent);
    assert_eq!(
        (first.corner, first.corner_on_right),
        (vec2(8.0, 6.0), true)
    );
    // A radius of 0.5 and a margin of 0.35 radii.
    assert_near(first.clearance, 0.675, 1e-4);
    assert_eq!((first.reach, first.goal), (0.675, vec2(20.0, 0.0)));
    // From the wall's end the way leads down to the goal.
    assert!(first.exit.x > 0.0 && first.exit.y < 0.0);
    let corner_to_goal = vec2(8.0, 6.0).distance(vec2(20.0, 0.0));
    assert!((corner_to_goal - 0.1..corner_to_goal + 0.8).contains(&first.way_beyond));
    assert!((0.2..=0.3).contains(&first.search_in));
    // Without a search, the memory stays as it is, except that `search_in` decreases.
    let tick = app
        .world()
        .resource::<Time<Fixed>>()
        .timestep()
        .as_secs_f32();
    app.update();
    let then = side(&app, agent);
    assert_near(then.search_in, first.search_in - tick, 1e-5);
    assert_eq!((then.corner, then.obstacle), (first.corner, Some(wall)));
    // A wall across the way makes the agent search at once, and turn to the other end.
    spawn(&mut app, Obstacle::segment(vec2(4.0, 2.0), vec2(4.0, 60.0)));
    spawn(&mut app, Obstacle::segment(vec2(4.0, 60.0), vec2(8.0, 6.0)));
    run(&mut app, 2);
    let turned = side(&app, agent);
    assert!(turned.is_passing && turned.corner.y < 6.0, "{turned:?}");
    run(&mut app, 600);
    assert_close(place(&app, agent), vec2(20.0, 0.0), 0.01);
}

/// Two walls along circles, each with a gap.
fn two_rings() -> App {
    let mut app = app();
    for (radius, gap) in [(15.0, 2.0), (20.0, 5.0)] {
        let corner = |number: u8| Vec2::from_angle(gap + 0.1 + 0.19 * f32::from(number)) * radius;
        spawn(&mut app, Obstacle::polyline((0..33).map(corner)));
    }
    app
}

#[test]
fn agents_that_begin_together_search_whole_in_different_ticks() {
    let mut app = two_rings();
    let agents: Vec<Entity> = (0..60_u8)
        .map(|number| {
            let agent = walker(&mut app, vec2(60.0, 5.0));
            let angle = 2.4 * f32::from(number);
            let place = Vec2::from_angle(angle) * 1.5 * f32::from(number).sqrt();
            *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(place.x, place.y);
            agent
        })
        .collect();
    app.update();
    let guess = |app: &App| {
        let guesses = agents.iter().filter(|agent| {
            let memory = side(app, **agent);
            memory.is_passing && memory.way_beyond == f32::MAX
        });
        guesses.count()
    };
    let mut guesses = guess(&app);
    assert!(guesses >= 20, "{guesses} agents guess");
    for _ in 0..25 {
        app.update();
        let now = guess(&app);
        assert!(now + 8 >= guesses, "{} searches in a tick", guesses - now);
        guesses = now;
    }
    assert!(guesses <= 5, "{guesses} agents still guess");
}

#[test]
fn an_agent_searches_less_often_among_many_long_walls() {
    let mut app = two_rings();
    let agent = walker(&mut app, vec2(60.0, 5.0));
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(8.0, 0.0);
    app.update();
    // The first search draws few lines.
    let mut memory = side(&app, agent);
    assert!(memory.way_beyond == f32::MAX, "{memory:?}");
    assert!((0.0..=0.3).contains(&memory.search_in), "{memory:?}");
    for _ in 0..60 {
        let before = memory.search_in;
        app.update();
        memory = side(&app, agent);
        if memory.search_in > before {
            break;
        }
    }
    assert!(memory.way_beyond < 200.0, "{memory:?}");
    assert!((0.31..=2.0).contains(&memory.search_in), "{memory:?}");
}

#[test]
fn an_agent_searches_again_when_its_goal_moves() {
    let mut app = app();
    spawn(&mut app, Obstacle::segment(vec2(8.0, -6.0), vec2(8.0, 6.0)));
    let agent = walker(&mut app, vec2(20.0, 5.0));
    app.update();
    assert!(side(&app, agent).left);
    // The way round the other end is now shorter by much more than a seventh.
    let target = Arrive::new(vec2(9.0, -5.0));
    app.world_mut().entity_mut(agent).insert(target);
    app.update();
    let now = side(&app, agent);
    assert!(now.is_passing && !now.left, "{now:?}");
}

#[test]
fn a_memory_that_is_not_finite_is_replaced() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut app = app();
        let wall = spawn(&mut app, wall_at(8.0));
        let agent = walker(&mut app, vec2(20.0, 0.0));
        app.world_mut().entity_mut(agent).insert(DetourState {
            is_passing: true,
            left: false,
            obstacle: Some(wall),
            times_turned_back: 0,
            goal_bearing: Vec2::splat(bad),
            unreachable_goal: Some(Vec2::splat(bad)),
            nearest_place: Vec2::splat(bad),
            obstacle_count: 1,
            corner: Vec2::splat(bad),
            clearance: bad,
            corner_on_right: false,
            exit: Vec2::splat(bad),
            reach: bad,
            way_beyond: bad,
            goal: Vec2::splat(bad),
            looks_far: false,
            is_open_ended: false,
            search_in: bad,
        });
        app.update();
        let memory = side(&app, agent);
        assert!(memory.is_passing && !memory.left, "the valid side is kept");
        assert_close(memory.goal_bearing, Vec2::X, 1e-5);
        run(&mut app, 600);
        assert_close(place(&app, agent), vec2(20.0, 0.0), 0.01);
    }
}

#[test]
fn an_agent_takes_the_shorter_way_and_not_the_smaller_turn() {
    let mut app = app();
    // The way round the near end is 20 long. Toward the far end, out of sight, the turn is smaller.
    spawn(
        &mut app,
        Obstacle::segment(vec2(4.0, -4.0), vec2(4.0, 16.0)),
    );
    let goal = vec2(12.0, 8.0);
    let agent = walker(&mut app, goal);
    app.update();
    let memory = side(&app, agent);
    assert!(memory.is_passing && !memory.left);
    run(&mut app, 600);
    assert_close(place(&app, agent), goal, 0.01);
}

#[test]
fn an_agent_passes_one_obstacle_after_another_on_the_side_of_each() {
    let mut app = app();
    for y in [-2.1, 2.1] {
        spawn(&mut app, Obstacle::segment(vec2(-20.0, y), vec2(60.0, y)));
    }
    let first = Obstacle::rectangle(2.5, 1.7);
    spawn(&mut app, (at(10.0, 1.25), first.clone()));
    spawn(&mut app, (at(18.0, -1.25), first));
    let agent = walker(&mut app, vec2(30.0, 0.0));
    let mut farthest = 0.0_f32;
    for _ in 0..900 {
        app.update();
        farthest = farthest.max(place(&app, agent).x);
        assert!(place(&app, agent).x > farthest - 0.5, "it turns back");
    }
    assert_close(place(&app, agent), vec2(30.0, 0.0), 0.01);
}

/// A closed room of this half side about the origin, with a door in its right wall.
fn room(app: &mut App, half: f32, door: f32) -> Entity {
    let corners = [(half, door), (half, half), (-half, half), (-half, -half)];
    let mut points: Vec<Vec2> = corners.map(Vec2::from).to_vec();
    points.extend([vec2(half, -half), vec2(half, -door)]);
    spawn(app, Obstacle::polyline(points));
    let door = [vec2(half, door), vec2(half, -door)];
    spawn(app, Obstacle::polyline(door))
}

#[test]
fn an_enclosed_agent_stands_at_the_nearest_place_until_a_door_opens() {
    // At the nearest place of the larger room, the opposite wall is out of sight.
    for half in [4.0, 7.0] {
        let mut app = app();
        let door = room(&mut app, half, 1.5);
        let agent = walker(&mut app, vec2(half + 8.0, 1.0));
        run(&mut app, 1500);
        // The body keeps a margin of 0.35 radii.
        let there = place(&app, agent);
        assert!((half - 0.75..half - 0.6).contains(&there.x), "{there}");
        assert!((there.y - 1.0).abs() < 0.2, "{there}");
        for _ in 0..300 {
            app.update();
            assert!(velocity(&app, agent).length() < 0.01);
        }
        assert!(side(&app, agent).unreachable_goal.is_some());
        app.world_mut().despawn(door);
        run(&mut app, 400);
        assert_close(place(&app, agent), vec2(half + 8.0, 1.0), 0.1);
        assert_eq!(side(&app, agent).unreachable_goal, None);
    }
}

#[test]
fn an_agent_squeezes_through_a_gap_only_where_other_ways_are_much_longer() {
    // A gap of 2.1 radii, with a wide gap near it or far away.
    for (wide_gap, through_narrow) in [(3.0, false), (60.0, true)] {
        let mut app = app();
        let half = 0.5 * 2.1 * SteeringAgent::default().body_radius;
        let wall = |from: f32, to: f32| vec![vec2(6.0, from), vec2(6.0, to)];
        spawn(&mut app, Obstacle::polyline(wall(half, wide_gap)));
        spawn(&mut app, Obstacle::polyline(wall(-half, -80.0)));
        spawn(&mut app, Obstacle::polyline(wall(wide_gap + 3.0, 90.0)));
        let agent = walker(&mut app, vec2(12.0, 0.0));
        let mut crossed_at = f32::NAN;
        for _ in 0..1200 {
            app.update();
            let there = place(&app, agent);
            if crossed_at.is_nan() && there.x > 6.0 {
                crossed_at = there.y;
            }
        }
        assert_close(place(&app, agent), vec2(12.0, 0.0), 0.1);
        assert_eq!(crossed_at.abs() < half, through_narrow, "{crossed_at}");
    }
}
