//! Agents without a way to their goals stand, calm, at the nearest place, and go on when a way
//! opens.

use super::goals_among_obstacles::side;
use super::*;

const RADIUS: f32 = 0.3;
const SPEED: f32 = 1.3;
const SECOND: usize = 60;
/// Half the side of the room.
const HALF: f32 = 4.0;
/// Half the width of its door.
const DOOR: f32 = 1.0;

/// A room about the origin. Returns the closed door in its right wall.
fn room(app: &mut App, half_door: f32) -> Entity {
    let corners = [
        (HALF, half_door),
        (HALF, HALF),
        (-HALF, HALF),
        (-HALF, -HALF),
    ];
    let mut points: Vec<Vec2> = corners.map(Vec2::from).to_vec();
    points.extend([vec2(HALF, -HALF), vec2(HALF, -half_door)]);
    spawn(app, Obstacle::polyline(points));
    let door = [vec2(HALF, half_door), vec2(HALF, -half_door)];
    spawn(app, Obstacle::polyline(door))
}

fn enclosed_agent(app: &mut App, from: Vec2, behavior: impl Bundle) -> Entity {
    let body = SteeringAgent::new(RADIUS, SPEED);
    let avoidance = (AvoidObstacles::default(), AvoidAgents::default());
    spawn(app, (body, at(from.x, from.y), avoidance, behavior))
}

/// Agents in rows on the left of the room.
fn crowd(app: &mut App, count: usize, goal: impl Fn(usize) -> Vec2) -> Vec<Entity> {
    (0..count)
        .map(|number| {
            let (column, row) = ((number % 4) as f32, (number / 4) as f32);
            let from = vec2(1.1 * column - 3.0, 1.2 * row - 2.4);
            enclosed_agent(app, from, Arrive::new(goal(number)))
        })
        .collect()
}

fn is_settled(app: &App, agent: &Entity) -> bool {
    get::<Settled>(app, *agent).is_settled
}

/// How far the agents move within this many ticks, added up.
fn moved(app: &mut App, agents: &[Entity], ticks: usize) -> f32 {
    let mut sum = 0.0;
    for _ in 0..ticks {
        let before: Vec<Vec2> = agents.iter().map(|agent| place(app, *agent)).collect();
        app.update();
        let steps = agents.iter().zip(before);
        sum += steps
            .map(|(agent, before)| place(app, *agent).distance(before))
            .sum::<f32>();
    }
    sum
}

/// The place in the room nearest to a goal on the right: the body keeps a margin of 0.35 radii.
fn beside_the_right_wall(y: f32) -> Vec2 {
    vec2(HALF - 1.35 * RADIUS, y)
}

#[test]
fn one_agent_comes_to_rest_at_the_nearest_place_without_going_beyond_it() {
    for hertz in [30.0, 60.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        room(&mut app, DOOR);
        let agent = enclosed_agent(&mut app, vec2(-1.5, -1.0), Arrive::new(vec2(9.0, 0.5)));
        let mut farthest = f32::NEG_INFINITY;
        for _ in 0..10 * hertz as usize {
            app.update();
            farthest = farthest.max(place(&app, agent).x);
        }
        let there = beside_the_right_wall(0.5);
        assert_close(place(&app, agent), there, 0.05 * RADIUS);
        assert!(farthest < there.x + 0.05 * RADIUS, "{farthest}");
        assert_close(side(&app, agent).nearest_place, there, 0.01 * RADIUS);
        assert_eq!(moved(&mut app, &[agent], 5 * SECOND), 0.0);
    }
}

#[test]
fn a_crowd_settles_round_the_nearest_place_and_leaves_when_a_door_opens() {
    let mut app = app();
    let door = room(&mut app, DOOR);
    let goal = |number: usize| vec2(9.0, 0.01 * number as f32);
    let agents = crowd(&mut app, 12, goal);
    run(&mut app, 25 * SECOND);
    // Twelve bodies fill half a disc of sqrt(2 * 12 / 0.6) radii at a packing of 0.6.
    let disc = RADIUS * (2.0 * 12.0_f32 / 0.6).sqrt();
    for agent in &agents {
        assert!(
            is_settled(&app, agent),
            "{:?}",
            get::<Settled>(&app, *agent)
        );
        let distance = place(&app, *agent).distance(beside_the_right_wall(0.0));
        assert!(distance < 1.5 * disc, "{distance}");
    }
    assert_eq!(moved(&mut app, &agents, 5 * SECOND), 0.0);
    app.world_mut().despawn(door);
    run(&mut app, 2);
    assert!(!agents.iter().any(|agent| is_settled(&app, agent)));
    run(&mut app, 25 * SECOND);
    for agent in &agents {
        assert!(place(&app, *agent).x > HALF + RADIUS);
        assert!(side(&app, *agent).unreachable_goal.is_none());
    }
}

