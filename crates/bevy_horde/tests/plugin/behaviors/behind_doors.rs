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

/// Agents of a crowd in a room, the first ones settled at their spots. The last one comes through
/// the door, and passes on to a free place.
fn crowd_in_a_room(app: &mut App, goal: Vec2, spots: &[Vec2], free: Vec2) -> (Vec<Entity>, Entity) {
    room(app, 0.75, 10.0);
    let agent = |position: Vec2, settled: Settled| {
        let body = SteeringAgent::new(RADIUS, 1.3);
        let avoid = (AvoidAgents::default(), AvoidObstacles::default());
        (
            body,
            avoid,
            at(position.x, position.y),
            Gather::new(goal),
            settled,
        )
    };
    let settled = |spot: Vec2| Settled {
        is_settled: true,
        goal,
        spot,
        ..Settled::default()
    };
    let stand = spots.iter();
    let stand = stand.map(|spot| spawn(app, agent(*spot, settled(*spot))));
    let stand = stand.collect();
    let passes = Settled {
        passes_through: true,
        goal,
        spot: free,
        ..Settled::default()
    };
    (stand, spawn(app, agent(Vec2::new(0.2, 0.0), passes)))
}

#[test]
fn settled_agents_step_aside_for_one_that_passes_on_and_stay_there() {
    let mut app = app();
    // The free place is not behind the goal, and only the last body is in the way to it. It is on
    // the right of that way and on the left of the way to the goal.
    let (goal, free) = (Vec2::new(1.9, 0.0), Vec2::new(2.4, 2.2));
    let spot = Vec2::new(1.05, 0.75);
    let (stand, comes) = crowd_in_a_room(&mut app, goal, &[goal, spot], free);
    run(&mut app, 12 * SECOND);
    // It has stepped aside to the right, and has its spot there.
    let aside = get::<Settled>(&app, stand[1]).spot - spot;
    let end = place(&app, comes);
    assert!(aside.x > aside.y + 0.3 * RADIUS, "{aside} {end}");
    assert!(is_settled(&app, comes));
    assert!(stand.iter().all(|agent| is_settled(&app, *agent)));
}

#[test]
fn an_agent_takes_another_free_place_when_its_own_is_taken() {
    let mut app = app();
    let (goal, taken) = (Vec2::new(1.9, 0.0), Vec2::new(3.4, 0.0));
    let (_, comes) = crowd_in_a_room(&mut app, goal, &[goal, taken], taken);
    run(&mut app, SECOND / 3);
    assert_eq!(get::<Settled>(&app, comes).spot, taken);
    run(&mut app, SECOND / 3);
    let spot = get::<Settled>(&app, comes).spot;
    assert!(spot.distance(taken) > 2.0 * RADIUS, "{spot}");
    assert!(spot.x > 0.0);
}

#[test]
fn an_agent_forgets_its_free_place_when_its_goal_moves() {
    let mut app = app();
    let (goal, other) = (Vec2::new(1.9, 0.0), Vec2::new(8.0, -3.0));
    let (_, comes) = crowd_in_a_room(&mut app, goal, &[goal], Vec2::new(3.4, 3.4));
    run(&mut app, 1);
    assert!(get::<Settled>(&app, comes).passes_through);
    app.world_mut().entity_mut(comes).insert(Gather::new(other));
    run(&mut app, 2);
    assert!(!get::<Settled>(&app, comes).passes_through);
    run(&mut app, 20 * SECOND);
    assert!(place(&app, comes).distance(other) < RADIUS);
}
