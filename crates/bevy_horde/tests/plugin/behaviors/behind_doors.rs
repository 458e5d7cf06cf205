//! A crowd whose goal is near behind a door comes in, and does not settle in the doorway.

use super::*;

const RADIUS: f32 = 0.3;
const SECOND: usize = 60;

/// A room beyond `x = 0` that is as deep as wide, with a door of this width in the middle of its
/// side.
fn room(app: &mut App, door: f32, depth: f32) {
    let (half, side) = (0.5 * door, 0.5 * depth);
    let corners = [
        (0.0, half),
        (0.0, side),
        (depth, side),
        (depth, -side),
        (0.0, -side),
        (0.0, -half),
    ];
    spawn(app, Obstacle::polyline(corners.map(Vec2::from)));
}

fn crowd(app: &mut App, count: usize, goal: Vec2) -> Vec<Entity> {
    let agent = |number: usize| {
        let (column, row) = ((number / 5) as f32, (number % 5) as f32);
        let place = at(-3.0 - column, row - 2.0 + 0.1 * column);
        let body = SteeringAgent::new(RADIUS, 1.3);
        let goal = Gather::new(goal);
        (
            body,
            AvoidAgents::default(),
            AvoidObstacles::default(),
            place,
            goal,
        )
    };
    (0..count).map(|number| spawn(app, agent(number))).collect()
}

fn is_settled(app: &App, agent: Entity) -> bool {
    get::<Settled>(app, agent).is_settled
}

fn count_inside(app: &App, agents: &[Entity]) -> usize {
    let inside = agents.iter().filter(|agent| place(app, **agent).x > 0.0);
    inside.count()
}

#[test]
fn a_crowd_comes_in_to_a_goal_near_behind_a_door() {
    for (count, goal, door) in [(8, 1.2, 0.75), (8, 1.8, 1.5), (20, 1.8, 0.75)] {
        let mut app = app();
        room(&mut app, door, 10.0);
        let agents = crowd(&mut app, count, Vec2::new(goal, 0.0));
        run(&mut app, 60 * SECOND);
        assert_eq!(count_inside(&app, &agents), count, "{goal} {door}");
        for agent in agents {
            assert!(is_settled(&app, agent));
            assert!(velocity(&app, agent).length() < 0.01);
        }
    }
}

#[test]
fn agents_settle_before_the_door_of_a_room_that_is_full() {
    let mut app = app();
    // Room for four bodies.
    room(&mut app, 0.75, 1.3);
    let agents = crowd(&mut app, 8, Vec2::new(0.65, 0.0));
    run(&mut app, 120 * SECOND);
    let inside = count_inside(&app, &agents);
    assert!((1..=4).contains(&inside), "{inside}");
    for agent in agents {
        assert!(is_settled(&app, agent), "{:?}", get::<Settled>(&app, agent));
        assert!(velocity(&app, agent).length() < 0.01);
    }
}

/// An agent that comes to another one in a room, which has settled at the goal of both.
fn meet_in_a_room(app: &mut App, comes: Settled) -> Entity {
    room(app, 0.75, 10.0);
    let goal = Gather::new(comes.goal);
    let agent = |at: Transform, settled: Settled| {
        let body = SteeringAgent::new(RADIUS, 1.3);
        (
            body,
            AvoidAgents::default(),
            AvoidObstacles::default(),
            at,
            goal,
            settled,
        )
    };
    let stands = Settled {
        is_settled: true,
        goal: comes.goal,
        spot: Vec2::new(2.0, 0.1),
        ..Settled::default()
    };
    spawn(app, agent(at(2.0, 0.1), stands));
    spawn(app, agent(at(0.2, 0.0), comes))
}

#[test]
fn an_agent_forgets_its_free_place_when_its_goal_moves() {
    let mut app = app();
    let comes = Settled {
        passes_through: true,
        goal: Vec2::new(2.3, 0.0),
        spot: Vec2::new(3.5, 3.5),
        ..Settled::default()
    };
    let comes = meet_in_a_room(&mut app, comes);
    run(&mut app, 1);
    assert!(get::<Settled>(&app, comes).passes_through);
    app.world_mut()
        .entity_mut(comes)
        .insert(Gather::new(Vec2::new(8.0, -3.0)));
    run(&mut app, 20 * SECOND);
    assert!(place(&app, comes).distance(Vec2::new(8.0, -3.0)) < RADIUS);
}