#[test]
fn agents_with_unlike_goals_stand_at_places_of_their_own() {
    let mut app = app();
    room(&mut app, DOOR);
    let agents = crowd(&mut app, 2, |number| vec2(9.0, [2.0, -2.0][number]));
    run(&mut app, 15 * SECOND);
    for (agent, y) in agents.iter().zip([2.0, -2.0]) {
        assert!(is_settled(&app, agent));
        assert_close(place(&app, *agent), beside_the_right_wall(y), 0.5 * RADIUS);
    }
}

#[test]
fn an_agent_with_another_goal_behind_the_wall_leaves_the_crowd() {
    let mut app = app();
    room(&mut app, DOOR);
    let agents = crowd(&mut app, 4, |_| vec2(9.0, 2.5));
    run(&mut app, 15 * SECOND);
    assert!(agents.iter().all(|agent| is_settled(&app, agent)));
    let goal = Arrive::new(vec2(9.0, -2.5));
    app.world_mut().entity_mut(agents[0]).insert(goal);
    run(&mut app, 15 * SECOND);
    assert!(agents.iter().all(|agent| is_settled(&app, agent)));
    assert_close(
        place(&app, agents[0]),
        beside_the_right_wall(-2.5),
        0.1 * RADIUS,
    );
}

#[test]
fn enclosed_agents_settle_by_every_behavior_with_a_goal() {
    let mut app = app();
    room(&mut app, DOOR);
    let target = spawn(&mut app, at(9.0, 0.0));
    let agents = [
        enclosed_agent(&mut app, vec2(-1.0, 0.0), Seek::new(vec2(9.0, 0.0))),
        enclosed_agent(&mut app, vec2(-2.0, 1.5), Pursue::new(target)),
        enclosed_agent(&mut app, vec2(-2.0, -1.5), Gather::new(vec2(9.0, 0.0))),
    ];
    run(&mut app, 15 * SECOND);
    assert!(agents.iter().all(|agent| is_settled(&app, agent)));
    assert_eq!(moved(&mut app, &agents, 5 * SECOND), 0.0);
}

#[test]
fn an_agent_without_obstacle_avoidance_forgets_that_it_is_enclosed() {
    for removes in [true, false] {
        let mut app = app();
        let door = room(&mut app, DOOR);
        let agent = enclosed_agent(&mut app, vec2(2.0, 0.0), Arrive::new(vec2(9.0, 0.0)));
        run(&mut app, 5 * SECOND);
        assert!(is_settled(&app, &agent));
        let mut entity = app.world_mut().entity_mut(agent);
        if removes {
            entity.remove::<AvoidObstacles>();
        } else {
            entity.insert(AvoidObstacles {
                weight: 0.0,
                ..default()
            });
        }
        app.world_mut().despawn(door);
        run(&mut app, 10 * SECOND);
        assert_close(place(&app, agent), vec2(9.0, 0.0), 0.1 * RADIUS);
    }
}

#[test]
fn an_agent_among_pillars_in_a_closed_room_has_no_way() {
    let mut app = app();
    room(&mut app, DOOR);
    for (x, y) in [
        (1.0, 0.0),
        (2.2, 1.5),
        (2.2, -1.5),
        (-0.5, 2.0),
        (-0.5, -2.0),
        (3.0, 0.3),
    ] {
        spawn(&mut app, (at(x, y), Obstacle::rectangle(0.4, 1.1)));
    }
    let agents: Vec<Entity> = (0..5_u8)
        .map(|number| {
            let from = vec2(-3.0, 1.4 * f32::from(number) - 2.8);
            enclosed_agent(&mut app, from, Arrive::new(vec2(14.0, 0.0)))
        })
        .collect();
    run(&mut app, SECOND);
    for agent in agents {
        assert!(side(&app, agent).unreachable_goal.is_some());
    }
}
